"""The second order Adams-Moulton method: two evaluations of the accelerations a step.

Adams-Bashforth's two-step rule predicts, the trapezoidal rule corrects:
x' = x + h/2 (3 f - f of the step before), x = x + h/2 (f + f'). The first step predicts by Euler's.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from common.arrays import Reals
from common.errors import InputError
from golden.robot import Robot

Accelerations = Callable[[Reals, Reals], Reals]
"""From positions and speeds, (n,) each, to accelerations."""

_BLOWN_UP = 1e4
"""A speed, rad/s or m/s, that no arm has."""


def integrated(
    accelerations: Accelerations, q: Reals, qd: Reals, step: float, steps: int, robot: Robot
) -> Reals:
    """Return the positions and speeds, (steps + 1, 2, n), of a motion.

    Raises
    ------
    InputError
        The motion blows up: the step is too long. Names time and joint.
    """
    y, v = np.array(q, dtype=float), np.array(qd, dtype=float)
    a = accelerations(y, v)
    v_before, a_before = v, a
    found = np.empty((steps + 1, 2, len(y)))
    found[0] = y, v
    for k in range(1, steps + 1):
        predicted = (
            y + step / 2 * (3 * v - v_before), v + step / 2 * (3 * a - a_before),
        )  # fmt: skip
        _refuse_blown_up(predicted[1], k, step, robot)
        a_predicted = accelerations(*predicted)
        v_before, a_before = v, a
        y = y + step / 2 * (v + predicted[1])
        v = v + step / 2 * (a + a_predicted)
        _refuse_blown_up(v, k, step, robot)
        a = accelerations(y, v)
        found[k] = y, v
    return found


def _refuse_blown_up(speeds: Reals, k: int, step: float, robot: Robot) -> None:
    bad = ~(np.abs(speeds) < _BLOWN_UP)
    if bad.any():
        joint = int(np.argmax(bad))
        place = f"--integrate: joint {robot.joint_names[joint]} at {k * step:.4g} s"
        problem = f"the motion blows up with steps of {1e6 * step:.4g} us"
        raise InputError(place, problem, "shorter steps (--step)")
