"""Vectors and matrices over any number, each operation written out and nothing folded."""

from __future__ import annotations

from collections.abc import Sequence
from functools import reduce
from operator import add

from papers.counting import N

Vector = Sequence[N]
Matrix = Sequence[Sequence[N]]


def dot(left: Vector[N], right: Vector[N]) -> N:
    """Return the scalar product."""
    return reduce(add, (a * b for a, b in zip(left, right, strict=True)))


def times(matrix: Matrix[N], vector: Vector[N]) -> list[N]:
    """Return a matrix times a vector."""
    return [dot(row, vector) for row in matrix]


def transposed(matrix: Matrix[N]) -> list[list[N]]:
    """Return the transpose, which costs nothing."""
    return [list(column) for column in zip(*matrix, strict=True)]


def product(left: Matrix[N], right: Matrix[N]) -> list[list[N]]:
    """Return the product of two matrices."""
    columns = transposed(right)
    return [[dot(row, column) for column in columns] for row in left]


def trace_of_product(left: Matrix[N], right: Matrix[N]) -> N:
    """Return tr(left right) by the elements that it needs."""
    columns = transposed(right)
    return reduce(add, (dot(row, column) for row, column in zip(left, columns, strict=True)))


def plus(first: Vector[N], *others: Vector[N]) -> list[N]:
    """Return a sum of vectors."""
    return [reduce(add, elements) for elements in zip(first, *others, strict=True)]


def scaled(factor: N, vector: Vector[N]) -> list[N]:
    """Return a multiple of a vector."""
    return [factor * element for element in vector]


def matrix_plus(first: Matrix[N], *others: Matrix[N]) -> list[list[N]]:
    """Return a sum of matrices."""
    return [plus(*rows) for rows in zip(first, *others, strict=True)]


def matrix_scaled(factor: N, matrix: Matrix[N]) -> list[list[N]]:
    """Return a multiple of a matrix."""
    return [scaled(factor, row) for row in matrix]


def outer(left: Vector[N], right: Vector[N]) -> list[list[N]]:
    """Return left times right transposed."""
    return [[a * b for b in right] for a in left]


def cross(left: Vector[N], right: Vector[N]) -> list[N]:
    """Return the cross product: six multiplications, three additions."""
    (a, b, c), (x, y, z) = left, right
    return [b * z - c * y, c * x - a * z, a * y - b * x]
