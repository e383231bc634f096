"""README's commands work as they stand there, and its figures are those of the designs."""

import json
import re
import shlex
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from dataflow.build import build_array, build_ring
from dataflow.numbers.ports import decode_outputs, encode
from dataflow.timing.cost import cost
from emulator.systolic import SystolicArray
from golden.load import load_robot
from golden.newton_euler import inverse_dynamics
from golden.trajectory import random_states
from hdl.synth.devices import DEVICES
from papers.catalogue import paper, papers
from papers.programs import find
from torqueflow.cli.main import main

ROOT = Path(__file__).parent.parent
README = (ROOT / "README.md").read_text("utf-8")
WORDS = " ".join(README.split())
BLOCKS = re.findall(r"```sh\n(.*?)```", README, re.DOTALL)
LINES = [line.split("#")[0].strip() for block in BLOCKS for line in block.splitlines()]
TORQUEFLOW = ".venv/bin/torqueflow"


COMMANDS = [line for line in LINES if line.startswith(TORQUEFLOW)]


@pytest.fixture
def check(capfd, monkeypatch, tmp_path):
    """Run a command, which ends well; what it would write into build/ goes into a folder."""
    monkeypatch.chdir(ROOT)
    monkeypatch.setattr("warnings.showwarning", None)  # main() sets it; this puts it back

    def check(line):
        with pytest.raises(SystemExit) as ended:
            main(shlex.split(line.replace("build/", f"{tmp_path}/"))[1:])
        out, err = capfd.readouterr()
        assert (ended.value.code, err) == (0, "")
        return out

    return check


@pytest.mark.parametrize("line", [line for line in COMMANDS if " transputer " not in line])
def test_a_command_runs(check, line):
    assert check(line)


def test_the_command_is_where_the_lines_say():
    """Beside the Python of the virtual environment, where installing puts it."""
    program = Path(sys.executable).with_name(Path(TORQUEFLOW).name)
    done = subprocess.run([program, "robots"], capture_output=True, text=True, check=True)
    assert "puma560" in done.stdout


def test_the_commands_of_the_transputer_run_in_their_order(check):
    printed = [check(line) for line in COMMANDS if " transputer " in line]
    assert len(printed) == 4
    assert "hello" in printed[1].lower()
    assert "torques agree with golden" in printed[3]


@pytest.mark.parametrize("line", [line for line in LINES if line.startswith("make ")])
def test_a_target_exists(line):
    done = subprocess.run(["make", "-n", line.split()[1]], cwd=ROOT, capture_output=True)
    assert done.returncode == 0, done.stderr


def test_every_line_is_tried():
    assert all(line.startswith((TORQUEFLOW, "make ")) for line in LINES if line)
    assert len(LINES) >= 9


ROWS = re.findall(r"^\| (array|ring), (Newton-Euler|Lagrangian) \| (.*) \|$", README, re.MULTILINE)


ALWAYS = (("array", "Newton-Euler", "1"), ("ring", "Newton-Euler", "12"))
"""Rows that are built by default: topology, equations, interval."""


@pytest.mark.parametrize(
    ("topology", "algorithm", "figures"),
    [
        pytest.param(
            *row, marks=() if (*row[:2], row[2].split()[0]) in ALWAYS else pytest.mark.slow
        )
        for row in ROWS
    ],
)
def test_a_row_of_the_machines(topology, algorithm, figures):
    *counts, clock, time, largest, proved = figures.split(" | ")
    interval, latency, units, _, _ = (int(text.replace(",", "")) for text in counts)
    build = build_array if topology == "array" else build_ring
    design = build(load_robot("puma560"), algorithm.lower(), initiation_interval=interval)
    spent = cost(design)
    multipliers = spent.multipliers + 2 * spent.trigonometric_units
    assert (latency, units) == (design.latency, multipliers)
    too_big = multipliers > DEVICES["ecp5-85f"].multipliers
    assert (clock == "none") == (time == "none") == too_big
    assert too_big or time == f"{1e3 * latency / float(clock):.0f}"
    arm, limits = load_robot("puma560"), [port.limit for port in design.outputs]
    assert "the largest over 20,000 random states within the arm's limits (seed 1)" in WORDS
    states = random_states(arm, 20_000, 1)
    torques = decode_outputs(
        design, SystolicArray(design).outputs(encode(design, vars(states)).integers)
    )
    errors = np.abs(torques - inverse_dynamics(arm, states.q, states.qd, states.qdd)).max(axis=0)
    bounds = [design.knowledge[port.operation].error for port in design.outputs]
    shares = (errors / limits).max(), (np.array(bounds) / limits).max()
    assert [largest, proved] == [f"{share:.1e}".replace("e-0", "e-") for share in shares]


