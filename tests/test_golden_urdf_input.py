"""URDF files that are refused, with the place named, and those that are warned of."""

import errno
import math
import os
import re
from pathlib import Path

import numpy as np
import pytest

from common.errors import InputError, InputWarning
from golden.load import load_robot
from golden.newton_euler import inverse_dynamics
from golden.urdf.robot import parse
from golden.urdf.xml_elements import read_elements
from torqueflow.cli import main as cli

NOTHING = (
    '<inertial><mass value="0"/>'
    '<inertia ixx="0" ixy="0" ixz="0" iyy="0" iyz="0" izz="0"/></inertial>'
)
"""A body without mass: a link that weighs nothing, and says so."""

GOOD = """<?xml version="1.0"?>
<robot name="arm">
  <link name="base"/>
  <link name="upper">
    <inertial>
      <origin xyz="0 0 0.1" rpy="0.1 0 0"/>
      <mass value="2"/>
      <inertia ixx="0.1" ixy="0.01" ixz="0" iyy="0.2" iyz="0" izz="0.15"/>
    </inertial>
  </link>
  <link name="rail">NOTHING</link>
  <link name="tool"/>
  <joint name="elbow" type="revolute">
    <parent link="base"/>
    <child link="upper"/>
    <origin xyz="0 0 0.5" rpy="0 0.3 0"/>
    <axis xyz="0 0 1"/>
    <limit lower="-2" upper="2.5" velocity="3" effort="50" acceleration="9"/>
    <dynamics damping="0.1" friction="0.2"/>
  </joint>
  <joint name="slide" type="prismatic">
    <parent link="upper"/>
    <child link="rail"/>
    <limit lower="0" upper="0.5" velocity="1" effort="70" acceleration="4"/>
  </joint>
  <joint name="mount" type="fixed">
    <parent link="rail"/>
    <child link="tool"/>
  </joint>
</robot>
""".replace("NOTHING", NOTHING)
AXIS = '<axis xyz="0 0 1"/>'
ELBOW = '<limit lower="-2" upper="2.5" velocity="3" effort="50" acceleration="9"/>'
SLIDE = '<limit lower="0" upper="0.5" velocity="1" effort="70" acceleration="4"/>'
INERTIA = '<inertia ixx="0.1" ixy="0.01" ixz="0" iyy="0.2" iyz="0" izz="0.15"/>'
FREE = '<joint name="b" type="continuous"><parent link="{}"/><child link="b"/>' + (
    '<limit velocity="1" effort="1" acceleration="1"/></joint><link name="b">'
    + NOTHING
    + "</link></robot>"
)


def read(old="", new=""):
    assert old in GOOD
    return parse(GOOD.replace(old, new, 1).encode(), "arm.urdf")


def refused(text, *words):
    data = text if isinstance(text, bytes) else text.encode()
    with pytest.raises(InputError) as caught:
        parse(data, "arm.urdf")
    message = str(caught.value)
    assert message.startswith("arm.urdf")
    assert "\n" not in message
    assert caught.value.allowed
    for word in words:
        assert word in message
    return message


def test_the_good_file_is_good():
    assert read().n == 2


