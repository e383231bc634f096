"""Inverse dynamics of a robot on which more acts than its joints: all told state by state.

A load in the hand, another gravity, a wrench that the robot exerts, a base that moves: the arrays
of `golden.surroundings`. The recursion of `golden.newton_euler` begins with the base's motion, adds
at one link what the load needs and what is exerted, and ends with the wrench that remains at the
base.
"""

from __future__ import annotations

import dataclasses

import numpy as np
from numpy.typing import ArrayLike

from common.arrays import Reals
from common.errors import InputError
from golden.actuators import actuator_torque
from golden.batch import evaluate, finite
from golden.connectivity import BASE
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
from golden.newton_euler import recursion
from golden.rigid_body import RigidBody, joined
from golden.robot import Robot
from golden.vectors import BatchMatrix, add, cross, scale, transform

_CHUNK = 4096
_PAYLOAD = 10

BaseMotion = tuple[ArrayLike, ArrayLike, ArrayLike]
"""Angular velocity and acceleration, and acceleration less that of a free body, (..., 3) each."""


def loaded_dynamics(
    robot: Robot,
    q: ArrayLike,
    qd: ArrayLike,
    qdd: ArrayLike,
    *,
    link: int | str | None = None,
    payload: ArrayLike | None = None,
    wrench: ArrayLike | None = None,
    gravity: ArrayLike | None = None,
    base: BaseMotion | None = None,
    actuators: bool = False,
) -> tuple[Reals, Reals]:
    """Return the joint torques, and the wrench that must act on the base.

    Parameters
    ----------
    robot
        Any. What its base weighs counts if it has a `base_body`.
    q, qd, qdd
        (..., n), as for `golden.newton_euler.inverse_dynamics`. All arrays broadcast.
    link
        That holds the load and exerts the wrench: index or name; None means a chain's last one.
    payload
        (..., 10): mass, first moment, and inertia about the origin, xx yy zz xy yz xz, of what the
        link holds, in its distal frame: kg, kg m, kg m2.
    wrench
        (..., 6): force and moment, N and N m, that the ROBOT exerts on its surroundings at the
        origin of the link's distal frame, in that frame's axes.
    gravity
        (..., 3), m/s2: the acceleration of a free body, in the base frame; the robot's if None.
    base
        How the base moves, in its own axes; at rest if None. Its acceleration has gravity in it, as
        an accelerometer shows it, so that there is no `gravity` beside it.
    actuators
        Add the terms of `golden.actuators.actuator_torque`.

    Returns
    -------
    (..., n), N m or N; and (..., 6): the force, N, and the moment about the base frame's origin,
    N m, that the surroundings exert on the base, in its axes.

    Raises
    ------
    InputError
        A shape does not fit, a number is not finite, there is no such link, or gravity stands
        beside a base that moves.
    """
    if gravity is not None and base is not None:
        raise InputError("gravity", "given beside the base's motion", "one of the two")
    q, qd, qdd = (
        finite(value, name, robot.n) for value, name in ((q, "q"), (qd, "qd"), (qdd, "qdd"))
    )
    holds = payload is not None or wrench is not None
    tip = robot.index(link) if holds else BASE
    load = finite(np.zeros(_PAYLOAD) if payload is None else payload, "payload", _PAYLOAD)
    exerted = finite(np.zeros(6) if wrench is None else wrench, "wrench", 6)
    moving = _base_motion(robot, gravity, base)
    free = robot.uncoupled
    places, rates, changes = all_positions(robot, q), all_rates(robot, qd), all_rates(robot, qdd)

    def kernel(
        q: Reals, qd: Reals, qdd: Reals, load: Reals, exerted: Reals, moving: Reals
    ) -> Reals:
        motion = FrameMotion(*(xyz(moving[:, i : i + 3]) for i in (0, 3, 6)))
        here = Wrench(xyz(exerted[:, :3]), xyz(exerted[:, 3:]))
        mounted, _ = across_body(robot.base_rotation, robot.base_translation, motion)
        state = columns(q), columns(qd), columns(qdd)
        tau, carries = recursion(
            free, mounted, *state, tip, lambda held: payload_wrench(load, held) + here
        )
        at_base = carried(robot.base_rotation, robot.base_translation, carries)
        if robot.base_body is not None:
            spin = spin_of(motion.omega, motion.alpha)
            at_base = body_wrench(robot.base_body, motion, spin) + at_base
        parts = [np.broadcast_to(part, len(q)) for part in (*at_base.force, *at_base.moment)]
        return np.column_stack([tau, *parts])

    found = evaluate(kernel, _CHUNK, free.n + 6, places, rates, changes, load, exerted, moving)
    tau = gathered(robot, found[..., : free.n])
    if actuators:
        tau = tau + actuator_torque(robot, qd, qdd)
    return tau, found[..., free.n :]


def holding(robot: Robot, body: RigidBody, link: int | str | None = None) -> Robot:
    """Return the robot with a body, told in a link's distal frame, as a part of that link.

    The link is given by index or name; None means a chain's last one. InputError if there is none.
    """
    i, links = robot.index(link), list(robot.links)
    own = RigidBody(links[i].mass, links[i].center_of_mass, links[i].inertia)
    whole = joined([own, body])
    links[i] = dataclasses.replace(
        links[i], mass=whole.mass, center_of_mass=whole.center_of_mass, inertia=whole.inertia
    )
    return dataclasses.replace(robot, links=tuple(links))


def payload_wrench(payload: Reals, motion: FrameMotion) -> Wrench:
    """Return the wrench that loads, (points, 10), need to move with a frame, told there.

    m a + U h and J alpha + omega x J omega + h x a: Newton's and Euler's equations about a point
    that is fixed to the body, J its inertia there.
    """
    mass, hx, hy, hz, xx, yy, zz, xy, yz, xz = columns(payload)
    first = (hx, hy, hz)
    inertia: BatchMatrix = [[xx, xy, xz], [xy, yy, yz], [xz, yz, zz]]
    spin = spin_of(motion.omega, motion.alpha)
    force = add(scale(mass, motion.acceleration), transform(spin, first))
    momentum = transform(inertia, motion.omega)
    euler = add(transform(inertia, motion.alpha), cross(motion.omega, momentum))
    return Wrench(force, add(euler, cross(first, motion.acceleration)))


def _base_motion(robot: Robot, gravity: ArrayLike | None, base: BaseMotion | None) -> Reals:
    """Return angular velocity, angular acceleration and acceleration of the base, (..., 9)."""
    if base is None:
        falling = finite(robot.gravity if gravity is None else gravity, "gravity", 3)
        still = np.zeros((*falling.shape[:-1], 6))
        return np.concatenate([still, -falling], axis=-1)
    names = ("angular_velocity", "angular_acceleration", "acceleration")
    parts = [finite(value, name, 3) for value, name in zip(base, names, strict=True)]
    try:
        return np.concatenate(np.broadcast_arrays(*parts), axis=-1)
    except ValueError:
        shapes = ", ".join(str(part.shape) for part in parts)
        raise InputError("base", f"shapes {shapes}", "shapes that broadcast") from None
