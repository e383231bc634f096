"""The largest error of a hybrid's torques that a search finds, beside what random states show."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from common.arrays import Reals
from dataflow.boolean.hybrid import Hybrid
from emulator.boolean import BooleanTorques
from golden.robot import Robot
from golden.trajectory import Trajectory
from torqueflow.report.boolean_machines import hybrid_errors

_STARTS = 500
"""States that each joint's search begins with: those of the largest errors."""

_ROUNDS = 200
"""Rounds, in each of which every state is moved once and stays where its error is larger."""

_LARGEST_STEP, _SMALLEST_STEP = 0.3, 1e-4
"""Of a coordinate's range; an error changes from cell to cell and within a cell."""


def searched_errors(
    robot: Robot,
    hybrid: Hybrid,
    emulator: BooleanTorques,
    states: Trajectory,
    errors: Reals,
    seed: int,
) -> Reals:
    """Return the largest error found of each torque, (n,), N m or N.

    An evolutionary search: states climb by random moves of some of their coordinates. It bounds
    the worst error from below as the proof does from above.

    Parameters
    ----------
    states, errors
        Random states, and their torques' errors, (points, n).
    seed
        The same seed finds the same.
    """
    motions = np.concatenate([states.q, states.qd, states.qdd], axis=1)
    lower, upper = (np.concatenate(each) for each in _ranges(robot))
    found = np.empty(hybrid.joints)
    for joint in range(hybrid.joints):
        generator = np.random.default_rng((seed, joint))
        seen = np.abs(errors[:, joint])
        best = np.argsort(seen)[-_STARTS:]
        at, height = motions[best], seen[best]
        for step in _steps(generator, at.shape):
            moved = np.clip(at + step * (upper - lower), lower, upper)
            reached = np.abs(hybrid_errors(robot, hybrid, emulator, _trajectory(moved)))[:, joint]
            higher = reached > height
            at[higher], height[higher] = moved[higher], reached[higher]
        found[joint] = height.max()
    return found


def _steps(generator: np.random.Generator, shape: tuple[int, ...]) -> Iterator[Reals]:
    """Yield moves as shares of the ranges: half of the coordinates, of any size between two."""
    least, most = float(np.log(_SMALLEST_STEP)), float(np.log(_LARGEST_STEP))
    for _ in range(_ROUNDS):
        sizes = np.exp(generator.uniform(least, most, (shape[0], 1)))
        yield sizes * generator.normal(size=shape) * (generator.random(shape) < 0.5)


def _ranges(robot: Robot) -> tuple[tuple[Reals, Reals, Reals], tuple[Reals, Reals, Reals]]:
    """Return the least and the largest q, qd and qdd of every joint."""
    lower = robot.position_limits[:, 0], -robot.velocity_limits, -robot.acceleration_limits
    upper = robot.position_limits[:, 1], robot.velocity_limits, robot.acceleration_limits
    return lower, upper


def _trajectory(motions: Reals) -> Trajectory:
    """Return (points, 3 n) as states."""
    q, qd, qdd = np.split(motions, 3, axis=1)
    return Trajectory(q, qd, qdd)
