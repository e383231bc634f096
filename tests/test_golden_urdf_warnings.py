"""URDF files that are taken: with a warning, with unknown limits, or without a word."""

import math
import re

import numpy as np
import pytest

from common.errors import InputWarning
from golden.newton_euler import inverse_dynamics
from golden.urdf.robot import parse
from tests.urdf_texts import AXIS, ELBOW, GOOD, INERTIA, NOTHING, SLIDE, read, refused


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ('lower="-2"', 'lower="-160"', r"joint 'elbow' <limit> lower and upper: \[-160, 2.5\] rad"),
        ('rpy="0 0.3 0"', 'rpy="0 90 0"', "joint 'elbow' <origin> rpy: 90 rad is beyond two turns"),
        ('rpy="0.1 0 0"', 'rpy="0 0 -45"', "link 'upper' <inertial> <origin> rpy: -45 rad"),
        ('velocity="3"', 'velocity="180"', "<limit> velocity: 180 rad/s is beyond 50 rad/s"),
        ('ixx="0.1"', 'ixx="0.9"', "<inertia>: principal moments .* break the triangle inequality"),
        (
            'rpy="0 0.3 0"',
            'rpy="0 -1.5708 3.14"',
            r"-1.5708 \(and 1 more\) is no exact .*: -1.5707963",
        ),
        ('rpy="0.1 0 0"', 'rpy="1.57079 0 0"', "1.57079 is no exact quarter turn: 1.5707963268 m"),
        ('rpy="0.1 0 0"', 'rpy="0 0 -1.57079"', "-1.57079 is no exact quarter turn: -1.570796326"),
        ('rpy="0.1 0 0"', 'rpy="1.57 0 0"', "1.57 is no exact quarter turn: 1.5707963268 makes"),
        ("friction=", "frictoin=", "joint 'elbow' <dynamics> frictoin: is ignored"),
        ("<axis", "<limits/><axis", "joint 'elbow' <limits>: is ignored inside <joint>"),
        (
            '<mass value="2"/>',
            '<mass value="2"/><weight/>',
            "<weight>: is ignored inside <inertial>",
        ),
        (
            '<link name="rail">',
            '<link name="rail"><mass/>',
            "link 'rail' <mass>: is ignored",
        ),
    ],
)
def test_likely_mistakes_are_warned_of(old, new, message):
    with pytest.warns(InputWarning, match=message) as caught:
        read(old, new)
    assert len(caught) == 1
    assert re.match(r"arm\.urdf(, line \d+)?: ", str(caught[0].message))


def test_an_arm_without_any_mass_is_warned_of():
    text = re.sub("<inertial>.*?</inertial>", "", GOOD, flags=re.DOTALL)
    with pytest.warns(InputWarning, match="no moving link has an <inertial>"):
        robot = parse(text.encode(), "arm.urdf")
    assert [link.mass for link in robot.links] == [0.0, 0.0]


def test_one_moving_link_without_a_body_among_others_is_warned_of():
    with pytest.warns(InputWarning, match=r"line 11: link 'rail': moves and has no <inertial>"):
        assert read(NOTHING, "").links[1].mass == 0
    planar = GOOD.replace('name="slide" type="prismatic"', 'name="slide" type="planar"')
    assert parse(planar.encode(), "arm.urdf").n == 4  # of its three links two are in no file


def test_a_mass_that_turns_about_itself_without_inertia_is_warned_of():
    point = '<inertial><mass value="3"/><inertia ixx="0" ixy="0" ixz="0" iyy="0" iyz="0" izz="0"/>'
    with pytest.warns(InputWarning, match="line 11: link 'rail' <inertial>: a mass at the link's"):
        read(NOTHING, point + "</inertial>")
    away = point.replace("<mass", '<origin xyz="0 0 0.1"/><mass')
    assert read(NOTHING, away + "</inertial>").links[1].mass == 3


