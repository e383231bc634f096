"""What `torqueflow dynamics` can compute: each quantity with what it needs and what it gives."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

import numpy as np

from common.arrays import Reals
from common.errors import InputError
from golden.equations_of_motion import (
    coriolis_torque,
    forward_dynamics,
    gravity_torque,
    mass_matrix,
)
from golden.formulations import FORMULATIONS
from golden.kinematics import jacobian, link_pose
from golden.loaded import loaded_dynamics
from golden.robot import Robot
from golden.surroundings import BASE_MOTION, BASE_WRENCH, LOADS

States = Mapping[str, Reals]
"""Arrays of a piece of a trajectory, by name."""


@dataclass(frozen=True)
class Choices:
    """How a quantity is computed: as the options of the command line have it.

    Attributes
    ----------
    link
        The index of the link whose pose or Jacobian is meant, or that exerts a wrench; None where
        there is none.
    wrench
        (6,), force and moment that the robot exerts; None if none, or if the states have it.
    """

    formulation: str = "newton-euler"
    actuators: bool = False
    link: int | None = None
    wrench: Reals | None = None


@dataclass(frozen=True)
class DynamicsQuantity:
    """One of them.

    Attributes
    ----------
    words
        What it is, for titles.
    needs
        The arrays of a trajectory that it takes.
    columns
        A name for each of its numbers.
    units
        Of each of its numbers.
    compute
        From a robot, states of `points` rows and choices to an array (points, ...).
    """

    words: str
    needs: tuple[str, ...]
    columns: Callable[[Robot], list[str]]
    units: Callable[[Robot], list[str]]
    compute: Callable[[Robot, States, Choices], Reals]


def _torques(robot: Robot, states: States, chosen: Choices) -> Reals:
    motion = states["q"], states["qd"], states["qdd"]
    loads = {name: states[name] for name in LOADS if name in states}
    if chosen.wrench is not None:
        loads["wrench"] = chosen.wrench
    if robot.base_body is not None or loads:
        if chosen.formulation != "newton-euler":
            problem = f"{chosen.formulation!r} of a robot with a load or a free base"
            raise InputError("--formulation", problem, "newton-euler")
        base = None
        if robot.base_body is not None:
            omega, alpha, acceleration = (states[array.name] for array in BASE_MOTION)
            base = omega, alpha, acceleration
        tau, wrench = loaded_dynamics(
            robot, *motion, link=chosen.link, base=base, actuators=chosen.actuators, **loads
        )
        return tau if base is None else np.hstack([tau, wrench])
    return FORMULATIONS[chosen.formulation](robot, *motion, actuators=chosen.actuators)


def _mass(robot: Robot, states: States, chosen: Choices) -> Reals:
    return mass_matrix(robot, states["q"], actuators=chosen.actuators)


def _gravity(robot: Robot, states: States, chosen: Choices) -> Reals:
    return gravity_torque(robot, states["q"])


def _coriolis(robot: Robot, states: States, chosen: Choices) -> Reals:
    return coriolis_torque(robot, states["q"], states["qd"])


def _acceleration(robot: Robot, states: States, chosen: Choices) -> Reals:
    motion = states["q"], states["qd"], states["tau"]
    try:
        return forward_dynamics(robot, *motion, actuators=chosen.actuators)
    except np.linalg.LinAlgError:
        problem = "a joint moves no inertia: no acceleration follows from its torque"
        raise InputError(robot.name, problem, "a robot with inertia behind every joint") from None


def _pose(robot: Robot, states: States, chosen: Choices) -> Reals:
    return link_pose(robot, states["q"], chosen.link)


def _jacobian(robot: Robot, states: States, chosen: Choices) -> Reals:
    return jacobian(robot, states["q"], chosen.link)


def _each_joint(name: str) -> Callable[[Robot], list[str]]:
    return lambda robot: [f"{name}{i + 1}" for i in range(robot.n)]


def _efforts(robot: Robot) -> list[str]:
    return [joint.effort_unit for joint in robot.joints]


def _torque_columns(robot: Robot) -> list[str]:
    base = [] if robot.base_body is None else list(BASE_WRENCH.columns)
    return _each_joint("tau")(robot) + base


def _torque_units(robot: Robot) -> list[str]:
    return _efforts(robot) + ([] if robot.base_body is None else ["N"] * 3 + ["N m"] * 3)


def _mass_columns(robot: Robot) -> list[str]:
    joints = range(1, robot.n + 1)
    return [f"m{i}_{j}" for i in joints for j in joints]


def _mass_units(robot: Robot) -> list[str]:
    words = {0: "kg m2", 1: "kg m", 2: "kg"}
    slides = [joint.coordinate_unit == "m" for joint in robot.joints]
    return [words[a + b] for a in slides for b in slides]


def _acceleration_units(robot: Robot) -> list[str]:
    return [f"{joint.coordinate_unit}/s2" for joint in robot.joints]


def _pose_columns(robot: Robot) -> list[str]:
    rows = "xyz"
    return [name for a in rows for name in (*(f"r_{a}{b}" for b in rows), a)] + list("0001")


def _jacobian_columns(robot: Robot) -> list[str]:
    joints = range(1, robot.n + 1)
    return [f"{row}_{j}" for row in ("vx", "vy", "vz", "wx", "wy", "wz") for j in joints]


def _jacobian_units(robot: Robot) -> list[str]:
    units = [joint.coordinate_unit for joint in robot.joints]
    return [f"{top}/{unit}" for top in ["m"] * 3 + ["rad"] * 3 for unit in units]


QUANTITIES: dict[str, DynamicsQuantity] = {
    "torques": DynamicsQuantity(
        "torques", ("q", "qd", "qdd"), _torque_columns, _torque_units, _torques
    ),
    "mass": DynamicsQuantity("mass matrix", ("q",), _mass_columns, _mass_units, _mass),
    "gravity": DynamicsQuantity("gravity's torques", ("q",), _each_joint("g"), _efforts, _gravity),
    "coriolis": DynamicsQuantity(
        "Coriolis and centrifugal torques", ("q", "qd"), _each_joint("c"), _efforts, _coriolis
    ),
    "acceleration": DynamicsQuantity(
        "accelerations", ("q", "qd", "tau"), _each_joint("qdd"), _acceleration_units, _acceleration
    ),
    "pose": DynamicsQuantity(
        "pose in the base frame", ("q",), _pose_columns, lambda robot: ["m"] * 16, _pose
    ),
    "jacobian": DynamicsQuantity(
        "Jacobian in the link's axes", ("q",), _jacobian_columns, _jacobian_units, _jacobian
    ),
}
"""What ``--quantity`` may name."""

OF_A_LINK = ("pose", "jacobian")
"""Quantities of one link."""
