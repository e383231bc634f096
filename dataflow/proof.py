"""What is known of a value: which integers can appear, and how far they are from the true number.

Every fact holds for every pattern that the input ports admit. Integers are bounded by interval
arithmetic in exact integers; true (real) values by interval arithmetic and by the vector norms
that come with the graph; errors by the standard first-order and product terms. Where the norm says
more than the intervals, it may narrow the integers too, widened by the error. Floating-point sums
in these bounds are inflated by `SLACK`, far more than their rounding.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

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
    def largest(self) -> int:
        """The largest magnitude of the integer."""
        return max(abs(self.lowest), abs(self.highest))

    def narrowed(self, magnitude: float, fraction: int) -> Knowledge:
        """The same with the true value known to lie within ``magnitude``, from another source."""
        magnitude = min(magnitude, self.magnitude)
        reach = math.ceil(math.ldexp((magnitude + self.error) * SLACK, fraction))
        return Knowledge(max(self.lowest, -reach), min(self.highest, reach), magnitude, self.error)


def product_error(
    left: Knowledge, left_fraction: int, right: Knowledge, right_fraction: int
) -> float:
    """Error of a product: |a b - a' b'| <= |a| |b - b'| + |b'| |a - a'|, the better way round."""
    left_fixed = math.ldexp(float(left.largest), -left_fraction)
    right_fixed = math.ldexp(float(right.largest), -right_fraction)
    return SLACK * min(
        left_fixed * right.error + right.magnitude * left.error,
        right_fixed * left.error + left.magnitude * right.error,
    )
