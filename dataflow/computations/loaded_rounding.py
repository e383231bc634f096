"""How far golden may be off where more acts than an arm's joints, or joints follow others.

`golden.loaded.loaded_dynamics` runs on `dataflow.numbers.rounded.Rounded` scalars: a base that
moves, gravity, payload and wrench by ports, positions and rates of followers, motors.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from common.arrays import Reals
from dataflow.computations.golden_rounding import dense, deviation_of_constants
from dataflow.computations.surroundings import Extras
from dataflow.equations.link_deviations import rotation_deviation
from dataflow.numbers.approximate import ROUNDING
from dataflow.numbers.knowledge import SLACK
from dataflow.numbers.rounded import Rounded
from golden.connectivity import BASE
from golden.coupling import coupling_matrix
from golden.frame_motion import FrameMotion, Wrench, across_body, body_wrench, carried, spin_of
from golden.loaded import payload_wrench
from golden.newton_euler import recursion
from golden.robot import Actuator, Robot
from golden.surroundings import BASE_MOTION

_GRAPH_TOO = 2.0
"""Golden, and the graph, whose numbers of loads and followers' ratios are rounded as well."""

_ACTUATOR_ROUNDINGS = 12.0
"""Of a motor's torque: three products of up to three factors, and their sum."""


def loaded_rounding(robot: Robot, reaches: Mapping[str, Reals], extras: Extras) -> Reals:
    """Return a bound of the rounding of golden's results, shape (outputs,): torques, base wrench.

    Parameters
    ----------
    reaches
        The largest magnitudes of the states by array, (columns,), in SI units.
    """
    free = robot.uncoupled
    unsure = _deviation(robot)
    ratios, offsets = np.abs(coupling_matrix(robot)), _offsets(robot)

    def exact(values: Reals) -> list[Rounded]:
        return [Rounded(float(value), 0.0, unsure) for value in values]

    def column(value: Rounded) -> Any:  # noqa: ANN401 - an array of objects, not of numbers
        return np.array([value], dtype=object)

    def followed(name: str, beside: Reals) -> tuple[Any, ...]:
        return tuple(
            column(_follower(row, exact(reaches[name]), float(offset), unsure))
            for row, offset in zip(ratios, beside, strict=True)
        )

    def given(name: str) -> Any:  # noqa: ANN401 - as above
        return tuple(column(each) for each in exact(reaches[name]))

    motion = _base_motion(robot, reaches, extras, given)
    mounted, _ = across_body(
        _dense_array(robot.base_rotation), _dense_array(robot.base_translation), motion
    )
    loads = {"payload", "wrench"} & set(extras.ports)
    tip = robot.index(extras.link) if loads else BASE

    def held(here: FrameMotion) -> Wrench:
        zero = column(Rounded(0.0, 0.0, unsure))
        found = Wrench((zero, zero, zero), (zero, zero, zero))
        if "payload" in loads:
            payload = np.concatenate(given("payload")).reshape(1, -1)
            found = payload_wrench(payload, here) + found
        if "wrench" in loads:
            parts = given("wrench")
            found += Wrench(parts[:3], parts[3:])
        return found

    still = np.zeros(len(robot.links))
    state = followed("q", offsets), followed("qd", still), followed("qdd", still)
    tau, carries = recursion(dense(free), mounted, *state, tip, held)
    found = _gathered(robot, tau[0])
    if extras.actuators:
        found = found + _gathered(robot, _motors(robot, reaches))
    if robot.base_body is not None:
        at_base = carried(
            _dense_array(robot.base_rotation), _dense_array(robot.base_translation), carries
        )
        spin = spin_of(motion.omega, motion.alpha)
        at_base = body_wrench(robot.base_body, motion, spin) + at_base
        parts = [float(np.asarray(p)[0]) for p in (*at_base.force, *at_base.moment)]
        found = np.concatenate([found, parts])
    return _GRAPH_TOO * SLACK * found


def _deviation(robot: Robot) -> float:
    """Return how far a constant of golden's equations, the base's among them, may be off."""
    reach = max(1.0, float(np.linalg.norm(robot.base_translation)))
    base = (rotation_deviation(robot.base_rotation) + 4.0 * ROUNDING) * reach
    return max(base, deviation_of_constants(robot.uncoupled))


def _dense_array(values: Reals) -> Reals:
    """Return numbers none of which is zero, so that golden leaves no term out."""
    return values + np.where(values == 0.0, 1e-300, 0.0)


def _offsets(robot: Robot) -> Reals:
    follows = [link.joint.follows for link in robot.links]
    return np.array([0.0 if each is None else abs(each.offset) for each in follows])


def _follower(ratios: Reals, leaders: list[Rounded], offset: float, unsure: float) -> Rounded:
    """Return a joint's position or rate: a multiple of its leader's, and an offset."""
    size = sum(r * leader.size for r, leader in zip(ratios.tolist(), leaders, strict=True))
    off = 4.0 * ROUNDING * (size + offset) if offset or np.any(ratios % 1.0) else 0.0
    return Rounded(size + offset, off, unsure)


def _base_motion(
    robot: Robot,
    reaches: Mapping[str, Reals],
    extras: Extras,
    given: Any,  # noqa: ANN401 - a function of arrays of objects
) -> FrameMotion:
    """Return the largest motion of the base, in the robot's base frame."""
    if robot.base_body is not None:
        omega, alpha, acceleration = (given(array.name) for array in BASE_MOTION)
        return FrameMotion(omega, alpha, acceleration)
    unsure = _deviation(robot)

    def vector(sizes: Sequence[float]) -> Any:  # noqa: ANN401 - as above
        return tuple(np.array([Rounded(size, 0.0, unsure)], dtype=object) for size in sizes)

    nothing = vector((0.0, 0.0, 0.0))
    if "gravity" in extras.ports:
        return FrameMotion(nothing, nothing, given("gravity"))
    return FrameMotion(nothing, nothing, vector(np.abs(robot.gravity).tolist()))


def _motors(robot: Robot, reaches: Mapping[str, Reals]) -> Reals:
    """Return what rounding motors' torques may cost at the joints, shape (links,)."""
    ratios = np.abs(coupling_matrix(robot))
    rates, pushes = ratios @ reaches["qd"], ratios @ reaches["qdd"]
    found = np.zeros(len(robot.links))
    for i, link in enumerate(robot.links):
        motor = link.joint.actuator
        if motor is not None:
            found[i] = _ACTUATOR_ROUNDINGS * ROUNDING * _motor(motor, rates[i], pushes[i])
    return found


def _motor(motor: Actuator, rate: float, push: float) -> float:
    gear = abs(motor.gear_ratio)
    coulomb = max(abs(motor.coulomb_positive), abs(motor.coulomb_negative))
    moving = motor.motor_inertia * push + motor.viscous_friction * rate
    return gear**2 * moving + gear * coulomb


def _gathered(robot: Robot, errors: Reals) -> Reals:
    """Return the errors of leaders' torques, given those of all joints'.

    A result's error is at least its last operation's rounding; so what one more rounding adds to
    it is no more than the error itself. Each share is multiplied and added: two more.
    """
    ratios = np.abs(coupling_matrix(robot))
    shares = np.count_nonzero(ratios, axis=0)
    gathered: Reals = (1.0 + 2.0 * shares) * (errors @ ratios)
    return gathered


def without_surroundings(robot: Robot, extras: Extras) -> bool:
    """Tell whether nothing acts but an arm's own joints: `golden_rounding` is enough then."""
    plain = dataclasses.replace(extras, link=None) == Extras()
    return plain and not robot.is_coupled and robot.base_body is None
