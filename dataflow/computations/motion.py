"""A motion's coordinates and what drives it, as numbers at the edge of a computation."""

from __future__ import annotations

import numpy as np

from dataflow.computations.computation import TURN, Quantity
from golden.limits import require_limits
from golden.robot import JointType, Robot


def position_quantities(robot: Robot) -> list[Quantity]:
    """Return every q, binary angles or m."""
    return [
        Quantity(
            f"q{i}", TURN if joint.type is JointType.REVOLUTE else "m", "q", i - 1,
            float(np.max(np.abs(joint.position_limits))), i,
        )
        for i, joint in enumerate(robot.joints, start=1)
    ]  # fmt: skip


def rate_quantities(robot: Robot) -> list[Quantity]:
    """Return every qd, rad/s or m/s."""
    return [
        Quantity(f"qd{i}", f"{joint.coordinate_unit}/s", "qd", i - 1, joint.velocity_limit, i)
        for i, joint in enumerate(robot.joints, start=1)
    ]


def acceleration_quantities(robot: Robot) -> list[Quantity]:
    """Return every qdd, rad/s2 or m/s2."""
    limits = robot.acceleration_limits.tolist()
    return [
        Quantity(f"qdd{i}", f"{joint.coordinate_unit}/s2", "qdd", i - 1, limit, i)
        for i, (joint, limit) in enumerate(zip(robot.joints, limits, strict=True), start=1)
    ]


def torque_quantities(robot: Robot) -> list[Quantity]:
    """Return every tau, N m or N."""
    return [
        Quantity(f"tau{i}", joint.effort_unit, "tau", i - 1, joint.torque_limit, i)
        for i, joint in enumerate(robot.joints, start=1)
    ]


def motion_quantities(robot: Robot) -> tuple[Quantity, ...]:
    """Return a motion's coordinates: all q, then all qd, then all qdd.

    Raises
    ------
    InputError
        A limit of a joint is unknown: the formats come from the limits.
    """
    require_limits(robot)
    return (
        *position_quantities(robot),
        *rate_quantities(robot),
        *acceleration_quantities(robot),
    )
