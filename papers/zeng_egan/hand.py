"""The hand's motion and the joints that give it, every scalar operation counted.

A five-joint arm leads its hand through five dimensions: the position, and the direction in which
its last z axis points. Sines, cosines and square roots count as `_FUNCTION_OPERATIONS` each.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np

from common.arrays import Reals
from common.errors import InputError
from dataflow.tasks.arithmetic import Arithmetic
from golden.kinematics import link_transforms
from golden.robot import JointType, Robot

_FUNCTION_OPERATIONS = 10
"""A polynomial of nine or ten terms, as libraries of the time had them."""

SOLVERS = {
    "newton": "Newton's method with the Jacobian's least squares",
    "damped": "least squares damped by 0.05",
    "transpose": "steps along the Jacobian's transpose",
}
"""How the joints that lead to a place are found."""

_SMALL_DAMPING = 1e-6
_DAMPING = {"newton": _SMALL_DAMPING, "damped": 0.05}
_ITERATIONS_MAXIMUM = 200
_NEAR = 1e-6
"""m, and rad: where the hand is where it should be."""


@dataclass(frozen=True)
class Place:
    """Where the hand is: position, m, and the direction in which it points, both (3,)."""

    position: Reals
    pointing: Reals

    @property
    def vector(self) -> Reals:
        """Both, (6,)."""
        return np.concatenate([self.position, self.pointing])


@dataclass(frozen=True)
class HandMotion:
    """A place, and its first and second derivatives by time, (6,) each."""

    place: Place
    velocity: Reals
    acceleration: Reals


@dataclass(frozen=True)
class Posture:
    """The arm's frames in its base's axes: `axes` and `origins` of the joints, (n, 3); the hand."""

    axes: Reals
    origins: Reals
    hand: Place


def posture(do: Arithmetic, robot: Robot, q: Reals) -> Posture:
    """Return where an arm's joints and its hand are."""
    rotation, origin = robot.base_rotation, robot.base_translation
    axes, origins = [], []
    for transform in link_transforms(robot, q):
        axes.append(rotation[:, 2])
        origins.append(origin)
        # Both functions of the angle, the link's own matrix, and the product of the two.
        do.operations += 2 * _FUNCTION_OPERATIONS + 6 * 3 + 2 * 3 + 45
        origin = do.add(do.transform(rotation, transform[:3, 3]), origin)
        rotation = rotation @ transform[:3, :3]
    return Posture(np.array(axes), np.array(origins), Place(origin, rotation[:, 2]))


def jacobian(do: Arithmetic, robot: Robot, at: Posture) -> Reals:
    """Return what each joint's speed does to the hand's place, (6, n)."""
    columns = []
    for joint, axis, origin in zip(robot.joints, at.axes, at.origins, strict=True):
        if joint.type is JointType.REVOLUTE:
            lever = do.add(at.hand.position, -origin)
            columns.append(
                np.concatenate([do.cross(axis, lever), do.cross(axis, at.hand.pointing)])
            )
        else:
            columns.append(np.concatenate([axis, np.zeros(3)]))
    return np.array(columns).T


def drift(do: Arithmetic, robot: Robot, at: Posture, qd: Reals) -> Reals:
    """Return the hand's acceleration, (6,), while the joints' speeds do not change."""
    omega, alpha, acceleration = np.zeros(3), np.zeros(3), np.zeros(3)
    ends = [*at.origins[1:], at.hand.position]
    for joint, axis, origin, end, speed in zip(
        robot.joints, at.axes, at.origins, ends, qd, strict=True
    ):
        turn = do.scale(float(speed), axis)
        if joint.type is JointType.REVOLUTE:
            alpha = do.add(alpha, do.cross(omega, turn))
            omega = do.add(omega, turn)
        else:
            acceleration = do.add(acceleration, do.scale(2.0, do.cross(omega, turn)))
        arm = do.add(end, -origin)
        centripetal = do.cross(omega, do.cross(omega, arm))
        acceleration = do.add(acceleration, do.cross(alpha, arm), centripetal)
    pointing = at.hand.pointing
    turned = do.add(do.cross(alpha, pointing), do.cross(omega, do.cross(omega, pointing)))
    return np.concatenate([acceleration, turned])