def test_the_table_of_machines_is_read():
    assert len(ROWS) == 6


@pytest.mark.slow
def test_what_a_ring_takes_of_an_fpga(check, tmp_path):
    """Its clock is a routed one, which is above the estimate after placement."""
    (row,) = (row for topology, algorithm, row in ROWS if row.startswith("24 "))
    _, _, _, tables, registers, clock, time, _, _ = row.split(" | ")
    check(f"{TORQUEFLOW} synth puma560 --topology ring --ii 24 --quick --json build/report.json")
    found = json.loads((tmp_path / "report.json").read_text())
    used = found["resources"]
    assert [tables, registers] == [f"{used[name]['used']:,}" for name in ("lut", "ff")]
    assert float(clock) > found["clock_mhz"]
    assert time == f"{1e3 * found['latency_cycles'] / float(clock):.0f}"


PROGRAMS = re.findall(
    r"^\| [\w (),-]+ \| (1|4|26) \| ([\d,]+) \| ([\d.]+) \| ([\d.]*) ?\| ?(.*) \|$",
    README,
    re.MULTILINE,
)
NAMES = [("ne", 1), ("scsnea", 1), ("pscsnea", 4), ("drl", 1), ("drl", 4), ("drl", 26)]


def test_the_table_of_programs_is_read():
    assert [int(row[0]) for row in PROGRAMS] == [processors for _, processors in NAMES]


@pytest.mark.parametrize(("row", "program"), list(zip(PROGRAMS, NAMES, strict=True)))
def test_a_row_of_the_programs(check, row, program, tmp_path):
    name, processors = program
    check(f"{TORQUEFLOW} transputer demo {name} --processors {processors} --json build/report.json")
    found = json.loads((tmp_path / "report.json").read_text())
    printed = found["paper_milliseconds"]
    milliseconds = "" if printed is None else f"{printed:.2f}"
    ours = (f"{found['cycles']:,.0f}", f"{found['milliseconds']:.2f}", milliseconds)
    assert ours == row[1:4]
    chosen = find(name, processors)
    seconds = chosen.seconds.get("T800")
    times = [n for each in papers() for n in each.numbers.values() if n.values == (seconds,)]
    assert row[4].split(":")[0].split(" from")[0] == (times[0].basis if times else "")


def test_what_a_derived_time_is_derived_from():
    """4.76 and 3.39 follow from 2.00 and two shares; 0.39 from tables 8a and 8b, not table 9."""
    told = {row[3]: row[4] for row in PROGRAMS}
    zomaya, zalzala = paper("zomaya_morris"), paper("zalzala_morris")
    for key, share in (("newton_euler", "newton_euler"), ("scsnea", "scsnea")):
        printed = f"{1e3 * zomaya.value(key):.2f}"
        less = 100 * zomaya.value(f"saved_on_{share}")
        assert told[printed] == f"derived: {1e3 * zomaya.value('pscsnea'):.2f} is {less:.0f} % less"
    stage, printed = zalzala.numbers["stage"], zalzala.numbers["pipeline_t800"]
    assert told[f"{1e3 * stage.value:.2f}"] == (
        f"derived from {stage.source.split(':')[0]}; "
        f"{printed.source.split(',')[0]} has {1e3 * printed.value:g}"
    )


# The first result


def test_what_make_sim_prints(check):
    """The block is shortened, but every line of it is printed, in its order."""
    block = re.search(r"`make sim` prints \(shortened\):\n\n```text\n(.*?)```", README, re.DOTALL)[
        1
    ]
    told = [" ".join(line.split()) for line in block.splitlines() if line]
    makefile = (ROOT / "Makefile").read_text("utf-8")
    (command,) = re.findall(r"\$\(BIN\)/torqueflow (simulate .*)", makefile)
    printed = [" ".join(line.split()) for line in check(f"torqueflow {command}").splitlines()]
    assert len(told) > 15
    assert [line for line in printed if line in told] == told


def test_the_lines_of_python_run(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (block,) = re.findall(r"```python\n(.*?)```", README, re.DOTALL)
    names = {}
    exec(block, names)
    assert (names["error"] <= names["machine"].error_bounds).all()
    assert (tmp_path / "build/puma560/torque_array.sv").exists()
