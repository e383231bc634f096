"""How far golden's torques may be from the exact ones: its own rounding in float64.

Golden's recursion itself runs on `dataflow.numbers.rounded.Rounded` scalars.
"""

from __future__ import annotations

import dataclasses
from typing import Any

import numpy as np

from common.arrays import Reals
from dataflow.equations.link_deviations import rotation_deviation
from dataflow.numbers.approximate import ROUNDING
from dataflow.numbers.rounded import Largest, Rounded
from golden.connectivity import BASE
from golden.frame_motion import FrameMotion
from golden.newton_euler import recursion
from golden.robot import Robot
from golden.vectors import ZERO

FARTHEST_ANGLE = 10.0
"""The largest angle, rad, for which float64's rounding of angles is counted."""

_NEARLY_ZERO = 1e-300
"""In place of zeros among a robot's constants, so that golden leaves no term out."""


def golden_rounding(robot: Robot, q: Reals, qd: Reals, qdd: Reals) -> Reals:
    """Return a bound of the rounding of golden's torques, shape (n,), N m or N.

    Parameters
    ----------
    q, qd, qdd
        The largest magnitudes, shape (n,): rad or m, and so on.
    """
    return _torques(Rounded, robot, q, qd, qdd)


def largest_torques(robot: Robot, q: Reals, qd: Reals, qdd: Reals) -> Reals:
    """Return a bound of golden's torques themselves, as far as intervals can tell.

    Parameters are as for `golden_rounding`.
    """
    return _torques(Largest, robot, q, qd, qdd)


def _torques(scalar: type[Rounded], robot: Robot, q: Reals, qd: Reals, qdd: Reals) -> Reals:
    """Run golden's recursion on largest magnitudes."""
    unsure = deviation_of_constants(robot)

    def columns(reaches: Reals) -> tuple[Any, ...]:
        return tuple(np.array([scalar(float(r), 0.0, unsure)], dtype=object) for r in reaches)

    weight = float(np.linalg.norm(robot.gravity))
    off = weight * (rotation_deviation(robot.base_rotation) + 4.0 * ROUNDING)
    upwards = np.abs(robot.base_rotation.T @ robot.gravity).tolist()
    x, y, z = (np.array([scalar(each + off, off, unsure)], dtype=object) for each in upwards)
    base = FrameMotion(ZERO, ZERO, (x, y, z))
    tau, _ = recursion(
        dense(robot), base, columns(q), columns(qd), columns(qdd), BASE, lambda _: None
    )
    found: Reals = tau[0]
    return found


def deviation_of_constants(robot: Robot) -> float:
    """Return how far a constant of golden's equations may be from the exact robot's.

    Those folded before the equations run are sums of three products of a rotation and a vector.
    """
    rotations, lengths = [], [1.0]
    for link in robot.links:
        rotations += [link.rotation, link.mount_rotation]
        lengths += [float(np.linalg.norm(v)) for v in (link.translation, link.mount_translation)]
    off = max(rotation_deviation(rotation) for rotation in rotations)
    return (off + 4.0 * ROUNDING) * max(lengths)


def dense(robot: Robot) -> Robot:
    """Return the robot without a zero among its constants."""
    links = tuple(
        dataclasses.replace(
            link,
            rotation=link.rotation + _NEARLY_ZERO,
            translation=link.translation + _NEARLY_ZERO,
            center_of_mass=link.center_of_mass + _NEARLY_ZERO,
            inertia=link.inertia + _NEARLY_ZERO,
        )
        for link in robot.links
    )
    return dataclasses.replace(robot, links=links)
