"""Vector arithmetic that counts its scalar operations.

Nothing is customised: zeros and ones of a frame are multiplied like any other number, as in Zeng
and Egan's program. One thing is known of z0: to add a multiple of it is one addition.
"""

from __future__ import annotations

import numpy as np

from common.arrays import Reals


class Arithmetic:
    """Vectors, shape (3,), and matrices, shape (3, 3); ``operations`` counts + - and *."""

    def __init__(self) -> None:
        self.operations = 0

    def add(self, first: Reals, *others: Reals) -> Reals:
        """Return a sum of vectors: three operations for each vector but the first."""
        self.operations += 3 * len(others)
        return sum(others, start=first)

    def add_along_z(self, vector: Reals, amount: float) -> Reals:
        """Return a vector plus ``amount`` z0: one operation."""
        self.operations += 1
        return np.array([vector[0], vector[1], vector[2] + amount])

    def scale(self, factor: float, vector: Reals) -> Reals:
        """Return a multiple of a vector: three operations."""
        self.operations += 3
        return factor * vector

    def cross(self, left: Reals, right: Reals) -> Reals:
        """Return the cross product: nine operations."""
        self.operations += 9
        (a, b, c), (x, y, z) = left.tolist(), right.tolist()
        return np.array([b * z - c * y, c * x - a * z, a * y - b * x])

    def dot(self, left: Reals, right: Reals) -> float:
        """Return the scalar product: five operations."""
        self.operations += 5
        return float(left @ right)

    def transform(self, matrix: Reals, vector: Reals) -> Reals:
        """Return a matrix times a vector: fifteen operations."""
        self.operations += 15
        return matrix @ vector
