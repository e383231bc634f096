"""Derivatives of the dynamics: Pinocchio, complex steps, and what must hold of any robot."""

import dataclasses

import numpy as np
import pinocchio as pin
import pytest
from hypothesis import given
from hypothesis import strategies as st

from common.errors import InputError
from dataflow.equations.drive import Drive
from dataflow.equations.joint_frames import joint_frame_links
from dataflow.equations.recursions import newton_euler_torques
from dataflow.equations.vector import Plain, PlaneRotation
from golden.derivatives import forward_dynamics_derivatives, inverse_dynamics_derivatives
from golden.equations_of_motion import mass_matrix
from golden.generators import random_robot
from golden.load import load_robot, robot_names
from golden.newton_euler import inverse_dynamics
from golden.robot import Following, JointType
from golden.trajectory import random_states
from tests.random_trees import trees
from tests.test_golden_oracles import depth_first, pinocchio_model

STEP = 1e-30
"""Of a complex step: its square is nothing beside 1."""


def assert_near(found, expected, tolerance=1e-11, least=1e-3):
    size = max(float(np.abs(expected).max()), least)
    np.testing.assert_allclose(found, expected, rtol=0, atol=tolerance * size)


def whole(upper):
    """A symmetric matrix of which Pinocchio fills the upper triangle, copied."""
    return np.triu(upper) + np.triu(upper, 1).T


def pinocchio_derivatives(robot, q, qd, qdd):
    """dtau/dq, dtau/dqd and M of one state, in the order of the robot's joints."""
    model, order = pinocchio_model(robot), depth_first(robot)
    data, back = model.createData(), np.argsort(order)
    found = pin.computeRNEADerivatives(model, data, q[order], qd[order], qdd[order])
    position, rate, mass = (np.array(each) for each in found)
    return [each[np.ix_(back, back)] for each in (position, rate, whole(mass))]


def plain_torques(robot, q, qd, qdd):
    """Torques by dataflow's equations, which take complex numbers as they are."""
    links = joint_frame_links(robot)
    drives = []
    for i, link in enumerate(links):
        rates = qd[i], qdd[i], 1.0, 1.0
        if link.revolute:
            drives.append(Drive(*rates, rotation=PlaneRotation(np.cos(q[i]), np.sin(q[i]))))
        else:
            drives.append(Drive(*rates, slide=q[i], slide_bound=1.0))
    torques = newton_euler_torques(Plain(), links, drives, robot.gravity, lambda stage: None)
    return np.array([torque + 0j * q[0] for torque in torques])


def complex_steps(robot, *state):
    """The three Jacobians of one state, each column by a step into the imaginary."""
    found = []
    for k in range(3):
        columns = []
        for j in range(robot.n):
            moved = [np.array(each, dtype=complex) for each in state]
            moved[k][j] += 1j * STEP
            columns.append(plain_torques(robot, *moved).imag / STEP)
        found.append(np.stack(columns, axis=1))
    return found


def some_states(robot, points, seed):
    states = random_states(robot, points, seed)
    return states.q, states.qd, states.qdd


@pytest.mark.parametrize("name", robot_names())
def test_named_robots_agree_with_pinocchio_and_complex_steps(name):
    robot = load_robot(name)
    q, qd, qdd = some_states(robot, 5, 3)
    found = inverse_dynamics_derivatives(robot, q, qd, qdd)
    assert_near(found.torque, inverse_dynamics(robot, q, qd, qdd))
    for i in range(len(q)):
        jacobians = found.position[i], found.rate[i], found.mass[i]
        for oracle in (pinocchio_derivatives, complex_steps):
            for each, expected in zip(jacobians, oracle(robot, q[i], qd[i], qdd[i]), strict=True):
                assert_near(each, expected)


@given(st.integers(0, 2**32), st.integers(1, 8))
def test_random_chains_agree_with_complex_steps(seed, n):
    robot = random_robot(np.random.default_rng(seed), n, base=True)
    state = [each[0] for each in some_states(robot, 1, seed)]
    found = inverse_dynamics_derivatives(robot, *state)
    expected = complex_steps(robot, *state)
    for each, truth in zip((found.position, found.rate, found.mass), expected, strict=True):
        assert_near(each, truth)


@given(trees(), st.integers(0, 2**32))
def test_random_trees_agree_with_pinocchio(robot, seed):
    state = [each[0] for each in some_states(robot, 1, seed)]
    found = inverse_dynamics_derivatives(robot, *state)
    expected = pinocchio_derivatives(robot, *state)
    for each, truth in zip((found.position, found.rate, found.mass), expected, strict=True):
        assert_near(each, truth)


