"""README's commands work as they stand there, and its figures are those of the designs."""

import json
import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

from dataflow.build import build_array, build_ring
from dataflow.timing.cost import cost
from golden.load import load_robot
from hdl.registers import state_bits
from hdl.verilog import netlist_of

ROOT = Path(__file__).parent.parent
README = (ROOT / "README.md").read_text()
BLOCKS = re.findall(r"```sh\n(.*?)```", README, re.DOTALL)
LINES = [line.split("#")[0].strip() for block in BLOCKS for line in block.splitlines()]
TORQUEFLOW = ".venv/bin/torqueflow"


COMMANDS = [line for line in LINES if line.startswith(TORQUEFLOW)]


def check(line, folder):
    """The command ends well; what it would write into build/ goes into a folder."""
    words = shlex.split(line.replace("build/", f"{folder}/"))
    command = [sys.executable, "-m", "torqueflow", *words[1:]]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    assert not done.stderr
    return done.stdout


@pytest.mark.parametrize("line", [line for line in COMMANDS if " transputer " not in line])
def test_a_command_runs(line, tmp_path):
    assert check(line, tmp_path)


def test_the_commands_of_the_transputer_run_in_their_order(tmp_path):
    printed = [check(line, tmp_path) for line in COMMANDS if " transputer " in line]
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


@pytest.mark.parametrize(("topology", "algorithm", "figures"), ROWS)
def test_a_row_of_the_machines(topology, algorithm, figures):
    interval, *others = (int(text.replace(",", "")) for text in figures.split(" | "))
    build = build_array if topology == "array" else build_ring
    design = build(load_robot("puma560"), algorithm.lower(), initiation_interval=interval)
    spent, state = cost(design), state_bits(netlist_of(design))
    multipliers = spent.multipliers + 2 * spent.trigonometric_units
    assert others == [design.latency, multipliers, state.registers, state.memory]


def test_the_table_of_machines_is_read():
    assert len(ROWS) == 6


PROGRAMS = re.findall(
    r"^\| [\w (),-]+ \| (1|4|26) \| ([\d,]+) \| ([\d.]+) \| ([\d.]*) ?\|$", README, re.MULTILINE
)
NAMES = [("ne", 1), ("scsnea", 1), ("pscsnea", 4), ("drl", 1), ("drl", 4), ("drl", 26)]


def test_the_table_of_programs_is_read():
    assert [int(row[0]) for row in PROGRAMS] == [processors for _, processors in NAMES]


@pytest.mark.parametrize(("row", "program"), list(zip(PROGRAMS, NAMES, strict=True)))
def test_a_row_of_the_programs(row, program, tmp_path):
    name, processors = program
    report = tmp_path / "report.json"
    check(f"{TORQUEFLOW} transputer demo {name} --processors {processors} --json {report}", "build")
    found = json.loads(report.read_text())
    printed = found["paper_milliseconds"]
    milliseconds = "" if printed is None else f"{printed:.2f}"
    ours = (f"{found['cycles']:,.0f}", f"{found['milliseconds']:.2f}", milliseconds)
    assert ours == row[1:]
