"""What `torqueflow dynamics` found, for programs and on a terminal."""

from __future__ import annotations

from typing import Any

import numpy as np
from rich.console import Console

from common.arrays import Reals
from common.tables import known_or_none, limit, number, show, table
from golden.motion_file import GivenMotion
from golden.robot import Robot
from torqueflow.report.quantities import QUANTITIES, Choices


def quantity_key(quantity: str) -> str:
    """Return what JSON calls the values of a quantity."""
    return "torque" if quantity == "torques" else quantity


def dynamics_report(
    robot: Robot, quantity: str, chosen: Choices, motion: GivenMotion, values: Reals
) -> dict[str, Any]:
    """Return the summary, key by key; those of torques have the torque's name."""
    declared = QUANTITIES[quantity]
    flat = values.reshape(motion.points, -1)
    name = quantity_key(quantity)
    summary: dict[str, Any] = {
        "robot": robot.name,
        "quantity": quantity,
        "formulation": chosen.formulation,
        "actuators": chosen.actuators,
        "points": motion.points,
        "differentiated": list(motion.differentiated),
        "columns": declared.columns(robot),
        "units": declared.units(robot),
        f"{name}_max": np.abs(flat).max(axis=0).tolist(),
        f"{name}_rms": np.sqrt(np.mean(flat**2, axis=0)).tolist(),
    }
    if quantity == "torques":
        summary["torque_limit"] = [known_or_none(joint.torque_limit) for joint in robot.joints]
    if chosen.link is not None:
        summary["link"] = robot.links[chosen.link].name or str(chosen.link + 1)
    return summary


def print_dynamics(screen: Console, robot: Robot, found: dict[str, Any], values: Reals) -> None:
    """Print largest and rms values by joint; of a matrix or a pose the first point's numbers."""
    if values.ndim == 3:
        _print_first(screen, found, values[0])
    else:
        _print_by_joint(screen, robot, found)
    if found["differentiated"]:
        rates = " and ".join(found["differentiated"])
        screen.print(f"\n{rates} by differentiating cubic splines through the points")


def dynamics_title(found: dict[str, Any]) -> str:
    """Return what was computed of which robot, along how many points."""
    points = f"{found['points']} point{'' if found['points'] == 1 else 's'}"
    extra = ", with actuators" if found["actuators"] else ""
    if found["quantity"] == "torques":
        return f"{found['robot']}: {points} by {found['formulation']}{extra}"
    at = f" of link {found['link']}" if "link" in found else ""
    return f"{found['robot']}: {QUANTITIES[found['quantity']].words}{at}, {points}{extra}"


def _print_by_joint(screen: Console, robot: Robot, found: dict[str, Any]) -> None:
    torques = found["quantity"] == "torques"
    name = quantity_key(found["quantity"])
    limits = ("limit",) if torques else ()
    result = table(dynamics_title(found), "joint", "largest", "rms", *limits, "unit", "")
    rows = zip(found[f"{name}_max"], found[f"{name}_rms"], found["units"], strict=True)
    for i, (largest, rms, unit) in enumerate(rows):
        joint = robot.joints[i] if i < robot.n else None
        label = f"{i + 1} {joint.name}".rstrip() if joint else found["columns"][i]
        most = joint.torque_limit if joint and torques else float("inf")
        note = "beyond the limit" if largest > most else ""
        shown = (limit(most),) if torques else ()
        result.add_row(label, number(largest), number(rms), *shown, unit, note)
    show(screen, result)


def _print_first(screen: Console, found: dict[str, Any], matrix: Reals) -> None:
    more = "; the first point's" if found["points"] > 1 else ""
    result = table(dynamics_title(found) + more, "row", *map(str, range(1, matrix.shape[1] + 1)))
    for i, row in enumerate(matrix, start=1):
        result.add_row(str(i), *map(number, row))
    show(screen, result)
