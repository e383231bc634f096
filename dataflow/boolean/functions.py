"""Factors of a term: functions of one angle combination or of one number, with exact extrema."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from common.arrays import Reals

Interval = tuple[Reals, Reals]
"""Lower and upper ends, elementwise."""

_TURN = 2.0 * math.pi


@dataclass(frozen=True)
class Power:
    """A polynomial in one input that is no angle: sum of ``coefficients[p]`` x^p."""

    word: str
    coefficients: tuple[float, ...]

    @property
    def words(self) -> tuple[str, ...]:
        """The inputs that it depends on."""
        return (self.word,)

    def even_in(self, word: str) -> bool:
        """Whether it keeps its value when ``word`` changes its sign."""
        return word == self.word and not any(self.coefficients[1::2])

    def scaled(self, factor: float) -> Power:
        """Return the function times a number."""
        return Power(self.word, tuple(factor * c for c in self.coefficients))

    def __call__(self, values: Mapping[str, Reals]) -> Reals:
        """Return the values at inputs in m and s, elementwise."""
        result = np.polynomial.polynomial.polyval(values[self.word], self.coefficients)
        return np.asarray(result, dtype=np.float64)

    def extrema(self, box: Mapping[str, Interval]) -> Interval:
        """Return the exact least and largest value over each interval of ``box``."""
        low, high = box[self.word]
        ends = [self({self.word: end}) for end in (low, high)]
        lowest, highest = np.minimum(*ends), np.maximum(*ends)
        slope = np.polynomial.polynomial.polyder(self.coefficients)
        for root in np.polynomial.polynomial.polyroots(slope) if len(slope) > 1 else ():
            if abs(root.imag) < 1e-9:
                inside = (low < root.real) & (root.real < high)
                value = float(self({self.word: np.array(root.real)}))
                lowest = np.where(inside, np.minimum(lowest, value), lowest)
                highest = np.where(inside, np.maximum(highest, value), highest)
        return lowest, highest


@dataclass(frozen=True)
class Wave:
    """A trigonometric polynomial in one combination of angles.

    With theta = sum of ``waves[j]`` times the angle ``angles[j]``: the sum over n of
    ``cosines[n]`` cos(n theta) + ``sines[n]`` sin(n theta).
    """

    angles: tuple[str, ...]
    waves: tuple[int, ...]
    cosines: tuple[float, ...]
    sines: tuple[float, ...]

    @property
    def words(self) -> tuple[str, ...]:
        """The inputs that it depends on."""
        return self.angles

    def even_in(self, word: str) -> bool:
        """Whether it keeps its value when ``word`` changes its sign."""
        return self.angles == (word,) and not any(self.sines)

    def scaled(self, factor: float) -> Wave:
        """Return the function times a number."""
        cosines = tuple(factor * c for c in self.cosines)
        return Wave(self.angles, self.waves, cosines, tuple(factor * s for s in self.sines))

    def __call__(self, values: Mapping[str, Reals]) -> Reals:
        """Return the values at angles in rad, which broadcast."""
        theta = sum(w * values[a] for a, w in zip(self.angles, self.waves, strict=True))
        return self._of(np.asarray(theta, dtype=np.float64))

    def _of(self, theta: Reals) -> Reals:
        """Return the value at a combined angle."""
        total = np.full_like(theta, self.cosines[0])
        for n in range(1, len(self.cosines)):
            # A term that is left out adds no rounding, so that an even function stays exactly even.
            if self.cosines[n]:
                total += self.cosines[n] * np.cos(n * theta)
            if self.sines[n]:
                total += self.sines[n] * np.sin(n * theta)
        return total

    def extrema(self, box: Mapping[str, Interval]) -> Interval:
        """Return the exact least and largest value over each box.

        The combined angle runs through one interval, and takes every value in it.
        """
        low, high = np.zeros(()), np.zeros(())
        for angle, wave in zip(self.angles, self.waves, strict=True):
            ends = [wave * end for end in box[angle]]
            low, high = low + np.minimum(*ends), high + np.maximum(*ends)
        at_ends = self._of(low), self._of(high)
        lowest, highest = np.minimum(*at_ends), np.maximum(*at_ends)
        for theta in self._turning_points():
            inside = theta + _TURN * np.ceil((low - theta) / _TURN) <= high
            value = float(self._of(np.array(theta)))
            lowest = np.where(inside, np.minimum(lowest, value), lowest)
            highest = np.where(inside, np.maximum(highest, value), highest)
        return lowest, highest

    def _turning_points(self) -> list[float]:
        """Return the angles in (-pi, pi] at which the slope is zero.

        The slope is a polynomial in z = exp(i theta), divided by a power of z; its zeros are the
        polynomial's roots on the unit circle. A root that is there twice is a turning point of
        nothing, so it does no harm that rounding may move it off the circle and back: every root
        near the circle is taken, and a point too many changes no extremum.
        """
        order = len(self.cosines) - 1
        slope = np.zeros(2 * order + 1, dtype=np.complex128)
        for n in range(1, order + 1):
            half = 0.5 * n * (self.sines[n] + 1j * self.cosines[n])
            slope[order + n] += half
            slope[order - n] += half.conjugate()
        if not slope.any():
            return []
        roots = np.polynomial.polynomial.polyroots(np.trim_zeros(slope, "b"))
        return [float(np.angle(z)) for z in roots if abs(abs(z) - 1.0) < 1e-6]


Factor = Power | Wave
