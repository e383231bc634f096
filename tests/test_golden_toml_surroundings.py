"""Limits of what acts from outside, in a limits file and in a robot's own."""

import dataclasses
from importlib import resources

import pytest

from common.errors import InputError
from golden.load import load_robot
from golden.rigid_body import RigidBody
from golden.surroundings import FIELDS, UNITS, UNTOLD, Surroundings, field_of
from golden.toml.limits_file import limits_template, read_limits_file
from golden.toml.robot_file import parse

TABLES = """gravity = 12.0
[base]
omega = 3
alpha = 20
acceleration = 30
force = 500
moment = 200
[payload]
mass = 4
first_moment = 0.5
inertia = 0.2
[wrench]
force = 50
moment = 10
"""
ALL = Surroundings(3, 20, 30, 500, 200, 12, 4, 0.5, 0.2, 50, 10)


def in_robot_file(text):
    arm = (resources.files("golden.robots") / "machado_2r.toml").read_text("utf-8")
    tables = text.replace("[", "[limits.").replace("gravity", "limits.gravity")
    head, _, rest = arm.partition("[[links]]")
    first, _, others = tables.partition("\n")
    return parse(f"{head}{first}\n{others}\n[[links]]{rest}", "arm.toml")


def test_a_limits_file_tells_all(tmp_path):
    (tmp_path / "l.toml").write_text(TABLES)
    assert read_limits_file(tmp_path / "l.toml", load_robot("machado_2r")) == ({}, ALL)


def test_joints_may_stand_beside(tmp_path):
    (tmp_path / "l.toml").write_text("[payload]\nmass = 1\n[joints.1]\ntorque_limit = 5\n")
    told, outside = read_limits_file(tmp_path / "l.toml", load_robot("machado_2r"))
    assert told["1"].torque_limit == 5
    assert outside == dataclasses.replace(UNTOLD, payload_mass=1.0)


def test_a_robots_own_file_tells_all():
    assert in_robot_file(TABLES).surroundings == ALL
    assert load_robot("machado_2r").surroundings == UNTOLD


def test_what_is_not_told_stays(tmp_path):
    (tmp_path / "l.toml").write_text("[payload]\nmass = 1\n")
    robot = in_robot_file(TABLES)
    _, outside = read_limits_file(tmp_path / "l.toml", robot)
    assert outside == dataclasses.replace(ALL, payload_mass=1.0)


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("[payload]\nmass = 0\n", r"l.toml: payload.mass: 0.0 is not positive"),
        ("[payload]\nmass = inf\n", r"payload.mass: inf is not finite"),
        ("[payload]\nweight = 1\n", r"payload.weight: unknown field; allowed: mass, first_moment"),
        ("[base]\nomega = '3'\n", r"base.omega: '3' is not a number"),
        ("wrench = 3\n", r"wrench: 3 is not a table"),
        ("gravity = -1\n", r"gravity: -1.0 is not positive"),
        ("[load]\nmass = 1\n", r"joints: missing"),
        ("gravity = 9\n[load]\nmass = 1\n", r"load: unknown field"),
    ],
)
def test_bad_tables(tmp_path, text, problem):
    (tmp_path / "l.toml").write_text(text)
    with pytest.raises(InputError, match=problem):
        read_limits_file(tmp_path / "l.toml", load_robot("machado_2r"))


def test_a_free_bases_template_asks_for_its_motion(tmp_path):
    robot = load_robot("machado_2r")
    assert "[base]" not in limits_template(robot)
    body = RigidBody(1.0, robot.links[0].center_of_mass, robot.links[0].inertia)
    free = dataclasses.replace(robot, base_body=body)
    filled = limits_template(free)
    for i, key in enumerate(("omega", "alpha", "acceleration", "force", "moment")):
        assert f"# {key} =   # " in filled
        filled = filled.replace(f"# {key} =", f"{key} = {i + 1}")
    (tmp_path / "l.toml").write_text(filled)
    _, outside = read_limits_file(tmp_path / "l.toml", free)
    assert [getattr(outside, name) for name in FIELDS[:5]] == [1, 2, 3, 4, 5]


def test_every_field_has_a_unit():
    assert tuple(UNITS) == FIELDS
    assert field_of("payload_first_moment_x") == "payload_first_moment"
    assert field_of("payload_mass") == "payload_mass"
