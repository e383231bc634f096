"""Reading an arm from a file: what is understood, what is refused, what is warned of."""

import dataclasses
import math
import re
from pathlib import Path

import numpy as np
import pytest

import golden.robots
from common.errors import InputError, InputWarning
from golden.generators import random_robot
from golden.load import load_robot, robot_names
from golden.robot import Actuator, Following, JointType, Link, Robot

GOOD = """
name = "Arm"
gravity = [0, 0, -9.81]

[base]
translation = [0, 0, 0.5]
rpy = [0, 0, 0]

[[links]]
dh = { a = 0.1, alpha = 1.5, d = 0.2, theta = 0.3 }
mass = 2.0
center_of_mass = [0, 0, 0.1]
inertia = [0.1, 0.2, 0.25, 0.01, 0.02, 0.03]
[links.joint]
type = "revolute"
position_limits = [-3, 3]
velocity_limit = 2
acceleration_limit = 5
torque_limit = 100
[links.actuator]
gear_ratio = 50
motor_inertia = 1e-4

[[links]]
rotation = [[0, -1, 0], [1, 0, 0], [0, 0, 1]]
translation = [0.1, 0.2, 0.3]
mass = 1.0
center_of_mass = [0, 0, 0]
inertia = [[0.1, 0, 0], [0, 0.1, 0], [0, 0, 0.1]]
source = "a drawing"
[links.joint]
type = "prismatic"
offset = 0.7
position_limits = [0.1, 0.9]
velocity_limit = 1
acceleration_limit = 3
torque_limit = 80
"""


def write(tmp_path, text):
    path = tmp_path / "arm.toml"
    path.write_text(text, encoding="utf-8")
    return path


def read(tmp_path, old="", new=""):
    assert old in GOOD
    return load_robot(write(tmp_path, GOOD.replace(old, new, 1) if old else GOOD))


def test_every_field_is_understood(tmp_path):
    robot = read(tmp_path)
    assert (robot.name, robot.description, robot.sources, robot.n) == ("Arm", "", (), 2)
    assert robot.joint_types == (JointType.REVOLUTE, JointType.PRISMATIC)
    np.testing.assert_array_equal(robot.base_translation, [0, 0, 0.5])
    np.testing.assert_array_equal(robot.position_limits, [[-3, 3], [0.1, 0.9]])
    np.testing.assert_array_equal(robot.velocity_limits, [2, 1])
    np.testing.assert_array_equal(robot.acceleration_limits, [5, 3])
    np.testing.assert_array_equal(robot.torque_limits, [100, 80])
    first, second = robot.links
    assert first.joint.offset == 0.3
    np.testing.assert_array_equal(first.translation, [0.1, 0, 0.2])
    c, s = math.cos(1.5), math.sin(1.5)
    np.testing.assert_array_equal(first.rotation, [[1, 0, 0], [0, c, -s], [0, s, c]])
    xx, yy, zz, xy, yz, xz = 0.1, 0.2, 0.25, 0.01, 0.02, 0.03
    np.testing.assert_array_equal(first.inertia, [[xx, xy, xz], [xy, yy, yz], [xz, yz, zz]])
    assert first.joint.actuator == Actuator(50.0, 1e-4, 0.0, 0.0, 0.0)
    assert second.joint.offset == 0.7
    assert second.joint.actuator is None
    np.testing.assert_array_equal(second.rotation, [[0, -1, 0], [1, 0, 0], [0, 0, 1]])


def test_degrees(tmp_path):
    text = 'angles = "degrees"\n' + GOOD.replace("alpha = 1.5", "alpha = 90")
    text = text.replace("[-3, 3]", "[-160, 160]").replace("rpy = [0, 0, 0]", "rpy = [90, 0, 180]")
    robot = load_robot(write(tmp_path, text))
    np.testing.assert_array_equal(robot.links[0].rotation, [[1, 0, 0], [0, 0, -1], [0, 1, 0]])
    np.testing.assert_array_equal(robot.base_rotation, [[-1, 0, 0], [0, 0, 1], [0, 1, 0]])
    assert robot.links[0].joint.offset == pytest.approx(math.radians(0.3), rel=1e-15)
    limits = [[-math.radians(160), math.radians(160)], [0.1, 0.9]]  # metres stay metres
    np.testing.assert_allclose(robot.position_limits, limits, rtol=1e-15)


def test_robots_are_frozen(tmp_path):
    robot = read(tmp_path)
    with pytest.raises(dataclasses.FrozenInstanceError):
        robot.name = "other"
    for array in (robot.gravity, robot.links[0].inertia, robot.links[0].rotation):
        with pytest.raises(ValueError, match="read-only"):
            array[0] = 1.0


def test_a_links_arrays_are_its_own():
    inertia = np.eye(3)
    joint = load_robot("puma560").links[0].joint
    link = Link(joint, np.eye(3), np.zeros(3), 1.0, np.zeros(3), inertia)
    inertia[0, 0] = 7.0
    assert link.inertia[0, 0] == 1.0
    with pytest.raises(ValueError, match="shape"):
        Link(joint, np.eye(3), np.zeros(2), 1.0, np.zeros(3), inertia)