def difference(do: Arithmetic, wanted: Place, actual: Place) -> Reals:
    """Return what the hand lacks, (6,)."""
    return np.concatenate(
        [do.add(wanted.position, -actual.position), do.add(wanted.pointing, -actual.pointing)]
    )


def least_squares(
    do: Arithmetic, matrix: Reals, right: Reals, damping: float = _SMALL_DAMPING
) -> Reals:
    """Return x that makes the length of matrix x - right least, by Cholesky's method.

    The damping, small if not said, keeps x short where the columns are not independent.
    """
    rows, n = matrix.shape
    normal = n * (n + 1) // 2 * (2 * rows - 1) + n  # of which the damping is n
    factor = (n**3 + 3 * n**2 - 4 * n) // 3 + n * _FUNCTION_OPERATIONS
    do.operations += normal + factor + n * (2 * rows - 1) + 2 * n**2
    square = matrix.T @ matrix + damping**2 * np.eye(n)
    return np.asarray(np.linalg.solve(square, matrix.T @ right), dtype=np.float64)


def joints_for(do: Arithmetic, robot: Robot, wanted: Place, start: Reals, solver: str) -> Reals:
    """Return joint coordinates, (n,), that lead the hand to a place.

    Parameters
    ----------
    start
        Where to look from: coordinates near by.
    solver
        One of `SOLVERS`.

    Raises
    ------
    InputError
        There is no such solver.
    """
    if solver not in SOLVERS:
        raise InputError("--solver", f"{solver!r} is unknown", ", ".join(SOLVERS))
    q = np.array(start, dtype=float)
    for _ in range(_ITERATIONS_MAXIMUM):
        at = posture(do, robot, q)
        lacking = difference(do, wanted, at.hand)
        if np.abs(lacking).max() < _NEAR:
            break
        matrix = jacobian(do, robot, at)
        q = q + _step(do, matrix, lacking, solver)
        do.operations += robot.n
    return q


def _step(do: Arithmetic, matrix: Reals, lacking: Reals, solver: str) -> Reals:
    if solver in _DAMPING:
        return least_squares(do, matrix, lacking, _DAMPING[solver])
    rows, n = matrix.shape
    gradient = matrix.T @ lacking
    moved = matrix @ gradient
    # Both products, the two squares, their quotient and the step of that length.
    do.operations += 2 * (2 * rows - 1) * n + 2 * (n + rows) + n
    square = float(moved @ moved)
    length = float(gradient @ gradient) / square if square else 0.0
    return np.asarray(length * gradient, dtype=np.float64)


def straight_way(
    do: Arithmetic, start: Place, end: Place, share: float, seconds: float
) -> HandMotion:
    """Return the motion at a share of the time, 0 to 1, on a straight way from rest to rest.

    The direction turns in the plane of both ends. Position and angle follow the quintic without
    acceleration at its ends.
    """
    s = share
    along = s**3 * (10 + s * (6 * s - 15))
    rate = 30 * s**2 * (1 - s) ** 2 / seconds
    change = 60 * s * (1 - s) * (1 - 2 * s) / seconds**2
    do.operations += 20
    way = do.add(end.position, -start.position)
    position = do.add(start.position, do.scale(along, way))
    normal = do.cross(start.pointing, end.pointing)
    sine = float(np.linalg.norm(normal))
    angle = math.atan2(sine, do.dot(start.pointing, end.pointing))
    axis = normal / sine if sine > 1e-12 else np.zeros(3)
    do.operations += 3 + 5 + 2 * _FUNCTION_OPERATIONS
    pointing = _turned(do, axis, angle * along, start.pointing)
    omega, alpha = do.scale(angle * rate, axis), do.scale(angle * change, axis)
    turning = do.cross(omega, pointing)
    turned = do.add(do.cross(alpha, pointing), do.cross(omega, turning))
    return HandMotion(
        Place(position, pointing),
        np.concatenate([do.scale(rate, way), turning]),
        np.concatenate([do.scale(change, way), turned]),
    )


def _turned(do: Arithmetic, axis: Reals, angle: float, vector: Reals) -> Reals:
    """Return a vector that is perpendicular to an axis, turned about it."""
    do.operations += 2 * _FUNCTION_OPERATIONS
    across = do.scale(math.sin(angle), do.cross(axis, vector))
    return do.add(do.scale(math.cos(angle), vector), across)
