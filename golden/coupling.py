"""Robots in which joints follow others: their own coordinates, and those of all their joints.

The positions of all joints are K q + c. Virtual work gives the rest: rates and accelerations are K
times the coordinates', torques K^T times those of the robot whose joints are all free
(`Robot.uncoupled`).
"""

from __future__ import annotations

import numpy as np

from common.arrays import Reals
from golden.robot import Robot


def coupling_matrix(robot: Robot) -> Reals:
    """Return K, (links, n): 1 for a coordinate's own joint, the ratio for what follows it."""
    coordinate = {link: column for column, link in enumerate(robot.leaders)}
    result = np.zeros((len(robot.links), robot.n))
    for i, link in enumerate(robot.links):
        following = link.joint.follows
        if following is None:
            result[i, coordinate[i]] = 1.0
        else:
            result[i, coordinate[following.leader]] = following.ratio
    return result


def all_positions(robot: Robot, q: Reals) -> Reals:
    """Return where all joints are, (..., links), for q of shape (..., n)."""
    following = [link.joint.follows for link in robot.links]
    offsets = [0.0 if follows is None else follows.offset for follows in following]
    return np.asarray(q @ coupling_matrix(robot).T + offsets, dtype=np.float64)


def all_rates(robot: Robot, rates: Reals) -> Reals:
    """Return the rates or accelerations of all joints, (..., links), given the coordinates'."""
    return np.asarray(rates @ coupling_matrix(robot).T, dtype=np.float64)


def gathered(robot: Robot, torques: Reals) -> Reals:
    """Return what drives the coordinates, (..., n), given what drives all joints, (..., links).

    The same takes the columns of a Jacobian of all joints to one of the coordinates.
    """
    return np.asarray(torques @ coupling_matrix(robot), dtype=np.float64)
