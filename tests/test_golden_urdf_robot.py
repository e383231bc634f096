"""Arms from URDF files: the torques that Pinocchio finds for the same file, and the rest."""

import csv
import json
import math
from pathlib import Path

import numpy as np
import pinocchio as pin
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from common.errors import InputWarning
from dataflow.build import build_array
from dataflow.timing.cost import cost
from golden.formulations import FORMULATIONS
from golden.kinematics import frames
from golden.load import load_robot
from golden.newton_euler import inverse_dynamics
from golden.robot import Actuator, JointType
from golden.trajectory import random_states
from tests.pinocchio_robots import quietly
from tests.urdf_writer import Writer
from torqueflow.cli import main as cli

SAMPLES = Path(__file__).parent / "urdf"
POINTS = 4
TOLERANCE = 1e-9


def sample(name):
    return (SAMPLES / f"{name}.urdf").read_text("utf-8")


def pinocchio_positions(model, q):
    """Pinocchio holds a continuous joint as a cosine and a sine."""
    columns = []
    for i, joint in enumerate(list(model.joints)[1:]):
        columns += [q[:, i]] if joint.nq == 1 else [np.cos(q[:, i]), np.sin(q[:, i])]
    return np.stack(columns, axis=-1)


def assert_agrees_with_pinocchio(text, seed, points=POINTS):
    robot, model = quietly(text), pin.buildModelFromXML(text)
    assert robot.n == model.nv
    data = model.createData()
    states = random_states(robot, points, seed)
    wrench = np.random.default_rng(seed).uniform(-10, 10, 6)
    tau = inverse_dynamics(robot, states.q, states.qd, states.qdd)
    held = inverse_dynamics(
        robot, states.q, states.qd, states.qdd, tip_force=wrench[:3], tip_moment=wrench[3:]
    )
    external = pin.StdVec_Force()
    external.extend([pin.Force.Zero()] * robot.n + [pin.Force(-wrench)])
    tips = frames(robot, states.q)[:, -1]
    for i, q in enumerate(pinocchio_positions(model, states.q)):
        expected = pin.rnea(model, data, q, states.qd[i], states.qdd[i])
        size = max(1.0, np.abs(expected).max())
        np.testing.assert_allclose(tau[i], expected, rtol=0, atol=TOLERANCE * size)
        pin.forwardKinematics(model, data, q)
        tip = data.oMi[robot.n].homogeneous
        np.testing.assert_allclose(tips[i], tip, rtol=0, atol=TOLERANCE)
        expected = pin.rnea(model, data, q, states.qd[i], states.qdd[i], external)
        np.testing.assert_allclose(held[i], expected, rtol=0, atol=TOLERANCE * size)


@pytest.mark.parametrize("name", ["pendulum", "three_axes", "skew_arm"])
def test_a_sample_agrees_with_pinocchio(name):
    assert_agrees_with_pinocchio(sample(name), seed=1, points=50)


def test_links_bear_the_names_of_the_moving_ones():
    robot = quietly(sample("three_axes"))
    assert [link.name for link in robot.links] == ["turntable", "housing", "boom"]
    assert robot.index("housing") == 1


@given(st.integers(0, 2**32), st.integers(1, 7))
@settings(max_examples=100)
def test_random_arms_agree_with_pinocchio(seed, n):
    assert_agrees_with_pinocchio(Writer(seed, n).text, seed)


@pytest.mark.parametrize("kind", ["revolute", "prismatic"])
@pytest.mark.parametrize("axis", ["1 0 0", "-1 0 0", "0 1 0", "0 -1 0", "0 0 1", "0 0 -1", "0 0 9",
                                  "1e-200 0 0", "0 1e-9 -1", "1 1 -1e-30"])  # fmt: skip
def test_any_axis_agrees_with_pinocchio(kind, axis):
    text = sample("pendulum").replace("0 -1 0", axis).replace('"revolute"', f'"{kind}"')
    if axis == "1e-200 0 0":  # Pinocchio squares it to nothing
        assert quietly(text).base_rotation.tolist() == [[0, 0, 1], [0, 1, 0], [-1, 0, 0]]
    else:
        assert_agrees_with_pinocchio(text, seed=3)