@pytest.mark.parametrize(
    ("old", "new", "limit", "expected"),
    [
        (ELBOW, "", "velocity_limit", math.inf),
        (ELBOW, "", "position_limits", (-math.pi, math.pi)),
        (SLIDE, "", "position_limits", (-math.inf, math.inf)),
        (' velocity="3"', "", "velocity_limit", math.inf),
        ('velocity="3"', 'velocity="0"', "velocity_limit", math.inf),
        (' effort="50"', "", "torque_limit", math.inf),
        ('effort="50"', 'effort="0.0"', "torque_limit", math.inf),
        ('velocity="3" effort="50" acceleration="9"', "", "acceleration_limit", math.inf),
        (' acceleration="9"', "", "acceleration_limit", math.inf),
        ('lower="-2" upper="2.5" ', "", "position_limits", (-math.pi, math.pi)),
        ('lower="0" upper="0.5" ', "", "position_limits", (-math.inf, math.inf)),
    ],
)
def test_limits_that_are_not_told_are_unknown(old, new, limit, expected):
    robot = read(old, new)
    assert getattr(robot.joints[int(old is SLIDE or "0.5" in old)], limit) == expected
    states = np.ones(2)
    known = inverse_dynamics(read(), states, states, states)
    np.testing.assert_array_equal(inverse_dynamics(robot, states, states, states), known)


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ('xyz="0 0 0.5"', 'xyz="0, 0,0.5"', "line 16: joint 'elbow' <origin> xyz: .* has commas"),
        ("<axis xyz", '<axis rpy="0 0 0" xyz', "line 17: joint 'elbow' <axis> rpy: is ignored"),
        ('ixy="0.01"', 'iyx="0.01"', "line 8: link 'upper' .* iyx: is taken as ixy"),
        ('ixy="0.01"', 'ixy="0.01" iyx="1e-2"', "line 8: link 'upper' .* iyx: is taken as ixy"),
        ('xyz="0 0 0.5"', 'xyz="0, 0 0.5"', "line 16: joint 'elbow' <origin> xyz: .* has commas"),
        ('robot name="arm"', "robot", "line 2: <robot> name: missing: it is called 'arm'"),
        ('robot name="arm"', 'robot name=" "', "line 2: <robot> name: empty: it is called 'arm'"),
        (AXIS, AXIS + AXIS, "'elbow' <axis>: stands twice inside joint 'elbow': the second is"),
        ("<?xml", "\n \n<?xml", "line 3: white space before"),
        (
            '<link name="rail">',
            '<link name="rail"><visual><geometry><mesh scale="${s}"/></geometry></visual>',
            r"line 11: link 'rail' .* <mesh> scale: '\$\{s\}' is a xacro macro: not read",
        ),
    ],
)
def test_old_but_harmless_files_are_taken_with_a_warning(old, new, message):
    with pytest.warns(InputWarning, match=message) as caught:
        robot = read(old, new)
    assert len(caught) == 1
    assert robot.name == "arm"
    states = np.array([0.3, 0.1]), np.array([1.0, 2.0]), np.array([3.0, -1.0])
    np.testing.assert_array_equal(
        inverse_dynamics(robot, *states), inverse_dynamics(read(), *states)
    )


def test_bounds_the_wrong_way_are_no_bounds():
    for old, new, bounds in (
        ('upper="2.5"', 'upper="-2"', [-math.pi, math.pi]),
        ('upper="0.5"', 'upper="-1"', [-math.inf, math.inf]),
    ):
        with pytest.warns(InputWarning, match="<limit> lower: .* is not below upper"):
            robot = read(old, new)
        assert robot.position_limits[int("0.5" in old)].tolist() == bounds


def test_noise_in_place_of_an_inertia_is_nothing():
    noise = INERTIA.replace('"0.1"', '"-1e-20"').replace('"0.2"', '"0"').replace("0.01", "1e-20")
    noise = noise.replace("0.15", "0")
    with pytest.warns(InputWarning, match="line 8: .* no entry is more than rounding: taken as 0"):
        robot = read(INERTIA, noise)
    with pytest.warns(InputWarning, match="a point mass"):
        point = read(INERTIA, "")
    np.testing.assert_array_equal(robot.links[0].inertia, point.links[0].inertia)
    # 2 kg at 0.1 m: 2e-14 is where it begins to be more
    refused(GOOD.replace(INERTIA, noise.replace("-1e-20", "-3e-14")), "negative principal moment")


def test_a_mass_alone_is_a_point():
    with pytest.warns(InputWarning, match="line 5: link 'upper' <inertial>: no <inertia>: a point"):
        robot = read(INERTIA, "")
    point = read(INERTIA, re.sub(r'"[\d.]+"', '"0"', INERTIA))
    np.testing.assert_array_equal(robot.links[0].inertia, point.links[0].inertia)
    assert robot.links[0].mass == 2


@pytest.mark.parametrize(
    "rpy",
    ["1.5707963268 -3.14159265359 4.712388980", "1.570523 3.1 1.58", "6.283185307179586 1e-17 -0.0",
     "2.5 0.01 0.0001", "1.6 4.7 1.5e-7"],
)  # fmt: skip
def test_angles_that_are_not_warned_of(rpy):
    read('rpy="0 0.3 0"', f'rpy="{rpy}"')


def test_quarter_turns_with_nine_decimals_are_exact():
    rotation = read('rpy="0 0.3 0"', 'rpy="1.570796327 0 -1.57079632679"').base_rotation
    np.testing.assert_array_equal(rotation, [[0, 0, -1], [-1, 0, 0], [0, 1, 0]])


def test_what_others_put_into_a_file_is_passed_over():
    extra = """<material name="grey"/><gazebo reference="upper"><mass/></gazebo>
    <transmission name="t"><joint name="elbow"><role>x</role></joint></transmission></robot>"""
    text = GOOD.replace("</robot>", extra).replace('"arm"', '"arm" xmlns:xacro="http://wiki/xacro"')
    text = text.replace("<axis", '<safety_controller k_velocity="1"/><drake:gear ratio="2"/><axis')
    text = text.replace('"arm"', '"arm" xmlns:drake="d"', 1)
    assert parse(text.encode(), "arm.urdf").n == 2


def test_only_the_upper_limit_means_from_zero():
    assert read('lower="-2" ', "").position_limits[0].tolist() == [0, 2.5]


def test_a_continuous_joints_bounds_are_a_full_turn():
    text = GOOD.replace('"revolute"', '"continuous"')
    assert parse(text.encode(), "a").position_limits[0].tolist() == [-np.pi, np.pi]
    assert parse(text.replace(ELBOW, "").encode(), "a").position_limits[0].tolist() == [
        -np.pi,
        np.pi,
    ]
