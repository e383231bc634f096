"""Inverse dynamics by the recursive Newton-Euler formulation, O(n).

J. Y. S. Luh, M. W. Walker, R. P. Paul: On-line computational scheme for mechanical manipulators.
ASME J. Dynamic Systems, Measurement and Control 102, 1980, 69-76; extended to prismatic joints.
The centripetal and tangential terms are gathered in one matrix per link, as in W. Khalil, J. F.
Kleinfinger: Minimum operations and minimum parameters of the dynamic models of tree structure
robots. IEEE J. Robotics and Automation 3(6), 1987, 517-526.
"""

from __future__ import annotations

import dataclasses

import numpy as np
from numpy.typing import ArrayLike

from common.arrays import Reals
from golden.actuators import actuator_torque
from golden.batch import evaluate, finite
from golden.robot import Joint, JointType, Link, Robot
from golden.transforms import rotation_z
from golden.vectors import (
    ZERO,
    Matrix,
    Scalar,
    Vector,
    add,
    cross,
    matrix,
    minus,
    plus,
    scale,
    times,
    transform,
    transform_back,
    vector,
)

_CHUNK = 4096  # points at once: the few dozen components of one link stay in the cache


def inverse_dynamics(
    robot: Robot,
    q: ArrayLike,
    qd: ArrayLike,
    qdd: ArrayLike,
    *,
    tip_force: ArrayLike | None = None,
    tip_moment: ArrayLike | None = None,
    actuators: bool = False,
) -> Reals:
    """Return the joint torques that make the arm move so.

    Parameters
    ----------
    robot
        The arm.
    q, qd, qdd
        (..., n): rad, rad/s, rad/s2, or m, m/s, m/s2 for a prismatic joint. They broadcast.
    tip_force, tip_moment
        (..., 3), N and N m: what the ARM exerts on its surroundings at the origin of the last
        link's distal frame, in that frame's axes. Torques rise by J^T times this wrench.
    actuators
        Add the terms of `golden.actuators.actuator_torque`.

    Returns
    -------
    (..., n), N m or N.

    Raises
    ------
    InputError
        A shape does not fit, or a number is not finite.
    """
    q, qd, qdd = (
        finite(value, name, robot.n) for value, name in ((q, "q"), (qd, "qd"), (qdd, "qdd"))
    )
    force = np.zeros(3) if tip_force is None else finite(tip_force, "tip_force", 3)
    moment = np.zeros(3) if tip_moment is None else finite(tip_moment, "tip_moment", 3)
    free = tip_force is None and tip_moment is None

    def kernel(q: Reals, qd: Reals, qdd: Reals, force: Reals, moment: Reals) -> Reals:
        tip = (ZERO, ZERO) if free else (_columns(force), _columns(moment))
        return _recursion(robot, _columns(q), _columns(qd), _columns(qdd), *tip)

    tau = evaluate(kernel, _CHUNK, robot.n, q, qd, qdd, force, moment)
    return tau + actuator_torque(robot, qd, qdd) if actuators else tau


@dataclasses.dataclass
class _Motion:
    """A frame's motion in its own axes: angular velocity and acceleration, acceleration."""

    omega: Vector
    alpha: Vector
    acceleration: Vector


def _recursion(
    robot: Robot,
    q: tuple[Reals, ...],
    qd: tuple[Reals, ...],
    qdd: tuple[Reals, ...],
    tip_force: Vector,
    tip_moment: Vector,
) -> Reals:
    # An arm under gravity moves as one whose base accelerates against it.
    motion = _Motion(ZERO, ZERO, vector(robot.base_rotation.T @ -robot.gravity))
    turns: list[Matrix] = []
    wrenches: list[tuple[Vector, Vector]] = []
    for i, link in enumerate(robot.links):
        turn = _turn(link.joint, q[i])
        moved = _across_joint(link.joint, turn, motion, q[i], qd[i], qdd[i])
        motion, wrench = _across_link(link, moved)
        turns.append(turn)
        wrenches.append(wrench)

    tau = np.empty((len(q[0]), robot.n))
    force, moment = tip_force, tip_moment
    for i in reversed(range(robot.n)):
        link = robot.links[i]
        force, moment = add(wrenches[i][0], force), add(wrenches[i][1], moment)
        rotation = matrix(link.rotation)
        force = transform(rotation, force)
        moment = add(transform(rotation, moment), cross(vector(link.translation), force))
        if link.joint.type is JointType.REVOLUTE:
            tau[:, i] = moment[2]
        else:
            tau[:, i] = force[2]
            moment = add(moment, cross((0.0, 0.0, q[i]), force))
        force, moment = transform(turns[i], force), transform(turns[i], moment)
    return tau


