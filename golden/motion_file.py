"""A robot's motion in a file: rates that are not there are differentiated from what is."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from common.arrays import Reals
from common.errors import InputError
from golden.robot import JointType, Robot
from golden.states_file import StateArray, joint_array, read_states
from golden.trajectory import Trajectory
from golden.trajectory_file import TIME

_DERIVED = {"qd": "q", "qdd": "qd"}
_FEWEST = 4
"""Points that a cubic spline without conditions at its ends takes."""


@dataclass(frozen=True)
class GivenMotion:
    """What a file gave.

    Attributes
    ----------
    arrays
        (points, columns) by name, in SI units and radians: what was needed and what else was there.
    differentiated
        The names of the arrays that the file did not have.
    """

    arrays: dict[str, Reals]
    differentiated: tuple[str, ...]

    @property
    def points(self) -> int:
        """How many states there are."""
        return len(self.arrays["q"])

    def trajectory(self, beside: Sequence[StateArray] = ()) -> Trajectory:
        """Return it as a trajectory, with the arrays beside it that were asked for."""
        q, qd, qdd = (self.arrays[name] for name in ("q", "qd", "qdd"))
        return Trajectory(q, qd, qdd, beside={each.name: self.arrays[each.name] for each in beside})


def read_motion(
    path: str | Path,
    robot: Robot,
    needed: Sequence[str] = ("q", "qd", "qdd"),
    *,
    step: float | None = None,
    degrees: bool = False,
    beside: Sequence[StateArray] = (),
) -> GivenMotion:
    """Read a robot's motion: a file with q, and with qd, qdd and time t or without.

    What is needed and not there is the derivative, at the points, of the cubic spline through what
    it is the rate of (C. de Boor: A Practical Guide to Splines. Springer, 1978, chapter IV): for
    that the file has a column t, or `step` tells the time between points.

    Parameters
    ----------
    needed
        Out of q, qd, qdd and tau.
    step
        s.
    degrees
        Whether angles, and what is told of them per second, are degrees in the file.
    beside
        Arrays that must be there as well.

    Raises
    ------
    InputError
        As `golden.states_file.read_states`; time does not grow; there is no time where it is
        needed, or one too many.
    """
    file = str(path)
    joints = [joint_array(name, robot.n, needed=name == "q") for name in ("q", "qd", "qdd")]
    torques = [joint_array("tau", robot.n)] if "tau" in needed else []
    arrays = read_states(path, [*joints, *torques, *beside, TIME], usual=needed)
    given = tuple(arrays)
    if degrees:
        _to_radians(robot, arrays)
    missing = [name for name in _DERIVED if name in needed and name not in given]
    time = _time(file, arrays, step, missing)
    for name in missing:
        arrays[name] = derivative(time, arrays[_DERIVED[name]])
    return GivenMotion(arrays, tuple(missing))


def derivative(time: Reals, values: Reals) -> Reals:
    """Return the slopes at the points of the cubic spline through values, (points, columns).

    `time`, (points,), grows; its error falls with the cube of the step.
    """
    from scipy.interpolate import CubicSpline  # a fifth of a second, where rates are missing

    slopes = CubicSpline(time, values, bc_type="not-a-knot")(time, 1)
    return np.asarray(slopes, dtype=np.float64)


def _time(file: str, arrays: dict[str, Reals], step: float | None, missing: list[str]) -> Reals:
    """Return the points' times, (points,), once it is sure that there is one way to know them."""
    points = len(arrays["q"])
    if step is not None and not 0 < step < math.inf:
        raise InputError("--step", f"{step:g}", "a finite number of seconds, more than 0")
    if step is not None and "t" in arrays:
        raise InputError("--step", f"{file} has its own time t", "one of the two")
    if step is not None and not missing:
        raise InputError("--step", f"{file} lacks no rate", "a file without qd or qdd")
    if "t" in arrays:
        time: Reals = arrays["t"][:, 0]
        back = np.flatnonzero(np.diff(time) <= 0)
        if len(back):
            row = back[0] + 1
            problem = f"{time[row]:g} s comes after {time[row - 1]:g} s"
            raise InputError(f"{file}: point {row + 1}, t", problem, "a time that grows")
    elif step is not None or not missing:
        time = np.arange(points, dtype=np.float64) * (step or 1.0)
    else:
        allowed = "these columns, or a time column t, or --step SECONDS, to differentiate"
        raise InputError(file, f"{' and '.join(missing)} missing", allowed)
    if missing and points < _FEWEST:
        problem = f"{points} points, of which {' and '.join(missing)} are to come"
        raise InputError(file, problem, f"{_FEWEST} points or more")
    return time


def _to_radians(robot: Robot, arrays: dict[str, Reals]) -> None:
    revolute = [kind is JointType.REVOLUTE for kind in robot.joint_types]
    scale = np.where(revolute, math.pi / 180, 1.0)
    for name in ("q", "qd", "qdd"):
        if name in arrays:
            arrays[name] = arrays[name] * scale
    for name in ("base_omega", "base_alpha"):
        if name in arrays:
            arrays[name] = arrays[name] * (math.pi / 180)
