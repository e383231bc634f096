"""Limits that a robot's file does not tell."""

import math
import re

import numpy as np
import pytest

from common.errors import InputError, InputWarning
from dataflow.build import build_array
from golden.limits import (
    LIMITS,
    Limits,
    require_limits,
    unknown_limits,
    with_assumptions,
    with_limits,
)
from golden.load import load_robot
from golden.trajectory import point_to_point, random_states, random_trajectory
from golden.urdf.robot import parse
from tests.pinocchio_robots import quietly
from torqueflow.cli.robot_options import ChosenRobot
from torqueflow.facade.arm import load

SLIDES = "<robot name='slides'><link name='l0'/>{}</robot>"
SLIDE = """<link name="l{0}"/><joint name="j{0}" type="{1}"><parent link="l{2}"/>
<child link="l{0}"/>{3}</joint>"""


def slides(*limits, kind="prismatic"):
    """A chain of joints j1, j2 ... with these <limit>s."""
    return quietly(text_of(*limits, kind=kind))


def text_of(*limits, kind="prismatic"):
    parts = (SLIDE.format(i, kind, i - 1, limit) for i, limit in enumerate(limits, start=1))
    return SLIDES.format("".join(parts))


def heavy(text):
    """The text with links that weigh something."""
    return re.sub(r'<link name="(.*?)"/>', rf'<link name="\1">{BODY}</link>', text)


@pytest.fixture
def file(tmp_path):
    """Two slides: of the second no acceleration is told."""
    path = tmp_path / "slides.urdf"
    path.write_text(heavy(text_of(FULL, FAST)), "utf-8")
    return path


BODY = (
    '<inertial><mass value="1"/><inertia ixx="1" ixy="0" ixz="0" iyy="1" iyz="0" izz="1"/>'
    "</inertial>"
)
FULL = '<limit lower="-1" upper="1" velocity="2" effort="3" acceleration="4"/>'
FAST = '<limit lower="-1" upper="1" velocity="2" effort="3"/>'


def test_what_is_unknown_is_named():
    known, none = slides(FULL, "").joints
    assert unknown_limits(known) == ()
    assert unknown_limits(none) == LIMITS
    (turning,) = slides("", kind="revolute").joints
    assert unknown_limits(turning) == LIMITS[1:]


def test_the_message_names_joints_limits_and_options():
    robot = slides(FULL, "", '<limit lower="0" upper="1" velocity="2"/>')
    with pytest.raises(InputError) as caught:
        require_limits(robot)
    assert str(caught.value) == (
        "slides: no position limits of j2; no velocity limit of j2; no acceleration limit of j2; "
        "no torque limit of j2, j3; allowed: --limits FILE (see robots --limits-template) or "
        "--velocity-limit or --acceleration-limit or --torque-limit"
    )
    require_limits(slides(FULL))
    require_limits(slides('<limit lower="0" upper="1" velocity="2"/>'), LIMITS[:3])


def test_of_many_joints_a_few_are_named():
    with pytest.raises(InputError, match="of j1, j2, j3, j4, j5, j6 and 3 more; allowed"):
        require_limits(slides(*['<limit lower="0" upper="1" velocity="2"/>'] * 9))


def test_what_needs_limits_asks_for_them():
    robot = slides("")
    for wants in (
        lambda: random_states(robot, 3, 1),
        lambda: random_trajectory(robot, 3, 1),
        lambda: point_to_point(robot, [0], [1], 3),
        lambda: build_array(robot),
    ):
        with pytest.raises(InputError, match="slides: no position limits of j1; no velocity"):
            wants()


def test_hardware_needs_the_torques_too():
    with pytest.raises(InputError, match="no torque limit of j1"):
        build_array(slides('<limit lower="0" upper="1" velocity="2"/>'))


def test_what_is_told_replaces_what_the_file_says_and_the_rest_fills_up():
    robot = slides(FULL, "")
    told = {"j1": Limits(torque_limit=7.0), "j2": Limits((0.0, 0.5), 1.0)}
    joints = with_limits(robot, told, Limits((-9.0, 9.0), 8.0, 6.0, 5.0)).joints
    found = [tuple(getattr(joint, name) for name in LIMITS) for joint in joints]
    assert found == [((-1.0, 1.0), 2.0, 4.0, 7.0), ((0.0, 0.5), 1.0, 6.0, 5.0)]


def test_an_acceleration_is_assumed_for_a_speed_from_elsewhere():
    robot = with_limits(slides(FULL, ""), {}, Limits(velocity_limit=3.0))
    with pytest.warns(InputWarning, match="here: no acceleration limits: full speed 0.2 s"):
        robot = with_assumptions(robot, "here")
    np.testing.assert_allclose(robot.acceleration_limits, [4, 15])
    assert robot.sources[-1].endswith("(acceleration limits of j2)")
    assert robot.torque_limits[1] == math.inf


def test_what_is_known_needs_no_assumption():
    for robot in (slides(FULL, FULL), slides(FULL, "")):
        assert with_assumptions(robot, "here") is robot


def test_a_follower_s_acceleration_is_assumed_without_a_word():
    mimic = FULL.replace("/>", '/><mimic joint="j2"/>', 1).replace(' acceleration="4"', "")
    told = parse(heavy(text_of(mimic, FULL)).encode(), "slides.urdf")
    robot = with_assumptions(told, "here")
    assert robot.sources == told.sources
    assert [link.joint.acceleration_limit for link in robot.links] == [10, 4]


def test_a_file_is_read_with_its_own_limits_alone(file):
    assert load_robot(file, assume=False).acceleration_limits.tolist() == [4, math.inf]
    with pytest.warns(InputWarning, match="slides.urdf: no acceleration limits: full speed 0.2 s"):
        robot = load_robot(file)
    np.testing.assert_allclose(robot.acceleration_limits, [4, 10])
    assert len(robot.sources) == 2


def test_an_option_wins_over_what_is_assumed_and_not_over_the_file(file):
    for robot in (
        load(file, acceleration_limit=7.0).robot,
        ChosenRobot(str(file), acceleration_limit=7.0).load(),
    ):
        assert robot.acceleration_limits.tolist() == [4, 7]
        assert len(robot.sources) == 1


def test_a_limits_file_may_tell_all_or_the_speed_alone(file, tmp_path):
    limits = tmp_path / "limits.toml"
    limits.write_text("[joints.j2]\nacceleration_limit = 9.0\n", "utf-8")
    told = ChosenRobot(str(file), limits=str(limits), acceleration_limit=7.0).load()
    assert told.acceleration_limits.tolist() == [4, 9]
    limits.write_text("[joints.j2]\nvelocity_limit = 1.0\n", "utf-8")
    with pytest.warns(InputWarning, match="slides.urdf: no acceleration limits: full speed 0.2 s"):
        told = ChosenRobot(str(file), limits=str(limits)).load()
    np.testing.assert_allclose(told.acceleration_limits, [4, 5])


def test_joints_without_names_have_numbers():
    robot = with_limits(load_robot("machado_2r"), {"2": Limits(torque_limit=1.5)})
    assert robot.torque_limits.tolist() == [load_robot("machado_2r").torque_limits[0], 1.5]
