"""Matrices of nine scalars with a proven bound of how much they lengthen a vector."""

from __future__ import annotations

import math
from dataclasses import dataclass

from common.arrays import Reals
from dataflow.equations.vector import (
    ZERO,
    Operations,
    PlaneRotation,
    Real,
    Vector,
    spectral_norm,
    transform,
)
from dataflow.numbers.approximate import deviation_of, plain


@dataclass(frozen=True)
class Matrix:
    """A 3x3 matrix of scalars as three rows; ``norm`` bounds how much it lengthens a vector."""

    rows: tuple[Vector, Vector, Vector]
    norm: float

    @classmethod
    def from_rows(cls, rows: list[Vector], norm: float) -> Matrix:
        """Return a matrix of rows, each no longer than the matrix's norm."""
        first, second, third = (Vector.of(row.components, min(row.norm, norm)) for row in rows)
        return cls((first, second, third), norm)

    def __add__(self, other: Matrix) -> Matrix:
        rows = [a + b for a, b in zip(self.rows, other.rows, strict=True)]
        return Matrix.from_rows(rows, self.norm + other.norm)

    def scaled(self, factor: Real, bound: float) -> Matrix:
        """Return every element times a scalar within ``bound``."""
        return Matrix.from_rows([r.scaled(factor, bound) for r in self.rows], self.norm * bound)

    def times_constant(self, matrix: Reals) -> Matrix:
        """Return this matrix times a constant one."""
        rows = [transform(matrix.T, row) for row in self.rows]
        return Matrix.from_rows(rows, self.norm * spectral_norm(matrix))

    def times_vector(self, constant: Reals) -> Vector:
        """Return this matrix times a constant vector."""
        x, y, z = (plain(value) for value in constant)
        values = (row.x * x + row.y * y + row.z * z for row in self.rows)
        return Vector.of(values, self.norm * math.hypot(x, y, z))

    def turned(self, rotation: PlaneRotation) -> Matrix:
        """Return this matrix times Rz(q)."""
        return Matrix.from_rows([rotation.backward(row) for row in self.rows], self.norm)

    def times_q(self) -> Matrix:
        """Return this matrix times Q = [[0, -1, 0], [1, 0, 0], [0, 0, 0]] of (21)."""
        rows = [Vector(row.y, -1.0 * row.x, 0.0, row.norm) for row in self.rows]
        return Matrix.from_rows(rows, self.norm)

    def column_z(self) -> Vector:
        """Return the third column."""
        return Vector.of((row.z for row in self.rows), self.norm)

    def keep(self, operations: Operations, name: str, link: int) -> Matrix:
        """Name and round the elements."""
        rows = [row.keep(operations, f"{name}{i}", link) for i, row in enumerate(self.rows)]
        return Matrix.from_rows(rows, self.norm)


def without_z(matrix: Matrix) -> Matrix:
    """Return the matrix with its third column zero: times -Q^2."""
    rows = [Vector(row.x, row.y, 0.0, row.norm) for row in matrix.rows]
    return Matrix.from_rows(rows, matrix.norm)


def rotated_rows(rotation: Reals, matrix: Matrix) -> Matrix:
    """Return a constant rotation times a matrix."""
    rows = []
    for row in rotation:
        total = ZERO
        for coefficient, part in zip(row, matrix.rows, strict=True):
            if coefficient != 0.0 or deviation_of(coefficient) > 0.0:
                total = total + part.scaled(plain(coefficient), abs(float(coefficient)))
        rows.append(total)
    return Matrix.from_rows(rows, matrix.norm)


def turned_rows(rotation: PlaneRotation, matrix: Matrix) -> Matrix:
    """Return Rz(q) times a matrix."""
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
    """Return column row^T."""
    rows = [
        Vector(element * row.x, element * row.y, element * row.z, column.norm * row.norm)
        for element in column.components
    ]
    return Matrix.from_rows(rows, column.norm * row.norm)
