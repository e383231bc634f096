"""A scalar that counts the rounding of float64: the largest magnitude, and the largest error.

Equations run on it as on floats; what comes out bounds how far float64 arithmetic, in whatever
order it was done, may be from the exact result. N. J. Higham: Accuracy and Stability of Numerical
Algorithms, 2nd edition, SIAM 2002, section 3.3, "running error analysis".
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from dataflow.numbers.approximate import ROUNDING


@dataclass(frozen=True)
class Rounded:
    """A value whose magnitude is within ``size``, and whose float64 is within ``error`` of it.

    Plain numbers that it meets count as off by ``unsure``: constants that were rounded before.
    """

    size: float
    error: float
    unsure: float = 0.0

    def _constant(self, number: Rounded | float) -> Rounded:
        if isinstance(number, Rounded):
            return number
        return type(self)(abs(float(number)) + self.unsure, self.unsure, self.unsure)

    def __add__(self, other: Rounded | float) -> Rounded:
        other = self._constant(other)
        size, error = self.size + other.size, self.error + other.error
        return replace(self, size=size, error=error + ROUNDING * (size + error))

    __radd__ = __sub__ = __rsub__ = __add__

    def __mul__(self, other: Rounded | float) -> Rounded:
        other = self._constant(other)
        size = self.size * other.size
        error = self.size * other.error + other.size * self.error + self.error * other.error
        return replace(self, size=size, error=error + ROUNDING * (size + error))

    __rmul__ = __mul__

    def __neg__(self) -> Rounded:
        return self

    def cos(self) -> Rounded:
        """Return a cosine; libraries' are within one unit in the last place."""
        return replace(self, size=1.0, error=self.error + ROUNDING)

    sin = cos

    def __float__(self) -> float:
        return self.error


class Largest(Rounded):
    """The same; as a plain number it is its size."""

    def __float__(self) -> float:
        return self.size
