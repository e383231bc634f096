"""The distributed recursive Lagrangian, one link's step of each phase.

The jobs of Zalzala and Morris, (26)-(41), on 3x3 matrices in base coordinates, after Hollerbach
(1980). Orientation W, its derivatives and D are taken in the frame that moves with the joint (see
`dataflow.equations.chain`), so A_j = R_j Rz(q_j) with a constant R_j, p*_j is constant and job 10
needs no arithmetic; Rz commutes with Q, so d W_j / d q_j = W_j Q and job 5 needs none either.
Faults of the print mended here: r*/m in (31), (32) is the first moment m r*; m_j^2 in (37) is m_j;
(39) lacks the mass carried beyond the next joint times p*; (29)'s sign is that of p* from frame j-1
to j. Prismatic joints, which the paper leaves out, follow from p_j = p_{j-1} + W_{j-1} p* + W_j z
q_j.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np

from common.arrays import Reals
from dataflow.equations.chain import ChainLink
from dataflow.equations.motion import Drive
from dataflow.equations.vector import (
    ZERO,
    Operations,
    PlaneRotation,
    Real,
    Vector,
    along_z,
    spectral_norm,
    transform,
)


@dataclass(frozen=True)
class Matrix:
    """A 3x3 matrix of scalars as three rows; ``norm`` bounds how much it lengthens a vector."""

    rows: tuple[Vector, Vector, Vector]
    norm: float

    @classmethod
    def from_rows(cls, rows: list[Vector], norm: float) -> Matrix:
        """Rows, each of which is no longer than the matrix's norm."""
        first, second, third = (Vector.of(row.components, min(row.norm, norm)) for row in rows)
        return cls((first, second, third), norm)

    def __add__(self, other: Matrix) -> Matrix:
        rows = [a + b for a, b in zip(self.rows, other.rows, strict=True)]
        return Matrix.from_rows(rows, self.norm + other.norm)

    def scaled(self, factor: Real, bound: float) -> Matrix:
        """Every element times a scalar within ``bound``."""
        return Matrix.from_rows([r.scaled(factor, bound) for r in self.rows], self.norm * bound)

    def times_constant(self, matrix: Reals) -> Matrix:
        """This matrix times a constant one."""
        rows = [transform(matrix.T, row) for row in self.rows]
        return Matrix.from_rows(rows, self.norm * spectral_norm(matrix))

    def times_vector(self, constant: Reals) -> Vector:
        """This matrix times a constant vector."""
        x, y, z = (float(value) for value in constant)
        values = (row.x * x + row.y * y + row.z * z for row in self.rows)
        return Vector.of(values, self.norm * math.hypot(x, y, z))

    def turned(self, rotation: PlaneRotation) -> Matrix:
        """This matrix times Rz(q)."""
        return Matrix.from_rows([rotation.backward(row) for row in self.rows], self.norm)

    def times_q(self) -> Matrix:
        """This matrix times Q = [[0, -1, 0], [1, 0, 0], [0, 0, 0]] of (21)."""
        rows = [Vector(row.y, -1.0 * row.x, 0.0, row.norm) for row in self.rows]
        return Matrix.from_rows(rows, self.norm)

    def column_z(self) -> Vector:
        """The third column."""
        return Vector.of((row.z for row in self.rows), self.norm)

    def keep(self, operations: Operations, name: str, link: int) -> Matrix:
        """Name and round the elements."""
        rows = [row.keep(operations, f"{name}{i}", link) for i, row in enumerate(self.rows)]
        return Matrix.from_rows(rows, self.norm)


@dataclass(frozen=True)
class Motion:
    """Phase 1's state: W, its two derivatives and the origin's acceleration, in base axes."""

    orientation: Matrix
    orientation_rate: Matrix
    orientation_acceleration: Matrix
    acceleration: Vector


@dataclass(frozen=True)
class Load:
    """Phase 2's state, or one link's part of it (the starred quantities).

    D (kg m2/s2; rows in the joint's frame, columns in the base's), e (N, base axes), c (kg m,
    joint's frame) and the mass carried (kg).
    """

    inertia_moment: Matrix
    inertia_force: Vector
    first_moment: Vector
    mass: float


_NOTHING = Matrix((ZERO, ZERO, ZERO), 0.0)


