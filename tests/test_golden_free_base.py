"""Robots whose base moves: what Pinocchio finds with a free flyer, and what must hold of any."""

import warnings

import numpy as np
import pinocchio as pin
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from common.errors import InputError
from golden.free_base import free_base_dynamics
from golden.kinematics import jacobian, link_pose
from golden.newton_euler import inverse_dynamics
from golden.rigid_body import RigidBody
from golden.urdf.robot import parse
from golden.urdf.selection import Selection
from tests.example_robots import TAKEN, couplings, models
from tests.pinocchio_robots import model_positions, quietly, states
from tests.urdf_writer import Writer

FREE = Selection(free_base=True)
ANTENNA = [
    f"tiago_description/robots/{file}.urdf" for file in ("tiago", "tiago_dual", "tiago_no_hand")
]
GRAVITY = np.array([0.0, 0.0, -9.81])


def base_states(points, seed):
    """Angular velocity and acceleration, and acceleration less that of free fall."""
    return np.random.default_rng(seed).uniform(-3, 3, (3, points, 3))


def pinocchio(model, names, base, q, qd, qdd, seed):
    """The wrench and the torques of one state, the base turned and moving at random."""
    rng = np.random.default_rng(seed)
    omega, alpha, proper = base
    turn, velocity = pin.exp3(rng.uniform(-3, 3, 3)), rng.uniform(-3, 3, 3)
    classical = proper + turn.T @ GRAVITY
    positions = model_positions(model, names, q)
    positions[:3], positions[3:7] = rng.uniform(-3, 3, 3), pin.Quaternion(turn).coeffs()
    speeds = [model.idx_vs[model.getJointId(name)] for name in names]
    v, a = np.zeros((2, model.nv))
    v[:6] = *velocity, *omega
    a[:6] = *(classical - np.cross(omega, velocity)), *alpha  # spatial, not classical
    v[speeds], a[speeds] = qd, qdd
    tau = pin.rnea(model, model.createData(), positions, v, a)
    return tau[:6], tau[speeds]


def assert_agrees(robot, model, seed, points=3):
    base, joints = base_states(points, seed), states(robot.n, points, seed)
    tau, wrench = free_base_dynamics(robot, *base, *joints)
    for i in range(points):
        state = (part[i] for part in joints)
        expected = pinocchio(model, robot.joint_names, base[:, i], *state, seed)
        size = max(1.0, *(np.abs(part).max() for part in expected))
        np.testing.assert_allclose(wrench[i], expected[0], rtol=0, atol=1e-9 * size)
        np.testing.assert_allclose(tau[i], expected[1], rtol=0, atol=1e-9 * size)


@given(st.integers(0, 2**32), st.integers(1, 10))
@settings(max_examples=30, deadline=None)
def test_random_trees_agree_with_pinocchio(seed, n):
    text = Writer(seed, n, branching=True).text
    assert_agrees(quietly(text, FREE), pin.buildModelFromXML(text, pin.JointModelFreeFlyer()), seed)


@pytest.mark.parametrize("name", ["go2.urdf", "solo12.urdf", "talos_reduced.urdf", "bolt.urdf"])
def test_walking_machines_agree_with_pinocchio(name):
    (file,) = (file for file in models() if file.endswith(f"/{name}"))
    path = models()[file]
    model = pin.buildModelFromUrdf(str(path), pin.JointModelFreeFlyer())
    assert_agrees(quietly(path.read_text("utf-8"), FREE), model, seed=5, points=20)


@pytest.mark.parametrize("file", ANTENNA)
def test_what_is_fixed_to_a_base_is_checked_where_the_base_moves(file):
    text = models()[file].read_text("utf-8")
    with pytest.raises(InputError, match=r"'base_antenna_left_link' .* negative principal moment"):
        quietly(text, FREE, file)


@pytest.mark.slow
@pytest.mark.parametrize("file", [file for file in TAKEN if file not in ANTENNA])
def test_every_model_agrees_with_pinocchio_on_a_free_base(file):
    path = models()[file]
    robot = quietly(path.read_text("utf-8"), FREE, file)
    model = pin.buildModelFromUrdf(str(path), pin.JointModelFreeFlyer())
    joints, k, c = couplings(path, robot.joint_names)
    assert model.nv == 6 + len(joints)
    base, (q, qd, qdd) = base_states(100, 7), states(robot.n, 100, 7)
    tau, wrench = free_base_dynamics(robot, *base, q, qd, qdd)
    expected = np.empty((100, 6 + robot.n))
    for i in range(100):
        moving = k @ q[i] + c, k @ qd[i], k @ qdd[i]
        force, torques = pinocchio(model, joints, base[:, i], *moving, seed=i)
        expected[i] = *force, *(torques @ k)
    found = np.hstack([wrench, tau])
    np.testing.assert_allclose(found, expected, rtol=0, atol=1e-9 * np.abs(expected[:, 6:]).max())


