"""Loads, other gravities and wrenches, each held against a robot that has them built in."""

import dataclasses

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from common.errors import InputError
from golden.generators import random_inertia, random_robot
from golden.kinematics import jacobian
from golden.loaded import holding, loaded_dynamics
from golden.newton_euler import inverse_dynamics
from golden.rigid_body import RigidBody
from golden.robot import Following, Robot

TREE = (-1, 0, 1, 1, 0)


def robot_of(seed, letters="RPRRP", parents=TREE):
    rng = np.random.default_rng(seed)
    return random_robot(rng, 5, joint_types=letters, parents=parents, base=True, actuators=True)


def states(n, seed, points=4):
    return np.random.default_rng(seed).uniform(-2, 2, (3, points, n))


def body_of(seed):
    rng = np.random.default_rng(seed)
    return RigidBody(2.5, rng.uniform(-0.3, 0.3, 3), random_inertia(rng, 0.4, 2.5))


def parameters(body):
    """Mass, first moment and inertia about the frame's origin."""
    c = body.center_of_mass
    about_origin = body.inertia + body.mass * (c @ c * np.eye(3) - np.outer(c, c))
    entries = [about_origin[i, j] for i, j in ((0, 0), (1, 1), (2, 2), (0, 1), (1, 2), (0, 2))]
    return np.array([body.mass, *(body.mass * c), *entries])


@given(st.integers(0, 2**32), st.sampled_from(range(5)))
@settings(max_examples=25)
def test_a_load_is_as_good_as_a_part_of_its_link(seed, i):
    robot, body, (q, qd, qdd) = robot_of(seed), body_of(seed), states(5, seed)
    tau, _ = loaded_dynamics(robot, q, qd, qdd, link=i, payload=parameters(body))
    expected = inverse_dynamics(holding(robot, body, i), q, qd, qdd)
    np.testing.assert_allclose(tau, expected, rtol=1e-10, atol=1e-10 * np.abs(expected).max())


def test_loads_may_differ_from_state_to_state():
    robot, (q, qd, qdd) = robot_of(3), states(5, 3)
    loads = np.stack([parameters(body_of(seed)) for seed in range(4)])
    loads[2] = 0.0
    tau, _ = loaded_dynamics(robot, q, qd, qdd, link=3, payload=loads)
    for k in range(4):
        one, _ = loaded_dynamics(robot, q[k], qd[k], qdd[k], link=3, payload=loads[k])
        np.testing.assert_allclose(tau[k], one, rtol=1e-12)
    np.testing.assert_allclose(tau[2], inverse_dynamics(robot, q[2], qd[2], qdd[2]), rtol=1e-12)


def test_a_wrench_raises_torques_by_the_jacobian():
    robot, (q, qd, qdd) = robot_of(4), states(5, 4)
    wrench = np.random.default_rng(1).uniform(-9, 9, (4, 6))
    tau, _ = loaded_dynamics(robot, q, qd, qdd, link=2, wrench=wrench)
    expected = inverse_dynamics(robot, q, qd, qdd)
    expected += np.einsum("pij,pi->pj", jacobian(robot, q, 2), wrench)
    np.testing.assert_allclose(tau, expected, rtol=1e-10, atol=1e-10)


def test_gravity_may_turn():
    robot, (q, qd, qdd) = robot_of(5), states(5, 5)
    gravities = np.random.default_rng(2).uniform(-9, 9, (4, 3))
    tau, _ = loaded_dynamics(robot, q, qd, qdd, gravity=gravities, actuators=True)
    for k in range(4):
        other = robot.with_gravity(gravities[k])
        expected = inverse_dynamics(other, q[k], qd[k], qdd[k], actuators=True)
        np.testing.assert_allclose(tau[k], expected, rtol=1e-12)


def test_at_rest_the_base_carries_the_weight_of_all():
    robot = dataclasses.replace(robot_of(6), base_body=body_of(6))
    zero = np.zeros(5)
    _, wrench = loaded_dynamics(robot, zero, zero, zero, link=4, payload=parameters(body_of(7)))
    mass = sum(link.mass for link in robot.links) + 2.5 + 2.5
    np.testing.assert_allclose(wrench[:3], mass * -robot.gravity, atol=1e-10)


def test_a_base_at_rest_is_one_that_moves_not():
    robot, (q, qd, qdd) = robot_of(8), states(5, 8)
    still = loaded_dynamics(robot, q, qd, qdd)
    moved = loaded_dynamics(robot, q, qd, qdd, base=(np.zeros(3), np.zeros(3), -robot.gravity))
    for a, b in zip(still, moved, strict=True):
        np.testing.assert_array_equal(a, b)


def test_a_follower_may_hold_the_load():
    robot = robot_of(9, "RRRRR", (-1, 0, 1, 2, 3))
    joint = dataclasses.replace(robot.links[4].joint, follows=Following(1, -0.7, 0.2))
    links = (*robot.links[:4], dataclasses.replace(robot.links[4], joint=joint))
    coupled = Robot("c", "", links, robot.base_rotation, robot.base_translation)
    body, (q, qd, qdd) = body_of(9), states(4, 9)
    tau, _ = loaded_dynamics(coupled, q, qd, qdd, payload=parameters(body))
    expected = inverse_dynamics(holding(coupled, body), q, qd, qdd)
    np.testing.assert_allclose(tau, expected, rtol=1e-10, atol=1e-10)


@pytest.mark.parametrize(
    ("given_", "problem"),
    [
        ({"payload": np.zeros(9)}, r"payload: shape \(9,\); allowed: \(..., 10\)"),
        ({"wrench": np.zeros(5)}, "wrench: shape"),
        ({"gravity": [0, np.nan, 0]}, r"gravity\[1\]: nan"),
        ({"gravity": np.zeros(3), "base": (np.zeros(3),) * 3}, "gravity: given beside"),
        ({"base": (np.zeros((2, 3)), np.zeros((3, 3)), np.zeros(3))}, "base: shapes"),
        ({"payload": np.zeros(10), "link": None}, "link: .*the tree ends in the links"),
        ({"payload": np.zeros(10), "link": "hand"}, "link: no link 'hand'"),
    ],
)
def test_bad_input(given_, problem):
    zero = np.zeros(5)
    with pytest.raises(InputError, match=problem):
        loaded_dynamics(robot_of(1), zero, zero, zero, **({"link": 4} | given_))
