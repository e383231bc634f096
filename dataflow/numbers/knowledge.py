"""What is known of a value, for every pattern that the input ports admit.

Integers are bounded by interval arithmetic in exact integers; true (real) values by interval
arithmetic and by the vector norms that come with the graph; errors by the products and sums of
`dataflow.operators`. Floating-point sums in these bounds are inflated by `SLACK`, far more than
their own rounding.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

from dataflow.numbers.formats import Format, width_of

SLACK = 1.0 + 2.0**-40


@dataclass(frozen=True)
class Knowledge:
    """Of one operation's result.

    Attributes
    ----------
    lowest, highest
        Every integer on it lies between these.
    magnitude
        The true value's largest magnitude.
    error
        Largest distance between the fixed-point number and the true value.
    """

    lowest: int
    highest: int
    magnitude: float
    error: float

    @property
    def span(self) -> tuple[int, int]:
        """The lowest and the highest integer."""
        return self.lowest, self.highest

    @property
    def largest(self) -> int:
        """The largest magnitude of the integer."""
        return max(abs(self.lowest), abs(self.highest))

    @property
    def width(self) -> int:
        """Bits that hold every integer."""
        return width_of(self.lowest, self.highest)

    def fits(self, form: Format) -> bool:
        """Tell whether every integer fits the format."""
        return form.lowest <= self.lowest and self.highest <= form.highest

    def narrowed(self, magnitude: float, fraction: int) -> Knowledge:
        """Return the same with the true value known to lie within ``magnitude``.

        Where that, from another source, says more than the intervals, it narrows the integers too,
        widened by the error.
        """
        magnitude = min(magnitude, self.magnitude)
        reach = math.ceil(math.ldexp((magnitude + self.error) * SLACK, fraction))
        return Knowledge(max(self.lowest, -reach), min(self.highest, reach), magnitude, self.error)


@dataclass(frozen=True)
class Fact:
    """A value's knowledge and the fraction bits of its integers."""

    known: Knowledge
    fraction: int

    @property
    def largest(self) -> float:
        """The fixed-point number's largest magnitude."""
        return math.ldexp(float(self.known.largest), -self.fraction)

    def cut_to(self, fraction: int) -> Fact:
        """Return it with at most ``fraction`` fraction bits: low bits dropped."""
        places = self.fraction - fraction
        if places <= 0:
            return self
        k = self.known
        cut = Knowledge(
            k.lowest >> places, k.highest >> places, k.magnitude, k.error + 2.0**-fraction
        )
        return Fact(cut, fraction)