@given(st.integers(0, 2**32), st.integers(1, 6))
@settings(max_examples=15, deadline=None)
def test_a_base_that_stands_feels_gravity_alone(seed, n):
    robot = quietly(Writer(seed, n, branching=True).text, FREE)
    joints = states(robot.n, 3, seed)
    tau, _ = free_base_dynamics(robot, np.zeros(3), np.zeros(3), -robot.gravity, *joints)
    expected = inverse_dynamics(robot, *joints)
    np.testing.assert_allclose(tau, expected, rtol=0, atol=1e-9 * max(1, np.abs(expected).max()))


def test_a_base_alone_weighs_what_all_bodies_weigh():
    robot = quietly(Writer(8, 6, branching=True).text, FREE)
    zero = np.zeros(robot.n)
    _, wrench = free_base_dynamics(robot, np.zeros(3), np.zeros(3), [0, 0, 9.81], zero, zero, zero)
    mass = robot.base_body.mass + sum(link.mass for link in robot.links)
    np.testing.assert_allclose(wrench[:3], [0, 0, 9.81 * mass], atol=1e-9)
    centers = [robot.base_body.mass * robot.base_body.center_of_mass]
    for i, link in enumerate(robot.links):
        centers.append(link.mass * (link_pose(robot, zero, i) @ [*link.center_of_mass, 1])[:3])
    np.testing.assert_allclose(wrench[3:], np.cross(sum(centers), [0, 0, 9.81]), atol=1e-9)
    assert jacobian(robot, zero, 0).shape == (6, robot.n)


FLOATING = """<robot name="boat"><link name="world"/><link name="hull"><inertial><mass value="5"/>
<inertia ixx="1" ixy="0" ixz="0" iyy="2" iyz="0" izz="3"/></inertial></link><link name="mast"/>
<link name="crane"/><link name="buoy"><inertial><origin xyz="1 0 0"/>
<mass value="1"/></inertial></link>
<joint name="sea" type="floating"><parent link="world"/><child link="hull"/></joint>
<joint name="slew" type="continuous"><parent link="hull"/><child link="crane"/></joint>
<joint name="hinge" type="revolute"><parent link="hull"/><child link="mast"/></joint>
<joint name="strap" type="fixed"><parent link="mast"/><child link="buoy"/></joint></robot>"""


def test_what_floats_is_the_base():
    robot = quietly(FLOATING, Selection(free_base=True, locks={"hinge": 0.0}))
    assert robot.joint_names == ("slew",)
    with warnings.catch_warnings(record=True, action="always") as seen:
        found = parse(FLOATING.encode(), "boat.urdf", Selection(locks={"hinge": 0.0}))
    assert found.base_body.mass == robot.base_body.mass
    place = "boat.urdf, line 5: joint 'sea'"
    told = f"{place}: 'sea' floats: the base moves; --base hull lets it stand"
    assert told in [str(each.message) for each in seen]
    with pytest.raises(InputError, match="'sea' floats: six degrees of freedom"):
        quietly(FLOATING, Selection(tip="crane"))
    assert quietly(FLOATING, Selection(joints=("slew",))).base_body is None
    # 5 kg at the origin, 1 kg at 1 m along x: 1/6 m, and 5/6 kg m2 more across
    body = robot.base_body
    assert body.mass == 6
    np.testing.assert_allclose(body.center_of_mass, [1 / 6, 0, 0])
    np.testing.assert_allclose(body.inertia, np.diag([1, 2 + 5 / 6, 3 + 5 / 6]))
    assert quietly(FLOATING, Selection(base="hull", free_base=True)).base_body.mass == 5
    assert quietly(FLOATING, Selection(base="hull")).base_body is None


def test_followers_pull_at_the_base_too():
    mimic = '<mimic joint="slew" multiplier="-2" offset="0.5"/>'
    text = FLOATING.replace('<child link="mast"/>', '<child link="mast"/>' + mimic)
    robot, free = quietly(text, FREE), quietly(FLOATING, FREE)
    base, (q, qd, qdd) = base_states(3, 1), states(1, 3, 1)
    tau, wrench = free_base_dynamics(robot, *base, q, qd, qdd)
    both = [np.hstack([part, -2 * part + c]) for part, c in ((q, 0.5), (qd, 0), (qdd, 0))]
    torques, expected = free_base_dynamics(free, *base, *both)
    np.testing.assert_allclose(wrench, expected, atol=1e-12)
    np.testing.assert_allclose(tau, torques @ [[1], [-2]], atol=1e-12)


def test_what_is_refused():
    still = quietly(FLOATING, Selection(base="hull"))
    zero, joints = np.zeros(3), np.zeros((3, 2))
    with pytest.raises(InputError, match="boat: its base stands"):
        free_base_dynamics(still, zero, zero, zero, *joints)
    robot = quietly(FLOATING, FREE)
    assert isinstance(robot.base_body, RigidBody)
    with pytest.raises(InputError, match=r"angular_velocity: shape \(2,\)"):
        free_base_dynamics(robot, zero[:2], zero, zero, *joints)
    with pytest.raises(InputError, match=r"acceleration\[2\]: nan"):
        free_base_dynamics(robot, zero, zero, [0, 0, np.nan], *joints)
