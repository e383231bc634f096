"""`import torqueflow as tf`: what it offers is what the rest computes, and the docs run."""

import json
import os
import re
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

import torqueflow as tf
from dataflow.build import build_ring
from golden.load import load_robot
from golden.newton_euler import inverse_dynamics

ROOT = Path(__file__).parent.parent


@pytest.fixture(scope="module")
def arm():
    return tf.load("machado_2r")


@pytest.fixture(scope="module")
def machine(arm):
    return tf.design(arm, topology="ring", ii=4, width=14)


def test_every_name_is_there():
    assert set(tf.__all__) == set(tf._PLACES)
    for name in tf.__all__:
        assert getattr(tf, name) is not None
        assert name in dir(tf)
    with pytest.raises(AttributeError, match="no attribute 'nothing'"):
        _ = tf.nothing


def test_importing_it_imports_nothing_else():
    code = "import sys, torqueflow; print({'numpy', 'typer', 'rich'} & set(sys.modules))"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == "set()\n"


def test_an_arm(arm):
    motion = arm.random_motion(7, seed=3)
    robot = load_robot("machado_2r")
    tau = arm.torques(motion.q, motion.qd, motion.qdd)
    np.testing.assert_array_equal(tau, inverse_dynamics(robot, motion.q, motion.qd, motion.qdd))
    other = arm.torques(motion.q, motion.qd, motion.qdd, formulation="waters")
    np.testing.assert_allclose(other, tau, rtol=1e-9, atol=1e-9)
    np.testing.assert_allclose(arm.accelerations(motion.q, motion.qd, tau), motion.qdd, atol=1e-9)
    still = arm.torques(motion.q, np.zeros(2), np.zeros(2))
    np.testing.assert_allclose(arm.gravity_torque(motion.q), still, atol=1e-9)
    inertia = arm.torques(motion.q, np.zeros(2), motion.qdd) - still
    product = (arm.mass_matrix(motion.q) @ motion.qdd[..., None])[..., 0]
    np.testing.assert_allclose(product, inertia, atol=1e-9)
    assert arm.pose(motion.q).shape == (7, 4, 4)
    assert arm.jacobian(motion.q).shape == (7, 6, 2)
    assert (arm.name, arm.n, list(arm.torque_limits)) == ("Machado 2R", 2, [200, 100])
    assert "puma560" in tf.robots()


def test_a_machine_is_the_design(arm, machine):
    design = build_ring(load_robot("machado_2r"), width=14, initiation_interval=4)
    assert machine.design.operations == design.operations
    assert (machine.latency, machine.interval) == (design.latency, 4)
    assert repr(machine).startswith("<Machine newton-euler of 'Machado 2R': latency ")
    assert machine.multipliers > 0


def test_emulated_torques_have_the_shape_of_the_motion_and_keep_the_bound(arm, machine):
    states = arm.random_states(12, seed=5)
    golden = arm.torques(states.q, states.qd, states.qdd)
    computed = machine.emulate(states.q, states.qd, states.qdd)
    assert computed.shape == (12, 2)
    errors = np.abs(computed - golden)
    assert (errors <= machine.error_bounds).all()
    assert errors.max() > 0
    one = machine.emulate(states.q[0], states.qd[0], states.qdd[0])
    np.testing.assert_array_equal(one, computed[0])
    batch = machine.emulate(states.q.reshape(3, 4, 2), states.qd[0], states.qdd[0])
    assert batch.shape == (3, 4, 2)


def test_the_rtl_is_the_emulator(arm, machine):
    motion = arm.random_motion(6, seed=2)
    rtl = machine.simulate(motion, stall=0.2)
    assert (rtl.bit_mismatches, rtl.cycle_mismatches) == (0, 0)
    assert rtl.latency == machine.latency
    computed = machine.emulate(motion.q, motion.qd, motion.qdd)
    np.testing.assert_array_equal(rtl.results, computed)
    golden = arm.torques(motion.q, motion.qd, motion.qdd)
    np.testing.assert_allclose(rtl.errors, np.abs(computed - golden), atol=1e-12)


def test_verilog(machine, tmp_path):
    path = machine.verilog(tmp_path / "made" / "here")
    assert path == tmp_path / "made" / "here" / "torque_array.sv"
    assert "module torque_array(" in path.read_text()
    assert json.loads(path.with_suffix(".json").read_text())["ii"] == 4


@pytest.mark.parametrize(
    ("mistake", "message"),
    [
        (lambda arm, machine: tf.load("pumma560"), "did you mean puma560"),
        (lambda arm, machine: tf.load("puma560", tip="hand"), "--tip, --base"),
        (lambda arm, machine: tf.design(arm, topology="star"), "'star'; allowed: array, ring"),
        (lambda arm, machine: tf.design(arm, "kane"), "'kane'; allowed: newton-euler"),
        (lambda arm, machine: tf.design(arm, ii=0), "0; allowed: 1 to 1024"),
        (lambda arm, machine: arm.torques([0, 0], [0, 0], [0, 0], formulation="x"), "'x'; allow"),
        (lambda arm, machine: arm.torques([0], [0, 0], [0, 0]), r"\(..., 2\)"),
        (lambda arm, machine: machine.emulate([0, 0, 0], 0, 0), r"\(3,\); allowed: \(..., 2\)"),
        (lambda arm, machine: machine.emulate([0, 0], [9, 0], [0, 0]), "q, qd, qdd row 1, joint 1"),
        (lambda arm, machine: machine.emulate([0, 0], [0, 0, 0], [0, 0]), "shapes"),
        (lambda arm, machine: machine.verilog("/dev/null"), "'/dev/null' is a file"),
    ],
)
def test_mistakes(arm, machine, mistake, message):
    with pytest.raises(tf.InputError, match=message):
        mistake(arm, machine)


@pytest.mark.slow  # README's lines, which are run by default, say nearly the same
def test_the_page_runs(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    blocks = re.findall(r"```python\n(.*?)```", (ROOT / "docs/python.md").read_text(), re.DOTALL)
    assert len(blocks) == 3
    names = {}
    for block in blocks:
        exec(block, names)
    np.testing.assert_allclose(
        names["arm"].accelerations(names["q"], names["qd"], names["tau"]), names["qdd"]
    )
    assert (tmp_path / "build/puma560/torque_array.sv").exists()


def test_the_lines_of_the_example_run_on_a_smaller_arm(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    lines = (ROOT / "examples/puma560.py").read_text("utf-8")
    assert lines.count('load("puma560")') == 1
    exec(lines.replace('load("puma560")', 'load("machado_2r")'), {})
    assert "clock cycles: 0 bit mismatches, 0 cycle mismatches\n" in capsys.readouterr().out
    assert (tmp_path / "build/puma560/torque_array.json").exists()


@pytest.mark.slow  # half a minute
def test_the_example_runs(tmp_path):
    done = subprocess.run(
        [sys.executable, ROOT / "examples/puma560.py"],
        cwd=tmp_path, env={**os.environ, "PYTHONPATH": str(ROOT)}, capture_output=True, text=True,
    )  # fmt: skip
    assert (done.returncode, done.stderr) == (0, "")
    assert re.search(r"in \d+ clock cycles: 0 bit mismatches, 0 cycle mismatches\n", done.stdout)
    assert (tmp_path / "build/puma560/torque_array.json").exists()