def test_the_manual_shows_a_file_that_works(tmp_path):
    manual = Path(golden.robots.__path__[0], "README.md").read_text("utf-8")
    (example,) = re.findall(r"```toml\n(.*?)```", manual, re.DOTALL)
    robot = load_robot(write(tmp_path, example))
    assert robot.joint_types == (JointType.PRISMATIC,)
    assert robot.links[0].joint.actuator.coulomb_negative == -0.4
    np.testing.assert_array_equal(robot.base_rotation, [[0, 0, 1], [0, 1, 0], [-1, 0, 0]])


def test_bundled_robots_come_by_name():
    assert {"puma560", "stanford", "machado_2r"} <= set(robot_names())
    assert load_robot("puma560").name == "PUMA 560"


@pytest.mark.parametrize(
    ("old", "new", "field", "problem"),
    [
        ('name = "Arm"', "", "name", "missing"),
        ('name = "Arm"', "name = 3", "name", "3 is not"),
        ('name = "Arm"', 'name = ""', "name", "'' is not"),
        ('name = "Arm"', 'name = "Arm"\ncolour = "red"', "colour", "unknown field"),
        ('name = "Arm"', 'name = "Arm"\nangles = "grad"', "angles", "'grad' is unknown"),
        ('name = "Arm"', 'name = "Arm"\nsources = "book"', "sources", "'book' is not"),
        ("[0, 0, -9.81]", "-9.81", "gravity", "-9.81 is not a list of 3"),
        ("[0, 0, -9.81]", "[0, 0]", "gravity", "2 entries instead of 3"),
        ("[0, 0, -9.81]", "[0, 0, nan]", "gravity[2]", "nan is not finite"),
        ("rpy = [0, 0, 0]", "rpy = [0, 0, 0]\nyaw = 1", "base.yaw", "unknown field"),
        ("mass = 2.0", "", "links[0].mass", "missing"),
        ("mass = 2.0", "mass = -2.0", "links[0].mass", "-2.0 is less than 0"),
        ("mass = 2.0", "mass = true", "links[0].mass", "True is not a number"),
        ("mass = 2.0", 'mass = "2 kg"', "links[0].mass", "'2 kg' is not a number"),
        ("mass = 2.0", "mass = inf", "links[0].mass", "inf is not finite"),
        ("mass = 2.0", f"mass = {'9' * 400}", "links[0].mass", "is not finite"),
        ("mass = 2.0", "mass = 2.0\nweight = 2", "links[0].weight", "unknown field"),
        ("[0, 0, 0.1]", "[0, 0, 0.1, 0]", "links[0].center_of_mass", "4 entries instead of 3"),
        ("[0.1, 0.2, 0.25, 0.01, 0.02, 0.03]", "0.1", "links[0].inertia", "0.1 is not a list"),
        ("[0.1, 0.2, 0.25, 0.01, 0.02, 0.03]", "[0.1, 0.2]", "links[0].inertia", "2 entries"),
        ("0.01, 0.02, 0.03]", "0.5, 0.02, 0.03]", "links[0].inertia", "negative principal moment"),
        ("[0.1, 0.2, 0.25,", "[-0.1, 0.2, 0.25,", "links[0].inertia", "negative principal moment"),
        ("[[0.1, 0, 0], [0,", "[[0.1, 0.05, 0], [0,", "links[1].inertia", "is not symmetric"),
        ("[[0.1, 0, 0], [0,", "[[0.1, 0], [0,", "links[1].inertia[0]", "2 entries"),
        ("[[0, -1, 0],", "[[0, -1.1, 0],", "links[1].rotation", "is not a rotation"),
        ("[[0, -1, 0],", "[[0, 1, 0],", "links[1].rotation", "is not a rotation"),
        ("translation = [0.1,", "dh = {}\ntranslation = [0.1,", "links[1].rotation", "beside dh"),
        ("rotation = [[0,", "rpy = [0, 0, 0]\nrotation = [[0,", "links[1].rpy", "beside rotation"),
        ("alpha = 1.5", "alfa = 1.5", "links[0].dh.alfa", "unknown field"),
        ("dh = { a = 0.1, alpha = 1.5, d = 0.2, theta = 0.3 }", "dh = 3", "links[0].dh", "table"),
        ('"revolute"', '"hinge"', "links[0].joint.type", "'hinge' is unknown"),
        ('"revolute"', '"revolute"\noffset = 1', "links[0].joint.offset", "beside dh"),
        ("position_limits = [-3, 3]", "", "links[0].joint.position_limits", "missing"),
        ("[-3, 3]", "[3, -3]", "links[0].joint.position_limits", "lower 3 is not below upper -3"),
        ("[-3, 3]", "[3, 3]", "links[0].joint.position_limits", "is not below"),
        ("[-3, 3]", "[-inf, 3]", "links[0].joint.position_limits[0]", "-inf is not finite"),
        ("velocity_limit = 2", "", "links[0].joint.velocity_limit", "missing"),
        ("velocity_limit = 2", "velocity_limit = 0", "links[0].joint.velocity_limit", "positive"),
        ("acceleration_limit = 5", "", "links[0].joint.acceleration_limit", "missing"),
        ("torque_limit = 100", "torque_limit = -1", "links[0].joint.torque_limit", "positive"),
        ("torque_limit = 80", "torque_limit = nan", "links[1].joint.torque_limit", "finite"),
        ("gear_ratio = 50", "gear_ratio = 0", "links[0].actuator.gear_ratio", "0; allowed: not 0"),
        ("gear_ratio = 50", "", "links[0].actuator.gear_ratio", "missing"),
        ("1e-4", "-1e-4", "links[0].actuator.motor_inertia", "less than 0"),
        ("1e-4", "1e-4\ncoulomb_negative = 1", "links[0].actuator.coulomb_negative", "1.0 > 0"),
        ("1e-4", "1e-4\ncoulomb_positive = -1", "links[0].actuator.coulomb_positive", "less than"),
        ("1e-4", "1e-4\nfriction = 1", "links[0].actuator.friction", "unknown field"),
        ("[links.joint]", "[links.actuators]\n[links.joint]", "links[0].actuators", "unknown"),
        ('source = "a drawing"', "inertia_as_published = 1", "links[1].inertia_as", "1 is not"),
    ],
)
def test_one_bad_field_is_named(tmp_path, old, new, field, problem):
    with pytest.raises(InputError) as caught:
        read(tmp_path, old, new)
    message = str(caught.value)
    assert f"arm.toml: {field}" in message
    assert problem in message
    assert "\n" not in message
    assert caught.value.allowed


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("", "name: missing"),
        ('name = "Arm"', "links: missing"),
        ('name = "Arm"\nlinks = []', "links: [] holds none"),
        ('name = "Arm"\nlinks = 3', "links: 3 holds none"),
        ('name = "Arm"\nlinks = [3]', "links[0]: 3 is not a table"),
        ('name = "Arm"\n[links]\nmass = 1', "links: {'mass': 1} holds none"),
        ("name = 'Arm", "TOML syntax"),
        ("[[links]", "TOML syntax"),
        ('name = "a"\nname = "b"', "TOML syntax"),
        ("a = " + "[" * 100_000, "TOML syntax"),
    ],
)
def test_files_that_hold_no_arm(tmp_path, text, problem):
    with pytest.raises(InputError) as caught:
        load_robot(write(tmp_path, text))
    assert problem in str(caught.value)
    assert "arm.toml" in str(caught.value)
    assert "\n" not in str(caught.value)