@given(trees(most=6), st.integers(0, 2**32))
def test_forward_derivatives_agree_with_pinocchio(robot, seed):
    q, qd, _ = (each[0] for each in some_states(robot, 1, seed))
    tau = np.random.default_rng(seed).uniform(-50, 50, robot.n)
    model, order = pinocchio_model(robot), depth_first(robot)
    data, back = model.createData(), np.argsort(order)
    qdd = pin.aba(model, data, q[order], qd[order], tau[order])[back].copy()
    parts = pin.computeABADerivatives(model, data, q[order], qd[order], tau[order])
    position, rate, inverse = (np.array(each) for each in parts)
    found = forward_dynamics_derivatives(robot, q, qd, tau)
    condition = max(1.0, np.linalg.cond(mass_matrix(robot, q)))
    near = {"tolerance": 1e-12 * condition, "least": 1.0}  # what cancels is no smaller
    assert_near(found.acceleration, qdd, **near)
    assert_near(found.position, position[np.ix_(back, back)], **near)
    assert_near(found.rate, rate[np.ix_(back, back)], **near)
    assert_near(found.inverse_mass, whole(inverse)[np.ix_(back, back)], **near)


@given(trees(), st.integers(0, 2**32))
def test_identities_of_any_robot(robot, seed):
    q, qd, qdd = some_states(robot, 3, seed)
    found = inverse_dynamics_derivatives(robot, q, qd, qdd)
    assert_near(found.mass, mass_matrix(robot, q))
    assert_near(found.mass, np.swapaxes(found.mass, -1, -2))
    rest = inverse_dynamics_derivatives(robot, q, 0 * qd, 0 * qdd)
    np.testing.assert_array_equal(rest.rate, 0.0)
    assert_near(rest.position, np.swapaxes(rest.position, -1, -2))
    near = 1e-5
    ahead, behind = (mass_matrix(robot, q + sign * near * qd) for sign in (1, -1))
    slope = (ahead - behind) / (2 * near)
    twice = found.rate + np.swapaxes(found.rate, -1, -2)
    size = np.abs(found.rate).max() + 1e-3
    np.testing.assert_allclose(twice, 2 * slope, rtol=0, atol=1e-5 * size)


@pytest.mark.parametrize("name", ["puma560", "stanford"])
def test_a_vertical_first_axis_makes_the_first_column_of_dtau_dq_zero(name):
    robot = load_robot(name)
    found = inverse_dynamics_derivatives(robot, *some_states(robot, 10, 4))
    assert_near(found.position[:, :, 0], 0.0 * found.position[:, :, 0])
    assert np.abs(found.position[:, :, 1]).max() > 1.0


def test_motors_add_to_the_diagonals_alone():
    robot = load_robot("puma560")
    state = some_states(robot, 4, 5)
    bare = inverse_dynamics_derivatives(robot, *state)
    driven = inverse_dynamics_derivatives(robot, *state, actuators=True)
    actuators = [joint.actuator for joint in robot.joints]
    rotors = [each.gear_ratio**2 * each.motor_inertia for each in actuators]
    friction = [each.gear_ratio**2 * each.viscous_friction for each in actuators]
    np.testing.assert_array_equal(driven.position, bare.position)
    np.testing.assert_allclose(driven.mass - bare.mass, [np.diag(rotors)] * 4, atol=1e-12)
    np.testing.assert_allclose(driven.rate - bare.rate, [np.diag(friction)] * 4, atol=1e-12)
    assert_near(driven.torque, inverse_dynamics(robot, *state, actuators=True))


def test_a_follower_moves_with_its_leader():
    robot = load_robot("puma560")
    links = list(robot.links)
    joint = dataclasses.replace(links[3].joint, follows=Following(1, -0.5, 0.2))
    links[3] = dataclasses.replace(links[3], joint=joint)
    robot = dataclasses.replace(robot, links=tuple(links))
    q, qd, qdd = some_states(robot, 3, 6)
    found = inverse_dynamics_derivatives(robot, q, qd, qdd, actuators=True)
    assert_near(found.mass, mass_matrix(robot, q, actuators=True))
    near = 1e-5
    for k, jacobian in enumerate((found.position, found.rate)):
        for j in range(robot.n):
            moved = near * np.eye(robot.n)[j]
            ahead, behind = (
                inverse_dynamics(
                    robot, *(x + sign * moved * (k == i) for i, x in enumerate((q, qd, qdd))),
                    actuators=True,
                )
                for sign in (1, -1)
            )  # fmt: skip
            expected = (ahead - behind) / (2 * near)
            np.testing.assert_allclose(jacobian[:, :, j], expected, atol=1e-6)


@pytest.mark.parametrize("bad", [np.full(6, np.nan), np.zeros(6) + 1j, np.zeros(5)])
@pytest.mark.parametrize("place", range(3))
def test_states_that_are_none_are_refused(bad, place):
    robot = load_robot("puma560")
    state = [np.zeros(6)] * 3
    state[place] = bad
    with pytest.raises(InputError):
        inverse_dynamics_derivatives(robot, *state)


def test_all_joints_of_the_named_robots_are_of_both_kinds():
    kinds = {kind for name in robot_names() for kind in load_robot(name).joint_types}
    assert kinds == {JointType.REVOLUTE, JointType.PRISMATIC}
