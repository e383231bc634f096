"""Newton-Euler, one link's step forward and one back, in the frame that moves with the joint.

The equations are Luh, Walker and Paul's (1980) as Zomaya and Morris print them, (5)-(13). What
differs is the frame (see `dataflow.equations.joint_frames`) and the tensor
U = [alpha x] + [omega x][omega x], which gives a point at r the acceleration U r beside that of
the origin: each of its elements is computed once and serves (7), (8), (9) and (10).
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from common.arrays import Reals
from dataflow.equations.drive import Drive
from dataflow.equations.joint_frames import JointFrameLink
from dataflow.equations.vector import ZERO, Operations, Real, Vector, along_z, cross, transform
from dataflow.numbers.approximate import plain


@dataclass(frozen=True)
class Tensor:
    """A 3x3 matrix of scalars, rows first, and a bound of how much it lengthens a vector."""

    rows: tuple[tuple[Real, Real, Real], ...]
    norm: float

    def times(self, vector: Vector) -> Vector:
        """Return the matrix times a vector."""
        products = (row[0] * vector.x + row[1] * vector.y + row[2] * vector.z for row in self.rows)
        return Vector.of(products, self.norm * vector.norm)


@dataclass(frozen=True)
class LinkMotion:
    """How a link moves, in its joint's frame.

    omega: rad/s, alpha: rad/s2, acceleration: of the frame's origin, gravity included as an
    acceleration of the base upwards, m/s2; tensor: U, 1/s2.
    """

    omega: Vector
    alpha: Vector
    acceleration: Vector
    tensor: Tensor


@dataclass(frozen=True)
class Wrench:
    """Force (N) and moment about the frame's origin (N m)."""

    force: Vector
    moment: Vector

    def __add__(self, other: Wrench) -> Wrench:
        return Wrench(self.force + other.force, self.moment + other.moment)


def base_motion(gravity: Reals) -> LinkMotion:
    """Return the base at rest, accelerated against gravity: where the forward recursion starts."""
    still = Tensor(((0.0, 0.0, 0.0),) * 3, 0.0)
    return LinkMotion(ZERO, ZERO, Vector.constant(-gravity), still)


def forward(
    ops: Operations, number: int, link: JointFrameLink, drive: Drive, parent: LinkMotion
) -> LinkMotion:
    """Return link ``number``'s motion from its parent's: (5), (6), (7)."""
    offset = Vector.constant(link.translation)
    omega = transform(link.rotation.T, parent.omega)
    alpha = transform(link.rotation.T, parent.alpha)
    acceleration = transform(link.rotation.T, parent.acceleration + parent.tensor.times(offset))
    acceleration = acceleration.keep(ops, "before", number)
    turn = along_z(drive.rate, drive.rate_bound)
    push = along_z(drive.acceleration, drive.acceleration_bound)
    if drive.rotation is not None:
        omega = (drive.rotation.backward(omega) + turn).keep(ops, "omega", number)
        alpha = drive.rotation.backward(alpha) + cross(omega, turn) + push
        alpha = alpha.keep(ops, "alpha", number)
        acceleration = drive.rotation.backward(acceleration)
        acceleration = acceleration.keep(ops, "acceleration", number)
        return LinkMotion(omega, alpha, acceleration, tensor(ops, number, omega, alpha))

    omega, alpha = omega.keep(ops, "omega", number), alpha.keep(ops, "alpha", number)
    rates = tensor(ops, number, omega, alpha)
    slide = along_z(drive.slide, drive.slide_bound)
    coriolis = cross(omega, turn).scaled(2.0, 2.0)
    acceleration = acceleration + rates.times(slide) + coriolis + push
    return LinkMotion(omega, alpha, acceleration.keep(ops, "acceleration", number), rates)


def tensor(ops: Operations, number: int, omega: Vector, alpha: Vector) -> Tensor:
    """Return U = [alpha x] + [omega x][omega x]."""
    x, y, z = omega.components
    norm = alpha.norm + omega.norm * omega.norm
    elements = (
        (-(y * y) - z * z, x * y - alpha.z, x * z + alpha.y),
        (x * y + alpha.z, -(x * x) - z * z, y * z - alpha.x),
        (x * z - alpha.y, y * z + alpha.x, -(x * x) - y * y),
    )
    rows = tuple(
        tuple(ops.keep(f"U_{'xyz'[i]}{'xyz'[j]}_{number}", elements[i][j], norm) for j in range(3))
        for i in range(3)
    )
    return Tensor(rows, norm)


def link_wrench(ops: Operations, number: int, link: JointFrameLink, motion: LinkMotion) -> Wrench:
    """Return what moves the link's mass: (8), (9), (10) with the first and second moments.

    F = m a + U (m s); N, about the origin, is the antisymmetric part of U S plus (m s) x a.
    """
    first = Vector.constant(link.first_moment)
    force = motion.acceleration.scaled(link.mass, link.mass) + motion.tensor.times(first)
    moment = inertial_moment(motion.tensor, link.second_moments) + cross(first, motion.acceleration)
    return Wrench(force.keep(ops, "F", number), moment.keep(ops, "N", number))


def inertial_moment(rates: Tensor, second: Reals) -> Vector:
    """Return the vector of the antisymmetric part of U S: sum over the mass of r x (U r)."""
    elements = [[plain(value) for value in row] for row in second]
    return antisymmetric_part(rates, elements, float(np.linalg.norm(second.astype(float))))


def antisymmetric_part(rates: Tensor, second: Sequence[Sequence[Real]], norm: float) -> Vector:
    """Return the same for S of scalars, whose Frobenius norm is at most ``norm``."""

    def element(i: int, j: int) -> Real:
        row = rates.rows[i]
        return sum((row[k] * second[k][j] for k in range(3)), start=0.0)

    # The vector of the antisymmetric part is within sqrt(2) of the Frobenius norm.
    size = math.sqrt(2.0) * norm
    return Vector(
        element(2, 1) - element(1, 2),
        element(0, 2) - element(2, 0),
        element(1, 0) - element(0, 1),
        rates.norm * size,
    )


def total(
    ops: Operations,
    number: int,
    own: Wrench,
    beyond: Sequence[tuple[Wrench, JointFrameLink]],
) -> Wrench:
    """Return a link's own wrench and those of its children: (11), (12); as `backward` has them."""
    force, moment = own.force, own.moment
    for wrench, child in beyond:
        carried = transform(child.rotation, wrench.force)
        lever = cross(Vector.constant(child.translation), carried)
        force = force + carried
        moment = moment + transform(child.rotation, wrench.moment) + lever
    return Wrench(force.keep(ops, "f", number), moment.keep(ops, "n", number))


def backward(
    ops: Operations,
    number: int,
    drive: Drive,
    own: Wrench,
    beyond: Sequence[tuple[Wrench, JointFrameLink]],
) -> tuple[Real, Wrench]:
    """Return the torque of joint ``number`` and the wrench it passes down: (11), (12), (13).

    ``beyond`` has each child's wrench, in the frame before the child's joint turns, and the child;
    the result is in the frame before this joint does.
    """
    gathered = total(ops, number, own, beyond)
    force, moment = gathered.force, gathered.moment
    if drive.rotation is None:
        lever = cross(along_z(drive.slide, drive.slide_bound), force)
        passed = Wrench(force, (moment + lever).keep(ops, "passed_n", number))
        return force.z, passed
    passed = Wrench(
        drive.rotation.forward(force).keep(ops, "passed_f", number),
        drive.rotation.forward(moment).keep(ops, "passed_n", number),
    )
    return moment.z, passed
