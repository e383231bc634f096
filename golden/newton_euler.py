"""Inverse dynamics by the recursive Newton-Euler formulation, O(n).

J. Y. S. Luh, M. W. Walker, R. P. Paul: On-line computational scheme for mechanical manipulators.
ASME J. Dynamic Systems, Measurement and Control 102, 1980, 69-76; extended to prismatic joints.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
from numpy.typing import ArrayLike

from common.arrays import Reals
from golden.actuators import actuator_torque
from golden.batch import evaluate, finite
from golden.connectivity import BASE, is_last_child
from golden.coupling import all_positions, all_rates, gathered
from golden.frame_motion import (
    FrameMotion,
    Wrench,
    across_body,
    body_wrench,
    carried,
    columns,
    spin_of,
    xyz,
)
from golden.robot import Joint, JointType, Link, Robot
from golden.transforms import rotation_z
from golden.vectors import (
    ZERO,
    BatchMatrix,
    add,
    cross,
    matrix,
    plus,
    scale,
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
    tip_link: int | str | None = None,
    actuators: bool = False,
) -> Reals:
    """Return the joint torques that make the robot move so.

    Parameters
    ----------
    robot
        The robot: a chain or any other tree.
    q, qd, qdd
        (..., n): rad, rad/s, rad/s2, or m, m/s, m/s2 for a prismatic joint. They broadcast.
    tip_force, tip_moment
        (..., 3), N and N m: what the ROBOT exerts on its surroundings at the origin of `tip_link`'s
        distal frame, in that frame's axes. Torques rise by J^T times this wrench.
    tip_link
        Index or name of the link that exerts it. None means a chain's last one; a robot that
        branches must be told as soon as a wrench is given.
    actuators
        Add the terms of `golden.actuators.actuator_torque`.

    Returns
    -------
    (..., n), N m or N.

    Raises
    ------
    InputError
        A shape does not fit, a number is not finite, or there is no such link.
    """
    q, qd, qdd = (
        finite(value, name, robot.n) for value, name in ((q, "q"), (qd, "qd"), (qdd, "qdd"))
    )
    if robot.is_coupled:
        everything = all_positions(robot, q), all_rates(robot, qd), all_rates(robot, qdd)
        tau = inverse_dynamics(
            robot.uncoupled, *everything, tip_force=tip_force, tip_moment=tip_moment,
            tip_link=tip_link, actuators=actuators,
        )  # fmt: skip
        return gathered(robot, tau)
    force = np.zeros(3) if tip_force is None else finite(tip_force, "tip_force", 3)
    moment = np.zeros(3) if tip_moment is None else finite(tip_moment, "tip_moment", 3)
    free = tip_force is None and tip_moment is None
    tip = BASE if free and tip_link is None else robot.index(tip_link)

    def kernel(q: Reals, qd: Reals, qdd: Reals, force: Reals, moment: Reals) -> Reals:
        exerted = None if free else Wrench(xyz(force), xyz(moment))
        # A robot under gravity moves as one whose base accelerates against it.
        base = FrameMotion(ZERO, ZERO, vector(robot.base_rotation.T @ -robot.gravity))
        state = columns(q), columns(qd), columns(qdd)
        return recursion(robot, base, *state, tip, lambda _: exerted)[0]

    tau = evaluate(kernel, _CHUNK, robot.n, q, qd, qdd, force, moment)
    return tau + actuator_torque(robot, qd, qdd) if actuators else tau


def recursion(
    robot: Robot,
    base: FrameMotion,
    q: tuple[Reals, ...],
    qd: tuple[Reals, ...],
    qdd: tuple[Reals, ...],
    tip: int,
    exerted: Callable[[FrameMotion], Wrench | None],
) -> tuple[Reals, Wrench]:
    """Return the torques, (points, n), and the wrench that the base gives to what it carries.

    Parameters
    ----------
    robot
        One whose joints are all free.
    base
        The motion of the frame of the base transform, with acceleration against gravity in it; the
        wrench is told there, too.
    q, qd, qdd
        A column, (points,), for each joint.
    tip, exerted
        The link that exerts a wrench on the surroundings, and that wrench by the motion of the
        link's distal frame, where it is told; `BASE` if none does.
    """
    parents = robot.parents
    motions = {BASE: base}
    wrenches = {BASE: Wrench(ZERO, ZERO)}
    turns: list[BatchMatrix] = []
    for i, link in enumerate(robot.links):
        turns.append(_turn(link.joint, q[i]))
        mounted = _across_mount(link, motions[parents[i]])
        if is_last_child(parents, i):
            del motions[parents[i]]  # memory that stays in the cache, for the next link
        moved = _across_joint(link.joint, turns[i], mounted, q[i], qd[i], qdd[i])
        motions[i], wrenches[i] = _across_link(link, moved)
        if i == tip and (outside := exerted(motions[i])) is not None:
            wrenches[i] += outside

    tau = np.empty((len(q[0]), robot.n))
    for i in reversed(range(robot.n)):  # all children of a link come before it
        link = robot.links[i]
        wrench = carried(link.rotation, link.translation, wrenches.pop(i))
        force, moment = wrench.force, wrench.moment
        if link.joint.type is JointType.REVOLUTE:
            tau[:, i] = moment[2]
        else:
            tau[:, i] = force[2]
            moment = add(moment, cross((0.0, 0.0, q[i]), force))
        wrench = Wrench(transform(turns[i], force), transform(turns[i], moment))
        if link.has_mount:
            wrench = carried(link.mount_rotation, link.mount_translation, wrench)
        wrenches[parents[i]] += wrench
    return tau, wrenches[BASE]


def _turn(joint: Joint, q: Reals) -> BatchMatrix:
    """Return the rotation over a joint."""
    if joint.type is JointType.PRISMATIC:
        return matrix(rotation_z(joint.offset))
    angle = q + joint.offset if joint.offset else q
    c, s = np.cos(angle), np.sin(angle)
    return [[c, -s, 0.0], [s, c, 0.0], [0.0, 0.0, 1.0]]


def _across_mount(link: Link, motion: FrameMotion) -> FrameMotion:
    """Return the motion of the frame just before a link's joint, given its parent's."""
    if not link.has_mount:
        return motion
    return across_body(link.mount_rotation, link.mount_translation, motion)[0]


def _across_joint(
    joint: Joint, turn: BatchMatrix, motion: FrameMotion, q: Reals, qd: Reals, qdd: Reals
) -> FrameMotion:
    """Return the motion of the frame just after a joint."""
    omega = transform_back(turn, motion.omega)
    alpha = transform_back(turn, motion.alpha)
    acceleration = transform_back(turn, motion.acceleration)
    if joint.type is JointType.REVOLUTE:
        alpha = add(alpha, cross(omega, (0.0, 0.0, qd)))
        alpha = (alpha[0], alpha[1], plus(alpha[2], qdd))
        return FrameMotion((omega[0], omega[1], plus(omega[2], qd)), alpha, acceleration)
    slid = transform(spin_of(omega, alpha), (0.0, 0.0, q))
    coriolis = scale(2.0, cross(omega, (0.0, 0.0, qd)))
    acceleration = add(add(acceleration, slid), add(coriolis, (0.0, 0.0, qdd)))
    return FrameMotion(omega, alpha, acceleration)


def _across_link(link: Link, motion: FrameMotion) -> tuple[FrameMotion, Wrench]:
    """Return the motion of a link's distal frame, and the wrench that the link needs there."""
    distal, spin = across_body(link.rotation, link.translation, motion)
    return distal, body_wrench(link, distal, spin)
