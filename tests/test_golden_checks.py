"""What the file readers refuse, the classes refuse too: no robot is built of such numbers."""

import dataclasses
import math
import re
from importlib import resources

import numpy as np
import pytest

from common.errors import InputError
from golden.free_base import free_base_dynamics
from golden.generators import planar, random_robot
from golden.joint import Actuator, Following, Joint, JointType
from golden.kinematics import frames
from golden.load import load_robot
from golden.newton_euler import inverse_dynamics
from golden.rigid_body import RigidBody
from golden.robot import Robot
from golden.trajectory import Trajectory
from golden.urdf.robot import parse

ARM = random_robot(np.random.default_rng(1), 2)
LINK = ARM.links[0]
MOTOR = {"gear_ratio": 50.0, "motor_inertia": 1e-4}
JOINT = {
    "type": JointType.REVOLUTE,
    "offset": 0.0,
    "position_limits": (-1.0, 1.0),
    "velocity_limit": 1.0,
    "acceleration_limit": 1.0,
    "torque_limit": 1.0,
}
NAN = math.nan


@pytest.mark.parametrize(
    ("changes", "problem"),
    [
        ({"mass": -1.0}, "mass: -1; allowed: kg, 0 or more"),
        ({"mass": NAN}, "mass: nan"),
        ({"mass": math.inf}, "mass: inf"),
        ({"mass": 1e300}, r"mass: 1e\+300; allowed: .* less than 1e\+15"),
        ({"mass": 1 + 2j}, r"mass: \(1\+2j\)"),
        ({"center_of_mass": [0, NAN, 0]}, r"center_of_mass\[1\]: nan"),
        ({"center_of_mass": [0, 1j, 0]}, "center_of_mass: complex128 numbers; allowed: real"),
        ({"center_of_mass": ["a", "b", "c"]}, "center_of_mass: no numbers"),
        ({"translation": [1e99, 0, 0]}, r"translation\[0\]: 1e\+99"),
        ({"mount_translation": [0, 0, -math.inf]}, r"mount_translation\[2\]: -inf"),
        ({"rotation": 2 * np.eye(3)}, "rotation: .* is not a rotation"),
        ({"mount_rotation": np.diag([1.0, 1.0, -1.0])}, "mount_rotation: .* is not a rotation"),
        ({"inertia": np.diag([1.0, 1.0, -1.0])}, "inertia: .* negative principal moment"),
        ({"inertia": np.triu(np.ones((3, 3)))}, "inertia: .* is not symmetric"),
        ({"inertia": np.full((3, 3), NAN)}, r"inertia\[0, 0\]: nan"),
    ],
)
def test_a_link_of_such_numbers_is_none(changes, problem):
    with pytest.raises(InputError, match=problem):
        dataclasses.replace(LINK, **changes)


@pytest.mark.parametrize(
    ("changes", "problem"),
    [
        ({"links": ()}, "links: none; allowed: one link or more"),
        ({"gravity": [0, 0, NAN]}, r"gravity\[2\]: nan"),
        ({"base_rotation": np.zeros((3, 3))}, "base_rotation: .* is not a rotation"),
        ({"base_translation": [math.inf, 0, 0]}, r"base_translation\[0\]: inf"),
    ],
)
def test_a_robot_of_such_numbers_is_none(changes, problem):
    with pytest.raises(InputError, match=problem):
        dataclasses.replace(ARM, **changes)


@pytest.mark.parametrize(
    ("changes", "problem"),
    [
        ({"position_limits": (1.0, -1.0)}, "position_limits: lower 1 is not below upper -1"),
        ({"position_limits": (NAN, 1.0)}, "position_limits: lower nan"),
        ({"velocity_limit": 0.0}, "velocity_limit: 0; allowed: more than 0"),
        ({"acceleration_limit": -3.0}, "acceleration_limit: -3"),
        ({"torque_limit": NAN}, "torque_limit: nan"),
        ({"offset": math.inf}, "offset: inf"),
    ],
)
def test_a_joint_of_such_numbers_is_none(changes, problem):
    with pytest.raises(InputError, match=problem):
        Joint(**(JOINT | changes))


def test_unknown_limits_are_limits():
    unknown = {"velocity_limit": math.inf, "position_limits": (-math.inf, math.inf)}
    assert Joint(**(JOINT | unknown)).velocity_limit == math.inf


@pytest.mark.parametrize(
    ("changes", "problem"),
    [
        ({"gear_ratio": 0.0}, "gear_ratio: 0"),
        ({"gear_ratio": NAN}, "gear_ratio: nan"),
        ({"motor_inertia": -1.0}, "motor_inertia: -1"),
        ({"viscous_friction": NAN}, "viscous_friction: nan"),
        ({"coulomb_positive": -0.1}, "coulomb_positive: -0.1"),
        ({"coulomb_negative": 0.1}, "coulomb_negative: 0.1"),
    ],
)
def test_a_motor_of_such_numbers_is_none(changes, problem):
    with pytest.raises(InputError, match=problem):
        Actuator(**(MOTOR | changes))


def test_nothing_follows_by_no_number():
    with pytest.raises(InputError, match="ratio: nan"):
        Following(0, NAN)
    with pytest.raises(InputError, match="offset: inf"):
        Following(0, 1.0, math.inf)


def test_a_body_of_such_numbers_is_none():
    with pytest.raises(InputError, match="mass: -2"):
        RigidBody(-2.0, np.zeros(3), np.eye(3))
    with pytest.raises(InputError, match=r"inertia: .* negative principal"):
        RigidBody(2.0, np.zeros(3), -np.eye(3))


def test_complex_states_are_refused():
    arm, zero, odd = planar(1), [0.0], np.array([1j])
    body = RigidBody(1.0, np.zeros(3), np.eye(3))
    free = Robot("f", "", arm.links, base_body=body)
    with pytest.raises(InputError, match="qd: complex128 numbers; allowed: real numbers"):
        inverse_dynamics(arm, zero, odd, zero)
    with pytest.raises(InputError, match="q: complex128"):
        frames(arm, odd)
    with pytest.raises(InputError, match="qdd: complex128"):
        Trajectory([zero], [zero], [odd])
    with pytest.raises(InputError, match="acceleration: complex128"):
        free_base_dynamics(free, [0, 0, 0], [0, 0, 0], [0, 0, 1j], zero, zero, zero)
    with pytest.raises(InputError, match="q: no numbers"):
        inverse_dynamics(arm, ["a"], zero, zero)


def test_files_name_the_place_of_what_is_of_no_physical_size(tmp_path):
    text = (resources.files("golden.robots") / "machado_2r.toml").read_text("utf-8")
    (tmp_path / "a.toml").write_text(re.sub("(?m)^mass = .*", "mass = 1e200", text, count=1))
    with pytest.raises(InputError, match=r"a\.toml: links\[0\]\.mass: 1e\+200; allowed: kg"):
        load_robot(tmp_path / "a.toml")
    urdf = """<robot name="r"><link name="o"/><link name="a"><inertial><mass value="1e20"/>
<inertia ixx="1e14" ixy="0" ixz="0" iyy="1e14" iyz="0" izz="1e14"/></inertial></link>
<joint name="j" type="continuous"><parent link="o"/><child link="a"/></joint></robot>"""
    with pytest.raises(InputError, match=r"r, line 1: link 'a' <inertial> mass: 1e\+20"):
        parse(urdf.encode(), "r")
