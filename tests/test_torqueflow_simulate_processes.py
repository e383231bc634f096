"""`torqueflow simulate` and other processes: its simulators, its waveforms, its neighbours."""

import functools
import json
import os
import signal
import subprocess
import sys
import time
import tracemalloc
from pathlib import Path

import pytest

from dataflow.build import build_array
from dataflow.numbers.ports import encode
from golden.load import load_robot
from golden.trajectory import random_states
from golden.trajectory_file import write_trajectory
from tests.processes import PATIENCE, living, own_cache, started


@pytest.fixture
def run(command_line, monkeypatch, tmp_path):
    """Run `simulate` in a folder of its own: (exit status, standard output, standard error)."""
    monkeypatch.chdir(tmp_path)
    return functools.partial(command_line, "simulate")


def report(path="report.json"):
    return json.loads(Path(path).read_text("utf-8"))


def without_time(data):
    return {key: value for key, value in data.items() if key != "wall_seconds"}


# Waveforms


def blocks_of(fst):
    """Types of an FST file's blocks: a byte for the type, eight for the length without it."""
    kinds, position = [], 0
    while position < len(fst):
        kinds.append(fst[position])
        position += 1 + int.from_bytes(fst[position + 1 : position + 9], "big")
    assert position == len(fst)
    return kinds


def test_waves_from_icarus(run, tmp_path):
    arguments = ["machado_2r", "--simulator", "icarus", "--points", 10]
    status, _, err = run(*arguments, "--waves", "w.fst", "--json", "report.json")
    assert (status, err) == (0, "")
    fst = (tmp_path / "w.fst").read_bytes()
    kinds = blocks_of(fst)
    header, geometry, hierarchies = 0, 3, {4, 6, 7}
    assert kinds[0] == header
    assert geometry in kinds
    assert hierarchies & set(kinds)
    # Times are in picoseconds. The end is the last cycle's, so that nothing is cut off.
    start, end = (int.from_bytes(fst[k : k + 8], "big") for k in (9, 17))
    assert start == 0
    assert end >= report()["cycles_total"] * 10_000
    assert sorted(path.name for path in tmp_path.iterdir()) == ["report.json", "w.fst"]


@pytest.mark.slow
def test_waves_and_report_from_verilator(run, tmp_path):
    arguments = ["machado_2r", "--points", 40, "--stall", 0.3, "--waves", "w.vcd"]
    status, _, err = run(*arguments, "--json", "report.json")
    assert (status, err) == (0, "")
    assert report()["simulator"] == "verilator"
    text = (tmp_path / "w.vcd").read_text()
    assert text.startswith("$")
    head, changes = text.split("$enddefinitions $end", 1)
    assert "$timescale" in head
    assert "out_payload" in head
    assert text.endswith("\n")
    times = [int(line[1:]) for line in changes.splitlines() if line.startswith("#")]
    assert times[-1] >= report()["cycles_total"] * 10_000


# Two runs, and runs that are stopped

LONG = 100_000
"""Points that no machine has simulated before the signal comes."""


def simulating(folder, *arguments):
    """The command in a process of its own, with folders of its own for what is temporary."""
    folder.mkdir(exist_ok=True)
    cache = Path(f"{folder}-cache")
    own_cache(cache)
    return started("simulate", *arguments, TMPDIR=str(folder), XDG_CACHE_HOME=str(cache))


def test_two_runs_at_once(tmp_path):
    temporary = tmp_path / "temporary"
    options = ["--simulator", "icarus", "--points", 20, "--stall", 0.3, "--width", 14]
    both = [
        simulating(temporary, "machado_2r", *options, "--seed", 9, "--json", tmp_path / f"{k}.json")
        for k in range(2)
    ]
    texts = [process.communicate(timeout=PATIENCE) for process in both]
    assert [process.returncode for process in both] == [0, 0]
    assert texts[0] == texts[1]
    assert texts[0][1] == ""
    first, second = (without_time(report(tmp_path / f"{k}.json")) for k in range(2))
    assert first == second
    assert list(temporary.iterdir()) == []


@pytest.mark.parametrize(
    "phase", [pytest.param("torque_array.sv", marks=pytest.mark.slow), "test.log"]
)
def test_ctrl_c(tmp_path, phase):
    """While the RTL is compiled, and while it is simulated."""
    temporary = tmp_path / "temporary"
    outputs = ["--waves", tmp_path / "w.fst", "--json", tmp_path / "r.json"]
    process = simulating(
        temporary, "machado_2r", "--simulator", "icarus", "--points", LONG, *outputs
    )
    try:
        deadline = time.monotonic() + PATIENCE
        while not list(temporary.glob(f"torqueflow-*/{phase}")):
            assert process.poll() is None, process.communicate()
            assert time.monotonic() < deadline
            time.sleep(0.01)
        os.killpg(process.pid, signal.SIGINT)
        out, err = process.communicate(timeout=PATIENCE)
    finally:
        if process.poll() is None:
            os.killpg(process.pid, signal.SIGKILL)
            process.communicate()
    assert (process.returncode, out, err) == (130, "", "interrupted\n")
    assert {path.name for path in tmp_path.iterdir()} <= {"temporary", "temporary-cache"}
    assert list(temporary.iterdir()) == []
    deadline = time.monotonic() + PATIENCE
    while living(process.pid):
        assert time.monotonic() < deadline
        time.sleep(0.05)


# Large trajectories

PEAK = """
import resource, sys
from torqueflow.cli import main as cli
try:
    cli.main(sys.argv[1:])
except SystemExit as end:
    assert not end.code, end.code
print(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss)
"""


def peak_megabytes(*arguments):
    """Of the command in a process of its own."""
    done = subprocess.run(
        [sys.executable, "-c", PEAK, *(str(argument) for argument in arguments)],
        capture_output=True,
        text=True,
        check=True,
    )
    unit = 1e6 if sys.platform == "darwin" else 1e3
    return int(done.stdout.split()[-1]) / unit


@pytest.mark.slow
def test_a_huge_trajectory_is_streamed_and_held_once(tmp_path):
    """300,000 points: 104 MB of text, 43 MB as numbers, 14 MB of torques."""
    puma = load_robot("puma560")
    huge, small = tmp_path / "huge.csv", tmp_path / "small.csv"
    write_trajectory(huge, random_states(puma, 300_000, 1))
    write_trajectory(small, random_states(puma, 10, 1))
    assert huge.stat().st_size > 100e6
    least = peak_megabytes("dynamics", "puma560", "--trajectory", small)
    most = peak_megabytes(
        "dynamics", "puma560", "--trajectory", huge, "--output", tmp_path / "t.csv"
    )
    # Another copy of the numbers, or the text as a whole, would not fit.
    assert most - least < 43 + 14 + 50


def test_encoding_holds_a_huge_trajectory_once():
    puma = load_robot("puma560")
    design = build_array(puma)
    states = random_states(puma, 300_000, 1)
    tracemalloc.start()
    encoded = encode(design, vars(states), clip=True)
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    integers = encoded.integers.nbytes
    assert integers == 300_000 * 18 * 8
    # The integers, and a few columns on the way.
    assert peak < 1.5 * integers