def test_axes_along_coordinates_keep_their_zeros():
    robot = quietly(sample("three_axes"))
    np.testing.assert_array_equal(robot.base_rotation, [[0, -1, 0], [1, 0, 0], [0, 0, 1]])
    np.testing.assert_array_equal(robot.links[0].rotation, [[1, 0, 0], [0, 0, -1], [0, 1, 0]])
    np.testing.assert_array_equal(robot.links[2].rotation, [[0, 0, -1], [0, 1, 0], [1, 0, 0]])
    assert not any(np.signbit(link.rotation[link.rotation == 0]).any() for link in robot.links)


def test_a_rounded_quarter_turn_costs_hardware():
    old = '<origin xyz="0.05 0 0.3"/>'
    costs = []
    for angle in ("1.570796327", "1.5708"):
        text = sample("three_axes").replace(old, f'<origin xyz="0.05 0 0.3" rpy="{angle} 0 0"/>')
        spent = cost(build_array(quietly(text), "newton-euler"))
        costs.append(spent.multiply + spent.scale)
    assert costs[1] > 1.2 * costs[0]


def test_rounding_leaves_no_small_numbers_for_zeros():
    text = sample("pendulum").replace('<origin xyz="0.3 0 0"/>', '<origin rpy="0 0.3 0"/>')
    text = text.replace('"screw" type="fixed">', '"screw" type="continuous"><axis xyz="0 0 1"/>'
                        '<limit velocity="1" effort="1" acceleration="1"/>')  # fmt: skip
    text = text.replace('<origin xyz="0.2 0 0"/>', '<origin xyz="0 0 0" rpy="0 -0.3 0"/>')
    rotation = quietly(text).links[0].rotation
    np.testing.assert_array_equal(rotation == 0, np.abs(rotation) < 1e-12)
    assert np.count_nonzero(rotation) == 3


def test_everything_else_of_a_sample():
    with pytest.warns(InputWarning, match="no acceleration limits: full speed 0.2 s") as caught:
        robot = load_robot(SAMPLES / "three_axes.urdf")
    assert len(caught) == 1
    assert robot.name == "three axes"
    assert robot.description == "floor to boom by turn, lift, reach"
    assert robot.sources[0].endswith("three_axes.urdf")
    assert "assumption: full speed 0.2 s after rest" in robot.sources[1]
    assert robot.joint_types == (JointType.REVOLUTE, JointType.REVOLUTE, JointType.PRISMATIC)
    np.testing.assert_array_equal(
        robot.position_limits, [[-math.pi, math.pi], [-0.5, 1.8], [0, 0.6]]
    )
    np.testing.assert_array_equal(robot.velocity_limits, [2, 1.5, 0.8])
    np.testing.assert_allclose(robot.acceleration_limits, [10, 7.5, 4], rtol=1e-15)
    np.testing.assert_array_equal(robot.torque_limits, [80, 120, 90])
    np.testing.assert_array_equal(robot.gravity, [0, 0, -9.81])
    actuators = [joint.actuator for joint in robot.joints]
    assert actuators == [Actuator(1, 0, 0.7, 1.5, -1.5), None, Actuator(1, 0, 12, 0, 0)]
    assert [link.mass for link in robot.links] == pytest.approx([6, 4, 2.5 + 0.3 + 0.8], rel=1e-15)


def test_the_accelerations_of_urdf_1_2_are_read_without_a_warning():
    robot = load_robot(SAMPLES / "skew_arm.urdf")
    np.testing.assert_array_equal(robot.acceleration_limits, [6, 5, 2, 12, 15, 18])
    assert len(robot.sources) == 1


def test_a_pendulum_behind_fixed_joints():
    robot = load_robot(SAMPLES / "pendulum.urdf")
    assert inverse_dynamics(robot, [0], [0], [0]) == pytest.approx([9.81], rel=1e-14)
    # 9.81 + (m l^2 + I) qdd = 9.81 + 0.5 + 0.1
    assert inverse_dynamics(robot, [0], [0], [1]) == pytest.approx([10.41], rel=1e-14)
    assert inverse_dynamics(robot, [math.pi / 3], [2], [0]) == pytest.approx([4.905], rel=1e-14)


def test_a_slide_upwards_and_a_massless_payload():
    text = sample("pendulum").replace('"revolute"', '"prismatic"').replace("0 -1 0", "0 0 1")
    payload = '<link name="p"/><joint name="p" type="fixed"><parent link="bob"/><child link="p"/>'
    for extra in ("", payload + '<origin xyz="3 2 1" rpy="1 2 3"/></joint>'):
        robot = quietly(text.replace("</robot>", extra + "</robot>"))
        assert robot.links[0].mass == 2
        assert inverse_dynamics(robot, [0.3], [0], [0]) == pytest.approx([19.62], rel=1e-14)
        assert inverse_dynamics(robot, [0.3], [0], [1]) == pytest.approx([21.62], rel=1e-14)