def base_motion() -> Motion:
    """The base at rest; gravity enters through job (I,8) alone."""
    rows = [Vector.constant(row) for row in np.eye(3)]
    return Motion(Matrix.from_rows(rows, 1.0), _NOTHING, _NOTHING, ZERO)


def no_load() -> Load:
    """Nothing beyond the tip."""
    return Load(_NOTHING, ZERO, ZERO, 0.0)


def forward(
    ops: Operations, number: int, link: ChainLink, drive: Drive, previous: Motion
) -> Motion:
    """Jobs (I,1) to (I,4): (26), (27), (28), (29)."""
    turned = previous.orientation.times_constant(link.rotation)
    rate = previous.orientation_rate.times_constant(link.rotation)
    second = previous.orientation_acceleration.times_constant(link.rotation)
    acceleration = previous.acceleration + previous.orientation_acceleration.times_vector(
        link.translation
    )
    if drive.rotation is None:
        slide = along_z(drive.slide, drive.slide_bound)
        coriolis = rate.column_z().scaled(2.0, 2.0)
        acceleration = (
            acceleration
            + second.column_z().scaled(slide.z, drive.slide_bound)
            + coriolis.scaled(drive.rate, drive.rate_bound)
            + turned.column_z().scaled(drive.acceleration, drive.acceleration_bound)
        )
        return Motion(
            turned.keep(ops, "W", number),
            rate.keep(ops, "dW", number),
            second.keep(ops, "ddW", number),
            acceleration.keep(ops, "ddp", number),
        )

    squared = ops.keep(f"rate_squared_{number}", drive.rate * drive.rate, drive.rate_bound**2)
    turned = turned.turned(drive.rotation).keep(ops, "W", number)
    rate = rate.turned(drive.rotation) + turned.times_q().scaled(drive.rate, drive.rate_bound)
    rate = rate.keep(ops, "dW", number)
    # With the new rate in place of A times the old one, (28)'s W Q^2 q'^2 changes its sign, and
    # minus Q^2 keeps the first two columns.
    second = (
        second.turned(drive.rotation)
        + rate.times_q().scaled(2.0, 2.0).scaled(drive.rate, drive.rate_bound)
        + without_z(turned).scaled(squared, drive.rate_bound**2)
        + turned.times_q().scaled(drive.acceleration, drive.acceleration_bound)
    )
    second = second.keep(ops, "ddW", number)
    return Motion(turned, rate, second, acceleration.keep(ops, "ddp", number))


def without_z(matrix: Matrix) -> Matrix:
    """The matrix with its third column zero: times -Q^2."""
    rows = [Vector(row.x, row.y, 0.0, row.norm) for row in matrix.rows]
    return Matrix.from_rows(rows, matrix.norm)


def link_load(ops: Operations, number: int, link: ChainLink, motion: Motion) -> Load:
    """Jobs (I,6) and (I,7): e* and D* of (31), (32), with (37)'s m p'' in e*."""
    first, second = link.first_moment, link.second_moments
    acceleration = motion.orientation_acceleration
    force = acceleration.times_vector(first) + motion.acceleration.scaled(link.mass, link.mass)
    # J W''^T: row i is the sum over k of J_ik times column k of W''.
    size = spectral_norm(second)
    rows = [
        acceleration.times_vector(second[i])
        + motion.acceleration.scaled(float(first[i]), abs(first[i]))
        for i in range(3)
    ]
    norm = size * acceleration.norm + float(np.linalg.norm(first)) * motion.acceleration.norm
    return Load(
        Matrix.from_rows(rows, norm).keep(ops, "Dstar", number),
        force.keep(ops, "estar", number),
        Vector.constant(first),
        link.mass,
    )


def gravity_row(ops: Operations, number: int, motion: Motion, gravity: Reals) -> Vector:
    """Job (I,8): g* = g^T dW/dq of (33), a row in the joint's frame."""
    derivative = motion.orientation.times_q()
    x, y, z = (float(value) for value in gravity)
    rows = derivative.rows
    values = (a * x + b * y + c * z for a, b, c in zip(*(r.components for r in rows), strict=True))
    bound = math.hypot(x, y, z) * motion.orientation.norm
    return Vector.of(values, bound).keep(ops, "gstar", number)