def _turn(joint: Joint, q: Reals) -> Matrix:
    """Return the rotation over a joint."""
    if joint.type is JointType.PRISMATIC:
        return matrix(rotation_z(joint.offset))
    angle = q + joint.offset if joint.offset else q
    c, s = np.cos(angle), np.sin(angle)
    return [[c, -s, 0.0], [s, c, 0.0], [0.0, 0.0, 1.0]]


def _across_joint(
    joint: Joint, turn: Matrix, motion: _Motion, q: Reals, qd: Reals, qdd: Reals
) -> _Motion:
    """Return the motion of the frame just after a joint."""
    omega = transform_back(turn, motion.omega)
    alpha = transform_back(turn, motion.alpha)
    acceleration = transform_back(turn, motion.acceleration)
    if joint.type is JointType.REVOLUTE:
        alpha = add(alpha, cross(omega, (0.0, 0.0, qd)))
        alpha = (alpha[0], alpha[1], plus(alpha[2], qdd))
        return _Motion((omega[0], omega[1], plus(omega[2], qd)), alpha, acceleration)
    carried = transform(_spin(omega, alpha), (0.0, 0.0, q))
    coriolis = scale(2.0, cross(omega, (0.0, 0.0, qd)))
    acceleration = add(add(acceleration, carried), add(coriolis, (0.0, 0.0, qdd)))
    return _Motion(omega, alpha, acceleration)


def _across_link(link: Link, motion: _Motion) -> tuple[_Motion, tuple[Vector, Vector]]:
    """Return the motion of a link's distal frame, and the force and moment that the link needs.

    The moment is about the distal frame's origin.
    """
    rotation = matrix(link.rotation)
    omega = transform_back(rotation, motion.omega)
    alpha = transform_back(rotation, motion.alpha)
    acceleration = transform_back(rotation, motion.acceleration)
    spin = _spin(omega, alpha)
    arm = vector(link.rotation.T @ link.translation)
    acceleration = add(acceleration, transform(spin, arm))
    center = vector(link.center_of_mass)
    force = scale(float(link.mass), add(acceleration, transform(spin, center)))
    inertia = matrix(link.inertia)
    euler = add(transform(inertia, alpha), cross(omega, transform(inertia, omega)))
    return _Motion(omega, alpha, acceleration), (force, add(euler, cross(center, force)))


def _spin(omega: Vector, alpha: Vector) -> Matrix:
    """Return U with U r = alpha x r + omega x (omega x r)."""
    x, y, z = omega
    xx, yy, zz = times(x, x), times(y, y), times(z, z)
    xy, yz, xz = times(x, y), times(y, z), times(x, z)
    diagonal: list[Scalar] = [minus(0.0, plus(yy, zz)), minus(0.0, plus(xx, zz))]
    diagonal.append(minus(0.0, plus(xx, yy)))
    return [
        [diagonal[0], minus(xy, alpha[2]), plus(xz, alpha[1])],
        [plus(xy, alpha[2]), diagonal[1], minus(yz, alpha[0])],
        [minus(xz, alpha[1]), plus(yz, alpha[0]), diagonal[2]],
    ]


def _columns(array: Reals) -> tuple[Reals, ...]:
    return tuple(np.ascontiguousarray(array[:, i]) for i in range(array.shape[1]))