def test_inertia_without_mass_adds_up():
    text = sample("pendulum").replace('<mass value="2"/>', '<mass value="0"/>')
    spinner = '<inertial><origin xyz="1 2 3"/><mass value="0"/>' + (
        '<inertia ixx="0.1" ixy="0" ixz="0" iyy="0.15" iyz="0" izz="0.1"/></inertial>'
    )
    robot = quietly(text.replace('<link name="clamp"/>', f'<link name="clamp">{spinner}</link>'))
    assert robot.links[0].mass == 0
    assert inverse_dynamics(robot, [0.5], [0], [2]) == pytest.approx([2 * 0.25], rel=1e-14)


def test_links_fixed_to_the_base_do_not_matter():
    heavy = '<inertial><mass value="99"/><inertia ixx="1" ixy="0" ixz="0" iyy="1" iyz="0" izz="1"/>'
    sides = f'<link name="s">{heavy}</inertial></link><joint name="s" type="fixed">'
    sides += '<parent link="wall"/><child link="s"/><origin xyz="1 1 1"/></joint></robot>'
    text = sample("pendulum").replace(
        '<link name="wall"/>', f'<link name="wall">{heavy}</inertial></link>'
    )
    robot = quietly(text.replace("</robot>", sides))
    assert inverse_dynamics(robot, [0], [0], [1]) == pytest.approx([10.41], rel=1e-14)


def test_all_formulations_take_such_an_arm():
    robot = load_robot(SAMPLES / "skew_arm.urdf")
    states = random_states(robot, 5, 1)
    first, *others = (f(robot, states.q, states.qd, states.qdd) for f in FORMULATIONS.values())
    for other in others:
        np.testing.assert_allclose(other, first, rtol=0, atol=1e-9)


def run(capsys, monkeypatch, *arguments):
    monkeypatch.setattr("warnings.showwarning", None)  # main() sets it; this puts it back
    with pytest.raises(SystemExit) as caught:
        cli.main([str(argument) for argument in arguments])
    return caught.value.code, *capsys.readouterr()


@pytest.mark.filterwarnings("always::common.errors.InputWarning")
def test_the_command_line_shows_it(capsys, monkeypatch, tmp_path):
    report = tmp_path / "arm.json"
    arm = SAMPLES / "three_axes.urdf"
    status, out, err = run(capsys, monkeypatch, "robots", arm, "--json", report)
    assert status == 0
    assert "three axes: floor to boom by turn, lift, reach" in out
    assert "3 joints RRP" in out
    assert err.splitlines() == [
        f"warning: {arm}: no acceleration limits: full speed 0.2 s after rest is assumed"
    ]
    links = json.loads(report.read_text("utf-8"))["links"]
    assert [link["acceleration_limit"] for link in links] == pytest.approx([10, 7.5, 4])


def test_the_command_line_computes_with_it(capsys, monkeypatch, tmp_path):
    states, torques = tmp_path / "states.csv", tmp_path / "torques.csv"
    states.write_text("q1,qd1,qdd1\n0,0,0\n0,0,1\n")
    arguments = (SAMPLES / "pendulum.urdf", "--trajectory", states, "--output", torques)
    status, _, err = run(capsys, monkeypatch, "dynamics", *arguments)
    assert (status, err) == (0, "")
    with torques.open() as file:
        values = [float(row["tau1"]) for row in csv.DictReader(file)]
    assert values == pytest.approx([9.81, 10.41], rel=1e-12)


@pytest.mark.filterwarnings("always::common.errors.InputWarning")
def test_the_command_line_simulates_its_hardware(capsys, monkeypatch, tmp_path):
    report = tmp_path / "report.json"
    arguments = (SAMPLES / "three_axes.urdf", "--json", report)
    arguments += ("--simulator", "icarus", "--points", 10)
    status, _, err = run(capsys, monkeypatch, "simulate", *arguments)
    assert status == 0, err
    found = json.loads(report.read_text("utf-8"))
    assert found["robot"] == "three axes"
    assert (found["bit_mismatches"], found["cycle_mismatches"], found["points"]) == (0, 0, 10)
    bounds = zip(found["torque_error_max"], found["torque_error_bound"], strict=True)
    assert all(largest <= bound for largest, bound in bounds)
