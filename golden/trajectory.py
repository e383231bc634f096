"""Motions of a robot as sampled states, and how to make them within its limits."""

from __future__ import annotations

import dataclasses
import itertools
import math
from collections.abc import Mapping

import numpy as np
from numpy.typing import ArrayLike

from common.arrays import Reals
from common.errors import InputError
from golden.batch import finite
from golden.limits import LIMITS, require_limits
from golden.robot import Robot

_OF_MOTION = LIMITS[:3]
_PEAK_VELOCITY = 15 / 8
_PEAK_ACCELERATION = 10 / math.sqrt(3)
_SAMPLES_A_PIECE = 50
_SLOWER = 1 + 1e-9  # keeps rounding inside the limits


@dataclasses.dataclass(frozen=True, eq=False)
class Trajectory:
    """States of a robot, one a row.

    Parameters
    ----------
    q, qd, qdd
        (points, n), finite: rad, rad/s, rad/s2, or m, m/s, m/s2 for a prismatic joint. The arrays
        are read-only.
    time
        (points,), s, growing; None where the states are no motion.
    beside
        What acts on the robot from outside its joints: arrays (points, columns) by name, as
        `golden.surroundings` has them.
    """

    q: Reals
    qd: Reals
    qdd: Reals
    time: Reals | None = None
    beside: Mapping[str, Reals] = dataclasses.field(default_factory=dict)

    def __post_init__(self) -> None:
        shape = np.shape(self.q)
        if len(shape) != 2 or 0 in shape:
            raise InputError("q", f"shape {shape}", "(points, n), neither of them 0")
        for name in ("q", "qd", "qdd"):
            array = finite(getattr(self, name), name, shape[1])
            if array.shape != shape:
                raise InputError(name, f"shape {array.shape}", f"{shape}, as q has")
            array = array.view()
            array.flags.writeable = False
            object.__setattr__(self, name, array)
        rows = {name: np.shape(array)[:1] for name, array in self.beside.items()}
        rows |= {} if self.time is None else {"time": np.shape(self.time)}
        for name, found in rows.items():
            if found != shape[:1]:
                raise InputError(name, f"{found} points", f"{shape[:1]}, as q has")

    @property
    def points(self) -> int:
        """How many states there are."""
        return int(self.q.shape[0])

    @property
    def n(self) -> int:
        """How many joints the robot has."""
        return int(self.q.shape[1])


def random_states(robot: Robot, points: int, seed: int) -> Trajectory:
    """Return independent states, each coordinate uniform within its limits.

    Not a motion: use it to try a machine's whole range. Equal seeds give equal states.
    """
    _check(points, seed)
    require_limits(robot, _OF_MOTION)
    rng = np.random.default_rng(seed)
    lower, upper = robot.position_limits.T
    shape = (points, robot.n)
    q = rng.uniform(lower, upper, shape)
    qd = rng.uniform(-robot.velocity_limits, robot.velocity_limits, shape)
    qdd = rng.uniform(-robot.acceleration_limits, robot.acceleration_limits, shape)
    return Trajectory(q, qd, qdd)


def point_to_point(robot: Robot, start: ArrayLike, end: ArrayLike, points: int) -> Trajectory:
    """Return a motion from rest to rest, by the quintic with no acceleration at its ends.

    q = start + (end - start)(10 s^3 - 15 s^4 + 6 s^5) with s from 0 to 1 in equal steps. It takes
    as long as the slowest joint needs within its velocity and acceleration limits; all joints start
    and stop together.

    Parameters
    ----------
    robot
        Gives the limits.
    start, end
        (n,), within the position limits.
    points
        How many samples, 2 or more, both ends included.

    Raises
    ------
    InputError
        A position is out of its limits, or `points` is too small.
    """
    _check(points, 0, least=2)
    require_limits(robot, _OF_MOTION)
    start, end = _within(robot, start, "start"), _within(robot, end, "end")
    duration = segment_duration(robot, start, end)
    s = np.linspace(0.0, 1.0, points)
    q, qd, qdd = _quintic(start, end, duration, s[:, None])
    return Trajectory(q, qd, qdd, s * duration)


def random_trajectory(robot: Robot, points: int, seed: int) -> Trajectory:
    """Return a smooth motion of exactly `points` samples at equal steps in time.

    Each joint goes from one random position to the next by quintics as fast as its own limits
    allow, without a pause and without regard to the others, about 50 samples a piece. Position,
    velocity and acceleration are continuous and within the limits. Equal seeds give equal motions.
    """
    _check(points, seed)
    require_limits(robot, _OF_MOTION)
    rng = np.random.default_rng(seed)
    limits = robot.position_limits
    reach = (limits[:, 1] - limits[:, 0]) / 3  # the mean distance of two random positions
    typical = float(np.mean([_duration(robot, i, reach[i]) for i in range(robot.n)]))
    end = typical * points / _SAMPLES_A_PIECE
    # Half a step inside both ends, where every joint would stand still.
    time = (np.arange(points) + 0.5) / points * end
    columns = [_random_motion(robot, i, time, end, rng) for i in range(robot.n)]
    q, qd, qdd = np.stack(columns, axis=-1)
    return Trajectory(q, qd, qdd, time - time[0])


