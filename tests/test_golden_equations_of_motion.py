"""M, C, G and forward dynamics against the identities that define them."""

import dataclasses

import numpy as np
import pinocchio as pin
import pytest
from hypothesis import given
from hypothesis import strategies as st

from common.errors import InputError
from golden.equations_of_motion import (
    coriolis_torque,
    forward_dynamics,
    gravity_torque,
    mass_matrix,
)
from golden.generators import random_robot
from golden.kinematics import frames
from golden.load import load_robot
from golden.newton_euler import inverse_dynamics
from golden.trajectory import random_states
from tests.random_trees import trees

chains = st.builds(
    lambda seed, n: random_robot(np.random.default_rng(seed), n, base=True, actuators=True),
    st.integers(0, 2**32),
    st.integers(1, 10),
)
robots = st.one_of(chains, trees(most=10, actuators=True))
seeds = st.integers(0, 2**32)


@given(robots, seeds)
def test_mass_matrix(robot, seed):
    q = random_states(robot, 3, seed).q
    zero = np.zeros(robot.n)
    m = mass_matrix(robot, q)
    assert m.shape == (3, robot.n, robot.n)
    np.testing.assert_array_equal(m, np.swapaxes(m, 1, 2))
    assert (np.linalg.eigvalsh(m) > 0).all()
    rest = inverse_dynamics(robot, q, zero, zero)
    for i, unit in enumerate(np.eye(robot.n)):
        column = inverse_dynamics(robot, q, zero, unit) - rest
        np.testing.assert_allclose(column, m[:, :, i], atol=1e-11 * max(np.abs(m).max(), 1.0))


@given(robots, seeds)
def test_the_parts_add_up(robot, seed):
    state = random_states(robot, 3, seed)
    inertial = np.einsum("pij,pj->pi", mass_matrix(robot, state.q), state.qdd)
    parts = inertial + coriolis_torque(robot, state.q, state.qd) + gravity_torque(robot, state.q)
    tau = inverse_dynamics(robot, state.q, state.qd, state.qdd)
    np.testing.assert_allclose(parts, tau, atol=1e-11 * max(np.abs(tau).max(), 1.0))


@given(robots, seeds)
def test_coriolis_torques_only_move_kinetic_energy(robot, seed):
    """qd . C = qd . dM/dt qd / 2, which Christoffel symbols give."""
    state = random_states(robot, 1, seed)
    q, qd = state.q[0], state.qd[0]
    step = 1e-6
    slope = (mass_matrix(robot, q + step * qd) - mass_matrix(robot, q - step * qd)) / (2 * step)
    power = qd @ coriolis_torque(robot, q, qd)
    scale = np.abs(slope).max() * np.sum(qd**2) + np.abs(mass_matrix(robot, q)).max()
    assert power == pytest.approx(qd @ slope @ qd / 2, abs=1e-7 * scale)


@given(robots, seeds)
def test_gravity_is_the_slope_of_the_potential(robot, seed):
    q = random_states(robot, 1, seed).q[0]
    step = 1e-5

    def potential(q):
        total = 0.0
        for link, frame in zip(robot.links, frames(robot, q)[1:], strict=True):
            total -= link.mass * robot.gravity @ (frame @ np.append(link.center_of_mass, 1))[:3]
        return total

    slope = [(potential(q + d) - potential(q - d)) / (2 * step) for d in step * np.eye(robot.n)]
    tau = gravity_torque(robot, q)
    np.testing.assert_allclose(tau, slope, atol=1e-6 * max(np.abs(tau).max(), 1.0))


@given(robots, seeds, st.booleans())
def test_forward_dynamics_undoes_inverse_dynamics(robot, seed, actuators):
    state = random_states(robot, 3, seed)
    tau = inverse_dynamics(robot, state.q, state.qd, state.qdd, actuators=actuators)
    qdd = forward_dynamics(robot, state.q, state.qd, tau, actuators=actuators)
    condition = np.linalg.cond(mass_matrix(robot, state.q, actuators=actuators)).max()
    scale = np.abs(state.qdd).max() + np.abs(tau).max()
    np.testing.assert_allclose(qdd, state.qdd, atol=1e-13 * condition * scale)


def test_the_motors_add_to_the_diagonal():
    puma = load_robot("puma560")
    q = random_states(puma, 2, 0).q
    added = mass_matrix(puma, q, actuators=True) - mass_matrix(puma, q)
    reflected = [j.actuator.gear_ratio**2 * j.actuator.motor_inertia for j in puma.joints]
    np.testing.assert_allclose(added, np.broadcast_to(np.diag(reflected), (2, 6, 6)), atol=1e-13)


def test_puma_mass_matrix_agrees_with_pinocchio():
    puma = load_robot("puma560")
    model = pin.Model()
    placement = pin.SE3.Identity()
    for i, link in enumerate(puma.links):
        joint = model.addJoint(i, pin.JointModelRZ(), placement, f"joint{i}")
        placement = pin.SE3(link.rotation, link.translation)
        body = placement.act(pin.Inertia(link.mass, link.center_of_mass, link.inertia))
        model.appendBodyToJoint(joint, body, pin.SE3.Identity())
    data = model.createData()
    for q in random_states(puma, 10, 4).q:
        upper = np.triu(pin.crba(model, data, q))
        full = upper + np.triu(upper, 1).T
        np.testing.assert_allclose(mass_matrix(puma, q), full, rtol=0, atol=1e-12)


def test_a_joint_that_moves_nothing_has_no_acceleration():
    puma = load_robot("machado_2r")
    with pytest.raises(InputError, match="tau: shape"):
        forward_dynamics(puma, [0, 0], [0, 0], [0, 0, 0])
    light = dataclasses.replace(puma.links[1], mass=0.0)
    robot = dataclasses.replace(puma, links=(puma.links[0], light))
    with pytest.raises(np.linalg.LinAlgError):
        forward_dynamics(robot, [0, 0], [0, 0], [1, 1])
