"""The ways in which the derivatives' equations are traced: every entry, by its port's name."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np

from common.arrays import Reals
from common.errors import InputError
from dataflow.computations.computation import Inputs
from dataflow.computations.derivative_entries import Named
from dataflow.computations.derivative_families import FAMILIES
from dataflow.computations.followers import folded, traced_drives
from dataflow.computations.motors import driven
from dataflow.equations.derivatives import Derivatives, Square, composite_derivatives
from dataflow.equations.joint_frames import joint_frame_links, regrouped
from dataflow.equations.recursions import newton_euler_torques
from dataflow.equations.vector import Real
from dataflow.graph.scalar import Tracer
from dataflow.graph.tangent import tangent_of, tangents
from golden.coupling import coupling_matrix
from golden.robot import Robot

COMPOSITE, TANGENT = "composite", "tangent"

Form = Callable[[bool, Robot, Tracer, Inputs], Named]
"""From whether motors count, a robot, a tracer and its inputs to every entry."""


def _composite(actuators: bool, robot: Robot, tracer: Tracer, inputs: Inputs) -> Named:
    """Return the entries by composite bodies, inertia regrouped."""
    robot = folded(robot) if robot.is_coupled else robot
    links = regrouped(joint_frame_links(robot))
    drives = traced_drives(robot, tracer, inputs, links)

    def enter(stage: str) -> None:
        tracer.stage = stage

    found = composite_derivatives(tracer, links, drives, robot.gravity, enter)
    if actuators:
        torques = driven(robot, tracer, drives, found.torques)
        found = Derivatives(torques, found.position, found.rate, found.mass)
        for i, link in enumerate(robot.links):
            if link.joint.actuator is not None:
                square = link.joint.actuator.gear_ratio**2
                friction = square * link.joint.actuator.viscous_friction
                found.rate[i][i] = found.rate[i][i] + friction
                rotor = square * link.joint.actuator.motor_inertia
                found.mass[i][i] = found.mass[i][i] + rotor
    if robot.is_coupled:
        found = _of_coordinates(coupling_matrix(robot), found)
    return _named(robot.n, found)


def _tangent(actuators: bool, robot: Robot, tracer: Tracer, inputs: Inputs) -> Named:
    """Return the entries by tangents of Newton-Euler's graph along every q, qd and qdd."""
    if robot.is_coupled:
        problem = f"tangent for {robot.name}, whose joints follow one another"
        raise InputError("--form", problem, COMPOSITE)
    links = regrouped(joint_frame_links(robot))
    drives = traced_drives(robot, tracer, inputs, links)

    def enter(stage: str) -> None:
        tracer.stage = stage

    torques = newton_euler_torques(tracer, links, drives, robot.gravity, enter)
    torques = driven(robot, tracer, drives, torques) if actuators else torques
    forms, nodes = [tracer.scalar(torque) for torque in torques], len(tracer.graph.nodes)
    squares: list[Square] = []
    for name in ("q", "qd", "qdd"):
        square: Square = [[0.0] * robot.n for _ in forms]
        for j in range(robot.n):
            along = inputs[f"{name}{j + 1}"].value
            changes = tangents(tracer, along, nodes, f"by_{name}{j + 1}")
            for i, form in enumerate(forms):
                tracer.stage = f"backward_{i + 1}"
                square[i][j] = tangent_of(tracer, form, changes)
        squares.append(square)
    return _named(robot.n, Derivatives(torques, *squares))


def _named(n: int, found: Derivatives) -> Named:
    squares = {"position": found.position, "rate": found.rate, "mass": found.mass}
    return {
        family.port(row, column): (
            squares[family.key][row][column] if family.square else found.torques[row]
        )
        for family in FAMILIES
        for row, column in family.places(n)
    }


def _of_coordinates(coupling: Reals, found: Derivatives) -> Derivatives:
    """Return K' tau and K' X K: what all joints give as the coordinates have it."""

    def square(rows: Square) -> Square:
        across = [[_weighted(column, row) for column in coupling.T] for row in rows]
        columns = [[row[j] for row in across] for j in range(coupling.shape[1])]
        return [[_weighted(weights, column) for column in columns] for weights in coupling.T]

    torques = [_weighted(column, found.torques) for column in coupling.T]
    return Derivatives(torques, square(found.position), square(found.rate), square(found.mass))


def _weighted(weights: Reals, values: Sequence[Real]) -> Real:
    pairs = zip(np.asarray(weights).tolist(), values, strict=True)
    return sum((value * weight for weight, value in pairs if weight), start=0.0)


FORMS: dict[str, Form] = {COMPOSITE: _composite, TANGENT: _tangent}
"""What ``--form`` may name."""
