"""SIGTERM and SIGHUP end every command with their status, and leave no process and no folder."""

import os
import signal
import time
from pathlib import Path

import pytest

from common.signals import Ended, held, listening
from emulator.transputer.assembly.assembler import assemble
from emulator.transputer.assembly.bootfile import bootable
from tests.processes import PATIENCE, having, started

pytestmark = pytest.mark.skipif(
    not Path("/proc/self/environ").exists(), reason="looks for processes where Linux shows them"
)

STATUS = {signal.SIGTERM: 143, signal.SIGHUP: 129}
WORD = {signal.SIGTERM: "terminated\n", signal.SIGHUP: "hung up\n"}

LONG = 100_000
"""Points that no machine has simulated before the signal comes."""


def until(condition, process):
    """Wait until something has happened, while the process lives."""
    deadline = time.monotonic() + PATIENCE
    while not condition():
        assert process.poll() is None, process.communicate()
        assert time.monotonic() < deadline
        time.sleep(0.03)


def ended(process, number):
    """Send a signal to the process alone, and return its status and what it printed."""
    process.send_signal(number)
    out, err = process.communicate(timeout=PATIENCE)
    return process.returncode, out, err


@pytest.fixture
def place(tmp_path):
    """The folder for what is temporary; whatever is still there in the end is killed."""
    folder = tmp_path / "temporary"
    folder.mkdir()
    yield folder
    left = having(str(folder))
    for number in left:
        os.kill(number, signal.SIGKILL)
    assert left == []
    assert list(folder.iterdir()) == []


BEGUN = {
    "writing": "",
    "compiling icarus": "/build/cmds.f",
    "compiling verilator": "/build/Vtop.mk",
    "simulating": "/test.log",
}
"""What is in the folder once a phase has begun."""


def hung_up(*values):
    """What is the same for both signals, tried with the one that is sent less often."""
    return pytest.param(*values, signal.SIGHUP, marks=pytest.mark.slow)


@pytest.mark.parametrize(
    ("simulator", "phase", "number"),
    [
        ("icarus", "writing", signal.SIGTERM),
        ("icarus", "compiling icarus", signal.SIGTERM),
        ("icarus", "simulating", signal.SIGTERM),
        ("verilator", "compiling verilator", signal.SIGTERM),
        pytest.param("verilator", "simulating", signal.SIGTERM, marks=pytest.mark.slow),
        hung_up("icarus", "writing"),
        hung_up("icarus", "compiling icarus"),
        hung_up("icarus", "simulating"),
        hung_up("verilator", "compiling verilator"),
        hung_up("verilator", "simulating"),
    ],
)
def test_simulate(place, tmp_path, simulator, phase, number):
    process = started(
        "simulate", "machado_2r", "--simulator", simulator, "--points", LONG, "--no-cache",
        "--json", tmp_path / "report.json", TMPDIR=str(place),
    )  # fmt: skip
    until(lambda: list(place.glob(f"torqueflow-*{BEGUN[phase]}")), process)
    if phase != "writing":
        until(lambda: len(having(str(place))) > 1, process)
    assert ended(process, number) == (STATUS[number], "", WORD[number])
    assert not (tmp_path / "report.json").exists()


ENDLESS_OCCAM = "PROC main ()\n  WHILE TRUE\n    SKIP\n:\n"
FOREVER = ("--max-seconds", "1e9")


@pytest.mark.parametrize(
    ("command", "number"),
    [
        ("occam run", signal.SIGHUP),
        ("transputer run", signal.SIGTERM),
        ("transputer compare", signal.SIGTERM),
        pytest.param("occam run", signal.SIGTERM, marks=pytest.mark.slow),
        hung_up("transputer run"),
        hung_up("transputer compare"),
    ],
)
def test_emulated_transputers(place, tmp_path, command, number):
    (tmp_path / "endless.occ").write_text(ENDLESS_OCCAM)
    (tmp_path / "endless.btl").write_bytes(bootable(assemble("loop: j loop").code))
    arguments = {
        "occam run": [tmp_path / "endless.occ", *FOREVER],
        "transputer run": [tmp_path / "endless.btl", *FOREVER],
        "transputer compare": [],
    }[command]
    report = tmp_path / "report.json"
    process = started(*command.split(), *arguments, "--json", report, TMPDIR=str(place))
    maps = Path(f"/proc/{process.pid}/maps")
    until(lambda: "llvmlite" in maps.read_text(), process)
    assert ended(process, number) == (STATUS[number], "", WORD[number])
    assert not report.exists()


@pytest.mark.parametrize("number", [signal.SIGTERM, hung_up()])
def test_workers_and_their_simulators(place, number):
    """`explore` in processes: workers, what they run, and the folders of both."""
    process = started(
        "explore", "machado_2r", "--measure", "rtl", "--points", 60_000, "--workers", 2, "--ii", 1,
        TMPDIR=str(place),
    )  # fmt: skip
    until(lambda: list(place.glob("torqueflow-*/test.log")), process)
    assert ended(process, number) == (STATUS[number], "", WORD[number])


def test_what_nohup_ignores_stays_ignored():
    before = signal.signal(signal.SIGHUP, signal.SIG_IGN)
    try:
        with listening():
            signal.raise_signal(signal.SIGHUP)
    finally:
        signal.signal(signal.SIGHUP, before)


def test_what_is_held_comes_when_the_block_ends():
    done = []
    with listening(), pytest.raises(Ended) as caught:  # noqa: PT012 (the end of held raises)
        with held():
            signal.raise_signal(signal.SIGTERM)
            done.append("the block")
        done.append("what follows")
    assert done == ["the block"]
    assert (caught.value.status, str(caught.value)) == (143, "terminated")
    assert signal.getsignal(signal.SIGTERM) is signal.SIG_DFL