@pytest.mark.parametrize(
    ("old", "new", "place", "problem"),
    [
        # numbers
        ('value="2"', 'value="-2"', "link 'upper' <inertial> <mass> value", "-2.0 is less than 0"),
        ('value="2"', 'value="2 kg"', "link 'upper' <inertial> <mass> value", "'kg' is not a num"),
        ('value="2"', 'value="two"', "<mass> value", "'two' is not a number; allowed: kg"),
        ('value="2"', 'value=""', "<mass> value", "'' is empty"),
        ('value="2"', "", "<mass> value", "missing"),
        ('value="2"', 'value="1 2"', "<mass> value", "'1 2' has 2 instead of 1"),
        ('value="2"', 'value="1_0"', "<mass> value", "'1_0' is not a number"),
        ('value="2"', 'value="0x2"', "<mass> value", "'0x2' is not a number"),
        ('value="2"', 'value="٢"', "<mass> value", "is not a number"),
        ('value="2"', 'value="nan"', "<mass> value", "'nan' is not finite"),
        ('value="2"', 'value="-INF"', "<mass> value", "'-INF' is not finite"),
        ('value="2"', 'value="1e999"', "<mass> value", "'1e999' is beyond 1e+100"),
        ('value="2"', 'val="2"', "<mass> val", "unknown attribute; allowed: value"),
        ('xyz="0 0 0.5"', 'xyz="0 0"', "joint 'elbow' <origin> xyz", "'0 0' has 2 instead of 3"),
        ('xyz="0 0 0.5"', 'xyz="0 0 0 1"', "joint 'elbow' <origin> xyz", "has 4 instead of 3"),
        ('xyz="0 0 0.5"', 'xyz="0 nan 0"', "joint 'elbow' <origin> xyz", "'nan' is not finite"),
        ('rpy="0 0.3 0"', 'rpy="0 inf 0"', "joint 'elbow' <origin> rpy", "'inf' is not finite"),
        ('rpy="0 0.3 0"', 'quat_xyzw="0 0 0 1"', "<origin> quat_xyzw", "allowed: xyz, rpy"),
        ('rpy="0.1 0 0"', 'rpy="0.1 0"', "link 'upper' <inertial> <origin> rpy", "has 2 instead"),
        # inertia
        ('<mass value="2"/>', "", "link 'upper' <inertial>", "<mass> is missing"),
        ('ixy="0.01" ', "", "link 'upper' <inertial> <inertia> ixy", "missing"),
        ('ixx="0.1"', 'ixx="-0.1"', "<inertial> <inertia>", "the negative principal moment -0.1"),
        ('ixy="0.01"', 'ixy="0.5"', "<inertial> <inertia>", "negative principal moment"),
        ("ixx=", "Ixx=", "<inertia> Ixx", "unknown attribute; allowed: ixx, ixy"),
        (INERTIA, INERTIA * 2, "link 'upper' <inertial> <inertia>", "a second one"),
        # joints
        ("0 0 1", "0 0 0", "joint 'elbow' <axis> xyz", "'0 0 0' has no direction"),
        ("0 0 1", "0 0 nan", "joint 'elbow' <axis> xyz", "'nan' is not finite"),
        ("0 0 1", "z", "joint 'elbow' <axis> xyz", "'z' is not a number"),
        ('<axis xyz="0 0 1"/>', "<axis/>", "joint 'elbow' <axis> xyz", "missing"),
        (
            'type="prismatic"',
            'type="floating"',
            "joint 'slide' type",
            "floats: six degrees of freedom",
        ),
        ('"revolute"', '"ball"', "line 13: joint 'elbow' type", "planar, floating or fixed"),
        ('ixx="0.1"', 'ixx="0.1" iyx="0.1"', "<inertia> iyx", "'0.1' is not ixy"),
        ('"revolute"', '"Revolute"', "joint 'elbow' type", "'Revolute' is not understood"),
        (' type="revolute"', "", "joint 'elbow' type", "missing"),
        ("<dynamics", '<mimic joint="knee"/><dynamics', "'elbow' <mimic> joint", "no joint 'knee'"),
        ('damping="0.1"', 'damping="-1"', "joint 'elbow' <dynamics> damping", "less than 0"),
        ('friction="0.2"', 'friction="-1"', "joint 'elbow' <dynamics> friction", "less than 0"),
        ('friction="0.2"', 'friction="nan"', "joint 'elbow' <dynamics> friction", "not finite"),
        # limits
        (ELBOW, ELBOW + ELBOW, "joint 'elbow' <limit>", "a second one inside joint 'elbow'"),
        ("<axis", '<axis xyz="1 0 0"/><axis', "joint 'elbow' <axis>", "a second one inside joint"),
        ('velocity="3"', 'velocity="-3"', "<limit> velocity", "-3.0 is less than 0"),
        ('acceleration="9"', 'acceleration="-9"', "<limit> acceleration", "-9.0 is less than 0"),
        ('effort="50"', 'effort="inf"', "joint 'elbow' <limit> effort", "'inf' is not finite"),
        ('upper="0.5"', 'upper="far"', "joint 'slide' <limit> upper", "'far' is not a number"),
        # the tree
        ('<parent link="base"/>', "", "joint 'elbow'", "<parent> is missing"),
        ('<child link="upper"/>', "", "joint 'elbow'", "<child> is missing"),
        ('<parent link="base"/>', '<parent name="base"/>', "line 14: parent", "link: missing"),
        ('<parent link="base"/>', '<parent link="bass"/>', "<parent> link", "no link 'bass'"),
        ('<child link="upper"/>', '<child link="rail"/>', "joint 'slide'", "of joint 'elbow'"),
        ('link name="tool"', 'link name="rail"', "line 12: link 'rail'", "first in line 11"),
        ('joint name="slide"', 'joint name="elbow"', "line 21: joint 'elbow'", "first in line 13"),
        ('link name="tool"', "link", "line 12: <link> name", "missing"),
        ('joint name="slide"', 'joint name=" "', "line 21: joint ' ' name", "' ' is empty"),
        ('<link name="tool"/>', "", "joint 'mount' <child> link", "no link 'tool'"),
        ("</robot>", '<link name="x"/></robot>', "robot 'arm'", "2 links are nobody's child: 'ba"),
        ('<parent link="base"/>', '<parent link="tool"/>', "elbow", "the root 'base' does not le"),
        ('<parent link="base"/>', '<parent link="upper"/>', "'elbow'", "a loop: the root 'base'"),
        # the rest
        ("</robot>", '<xacro:arm side="left"/></robot>', "<xacro:arm>", "xacro arm.urdf.xacro >"),
        ('value="2"', 'value="${m}"', "<mass> value", "'${m}' is a xacro macro; allowed: a file"),
        ('value="2"', 'value="$(arg m)"', "<mass> value", "'$(arg m)' is a xacro macro"),
        (
            'name="arm">',
            'name="arm" xmlns:x="http://www.ros.org/wiki/xacro"><x:if value="1"/>',
            "line 2: <x:if>",
            "is a xacro macro",
        ),
    ],
)
def test_one_fault_is_named(old, new, place, problem):
    assert old in GOOD
    refused(GOOD.replace(old, new, 1), place, problem)