def backward(
    ops: Operations,
    number: int,
    drive: Drive,
    own: Load,
    beyond: Load,
    next_link: ChainLink | None,
) -> tuple[Load, Load]:
    """Jobs (II,1), (II,2), (II,4): D, e, c of (36), (37), (39).

    ``beyond`` is the load in the frame before the next joint moves; returned are the load in this
    joint's frame, from which the torque is taken, and the one in the frame before it moves.
    """
    moment, force, first = own.inertia_moment, own.inertia_force, own.first_moment
    mass = own.mass + beyond.mass
    if next_link is not None:
        offset = Vector.constant(next_link.translation)
        moment = moment + rotated_rows(next_link.rotation, beyond.inertia_moment)
        moment = moment + outer(offset, beyond.inertia_force)
        force = force + beyond.inertia_force
        first = first + transform(next_link.rotation, beyond.first_moment)
        first = first + offset.scaled(beyond.mass, abs(beyond.mass))
    load = Load(
        moment.keep(ops, "D", number),
        force.keep(ops, "e", number),
        first.keep(ops, "c", number),
        mass,
    )
    if drive.rotation is None:
        slide = along_z(drive.slide, drive.slide_bound)
        moved = load.inertia_moment + outer(slide, load.inertia_force)
        carried = load.first_moment + slide.scaled(mass, abs(mass))
        passed = Load(
            moved.keep(ops, "passed_D", number),
            load.inertia_force,
            carried.keep(ops, "passed_c", number),
            mass,
        )
        return load, passed
    turned = turned_rows(drive.rotation, load.inertia_moment).keep(ops, "passed_D", number)
    carried = drive.rotation.forward(load.first_moment).keep(ops, "passed_c", number)
    return load, Load(turned, load.inertia_force, carried, mass)


def torque(
    ops: Operations, number: int, drive: Drive, motion: Motion, load: Load, gravity: Reals
) -> Real:
    """Jobs (II,3), (II,5), (II,6): (38), (40), (41)."""
    if drive.rotation is None:
        axis = motion.orientation.column_z()
        weight = Vector.constant(gravity * load.mass)
        force = load.inertia_force
        return sum(
            (
                axis_i * (force_i - weight_i)
                for axis_i, force_i, weight_i in zip(
                    axis.components, force.components, weight.components, strict=True
                )
            ),
            start=0.0,
        )
    derivative = motion.orientation.times_q()
    inertial = sum(
        (
            row.x * column_x + row.y * column_y
            for row, column_x, column_y in zip(
                derivative.rows,
                load.inertia_moment.rows[0].components,
                load.inertia_moment.rows[1].components,
                strict=True,
            )
        ),
        start=0.0,
    )
    pull = gravity_row(ops, number, motion, gravity)
    inertial = ops.keep(f"taustar_{number}", inertial)
    return inertial - (
        pull.x * load.first_moment.x + pull.y * load.first_moment.y + pull.z * load.first_moment.z
    )


def rotated_rows(rotation: Reals, matrix: Matrix) -> Matrix:
    """A constant rotation times a matrix."""
    rows = []
    for row in rotation:
        total = ZERO
        for coefficient, part in zip(row, matrix.rows, strict=True):
            if coefficient != 0.0:
                total = total + part.scaled(float(coefficient), abs(float(coefficient)))
        rows.append(total)
    return Matrix.from_rows(rows, matrix.norm)


def turned_rows(rotation: PlaneRotation, matrix: Matrix) -> Matrix:
    """Rz(q) times a matrix."""
    x, y, z = matrix.rows
    columns = [
        rotation.forward(Vector(a, b, c, matrix.norm))
        for a, b, c in zip(x.components, y.components, z.components, strict=True)
    ]
    rows = [
        Vector(columns[0].x, columns[1].x, columns[2].x, matrix.norm),
        Vector(columns[0].y, columns[1].y, columns[2].y, matrix.norm),
        z,
    ]
    return Matrix.from_rows(rows, matrix.norm)


def outer(column: Vector, row: Vector) -> Matrix:
    """column row^T."""
    rows = [
        Vector(element * row.x, element * row.y, element * row.z, column.norm * row.norm)
        for element in column.components
    ]
    return Matrix.from_rows(rows, column.norm * row.norm)
