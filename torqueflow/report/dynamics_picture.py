"""What `torqueflow dynamics` found, as curves along the motion."""

from __future__ import annotations

from typing import Any

import numpy as np

from common.arrays import Reals
from golden.robot import Robot
from torqueflow.pictures.curves import Panel, curves_picture
from torqueflow.report.dynamics_report import dynamics_title


def dynamics_picture(
    robot: Robot, found: dict[str, Any], values: Reals, time: Reals | None
) -> bytes:
    """Return an SVG: a panel a number, or a row of a matrix.

    Parameters
    ----------
    found
        The report of `torqueflow.report.dynamics_report.dynamics_report`.
    values
        (points, numbers) or (points, rows, columns).
    time
        (points, 1), s; None where the motion has none.
    """
    panels = _matrix(found, values) if values.ndim == 3 else _numbers(robot, found, values)
    return _picture(panels, time, len(values), dynamics_title(found))


def accelerations_picture(robot: Robot, accelerations: Reals) -> bytes:
    """Return an SVG of accelerations, (points, n), rad/s2 or m/s2, a panel a joint."""
    panels = [
        Panel(
            f"{i + 1} {joint.name}".rstrip(), f"{joint.coordinate_unit}/s2",
            accelerations[:, i : i + 1], joint.acceleration_limit,
        )
        for i, joint in enumerate(robot.joints)
    ]  # fmt: skip
    points = len(accelerations)
    return _picture(panels, None, points, f"{robot.name}: accelerations at {points} states")


def _picture(panels: list[Panel], time: Reals | None, points: int, title: str) -> bytes:
    if time is None:
        return curves_picture(panels, np.arange(1.0, points + 1.0), "point", title)
    return curves_picture(panels, time[:, 0], "s", title)


def _numbers(robot: Robot, found: dict[str, Any], values: Reals) -> list[Panel]:
    joints = robot.joints if found["quantity"] == "torques" else ()
    panels = []
    for column, (name, unit) in enumerate(zip(found["columns"], found["units"], strict=True)):
        joint = joints[column] if column < len(joints) else None
        panels.append(
            Panel(
                name if joint is None else f"{name} {joint.name}".rstrip(), unit,
                values[:, column : column + 1],
                np.inf if joint is None else joint.torque_limit,
            )
        )  # fmt: skip
    return panels


def _matrix(found: dict[str, Any], values: Reals) -> list[Panel]:
    _, rows, columns = values.shape
    names, units = (np.reshape(found[key], (rows, columns)) for key in ("columns", "units"))
    return [
        Panel(
            f"row {row + 1}", ", ".join(dict.fromkeys(units[row].tolist())), values[:, row],
            labels=tuple(names[row].tolist()),
        )
        for row in range(rows)
    ]  # fmt: skip