def test_a_chain_goes_on_beside_a_fixed_link():
    assert read("</robot>", FREE.format("rail")).n == 3
    assert read("</robot>", FREE.format("tool")).n == 3


def test_a_loop_of_all_links():
    text = GOOD.replace("</robot>", '<joint name="back" type="fixed"><parent link="tool"/>'
                        '<child link="base"/></joint></robot>')  # fmt: skip
    refused(text, "robot 'arm'", "a loop: each link is the child of a joint")


def test_branches_are_taken():
    assert read("</robot>", FREE.format("upper")).parents == (-1, 0, 0)
    assert read("</robot>", FREE.format("base")).parents == (-1, 0, -1)
    text = (Path(__file__).parent / "urdf" / "gripper.urdf").read_text("utf-8")
    with pytest.warns(InputWarning):  # no accelerations, no mass
        assert parse(text.encode(), "gripper.urdf").parents == (-1, 0, 0)
    one_finger = text.replace('"right" type="prismatic"', '"right" type="fixed"')
    with pytest.warns(InputWarning):
        assert parse(one_finger.encode(), "gripper.urdf").parents == (-1, 0)


def test_a_branch_behind_a_fixed_joint_is_taken():
    bracket = '<link name="x"/><joint name="bracket" type="fixed"><parent link="upper"/>'
    bracket += '<child link="x"/></joint></robot>'
    text = GOOD.replace("</robot>", bracket).replace("</robot>", FREE.format("x"))
    assert parse(text.encode(), "arm.urdf").parents == (-1, 0, 0)


def test_no_joint_moves():
    refused(GOOD.replace('"revolute"', '"fixed"').replace('"prismatic"', '"fixed"'),
            "robot 'arm'", "no joint moves")  # fmt: skip
    refused('<robot name="stone"><link name="stone"/></robot>', "no joint moves")
    refused('<robot name="air"/>', "no <link>")


@pytest.mark.parametrize(
    ("data", "words"),
    [
        (b"", ("line 1, column 1", "XML syntax: no element found")),
        (b"<robot name='a'>\n  <link></robot>", ("line 2, column 11", "mismatched tag")),
        (b"<robot name='a' name='b'/>", ("line 1, column 17", "duplicate attribute")),
        (b"<robot/><robot/>", ("column 9", "junk after document element")),
        (b"robot: arm", ("line 1, column 1", "XML syntax")),
        (bytes(range(256)), ("line 1, column 1", "XML syntax")),
        (b"\x7fELF\x02\x01\x00", ("line 1, column 1", "XML syntax")),
        (b"<robot name='\xff'/>", ("line 1", "XML syntax: not well-formed")),
        (b"<?xml version='1.0' encoding='martian'?><robot/>", ("unknown encoding",)),
        (b"<?xml version='1.0' encoding='big5'?><robot/>", ("XML encoding", "allowed: UTF-8")),
        (b"<robot name='&bomb;'/>", ("line 1, column 1", "XML syntax: undefined entity")),
        (b"<sdf version='1.6'/>", ("<sdf>", "is the outermost element; allowed: <robot>")),
        (b"<a>" * 200 + b"</a>" * 200, ("nested too deeply; allowed: 100 elements",)),
        (b"<!DOCTYPE robot><robot/>", ("line 1: <!DOCTYPE robot> is refused",)),
    ],
)
def test_what_is_no_urdf(data, words):
    refused(data, *words)


def test_entities_are_never_expanded(tmp_path):
    (tmp_path / "secret").write_text("secret")
    laughs = "".join(f'<!ENTITY l{i + 1} "{f"&l{i};" * 10}">' for i in range(30))
    for entities in (f'<!ENTITY l0 "ha">{laughs}', f'<!ENTITY l30 SYSTEM "{tmp_path}/secret">'):
        text = f'<!DOCTYPE r [{entities}]>\n<robot name="&l30;"/>'
        assert "secret" not in refused(text, "<!DOCTYPE r> is refused").replace(str(tmp_path), "")


