"""Xacro files: expanded, with their arguments; and what happens where that fails."""

import pytest

from common.errors import InputError
from golden.load import load_robot
from torqueflow.cli import main as cli

pytest.importorskip("xacrodoc")

ARM = """<?xml version="1.0"?>
<robot name="arm" xmlns:xacro="http://www.ros.org/wiki/xacro">
  <xacro:arg name="mass" default="2"/>
  <xacro:include filename="joint.xacro"/>
  <link name="base"/>
  <xacro:arm name="upper" mass="${2 * $(arg mass)}"/>
  <xacro:hinge name="elbow" above="base" below="upper"/>
</robot>
"""
JOINT = """<robot xmlns:xacro="http://www.ros.org/wiki/xacro">
<xacro:macro name="arm" params="name mass"><link name="${name}"><inertial><mass value="${mass}"/>
<inertia ixx="0.1" ixy="0" ixz="0" iyy="0.1" iyz="0" izz="0.1"/></inertial></link></xacro:macro>
<xacro:macro name="hinge" params="name above below"><joint name="${name}" type="revolute">
<parent link="${above}"/><child link="${below}"/>
<limit lower="-1" upper="1" velocity="2" effort="3" acceleration="4"/></joint></xacro:macro>
</robot>
"""


@pytest.fixture
def arm(tmp_path):
    (tmp_path / "joint.xacro").write_text(JOINT)
    path = tmp_path / "arm.urdf.xacro"
    path.write_text(ARM)
    return path


def test_a_file_is_expanded_with_what_it_includes(arm):
    robot = load_robot(arm)
    assert robot.joint_names == ("elbow",)
    assert robot.links[0].mass == 4
    assert robot.sources == (f"URDF file {arm} (expanded)",)


def test_arguments_reach_it(arm, capsys, monkeypatch):
    assert load_robot(arm, xacro={"mass": "3"}).links[0].mass == 6
    monkeypatch.setattr("warnings.showwarning", None)
    with pytest.raises(SystemExit) as caught:
        cli.main(["robots", str(arm), "--xacro", "mass:=7"])
    assert caught.value.code == 0
    assert "14" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("old", "new", "problem"),
    [
        ("joint.xacro", "none.xacro", "cannot be expanded: No such file or directory"),
        ("${2 * $(arg mass)}", "${nothing}", "'nothing' is not defined"),
        ("${2 * $(arg mass)}", "$(arg weight)", "Undefined substitution argument weight"),
        (
            "joint.xacro",
            "$(find nowhere)/joint.xacro",
            "cannot be expanded: Package not found: nowhere; allowed",
        ),
        ("</robot>", "", "cannot be expanded"),
        ("${2 * $(arg mass)}", "-1", "(expanded), line "),
    ],
)
def test_what_cannot_be_expanded_is_one_line(arm, old, new, problem):
    arm.write_text(ARM.replace(old, new))
    with pytest.raises(InputError) as caught:
        load_robot(arm)
    assert problem in str(caught.value)
    assert str(caught.value).startswith(str(arm))
    assert "\n" not in str(caught.value)


def manifest(folder, name):
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "package.xml").write_text(f"<package><name>{name}</name></package>")


def in_package(own, other, mass):
    """A file of one package that includes another's."""
    manifest(own, "arm_description")
    manifest(other, "parts")
    (other / "joint.xacro").write_text(JOINT)
    path = own / "urdf" / "arm.urdf.xacro"
    path.parent.mkdir()
    text = ARM.replace("joint.xacro", "$(find parts)/joint.xacro")
    path.write_text(text.replace("${2 * $(arg mass)}", mass))
    return path


@pytest.mark.parametrize(
    ("own", "other"),
    [
        ("arm", "parts_of_it"),
        ("src/arm", "src/tools/parts"),
        ("src/arms/arm", "src/parts"),
        ("src/arms/arm", "src/tools/parts"),
    ],
)
def test_packages_beside_its_own_are_found(tmp_path, own, other):
    (tmp_path / "broken").mkdir()
    (tmp_path / "broken" / "package.xml").write_text("<package>")
    assert load_robot(in_package(tmp_path / own, tmp_path / other, "5")).links[0].mass == 5


def test_each_file_has_its_own_neighbours(tmp_path):
    first = in_package(tmp_path / "a" / "arm", tmp_path / "a" / "parts", "5")
    second = in_package(tmp_path / "b" / "arm", tmp_path / "b" / "parts", "5")
    doubled = JOINT.replace("${mass}", "${2 * float(mass)}")
    (tmp_path / "b" / "parts" / "joint.xacro").write_text(doubled)
    assert [load_robot(path).links[0].mass for path in (first, second, first)] == [5, 10, 5]
    manifest(tmp_path / "b" / "parts", "other_parts")
    with pytest.raises(InputError, match="Package not found: parts"):
        load_robot(second)


def test_without_the_package_its_name_is_told(arm, monkeypatch):
    monkeypatch.setitem(__import__("sys").modules, "xacrodoc", None)
    with pytest.raises(
        InputError, match=r"is not installed; allowed: pip install .*xacro arm.urdf"
    ):
        load_robot(arm)


@pytest.mark.parametrize(
    ("arguments", "problem"),
    [
        (["puma560", "--xacro", "a=1"], "--xacro: puma560 is no xacro file"),
        (["a.xacro", "--xacro", "a"], "--xacro: 'a'; allowed: NAME=VALUE"),
        (["a.xacro", "--xacro", "a=1", "--xacro", "a=2"], "--xacro: 'a' stands twice"),
    ],
)
def test_bad_arguments(capsys, monkeypatch, arguments, problem):
    monkeypatch.setattr("warnings.showwarning", None)
    with pytest.raises(SystemExit) as caught:
        cli.main(["robots", *arguments])
    assert caught.value.code == 2
    assert problem in capsys.readouterr().err
