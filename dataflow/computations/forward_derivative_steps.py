"""Derivatives of forward dynamics traced: accelerations and M^-1, then the Jacobians' products."""

from __future__ import annotations

import dataclasses
import math
from collections.abc import Sequence

import numpy as np

from dataflow.computations.computation import Inputs
from dataflow.computations.derivative_entries import Named
from dataflow.computations.forward_derivative_families import INVERSE, POSITION, RATE, ForwardKind
from dataflow.computations.forward_dynamics import proved_bounds, rotor_inertias
from dataflow.equations.composite_bodies import mass_matrix
from dataflow.equations.derivatives import Square, composite_derivatives
from dataflow.equations.drive import Drive
from dataflow.equations.joint_frames import JointFrameLink, joint_frame_links, regrouped
from dataflow.equations.pivots import solved_by_pivots
from dataflow.equations.recursions import newton_euler_torques
from dataflow.equations.vector import PlaneRotation, Real
from dataflow.graph.scalar import Scalar, Tracer
from golden.robot import Robot


def traced_entries(kind: ForwardKind, robot: Robot, tracer: Tracer, inputs: Inputs) -> Named:
    """Return every entry by its port's name.

    Raises
    ------
    InputError
        A pivot of M may be zero: a link has no inertia about its joint's axis.
    """
    links, n = regrouped(joint_frame_links(robot)), robot.n
    drives = _drives(tracer, inputs, links)

    def enter(stage: str) -> None:
        tracer.stage = stage

    if kind.given:
        pushes = [inputs[f"qdd{i + 1}"] for i in range(n)]
        known = [(push.value, push.reach) for push in pushes]
        tracer.stage = "product_1"
        inverse: Square = [[0.0] * n for _ in range(n)]
        for i, j in INVERSE.places(n):
            inverse[i][j] = inverse[j][i] = inputs[INVERSE.port(i, j)].value
    else:
        known, inverse = _solved(kind, robot, tracer, inputs, links, drives)
    moving = [
        dataclasses.replace(drive, acceleration=value, acceleration_bound=bound)
        for drive, (value, bound) in zip(drives, known, strict=True)
    ]
    found = composite_derivatives(tracer, links, moving, robot.gravity, enter)
    named: dict[str, Real] = {}
    for family, square in ((POSITION, found.position), (RATE, found.rate)):
        kept: Square = []
        for i, row in enumerate(square):
            tracer.stage = f"backward_{i + 1}"
            kept.append(
                [tracer.keep(f"{family.key}_{i + 1}_{j + 1}", each) for j, each in enumerate(row)]
            )
        for i, j in family.places(n):
            tracer.stage = f"product_{i + 1}"
            total = sum((inverse[i][k] * kept[k][j] for k in range(n)), start=tracer.scalar(0.0))
            named[family.port(i, j)] = -total
    named |= {INVERSE.port(i, j): inverse[i][j] for i, j in INVERSE.places(n)}
    return named


def _drives(tracer: Tracer, inputs: Inputs, links: Sequence[JointFrameLink]) -> list[Drive]:
    """Return drives at rest of acceleration."""
    drives = []
    for i, link in enumerate(links, start=1):
        tracer.stage = f"forward_{i}"
        position, rate = inputs[f"q{i}"], inputs[f"qd{i}"]
        still = Drive(rate.value, 0.0, rate.reach, 0.0)
        if link.revolute:
            turn = PlaneRotation(*tracer.cosine_and_sine(position.value, str(i)))
            drives.append(dataclasses.replace(still, rotation=turn))
        else:
            drives.append(
                dataclasses.replace(still, slide=position.value, slide_bound=position.reach)
            )
    return drives


class _Prefixed:
    """The tracer's operations, names with a prefix: equations that run more than once."""

    def __init__(self, tracer: Tracer, prefix: str) -> None:
        self.tracer, self.prefix = tracer, prefix

    def keep(self, name: str, value: Real, bound: float = math.inf) -> Scalar:
        """Name and round a value; what another run has kept is that run's."""
        return self.tracer.keep(f"{self.prefix}_{name}", value, bound)

    def reciprocal(self, name: str, value: Real, lowest: float) -> Scalar:
        """Return one over a value."""
        return self.tracer.reciprocal(f"{self.prefix}_{name}", value, lowest)


def _solved(
    kind: ForwardKind,
    robot: Robot,
    tracer: Tracer,
    inputs: Inputs,
    links: Sequence[JointFrameLink],
    drives: Sequence[Drive],
) -> tuple[list[tuple[Real, float]], Square]:
    """Return the accelerations, each with what it stays within, and M^-1."""

    def enter(stage: str) -> None:
        tracer.stage = stage

    n = robot.n
    rotors = rotor_inertias(robot) if kind.actuators else np.zeros(n)
    bounds = proved_bounds(robot, [drive.slide_bound for drive in drives], rotors)
    still = _Prefixed(tracer, "bias")
    bias = newton_euler_torques(still, links, drives, robot.gravity, enter)
    mass = mass_matrix(tracer, links, drives, enter)
    right, reaches = [], []
    for i in range(n):
        tracer.stage = f"backward_{i + 1}"
        torque = inputs[f"tau{i + 1}"]
        kept = tracer.keep(f"bias_{i + 1}", bias[i])
        right.append(torque.value - kept)
        reaches.append(torque.reach + tracer.size(tracer.scalar(kept).terms))
        mass[i][i] = mass[i][i] + float(rotors[i])

    def solved(name: str, told: Sequence[Real], sizes: Sequence[float]) -> list[Real]:
        ops = _Prefixed(tracer, name)
        return solved_by_pivots(ops, ops.reciprocal, mass, told, sizes, bounds, enter)

    found = solved("qdd", right, reaches)
    known = [(each, tracer.size(tracer.scalar(each).terms)) for each in found]
    inverse: Square = [[0.0] * n for _ in range(n)]
    for j in range(n):
        unit = [float(i == j) for i in range(n)]
        column = solved(f"unit_{j + 1}", unit, unit)
        for i in range(j + 1):
            inverse[i][j] = inverse[j][i] = column[i]
    return known, inverse