def test_encodings_are_read_as_declared():
    for encoding in ("utf-8", "utf-8-sig", "latin-1", "utf-16"):
        declared = "utf-8" if encoding == "utf-8-sig" else encoding
        head = f'<?xml version="1.0" encoding="{declared}"?>'
        text = GOOD.replace('<?xml version="1.0"?>', head).replace('"arm"', '"Ärmchen"')
        assert parse(text.encode(encoding), "arm.urdf").name == "Ärmchen"


def test_names_stay_on_one_line():
    assert read('name="arm"', 'name=" two&#10;lines "').name == "two lines"
    message = refused(GOOD.replace('"elbow"', '"a&#10;b"').replace('velocity="3"', 'velocity="-3"'))
    assert r"joint 'a\nb' <limit> velocity" in message


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ('lower="-2"', 'lower="-160"', r"joint 'elbow' <limit> lower and upper: \[-160, 2.5\] rad"),
        ('rpy="0 0.3 0"', 'rpy="0 90 0"', "joint 'elbow' <origin> rpy: 90 rad is beyond two turns"),
        ('rpy="0.1 0 0"', 'rpy="0 0 -45"', "link 'upper' <inertial> <origin> rpy: -45 rad"),
        ('velocity="3"', 'velocity="180"', "<limit> velocity: 180 rad/s is beyond 50 rad/s"),
        ('ixx="0.1"', 'ixx="0.9"', "<inertia>: principal moments .* break the triangle inequality"),
        (' acceleration="9"', "", "no acceleration limits: full speed 0.2 s after rest is assumed"),
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


def test_lines_are_counted_from_the_top_of_the_file():
    with pytest.warns(InputWarning, match="white space"):
        refused("\n\n" + GOOD.replace('value="2"', 'value="x"'), "line 9: link 'upper'")
    with pytest.warns(InputWarning, match="white space"):
        refused("\n" + GOOD.replace("</robot>", ""), f"line {GOOD.count(chr(10)) + 2}, column")


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


def test_what_is_no_file(tmp_path):
    (tmp_path / "folder.urdf").mkdir()
    (tmp_path / "arm.urdf.xacro").write_text('<robot name="a"><xacro:property name="p"/></robot>')
    cases = [
        (tmp_path / "none.urdf", "no such file; allowed: the path of a .urdf file"),
        (tmp_path / "folder.urdf", "is a directory"),
        (tmp_path / "arm.urdf.xacro", "expanded first: xacro arm.urdf.xacro > arm.urdf"),
        (tmp_path / "none.toml" / "arm.urdf", "no such file"),
    ]
    for path, problem in cases:
        with pytest.raises(InputError, match=re.escape(str(path))) as caught:
            load_robot(path)
        assert problem in str(caught.value)


def test_an_unreadable_file(tmp_path, monkeypatch):
    """The refusal is played: root, who may run this, reads everything."""
    path = tmp_path / "arm.urdf"
    path.write_text(GOOD)

    def refuse(path):
        raise PermissionError(errno.EACCES, os.strerror(errno.EACCES))

    monkeypatch.setattr(Path, "read_bytes", refuse)
    with pytest.raises(InputError, match="cannot be read: Permission denied"):
        load_robot(path)


def test_a_suffix_in_capitals_is_welcome(tmp_path):
    path = tmp_path / "ARM.URDF"
    path.write_text(GOOD)
    assert load_robot(path).n == 2


def test_the_command_line_refuses_in_one_line(tmp_path, capsys, monkeypatch):
    monkeypatch.setattr("warnings.showwarning", None)  # main() sets it; this puts it back
    path = tmp_path / "arm.urdf"
    path.write_text(GOOD.replace('velocity="3"', 'velocity="fast"'))
    with pytest.raises(SystemExit) as caught:
        cli.main(["robots", str(path)])
    out, err = capsys.readouterr()
    assert (caught.value.code, out) == (2, "")
    (line,) = err.splitlines()
    assert line.startswith(f"error: {path}, line 18: joint 'elbow' <limit> velocity: 'fast' is not")


def test_elements_know_their_place():
    root = read_elements(b"<a>\n<b name='n'>\n<c/></b><c x='1'/></a>", "f.xml")
    b, c = root.children
    assert (root.place(), b.place("x"), c.place("x")) == (
        "f.xml, line 1: <a>",
        "f.xml, line 2: b 'n' x",
        "f.xml, line 3: <c> x",
    )
    assert b.children[0].place() == "f.xml, line 3: b 'n' <c>"
    assert b.children[0].parent is b
    assert root.all("c") == [c]
    assert root.one("d") is None
