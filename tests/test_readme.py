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
from torqueflow.cli.main import main

ROOT = Path(__file__).parent.parent
README = (ROOT / "README.md").read_text("utf-8")
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
def test_a_row_of_the_programs(check, row, program, tmp_path):
    name, processors = program
    check(f"{TORQUEFLOW} transputer demo {name} --processors {processors} --json build/report.json")
    found = json.loads((tmp_path / "report.json").read_text())
    printed = found["paper_milliseconds"]
    milliseconds = "" if printed is None else f"{printed:.2f}"
    ours = (f"{found['cycles']:,.0f}", f"{found['milliseconds']:.2f}", milliseconds)
    assert ours == row[1:]
