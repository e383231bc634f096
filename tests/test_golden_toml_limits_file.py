"""Limits in a file beside the robot's."""

import re
import tomllib

import pytest

from common.errors import InputError
from golden.limits import Limits
from golden.toml.limits_file import limits_template, read_limits
from tests.pinocchio_robots import quietly

ROBOT = """<robot name="r"><link name="o"/><link name="a"/><link name="b"/>
<joint name="left elbow" type="revolute"><parent link="o"/><child link="a"/>
<limit lower="-1" upper="2" velocity="3" effort="0" acceleration="4"/></joint>
<joint name="rail" type="prismatic"><parent link="a"/><child link="b"/></joint></robot>"""
FILE = """[joints."left elbow"]
torque_limit = 12.5
[joints.rail]
position_limits = [-0.5, 0.5]
velocity_limit = 1
acceleration_limit = 2
torque_limit = 30
"""


def read(tmp_path, text):
    path = tmp_path / "limits.toml"
    path.write_text(text, "utf-8")
    return read_limits(path, quietly(ROBOT))


def test_a_file_is_read(tmp_path):
    assert read(tmp_path, FILE) == {
        "left elbow": Limits(torque_limit=12.5),
        "rail": Limits((-0.5, 0.5), 1.0, 2.0, 30.0),
    }


def test_a_template_says_what_is_known_and_what_is_not(tmp_path):
    template = limits_template(quietly(ROBOT))
    assert tomllib.loads(template)["joints"] == {
        "left elbow": {
            "position_limits": [-1.0, 2.0], "velocity_limit": 3.0, "acceleration_limit": 4.0,
        },
        "rail": {},
    }  # fmt: skip
    assert read(tmp_path, template)["left elbow"] == Limits((-1.0, 2.0), 3.0, 4.0)
    missing = [line for line in template.splitlines()[1:] if line.startswith("#")]
    assert missing == [
        "# torque_limit =   # N m",
        "# position_limits = [, ]  # m",
        "# velocity_limit =   # m/s",
        "# acceleration_limit =   # m/s2",
        "# torque_limit =   # N",
    ]


def test_a_template_that_is_filled_in_is_a_file(tmp_path):
    text = re.sub(r"# (\w+) = \[, \]", r"\1 = [0, 1]", limits_template(quietly(ROBOT)))
    told = read(tmp_path, re.sub(r"# (\w+) =  ", r"\1 = 7", text))
    assert told["rail"] == Limits((0.0, 1.0), 7.0, 7.0, 7.0)
    assert told["left elbow"].torque_limit == 7.0


def test_any_name_makes_a_template():
    robot = quietly(ROBOT.replace("left elbow", "a&quot;]&#10;\\é"))
    assert set(tomllib.loads(limits_template(robot))["joints"]) == {'a"]\n\\é', "rail"}


@pytest.mark.parametrize(
    ("old", "new", "words"),
    [
        ("rail", "rails", "joints.rails: unknown field; allowed: left elbow, rail"),
        ("30", "0", "joints.rail.torque_limit: 0.0 is not positive; allowed: more than 0, N"),
        ("30", "inf", "joints.rail.torque_limit: inf is not finite"),
        ("-0.5", "0.5", "joints.rail.position_limits: lower 0.5 is not below upper 0.5"),
        ("-0.5, 0.5", "0.5", "joints.rail.position_limits: 1 entries instead of 2"),
        (
            "torque_limit = 30",
            "torque = 30",
            "joints.rail.torque: unknown field; allowed: position",
        ),
        ("[joints.rail]", "[joints.rail", "limits.toml: TOML syntax"),
        ("[joints.rail]", "[rail]", "limits.toml: rail: unknown field; allowed: joints"),
        (FILE, "", "joints: missing; allowed: a table [joints.NAME] for each joint"),
        (FILE, "joints = 3", "joints: 3 is not a table"),
    ],
)
def test_what_is_wrong_is_named(tmp_path, old, new, words):
    assert old in FILE
    with pytest.raises(InputError) as caught:
        read(tmp_path, FILE.replace(old, new, 1))
    assert words in str(caught.value)


def test_what_is_no_file(tmp_path):
    problems = {tmp_path: "is a directory", tmp_path / "none": "no such file"}
    for path, problem in problems.items():
        with pytest.raises(InputError, match=re.escape(f"{path}: {problem}")):
            read_limits(path, quietly(ROBOT))
    (tmp_path / "bytes").write_bytes(b"\xff")
    with pytest.raises(InputError, match="not UTF-8 text"):
        read_limits(tmp_path / "bytes", quietly(ROBOT))
