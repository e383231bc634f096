"""URDF files that are refused, with the place named."""

import errno
import os
import re
from pathlib import Path

import pytest

from common.errors import InputError, InputWarning
from golden.load import load_robot
from golden.urdf.robot import parse
from golden.urdf.xml_elements import read_elements
from tests.urdf_texts import ELBOW, FREE, GOOD, INERTIA, read, refused
from torqueflow.cli import main as cli


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


def test_lines_are_counted_from_the_top_of_the_file():
    with pytest.warns(InputWarning, match="white space"):
        refused("\n\n" + GOOD.replace('value="2"', 'value="x"'), "line 9: link 'upper'")
    with pytest.warns(InputWarning, match="white space"):
        refused("\n" + GOOD.replace("</robot>", ""), f"line {GOOD.count(chr(10)) + 2}, column")


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