def test_what_is_no_file(tmp_path):
    binary = tmp_path / "binary.toml"
    binary.write_bytes(bytes(range(256)))
    cases = [
        (tmp_path / "none.toml", "no such file"),
        (tmp_path, "is a directory"),
        (binary, "not UTF-8 text"),
        (tmp_path / "arm.urdf", "no such file"),
        ("zebra", f"no arm of that name; allowed: {', '.join(robot_names())}, or"),
        ("", "robot: "),
    ]
    for path, problem in cases:
        with pytest.raises(InputError) as caught:
            load_robot(path)
        assert problem in str(caught.value)


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("[-3, 3]", "[-160, 160]", r"links\[0\]\.joint\.position_limits: \[-160, 160\] rad .*deg"),
        ("alpha = 1.5", "alpha = 90", r"links\[0\]\.dh\.alpha: 90 rad is beyond .*degrees"),
        ("theta = 0.3", "theta = -90", r"links\[0\]\.dh\.theta: -90 rad is beyond"),
        ("offset = 0.7", "offset = 45", r"links\[1\]\.joint\.offset: 45 rad is beyond"),
        ("rpy = [0, 0, 0]", "rpy = [0, 0, 90]", r"base\.rpy: 90 rad is beyond"),
        ("velocity_limit = 2", "velocity_limit = 120", r"links\[0\]\.joint\.velocity_limit: 120 "),
        ("[0.1, 0.2, 0.25,", "[0.1, 0.2, 0.9,", r"links\[0\]\.inertia: .*triangle inequality"),
    ],
)
def test_likely_mistakes_are_warned_of(tmp_path, old, new, message):
    with pytest.warns(InputWarning, match=message):
        read(tmp_path, old, new)


def test_a_published_inertia_is_taken_as_it_is(tmp_path):
    new = "inertia_as_published = true\ninertia = [0.1, 0.2, 0.9,"
    assert read(tmp_path, "inertia = [0.1, 0.2, 0.25,", new).links[0].inertia[2, 2] == 0.9


def test_a_prismatic_joint_may_be_long(tmp_path):
    assert read(tmp_path, "[0.1, 0.9]", "[0, 160]").position_limits[1, 1] == 160


def test_the_last_link_of_a_coupled_chain_is_its_last_link():
    links = random_robot(np.random.default_rng(2), 3).links
    joint = dataclasses.replace(links[2].joint, follows=Following(0, 0.5))
    robot = Robot("coupled", "", (*links[:2], dataclasses.replace(links[2], joint=joint)))
    assert robot.n == 2
    assert robot.index() == 2
