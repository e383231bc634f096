"""How torques change with positions, rates and accelerations, and accelerations with torques.

Analytic, in base coordinates, all joints and trees: J. Carpentier, N. Mansard: Analytical
derivatives of rigid body dynamics algorithms. Robotics: Science and Systems XIV, 2018; written as
in S. Singh, R. P. Russell, P. M. Wensing: Efficient analytical derivatives of rigid-body dynamics
using spatial vector algebra. IEEE Robotics and Automation Letters 7(2), 2022, 1776-1783. Forward
dynamics follows from the derivative of M qdd + h = tau along its solution.

Motors behind gears add G^2 B to the diagonal of dtau/dqd and G^2 Jm to that of M. Coulomb friction
adds nothing: it is constant between changes of direction, and has no derivative at one.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike

from common.arrays import Reals
from golden.actuators import actuator_torque, rotor_inertia, viscous_friction
from golden.batch import evaluate, finite
from golden.connectivity import BASE
from golden.coupling import all_positions, all_rates, coupling_matrix, gathered
from golden.equations_of_motion import forward_dynamics
from golden.kinematics import frames
from golden.pivots import inverted
from golden.robot import JointType, Link, Robot
from golden.spatial import applied, crossed_by, force_cross, motion_cross, spatial_inertia
from golden.transforms import homogeneous

_CHUNK = 256  # points at once: a composite has six by six numbers a point


@dataclass(frozen=True)
class InverseDerivatives:
    """Torques and their derivatives.

    Attributes
    ----------
    torque
        tau, (..., n), N m or N.
    position, rate
        dtau/dq and dtau/dqd, (..., n, n): a row for each torque, a column for each coordinate.
    mass
        dtau/dqdd = M, (..., n, n), symmetric.
    """

    torque: Reals
    position: Reals
    rate: Reals
    mass: Reals


@dataclass(frozen=True)
class ForwardDerivatives:
    """Accelerations and their derivatives.

    Attributes
    ----------
    acceleration
        qdd, (..., n), rad/s2 or m/s2.
    position, rate
        dqdd/dq and dqdd/dqd, (..., n, n): a row for each acceleration.
    inverse_mass
        dqdd/dtau = M^-1, (..., n, n), symmetric.
    """

    acceleration: Reals
    position: Reals
    rate: Reals
    inverse_mass: Reals


def inverse_dynamics_derivatives(
    robot: Robot, q: ArrayLike, qd: ArrayLike, qdd: ArrayLike, *, actuators: bool = False
) -> InverseDerivatives:
    """Return the torques of `golden.newton_euler.inverse_dynamics` and how they change.

    Parameters
    ----------
    robot
        The robot: a chain or any other tree, on a base that stands.
    q, qd, qdd
        (..., n): rad, rad/s, rad/s2, or m, m/s, m/s2 for a prismatic joint. They broadcast.
    actuators
        Add rotors and viscous friction.

    Raises
    ------
    InputError
        A shape does not fit, or a number is not finite or not real.
    """
    states = [finite(x, name, robot.n) for x, name in ((q, "q"), (qd, "qd"), (qdd, "qdd"))]
    n = len(robot.links)
    if robot.is_coupled:
        everything = all_positions(robot, states[0]), *(all_rates(robot, x) for x in states[1:])
    else:
        everything = states[0], states[1], states[2]

    def kernel(q: Reals, qd: Reals, qdd: Reals) -> Reals:
        return _packed(robot.uncoupled, q, qd, qdd)

    found = evaluate(kernel, _CHUNK, n * (1 + 3 * n), *everything)
    matrices = found[..., n:].reshape(*found.shape[:-1], 3, n, n)
    free = [found[..., :n], *(matrices[..., k, :, :] for k in range(3))]
    if robot.is_coupled:
        coupling = coupling_matrix(robot)
        free = [gathered(robot, free[0]), *(coupling.T @ each @ coupling for each in free[1:])]
    torque, position, rate, mass = free
    if actuators:
        torque = torque + actuator_torque(robot, states[1], states[2])
        rate, mass = rate + viscous_friction(robot), mass + rotor_inertia(robot)
    return InverseDerivatives(torque, position, rate, mass)


def forward_dynamics_derivatives(
    robot: Robot, q: ArrayLike, qd: ArrayLike, tau: ArrayLike, *, actuators: bool = False
) -> ForwardDerivatives:
    """Return the accelerations that torques cause, and how they change: -M^-1 dtau/dq and so on.

    Parameters and errors as for `inverse_dynamics_derivatives`, tau (..., n) in place of qdd.

    Raises
    ------
    numpy.linalg.LinAlgError
        A joint moves nothing: M is singular.
    """
    qdd = forward_dynamics(robot, q, qd, tau, actuators=actuators)
    found = inverse_dynamics_derivatives(robot, q, qd, qdd, actuators=actuators)
    inverse = inverted(found.mass)
    return ForwardDerivatives(qdd, -inverse @ found.position, -inverse @ found.rate, inverse)


def _packed(robot: Robot, q: Reals, qd: Reals, qdd: Reals) -> Reals:
    """Return tau, dtau/dq, dtau/dqd and M of free joints in a row for each point."""
    points, n = q.shape
    torque, matrices = np.zeros((points, n)), np.zeros((points, 3, n, n))
    position, rate, mass = (matrices[:, k] for k in range(3))
    axes, rates, pushes, inertias, forces, coriolis = _bodies(robot, q, qd, qdd)
    for i in reversed(range(n)):
        axis, inertia, force, double = axes[i], inertias[i], forces[i], coriolis[i]
        torque[:, i] = _dot(axis, force)
        unit = applied(inertia, axis)
        by_rate = applied(double, axis) + 2.0 * applied(inertia, rates[i])
        by_position = (
            applied(double, rates[i]) + applied(inertia, pushes[i])
            + applied(crossed_by(force), axis)
        )  # fmt: skip
        turned = applied(np.swapaxes(double, -1, -2), axis)
        for j in robot.path(i):
            mass[:, i, j] = mass[:, j, i] = _dot(axes[j], unit)
            rate[:, j, i] = _dot(axes[j], by_rate)
            position[:, j, i] = _dot(axes[j], by_position)
            rate[:, i, j] = _dot(turned, axes[j]) + 2.0 * _dot(unit, rates[j])
            position[:, i, j] = _dot(turned, rates[j]) + _dot(unit, pushes[j])
        parent = robot.parents[i]
        if parent != BASE:
            inertias[parent] = inertias[parent] + inertia
            forces[parent] = forces[parent] + force
            coriolis[parent] = coriolis[parent] + double
    return np.concatenate([torque, matrices.reshape(points, -1)], axis=1)


def _bodies(robot: Robot, q: Reals, qd: Reals, qdd: Reals) -> tuple[list[Reals], ...]:
    """Return for each body what is known before any is added to its parent.

    The joint's axis S; its rate of change with the parent, v x S, and that one's, a x S + v x v x
    S; the body's inertia I; the force I a + v x* I v; and twice the matrix B of Singh, Russell and
    Wensing: v x* I - I v x + (m -> m x* I v).
    """
    poses = frames(robot, q)
    still = np.zeros((len(q), 6))
    weight = still.copy()
    weight[:, 3:] = -robot.gravity  # a robot under gravity moves as one whose base accelerates
    velocities, accelerations = {BASE: still}, {BASE: weight}
    axes, rates, pushes, inertias, forces, coriolis = ([] for _ in range(6))
    for i, (link, parent) in enumerate(zip(robot.links, robot.parents, strict=True)):
        axis = _axis(link, poses[:, parent + 1])
        before = motion_cross(velocities[parent])
        rate = applied(before, axis)
        push = applied(motion_cross(accelerations[parent]), axis) + applied(before, rate)
        v = velocities[i] = velocities[parent] + axis * qd[:, i, None]
        a = accelerations[i] = (
            accelerations[parent] + axis * qdd[:, i, None] + rate * qd[:, i, None]
        )
        inertia = _inertia(link, poses[:, i + 1])
        momentum, crossing = applied(inertia, v), force_cross(v)
        axes.append(axis)
        rates.append(rate)
        pushes.append(push)
        inertias.append(inertia)
        forces.append(applied(inertia, a) + applied(crossing, momentum))
        coriolis.append(crossing @ inertia - inertia @ motion_cross(v) + crossed_by(momentum))
    return axes, rates, pushes, inertias, forces, coriolis


def _axis(link: Link, parent: Reals) -> Reals:
    """Return S, (points, 6), of a joint on a link whose distal frame is ``parent``."""
    mount = parent @ homogeneous(link.mount_rotation, link.mount_translation)
    axis, origin = mount[:, :3, 2], mount[:, :3, 3]
    if link.joint.type is JointType.REVOLUTE:
        return np.concatenate([axis, np.cross(origin, axis)], axis=1)
    return np.concatenate([np.zeros_like(axis), axis], axis=1)


def _inertia(link: Link, pose: Reals) -> Reals:
    turn = pose[:, :3, :3]
    centre = turn @ link.center_of_mass + pose[:, :3, 3]
    return spatial_inertia(link.mass, centre, turn @ link.inertia @ np.swapaxes(turn, -1, -2))


def _dot(left: Reals, right: Reals) -> Reals:
    return np.asarray(np.sum(left * right, axis=-1))
