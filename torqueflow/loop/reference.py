"""Where the robot is to go: from one random place to the next, as fast as its limits allow."""

from __future__ import annotations

import numpy as np

from golden.robot import Robot
from golden.trajectory import Trajectory, point_to_point, segment_duration

_SHARE = 0.9
"""Of the position limits, about their middle: errors must not lead beyond them."""

_SLOWER = 1.25
"""Over the shortest time: corrections need some of the joints' acceleration too."""


def reference(robot: Robot, seconds: float, rate: float, seed: int) -> Trajectory:
    """Return rest-to-rest motions, one after the other, a point a period.

    Equal seeds lead to the same places.
    """
    rng = np.random.default_rng(seed)
    lower, upper = robot.position_limits.T
    middle, reach = (lower + upper) / 2, (upper - lower) / 2 * _SHARE
    wanted = max(2, round(seconds * rate))
    at = rng.uniform(middle - reach, middle + reach)
    pieces: list[Trajectory] = []
    points = 0
    while points < wanted:
        to = rng.uniform(middle - reach, middle + reach)
        count = max(2, round(segment_duration(robot, at, to) * _SLOWER * rate))
        piece = point_to_point(robot, at, to, count)
        # The motion is drawn out in time: rates and accelerations shrink with it.
        stretch = (count - 1) / rate / segment_duration(robot, at, to)
        pieces.append(Trajectory(piece.q, piece.qd / stretch, piece.qdd / stretch**2))
        points += count
        at = to
    q, qd, qdd = (
        np.concatenate([getattr(piece, name) for piece in pieces])[:wanted]
        for name in ("q", "qd", "qdd")
    )
    return Trajectory(q, qd, qdd)
