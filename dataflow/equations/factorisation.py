"""Solving M ydd = r for a positive definite M, by Cholesky's L L'.

A matrix is given by its lower triangle, rows of 1 to n scalars. Sums start with what they take
from, so that zeros of a tree's M stay zeros.
"""

from __future__ import annotations

from collections.abc import Sequence

from dataflow.equations.functions import Functions
from dataflow.equations.vector import Real

Triangle = list[list[Real]]
"""The lower triangle of a symmetric or triangular matrix, rows first."""


def cholesky(functions: Functions, mass: Triangle) -> Triangle:
    """Return L of M = L L', with 1 / L_ii in place of L_ii.

    So that neither the factorisation nor the solutions divide more than once a row.
    """
    n = len(mass)
    factor: Triangle = [[0.0] * (i + 1) for i in range(n)]
    for j in range(n):
        for i in range(j, n):
            rest = mass[i][j]
            for k in range(j):
                rest = rest - factor[i][k] * factor[j][k]
            if i == j:
                inverse = functions.reciprocal(functions.root(rest))
                factor[j][j] = functions.keep(f"1/L_{j + 1}_{j + 1}", inverse)
            else:
                factor[i][j] = functions.keep(f"L_{i + 1}_{j + 1}", rest * factor[j][j])
    return factor


def solved(functions: Functions, factor: Triangle, right: Sequence[Real]) -> list[Real]:
    """Return x of L L' x = r by two triangular solutions; L as `cholesky` gives it."""
    n = len(factor)
    x: list[Real] = [0.0] * n
    for i in range(n):
        rest = right[i]
        for k in range(i):
            rest = rest - factor[i][k] * x[k]
        x[i] = functions.keep(f"z_{i + 1}", rest * factor[i][i])
    for i in reversed(range(n)):
        rest = x[i]
        for k in range(i + 1, n):
            rest = rest - factor[k][i] * x[k]
        x[i] = functions.keep(f"ydd_{i + 1}", rest * factor[i][i])
    return x
