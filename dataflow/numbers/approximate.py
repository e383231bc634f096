"""Numbers that stand for exact ones nearby, and how far away those may be.

A robot's constants reach the equations rounded, snapped to right angles and cleaned of what
cancelled. Each takes its distance from the exact number along, so that the proof can count it.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from common.arrays import Reals

ROUNDING = 2.0**-52
"""A bound, twice over, of one float64 operation's relative error."""


class Approximate(float):
    """A number, and a bound of its distance from the exact one.

    It is a float like any other; sums and products of it with floats, which count as exact, are
    approximate again.
    """

    deviation: float

    def __new__(cls, value: float, deviation: float = 0.0) -> Approximate:
        """Return a number that is within ``deviation`` of the exact one."""
        made = super().__new__(cls, value)
        made.deviation = float(deviation)
        return made

    def __add__(self, other: object) -> Any:  # noqa: ANN401 (what is no number decides itself)
        if not isinstance(other, int | float):
            return NotImplemented
        total = float(self) + float(other)
        return Approximate(total, self.deviation + deviation_of(other) + ROUNDING * abs(total))

    __radd__ = __add__

    def __neg__(self) -> Approximate:
        return Approximate(-float(self), self.deviation)

    def __sub__(self, other: object) -> Any:  # noqa: ANN401 (as above)
        if not isinstance(other, int | float):
            return NotImplemented
        return self + Approximate(-float(other), deviation_of(other))

    def __rsub__(self, other: object) -> Any:  # noqa: ANN401 (as above)
        if not isinstance(other, int | float):
            return NotImplemented
        return -self + other

    def __mul__(self, other: object) -> Any:  # noqa: ANN401 (as above)
        if not isinstance(other, int | float):
            return NotImplemented
        a, b, e, f = abs(float(self)), abs(float(other)), self.deviation, deviation_of(other)
        return Approximate(float(self) * float(other), a * f + b * e + e * f + ROUNDING * a * b)

    __rmul__ = __mul__

    def __abs__(self) -> Approximate:
        return Approximate(abs(float(self)), self.deviation)


def deviation_of(number: object) -> float:
    """Return how far the exact number may be; 0 for a plain one."""
    return getattr(number, "deviation", 0.0)


def plain(number: float) -> float:
    """Return a number as a float that forgets nothing: NumPy's become Python's."""
    return number if isinstance(number, Approximate) else float(number)


def approximate(values: Reals, deviations: Reals) -> np.ndarray[Any, np.dtype[Any]]:
    """Return an array of `Approximate`, of the same shape and of objects."""
    made = np.empty(values.shape, dtype=object)
    for place, value in np.ndenumerate(values):
        made[place] = Approximate(float(value), float(deviations[place]))
    return made