def through_points(robot: Robot, via: ArrayLike, points: int) -> Trajectory:
    """Return a motion from rest to rest through positions, by a cubic spline in each joint.

    Between two positions it takes as long as a quintic would; the whole is then sped up or slowed
    down until the largest velocity or acceleration of some joint is just within its limit.
    Position and velocity are smooth, acceleration is continuous.

    Parameters
    ----------
    robot
        Gives the limits.
    via
        (positions, n), two or more, each within the position limits and apart from the one before.
    points
        How many samples, 2 or more, both ends included.

    Raises
    ------
    InputError
        A position is out of its limits or is the one before, the spline between them leaves the
        limits, or `points` is too small.
    """
    from scipy.interpolate import CubicSpline  # a fifth of a second, for splines alone

    _check(points, 0, least=2)
    require_limits(robot, _OF_MOTION)
    stops = finite(via, "via", robot.n)
    if stops.ndim != 2 or len(stops) < 2:
        raise InputError("via", f"shape {stops.shape}", f"(2 or more, {robot.n})")
    stops = np.stack([_within(robot, stop, f"via[{i}]") for i, stop in enumerate(stops)])
    for i in range(1, len(stops)):
        if np.array_equal(stops[i], stops[i - 1]):
            raise InputError(f"via[{i}]", "is the position before", "another position")
    pieces = [segment_duration(robot, *pair) for pair in itertools.pairwise(stops)]
    knots = np.concatenate([[0.0], np.cumsum(pieces)])
    spline = CubicSpline(knots, stops, bc_type="clamped")
    turning = [found for column in stops.T for found in _turning_points(knots, column)]
    dense = np.unique(np.concatenate([knots, *turning]))
    _check_spline(robot, spline(dense))
    speed = np.max(np.abs(spline(dense, 1)) / robot.velocity_limits)
    push = np.max(np.abs(spline(dense, 2)) / robot.acceleration_limits)
    slower = max(float(speed), math.sqrt(float(push))) * _SLOWER
    s = np.linspace(0.0, knots[-1], points)
    qd, qdd = spline(s, 1) / slower, spline(s, 2) / slower**2
    return Trajectory(spline(s), qd, qdd, s * slower)


def _turning_points(knots: Reals, column: Reals) -> list[Reals]:
    """Return where a joint's position or velocity may be largest: its derivatives' zeros."""
    from scipy.interpolate import CubicSpline

    spline = CubicSpline(knots, column, bc_type="clamped")
    roots = [spline.derivative(order).roots(extrapolate=False) for order in (1, 2)]
    return [np.asarray(found[np.isfinite(found)], dtype=np.float64) for found in roots]


def _check_spline(robot: Robot, q: Reals) -> None:
    lower, upper = robot.position_limits.T
    room = 1e-9 * (upper - lower)
    outside = np.argwhere((q < lower - room) | (q > upper + room))
    if len(outside):
        row, joint = outside[0]
        name = robot.joint_names[joint]
        allowed = f"{lower[joint]:g} to {upper[joint]:g}: more positions on the way"
        raise InputError("via", f"between them joint {name} goes to {q[row, joint]:g}", allowed)


def segment_duration(robot: Robot, start: Reals, end: Reals) -> float:
    """Return the least time, s, in which quintics lead all joints from `start` to `end`, (n,).

    A motion that goes nowhere takes 1 s.
    """
    distances = np.abs(end - start)
    return max(_duration(robot, i, distance) for i, distance in enumerate(distances)) or 1.0


def _random_motion(
    robot: Robot, i: int, time: Reals, end: float, rng: np.random.Generator
) -> Reals:
    """Return q, qd and qdd of joint i at the given times up to `end`, (3, points)."""
    lower, upper = robot.position_limits[i]
    via, knots = [rng.uniform(lower, upper)], [0.0]
    while knots[-1] < end:
        via.append(rng.uniform(lower, upper))
        knots.append(knots[-1] + _duration(robot, i, abs(via[-1] - via[-2])))
    piece = np.searchsorted(knots, time, side="right") - 1
    duration = np.diff(knots)[piece]
    s = (time - np.array(knots)[piece]) / duration
    return np.stack(_quintic(np.array(via)[piece], np.array(via)[piece + 1], duration, s))


def _duration(robot: Robot, i: int, distance: float) -> float:
    """Return the least time, s, in which a quintic leads joint i over a distance.

    Its peaks are 15/8 distance / T in velocity and 10 / sqrt(3) distance / T^2 in acceleration.
    """
    joint = robot.joints[i]
    by_velocity = _PEAK_VELOCITY * distance / joint.velocity_limit
    by_acceleration = math.sqrt(_PEAK_ACCELERATION * distance / joint.acceleration_limit)
    return max(by_velocity, by_acceleration) * _SLOWER


def _quintic(
    start: Reals,
    end: Reals,
    duration: float | Reals,
    s: Reals,
) -> tuple[Reals, Reals, Reals]:
    """Return q, qd and qdd at the fraction s of the way in time, 0 to 1; arguments broadcast."""
    distance = end - start
    q = start + distance * s**3 * (10 + s * (6 * s - 15))
    qd = distance / duration * 30 * s**2 * (1 - s) ** 2
    qdd = distance / duration**2 * 60 * s * (1 - s) * (1 - 2 * s)
    return np.clip(q, np.minimum(start, end), np.maximum(start, end)), qd, qdd


def _within(robot: Robot, value: ArrayLike, name: str) -> Reals:
    q = finite(value, name, robot.n)
    if q.ndim != 1:
        raise InputError(name, f"shape {q.shape}", f"({robot.n},)")
    for i, (lower, upper) in enumerate(robot.position_limits):
        if not lower <= q[i] <= upper:
            raise InputError(f"{name}[{i}]", f"{q[i]:g}", f"{lower:g} to {upper:g}")
    return q


def _check(points: int, seed: int, least: int = 1) -> None:
    if points < least:
        raise InputError("points", f"{points}", f"{least} or more")
    if seed < 0:
        raise InputError("seed", f"{seed}", "0 or more")
