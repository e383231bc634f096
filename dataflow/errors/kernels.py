"""Tapes run at many points at once: centres, radii, and the rounding of both."""

# mypy: disable-error-code="untyped-decorator"
from __future__ import annotations

import math

import numpy as np
from numba import njit

from common.arrays import Flags, Integers, Reals

BLOCK = 64
"""Points at once: so many that the cost of a term is that of its arithmetic."""


_GIVEN = 256.0
"""Roundings by which a sine may be off: a sum of ten angles of the circle has less than half."""


@njit(cache=True, nogil=True)
def evaluated(
    leaves: Reals,
    radius: Reals,
    start: Integers,
    factor: Reals,
    left: Integers,
    right: Integers,
    summed: Integers,
    weight: Reals,
    group: Integers,
) -> Reals:
    """Return E at points, shape (points,).

    Parameters
    ----------
    leaves
        Centres of the slots that are given, shape (slots, points).
    radius
        Their radii, shape (slots,): zero where a variable is a point.

    The other parameters are as in `dataflow.errors.tape.Tape`.
    """
    given, points = leaves.shape
    slots = given + len(start) - 1
    c = np.zeros((slots, BLOCK))
    r = np.zeros((slots, BLOCK))
    found = np.zeros(points)
    vague = _vague(radius, start, left, right)
    for first in range(0, points, BLOCK):
        count = min(BLOCK, points - first)
        _run(c, r, leaves[:, first : first + count], radius, vague, start, factor, left, right)
        for g in range(len(group) - 1):
            if group[g + 1] - group[g] == 1:
                s, size = summed[group[g]], weight[group[g]]
                for w in range(count):
                    found[first + w] += size * (abs(c[s, w]) + r[s, w])
            else:
                for w in range(count):
                    square = 0.0
                    for j in range(group[g], group[g + 1]):
                        s = summed[j]
                        square += (weight[j] * (abs(c[s, w]) + r[s, w])) ** 2
                    found[first + w] += math.sqrt(square)
    return found


@njit(cache=True, nogil=True)
def magnitudes(
    leaves: Reals,
    radius: Reals,
    start: Integers,
    factor: Reals,
    left: Integers,
    right: Integers,
) -> Reals:
    """Return the largest magnitude of every slot at points, shape (slots, points).

    There may be as many points as a block has; parameters are those of `evaluated`.
    """
    given, points = leaves.shape
    slots = given + len(start) - 1
    c = np.zeros((slots, BLOCK))
    r = np.zeros((slots, BLOCK))
    _run(c, r, leaves, radius, _vague(radius, start, left, right), start, factor, left, right)
    found: Reals = (np.abs(c) + r)[:, :points]
    return found


@njit(cache=True, nogil=True)
def _vague(radius: Reals, start: Integers, left: Integers, right: Integers) -> Flags:
    """Return which slots have a radius."""
    given = len(radius)
    vague = np.zeros(given + len(start) - 1, dtype=np.bool_)
    for s in range(given):
        vague[s] = radius[s] > 0.0
    for i in range(len(start) - 1):
        for t in range(start[i], start[i + 1]):
            vague[given + i] |= vague[left[t]] or vague[right[t]]
    return vague


@njit(cache=True, nogil=True)
def _run(
    c: Reals,
    r: Reals,
    leaves: Reals,
    radius: Reals,
    vague: Flags,
    start: Integers,
    factor: Reals,
    left: Integers,
    right: Integers,
) -> None:
    """Write centres and radii of all slots, shapes (slots, block), at a block of points."""
    given, count = leaves.shape
    for s in range(given):
        for w in range(count):
            c[s, w] = leaves[s, w]
            r[s, w] = radius[s]
    for i in range(len(start) - 1):
        s = given + i
        for w in range(BLOCK):
            c[s, w] = 0.0
            r[s, w] = 0.0
        for t in range(start[i], start[i + 1]):
            k, a, b = factor[t], left[t], right[t]
            if vague[a] or vague[b]:
                size = abs(k)
                if a == b:
                    for w in range(BLOCK):
                        middle, half = _square(c[a, w], r[a, w])
                        c[s, w] += k * middle
                        r[s, w] += size * half
                else:
                    for w in range(BLOCK):
                        c[s, w] += k * c[a, w] * c[b, w]
                        r[s, w] += size * (
                            abs(c[a, w]) * r[b, w] + r[a, w] * (abs(c[b, w]) + r[b, w])
                        )
            else:
                for w in range(BLOCK):
                    c[s, w] += k * c[a, w] * c[b, w]


@njit(cache=True, nogil=True)
def _square(centre: float, radius: float) -> tuple[float, float]:
    """Return centre and radius of the square of an interval."""
    high = (abs(centre) + radius) ** 2
    low = max(0.0, abs(centre) - radius) ** 2
    return 0.5 * (high + low), 0.5 * (high - low)


@njit(cache=True, nogil=True)
def rounding_of(
    size: Reals,
    start: Integers,
    factor: Reals,
    off: Reals,
    left: Integers,
    right: Integers,
    summed: Integers,
    weight: Reals,
) -> float:
    """Return how far `evaluated` may be off, at any points, by float64's rounding.

    Every slot's centre and radius together are bounded by the largest magnitude of what it stands
    for; the error of a product is bounded by that of its factors and ten roundings, that of a sum
    by those of its terms and one rounding each (Higham, section 3.3), and a length is no further
    off than the sum of its parts.

    Parameters
    ----------
    size
        The largest magnitudes of the slots that are given; each is taken to be off by `_GIVEN`
        roundings: libraries' sines of angles that were rounded, and added up.
    """
    given = len(size)
    slots = given + len(start) - 1
    sizes, errors = np.zeros(slots), np.zeros(slots)
    rounding = 2.0**-52
    for s in range(given):
        sizes[s] = size[s] * (1.0 + _GIVEN * rounding)
        errors[s] = _GIVEN * rounding * size[s] if s > 0 else 0.0
    for i in range(len(start) - 1):
        s = given + i
        for t in range(start[i], start[i + 1]):
            a, b, k = left[t], right[t], abs(factor[t]) + off[t]
            product = sizes[a] * sizes[b]
            error = sizes[a] * errors[b] + sizes[b] * errors[a] + errors[a] * errors[b]
            error += 10.0 * rounding * (product + error)
            sizes[s] += k * product
            errors[s] += k * error + off[t] * product
        errors[s] += (start[i + 1] - start[i]) * rounding * (sizes[s] + errors[s])
    total, error = 0.0, 0.0
    for j in range(len(summed)):
        total += weight[j] * sizes[summed[j]]
        error += weight[j] * errors[summed[j]]
    found: float = (
        error + (len(summed) + 4.0) * rounding * (total + error) + math.ldexp(total, -1000)
    )
    return found
