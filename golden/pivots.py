"""Solving M x = r for a symmetric, positive definite M: M = L' D L from the last row to the first.

Without pivoting, as such matrices need none: N. J. Higham, Accuracy and Stability of Numerical
Algorithms, 2nd edition, SIAM 2002, chapter 10. In this order zeros of a tree's M stay zeros
(R. Featherstone, Rigid Body Dynamics Algorithms, 2008, table 6.3).
"""

from __future__ import annotations

import numpy as np

from common.arrays import Reals


def solved(mass: Reals, right: Reals) -> Reals:
    """Return x, (..., n), of M x = r for M (..., n, n) and r (..., n); they broadcast.

    Raises
    ------
    numpy.linalg.LinAlgError
        M is not positive definite.
    """
    n = mass.shape[-1]
    below = np.zeros_like(mass)
    rows = np.array(mass)
    shape = np.broadcast_shapes(mass.shape[:-1], right.shape)
    x = np.array(np.broadcast_to(right, shape), dtype=np.result_type(mass, right))
    for k in reversed(range(n)):
        pivot = rows[..., k, k]
        if not np.all(pivot > 0.0):
            raise np.linalg.LinAlgError("M is not positive definite")
        below[..., k, :k] = rows[..., k, :k] / pivot[..., None]
        for i in range(k):
            rows[..., i, : i + 1] -= below[..., k, i, None] * rows[..., k, : i + 1]
            x[..., i] -= below[..., k, i] * x[..., k]
        x[..., k] /= pivot
    for k in range(n):
        for i in range(k):
            x[..., k] -= below[..., k, i] * x[..., i]
    return x


def inverted(mass: Reals) -> Reals:
    """Return M^-1, (..., n, n), symmetric: what `solved` gives of unit vectors, and its transpose.

    Raises
    ------
    numpy.linalg.LinAlgError
        M is not positive definite.
    """
    units = np.eye(mass.shape[-1])
    columns = solved(mass[..., None, :, :], units)
    return np.asarray((columns + np.swapaxes(columns, -1, -2)) / 2.0)
