"""Vectors of three scalars with a proven bound of their length.

The scalars may be floats, NumPy arrays or the tracer's forms. ``norm`` bounds the Euclidean
length of the real vector for every input; rotations keep it, sums and products widen it by the
triangle inequality. It is what lets a format be narrow where intervals would grow with each joint.
"""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any, Protocol

import numpy as np

from common.arrays import Reals
from dataflow.numbers.approximate import plain

_ROUNDED = 1e-14
"""How far a rounded rotation's norm may be from 1; a hundred are within the proof's slack."""

Real = Any
"""A float, a NumPy array or a `dataflow.graph.scalar.Scalar`: whatever has +, - and *."""


class Operations(Protocol):
    """What an equation needs beside + - *: a place to name and round a value."""

    def keep(self, name: str, value: Real, bound: float = math.inf) -> Real:
        """Name a scalar; may round it."""


class Plain:
    """Operations that do nothing: the equations run on floats or NumPy arrays as they stand."""

    def keep(self, name: str, value: Real, bound: float = math.inf) -> Real:
        """Return the value itself."""
        return value


@dataclass(frozen=True)
class Vector:
    """x, y, z and an upper bound of the length."""

    x: Real
    y: Real
    z: Real
    norm: float

    @classmethod
    def constant(cls, values: Reals) -> Vector:
        """Return a vector of known numbers, shape (3,)."""
        x, y, z = (plain(value) for value in values)
        return cls(x, y, z, math.hypot(x, y, z))

    @classmethod
    def of(cls, scalars: Iterable[Real], norm: float) -> Vector:
        """Return a vector of three scalars."""
        x, y, z = scalars
        return cls(x, y, z, norm)

    @property
    def components(self) -> tuple[Real, Real, Real]:
        """The three scalars."""
        return self.x, self.y, self.z

    def __add__(self, other: Vector) -> Vector:
        return Vector(self.x + other.x, self.y + other.y, self.z + other.z, self.norm + other.norm)

    def scaled(self, factor: Real, bound: float) -> Vector:
        """Return the vector times a scalar whose magnitude is within ``bound``."""
        return Vector(self.x * factor, self.y * factor, self.z * factor, self.norm * bound)

    def keep(self, operations: Operations, name: str, link: int) -> Vector:
        """Name and round the components as ``name_x_link`` and so on."""
        kept = (
            operations.keep(f"{name}_{axis}_{link}", value, self.norm)
            for axis, value in zip("xyz", self.components, strict=True)
        )
        return Vector.of(kept, self.norm)


ZERO = Vector(0.0, 0.0, 0.0, 0.0)


def along_z(value: Real, bound: float) -> Vector:
    """Return ``value`` times the unit vector of the z axis."""
    return Vector(0.0, 0.0, value, bound)


def transform(matrix: Reals, vector: Vector) -> Vector:
    """Return a vector multiplied by a constant matrix, shape (3, 3)."""
    rows = (
        plain(row[0]) * vector.x + plain(row[1]) * vector.y + plain(row[2]) * vector.z
        for row in matrix
    )
    return Vector.of(rows, vector.norm * spectral_norm(matrix))


def cross(left: Vector, right: Vector) -> Vector:
    """Return the cross product."""
    return Vector(
        left.y * right.z - left.z * right.y,
        left.z * right.x - left.x * right.z,
        left.x * right.y - left.y * right.x,
        left.norm * right.norm,
    )


def dot(left: Vector, right: Vector) -> Real:
    """Return the scalar product."""
    return left.x * right.x + left.y * right.y + left.z * right.z


def spectral_norm(matrix: Reals) -> float:
    """Return by how much the matrix can lengthen a vector; exactly 1 for a rotation, rounded."""
    norm = float(np.linalg.norm(matrix.astype(float), 2))
    return 1.0 if abs(norm - 1.0) < _ROUNDED else norm


@dataclass(frozen=True)
class PlaneRotation:
    """The rotation about z by a joint's angle."""

    cosine: Real
    sine: Real

    def forward(self, v: Vector) -> Vector:
        """Turn from the joint's moving frame to the frame before the joint."""
        c, s = self.cosine, self.sine
        return Vector(c * v.x - s * v.y, s * v.x + c * v.y, v.z, v.norm)

    def backward(self, v: Vector) -> Vector:
        """Turn from the frame before the joint to the moving frame."""
        c, s = self.cosine, self.sine
        return Vector(c * v.x + s * v.y, c * v.y - s * v.x, v.z, v.norm)
