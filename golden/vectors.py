"""Vectors of three components, each a constant or an array over a batch of points.

A component that is a Python float is known to be the same for all points. Zeros and ones among them
cost nothing: what the geometry of a robot makes vanish is never computed.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from common.arrays import Reals

BatchScalar = float | Reals
"""A number: one for all points, or (points,)."""

BatchVector = tuple[BatchScalar, BatchScalar, BatchScalar]
"""x, y and z, each on its own."""

BatchMatrix = Sequence[Sequence[BatchScalar]]
"""Three rows of three, each entry on its own."""

ZERO: BatchVector = (0.0, 0.0, 0.0)


def vector(values: Reals) -> BatchVector:
    """Return a constant vector."""
    x, y, z = np.asarray(values, dtype=np.float64).tolist()
    return x, y, z


def matrix(values: Reals) -> list[list[BatchScalar]]:
    """Return a constant (3, 3) matrix."""
    return list(np.asarray(values, dtype=np.float64).tolist())


def times(a: BatchScalar, b: BatchScalar) -> BatchScalar:
    """Return a b."""
    if isinstance(b, float):
        a, b = b, a
    if isinstance(a, float):
        if a == 0.0:
            return 0.0
        if a == 1.0:
            return b
        if a == -1.0:
            return -b
    return a * b


def plus(a: BatchScalar, b: BatchScalar) -> BatchScalar:
    """Return a + b."""
    if isinstance(a, float) and a == 0.0:
        return b
    if isinstance(b, float) and b == 0.0:
        return a
    return a + b


def minus(a: BatchScalar, b: BatchScalar) -> BatchScalar:
    """Return a - b."""
    if isinstance(a, float) and a == 0.0:
        return -b
    if isinstance(b, float) and b == 0.0:
        return a
    return a - b


def add(a: BatchVector, b: BatchVector) -> BatchVector:
    """Return a + b."""
    return plus(a[0], b[0]), plus(a[1], b[1]), plus(a[2], b[2])


def scale(factor: BatchScalar, a: BatchVector) -> BatchVector:
    """Return a vector times a number."""
    return times(factor, a[0]), times(factor, a[1]), times(factor, a[2])


def dot(a: Sequence[BatchScalar], b: Sequence[BatchScalar]) -> BatchScalar:
    """Return a . b."""
    return plus(plus(times(a[0], b[0]), times(a[1], b[1])), times(a[2], b[2]))


def cross(a: BatchVector, b: BatchVector) -> BatchVector:
    """Return a x b."""
    return (
        minus(times(a[1], b[2]), times(a[2], b[1])),
        minus(times(a[2], b[0]), times(a[0], b[2])),
        minus(times(a[0], b[1]), times(a[1], b[0])),
    )


def transform(m: BatchMatrix, a: BatchVector) -> BatchVector:
    """Return M a."""
    return dot(m[0], a), dot(m[1], a), dot(m[2], a)


def transform_back(m: BatchMatrix, a: BatchVector) -> BatchVector:
    """Return the transpose of M, times a."""
    x, y, z = zip(*m, strict=True)
    return dot(x, a), dot(y, a), dot(z, a)
