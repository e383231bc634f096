"""One output's worst error as a straight-line program over sines, cosines and slides.

At fixed positions every value and every adjoint is a polynomial in the rates (and in whatever else
is no position). Its coefficients depend on positions alone; written out once, they are sums of
products of sines, cosines, slides and each other: the tape. With the largest magnitude of each
monomial,

    E = sum over nodes of spread * sum over monomials of |coefficient of the adjoint| * reach
        + sum over monomials of |coefficient of the bias| * reach

bounds the error for every rate. No vector is turned as a box, so nothing wraps.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from common.arrays import Integers, Reals


@dataclass(frozen=True)
class Variable:
    """A position: an angle with its slots of cosine and sine, or a slide with its own."""

    node: int
    name: str
    turns: bool
    slots: tuple[int, ...]
    reach: float


@dataclass(frozen=True)
class Turn:
    """A sum of angles that are variables, by their places, with its slots of cosine and sine."""

    node: int
    variables: tuple[int, ...]
    slots: tuple[int, int]


@dataclass(frozen=True)
class Tape:
    """The program. Slot 0 is one, then come those of the variables, then computed ones.

    Attributes
    ----------
    start
        The terms of computed slot i are those from ``start[i]`` up to ``start[i + 1]``.
    factor, off, left, right
        Of each term: slots left and right are multiplied, then by the factor, which may be off by
        as much as ``off``.
    summed, weight, group
        E is a sum of Euclidean lengths: of weight times slot, group i being those from
        ``group[i]`` up to ``group[i + 1]``.
    owner
        Of each group: the node whose noise it weighs, or -1 for the known part.
    """

    variables: tuple[Variable, ...]
    turns: tuple[Turn, ...]
    leaves: int
    start: Integers
    factor: Reals
    off: Reals
    left: Integers
    right: Integers
    summed: Integers
    weight: Reals
    group: Integers
    owner: Integers

    @property
    def slots(self) -> int:
        """How many slots there are."""
        return self.leaves + len(self.start) - 1

    def degrees(self) -> Integers:
        """Return E's formal degree in each variable: the highest of any summed slot.

        Of a slide: as a polynomial. Of an angle: as a trigonometric polynomial.
        """
        degree = np.zeros((self.slots, len(self.variables)), dtype=np.int64)
        for v, variable in enumerate(self.variables):
            degree[list(variable.slots), v] = 1
        for turn in self.turns:
            for v in turn.variables:
                degree[list(turn.slots), v] += 1
        for i in range(len(self.start) - 1):
            terms = slice(self.start[i], self.start[i + 1])
            products = degree[self.left[terms]] + degree[self.right[terms]]
            degree[self.leaves + i] = np.max(products, axis=0)
        highest: Integers = np.max(degree[self.summed], axis=0, initial=0)
        return highest
