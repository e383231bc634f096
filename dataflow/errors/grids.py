"""From the largest value on a grid to the largest value anywhere.

H. Ehlich, K. Zeller: Schwankung von Polynomen zwischen Gitterpunkten, Mathematische Zeitschrift 86
(1964), 41-44, by M. Riesz's lemma: a trigonometric polynomial of degree d whose magnitude is at
most m on n > 2 d equidistant points of the circle is within m / cos(pi d / n) everywhere. With
x = cos(theta) a polynomial of degree d on an interval is one of theta, and n + 1 Chebyshev points,
the ends among them, are 2 n equidistant ones of the circle. Several variables are taken one after
the other, so their factors multiply. It holds for the largest of any number of polynomials, and so
for a sum of magnitudes: that is the largest of the sums with all choices of signs.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from common.arrays import Reals

_CLEARANCE = 1.0 + 2.0**-40
"""Far more than the rounding of a factor."""


@dataclass(frozen=True)
class Axis:
    """Equidistant angles of the whole circle, or Chebyshev points from -1 to 1.

    Attributes
    ----------
    degree
        Of the polynomial along it.
    points
        How many: of the circle more than twice the degree, of an interval more than one above the
        degree; two suffice where that is one.
    """

    turns: bool
    degree: int
    points: int

    def __post_init__(self) -> None:
        if self.points < _fewest(self.turns, self.degree):
            raise ValueError(f"{self.points!r} points bound no polynomial of degree {self.degree}")

    @property
    def factor(self) -> float:
        """By how much the polynomial may exceed its largest magnitude on the points."""
        if self.degree == 0 or (self.degree == 1 and not self.turns):
            return 1.0
        apart = self.points if self.turns else 2 * (self.points - 1)
        return _CLEARANCE / math.cos(math.pi * self.degree / apart)

    def places(self) -> Reals:
        """Return the points: rad, or from -1 to 1."""
        if self.turns:
            return 2.0 * math.pi * np.arange(self.points) / self.points
        if self.points == 1:
            return np.zeros(1)
        return np.cos(math.pi * np.arange(self.points) / (self.points - 1))


def axes_for(kinds: Sequence[tuple[bool, int]], budget: int) -> tuple[Axis, ...] | None:
    """Return axes with the least factor of all grids of at most ``budget`` points; None if none is.

    Parameters
    ----------
    kinds
        Of each variable: whether it turns, and the degree.
    """
    chosen = None
    for angle in np.linspace(1.5, 0.01, 300):  # pi d / n, the same along every axis
        axes = tuple(Axis(turns, d, _points(turns, d, float(angle))) for turns, d in kinds)
        if math.prod(axis.points for axis in axes) > budget:
            break
        chosen = axes
    return chosen


def factor_of(axes: Sequence[Axis]) -> float:
    """Return the factor of a whole grid."""
    return math.prod(axis.factor for axis in axes)


def _fewest(turns: bool, degree: int) -> int:
    if turns:
        return 2 * degree + 1
    return degree + 1 if degree < 2 else degree + 2


def _points(turns: bool, degree: int, angle: float) -> int:
    """Return how many points make pi d / n at most ``angle``."""
    if degree == 0 or (degree == 1 and not turns):
        return _fewest(turns, degree)
    apart = math.ceil(math.pi * degree / angle)
    return max(_fewest(turns, degree), apart if turns else math.ceil(apart / 2) + 1)
