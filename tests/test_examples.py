"""Everything in examples/ runs, and does what it says."""

import importlib.util
import json
import os
import re
import shlex
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from dataflow.build import build_ring
from dataflow.numbers.ports import encode
from emulator.systolic import SystolicArray
from golden.load import load_robot
from golden.motion_file import read_motion
from golden.trajectory import random_states
from tests.processes import PATIENCE
from torqueflow.cli.main import main

ROOT = Path(__file__).parent.parent
EXAMPLES = ROOT / "examples"
MOTIONS = {
    "reach.csv": "puma560",
    "stanford.csv": "stanford",
    "arm.csv": str(EXAMPLES / "arm.urdf"),
}


def python(*arguments, **variables):
    return subprocess.run(
        [sys.executable, *arguments], cwd=ROOT, env={**os.environ, **variables},
        capture_output=True, text=True, timeout=PATIENCE, check=False,
    )  # fmt: skip


@pytest.fixture
def run(monkeypatch, capfd, tmp_path):
    """Run a command in an empty folder: (exit status, standard output, standard error)."""
    monkeypatch.setattr("warnings.showwarning", None)  # main() sets it; this puts it back
    monkeypatch.chdir(tmp_path)

    def run(line):
        with pytest.raises(SystemExit) as ended:
            main(shlex.split(line))
        return (ended.value.code, *capfd.readouterr())

    return run


def test_no_file_is_forgotten():
    """A new example needs a test: here, in test_torqueflow_facade or among the transputer's."""
    tested = {
        "arm.csv", "arm.urdf", "cat.s", "comstime.s", "ddp.py", "dot.s", "hello.occ", "hello.s",
        "own_testbench.py", "own_top.py", "pair.occ", "primes.occ", "puma560.py", "reach.csv",
        "ring.s", "ring.toml", "stanford.csv", "whetstone.occ",
    }  # fmt: skip
    assert {path.name for path in EXAMPLES.iterdir() if path.is_file()} == tested


@pytest.mark.filterwarnings("ignore:.*no acceleration limits")
@pytest.mark.parametrize("name", MOTIONS)
def test_a_motion_stays_within_its_robots_limits(name):
    arm = load_robot(MOTIONS[name])
    motion = read_motion(EXAMPLES / name, arm)
    lower, upper = arm.position_limits.T
    assert motion.points >= 60
    assert (motion.arrays["q"] >= lower).all()
    assert (motion.arrays["q"] <= upper).all()
    assert (np.abs(motion.arrays["qd"]) <= arm.velocity_limits * (1 + 1e-9)).all()
    assert (np.abs(motion.arrays["qdd"]) <= arm.acceleration_limits * (1 + 1e-9)).all()


@pytest.mark.filterwarnings("ignore:.*no acceleration limits")
@pytest.mark.parametrize("name", MOTIONS)
def test_torques_along_a_motion(run, name):
    file = EXAMPLES / name
    status, out, _ = run(f"dynamics {MOTIONS[name]} --trajectory {file} --json found.json")
    assert status == 0
    found = json.loads(Path("found.json").read_text())
    assert all(
        m <= most for m, most in zip(found["torque_max"], found["torque_limit"], strict=True)
    )
    assert "beyond the limit" not in out


@pytest.mark.parametrize(
    ("name", "printed"), [("hello.occ", "Hello from occam\n"), ("pair.occ", "40\n")]
)
def test_an_occam_program_prints(run, name, printed):
    assert run(f"occam run {EXAMPLES / name}") == (0, printed, "")


@pytest.mark.parametrize("part", ["T800", "T414"])
def test_whetstone_computes_what_others_print(run, part):
    """The values after a million instructions are in the listings that went round with it."""
    status, out, _ = run(f"occam run {EXAMPLES / 'whetstone.occ'} --type {part}")
    *values, rate = out.splitlines()
    assert status == 0
    assert [round(float(value.split()[1]), 3) for value in values] == [-1.103, 0.490, 1.0, 0.835]
    assert re.fullmatch(r"\d+ thousand Whetstones a second", rate)


@pytest.mark.parametrize("name", ["hello.occ", "pair.occ"])
def test_the_manual_shows_the_program_as_it_is(name):
    manual = (ROOT / "docs/occam.md").read_text("utf-8")
    assert f"```occam\n-- {name}\n{(EXAMPLES / name).read_text()}```" in manual


def test_a_testbench_of_ones_own(tmp_path):
    done = python("examples/own_testbench.py", OWN_TESTBENCH=str(tmp_path))
    assert done.returncode == 0, done.stderr
    assert re.search(r"^25 sets, each \[\d+\] clock cycles", done.stdout, re.MULTILINE)
    assert len(re.findall(r"^joint \d: .* N m from golden", done.stdout, re.MULTILINE)) == 3


PROCESSOR = """
module processor;
  logic clk = 0, rst = 1, write = 0, start = 0, done;
  logic [{address}:0] write_address, read_address;
  logic signed [{msb}:0] write_data, read_data;
  top dut (.*);
  always #5 clk = !clk;
  initial begin
    repeat (3) @(negedge clk);
    rst = 0;
{sets}
    $finish;
  end
  initial #1000000 $fatal(1, "no results");
endmodule
"""


def one_set(row, results):
    """What a processor does with one set."""
    written = [
        f"    write = 1; write_address = {place}; write_data = {value}; @(negedge clk);"
        for place, value in enumerate(row)
    ]
    asked = ["    write = 0; start = 1; @(negedge clk); start = 0; wait (done); @(negedge clk);"]
    read = [f'    read_address = {k}; #1 $display("%0d", read_data);' for k in range(results)]
    return "\n".join(written + asked + read)


def test_a_top_of_ones_own_gives_the_core_a_processors_numbers(tmp_path):
    done = python("examples/own_top.py", str(tmp_path))
    assert done.returncode == 0, done.stderr
    arm = load_robot("machado_2r")
    design = build_ring(arm, "newton-euler")
    inputs = encode(design, vars(random_states(arm, 4, 1))).integers
    text = (tmp_path / "top.sv").read_text()
    address, msb = (int(re.search(rf"\[(\d+):0\] {name}", text)[1])
                    for name in ("write_address", "write_data"))  # fmt: skip
    sets = "\n".join(one_set(row, len(design.outputs)) for row in inputs.tolist())
    bench = tmp_path / "processor.sv"
    bench.write_text(PROCESSOR.format(address=address, msb=msb, sets=sets))
    program = tmp_path / "top.vvp"
    sources = [bench, tmp_path / "top.sv", tmp_path / f"{design.module}.sv"]
    subprocess.run(["iverilog", "-g2012", "-s", "processor", "-o", program, *sources], check=True)
    seen = subprocess.run(["vvp", program], check=True, capture_output=True, text=True).stdout
    shown = np.array(re.findall(r"^-?\d+$", seen, re.MULTILINE), dtype=int)
    assert (shown.reshape(4, -1) == SystolicArray(design).outputs(inputs)).all()


def test_a_plan_comes_with_crocoddyl_and_without_it_a_line_what_to_install():
    done = python("examples/ddp.py", "--knots", "8", "--width", "18")
    if importlib.util.find_spec("crocoddyl") is None:
        assert (done.returncode, done.stdout) == (2, "")
        assert done.stderr.startswith("error: torqueflow.mpc: crocoddyl is not installed; ")
        return
    exact, core = done.stdout.splitlines()[1:]
    assert done.returncode == 0, done.stderr
    assert exact.split()[:1] == ["exact:"]
    assert exact.split()[1:3] == core.split()[2:4]  # as many iterations
