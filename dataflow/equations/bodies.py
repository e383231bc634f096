"""The bodies of a robot as the equations of motion see them, in each body's own frame.

A body's frame is its distal one, as in `golden.robot`: P, the joint's J(q) and X lead to it from
the parent's. The numbers of a body are scalars, so that they may stay names in what is traced.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from common.arrays import Reals
from dataflow.equations.functions import UNKNOWN_BOUND, Functions
from dataflow.equations.joint_frames import rotation_about_z, snapped
from dataflow.equations.vector import ZERO, PlaneRotation, Real, Vector, transform
from golden.connectivity import BASE
from golden.robot import JointType, Robot

ROUNDING = 1e-12
"""Parameters below this are rounding noise of the robot's file."""


@dataclass(frozen=True)
class Body:
    """One body and the joint that moves it; vectors in its own axes.

    Attributes
    ----------
    number
        Counted from 1.
    parent
        The index of the body that carries the joint, -1 for the base.
    revolute
        Whether the joint turns (else it slides).
    before, turn, behind
        The constant rotation before the joint's angle, that of the angle (None if it slides), and
        the constant one behind it: from the parent's axes to the body's by their transposes.
    mount
        From the parent's origin to the joint, in the parent's axes.
    reach
        From the joint to the body's origin; what a sliding joint adds is in it.
    axis
        The joint's.
    mass, centre, inertia
        kg, m, and the rows of kg m2 about the centre of mass.
    """

    number: int
    parent: int
    revolute: bool
    before: Reals
    turn: PlaneRotation | None
    behind: Reals
    mount: Vector
    reach: Vector
    axis: Vector
    mass: Real
    centre: Vector
    inertia: tuple[Vector, Vector, Vector]

    def own(self, vector: Vector) -> Vector:
        """Return a vector of the parent's axes in the body's."""
        vector = transform(self.before.T, vector)
        if self.turn is not None:
            vector = self.turn.backward(vector)
        return transform(self.behind.T, vector)


def bodies_of(robot: Robot, functions: Functions, q: Sequence[Real]) -> list[Body]:
    """Return the bodies at positions q, one scalar a joint (rad, m)."""
    return [_body(robot, functions, i, q[i]) for i in range(robot.n)]


def vector_of(functions: Functions, name: str, values: Reals) -> Vector:
    """Return a vector of parameters ``name.x`` and so on; what is rounding noise is zero."""
    return Vector.of(
        (
            _number(functions, f"{name}.{axis}", v)
            for axis, v in zip("xyz", values.tolist(), strict=True)
        ),
        UNKNOWN_BOUND,
    )


def _number(functions: Functions, name: str, value: float) -> Real:
    return 0.0 if abs(value) < ROUNDING else functions.parameter(name, value)


def _body(robot: Robot, functions: Functions, i: int, q: Real) -> Body:
    link, parent = robot.links[i], robot.parents[i]
    joint, number = link.joint, i + 1
    revolute = joint.type is JointType.REVOLUTE
    mounted = robot.placement(i)[0] if parent == BASE else link.mount_rotation
    before, behind = snapped(mounted @ rotation_about_z(joint.offset)), snapped(link.rotation)
    turn = None
    if revolute:
        turn = PlaneRotation(*functions.cosine_and_sine(q, str(number)))
    axis = transform(behind.T, Vector.constant(np.array([0.0, 0.0, 1.0])))
    reach = vector_of(functions, f"p{number}", behind.T @ link.translation)
    # Where a joint stands on the base moves nothing.
    mount = ZERO if parent == BASE else vector_of(functions, f"r{number}", link.mount_translation)
    if not revolute:
        reach = reach + axis.scaled(q, UNKNOWN_BOUND)
    inertia = link.inertia.tolist()

    def moment(a: int, b: int) -> Real:
        low, high = min(a, b), max(a, b)
        return _number(functions, f"I{number}.{'xyz'[low]}{'xyz'[high]}", inertia[low][high])

    rows = [Vector.of((moment(a, b) for b in range(3)), UNKNOWN_BOUND) for a in range(3)]
    return Body(
        number, parent, revolute, before, turn, behind, mount, reach, axis,
        _number(functions, f"m{number}", link.mass),
        vector_of(functions, f"s{number}", link.center_of_mass),
        (rows[0], rows[1], rows[2]),
    )  # fmt: skip
