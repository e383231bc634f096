"""What is known of a value: which integers can appear, and how far they are from the true number.

Every fact holds for every pattern that the input ports admit. Integers are bounded by interval
arithmetic in exact integers; true (real) values by interval arithmetic and by the vector norms
that come with the graph; errors by the products and sums below. Where a norm says more than the
intervals, it may narrow the integers too, widened by the error. Floating-point sums in these
bounds are inflated by `SLACK`, far more than their own rounding.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

from dataflow.numbers.formats import Constant, Format, Rounding, shift_rounded, width_of
from dataflow.operation import Operator

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

    @property
    def width(self) -> int:
        """Bits that hold every integer."""
        return width_of(self.lowest, self.highest)

    def fits(self, form: Format) -> bool:
        """Whether every integer fits the format."""
        return form.lowest <= self.lowest and self.highest <= form.highest

    def narrowed(self, magnitude: float, fraction: int) -> Knowledge:
        """The same with the true value known to lie within ``magnitude``, from another source."""
        magnitude = min(magnitude, self.magnitude)
        reach = math.ceil(math.ldexp((magnitude + self.error) * SLACK, fraction))
        return Knowledge(max(self.lowest, -reach), min(self.highest, reach), magnitude, self.error)


@dataclass(frozen=True)
class Fact:
    """A value's knowledge and the fraction bits of its integers."""

    known: Knowledge
    fraction: int

    def cut_to(self, fraction: int) -> Fact:
        """With at most ``fraction`` fraction bits: low bits dropped."""
        places = self.fraction - fraction
        if places <= 0:
            return self
        k = self.known
        cut = Knowledge(
            k.lowest >> places, k.highest >> places, k.magnitude, k.error + 2.0**-fraction
        )
        return Fact(cut, fraction)


def port(form: Format) -> Fact:
    """An input: any pattern may be on it, and it may have been rounded to nearest."""
    magnitude = math.ldexp(float(-form.lowest), -form.fraction)
    return Fact(Knowledge(form.lowest, form.highest, magnitude, form.resolution / 2), form.fraction)


def constant(value: float, fraction: int) -> Fact:
    """A known number, rounded to nearest."""
    integer = round(math.ldexp(value, fraction))
    error = abs(math.ldexp(float(integer), -fraction) - value)
    return Fact(Knowledge(integer, integer, abs(value), error), fraction)


def product(left: Fact, right: Fact) -> Fact:
    """An exact product of two fixed-point numbers."""
    a, b = left.known, right.known
    corners = [x * y for x in (a.lowest, a.highest) for y in (b.lowest, b.highest)]
    magnitude = a.magnitude * b.magnitude * SLACK
    error = _product_error(left, right)
    return Fact(
        Knowledge(min(corners), max(corners), magnitude, error), left.fraction + right.fraction
    )


def _product_error(left: Fact, right: Fact) -> float:
    """|a b - a' b'| <= |a| |b - b'| + |b'| |a - a'|, the better way round."""
    a, b = left.known, right.known
    a_fixed = math.ldexp(float(a.largest), -left.fraction)
    b_fixed = math.ldexp(float(b.largest), -right.fraction)
    return SLACK * min(
        a_fixed * b.error + b.magnitude * a.error, b_fixed * a.error + a.magnitude * b.error
    )


def scaled(value: Fact, factor: Constant, coefficient: float) -> Fact:
    """An exact product with a positive constant that stands for ``coefficient``."""
    k = value.known
    error = factor.value * k.error + abs(factor.value - coefficient) * k.magnitude
    known = Knowledge(
        k.lowest * factor.integer,
        k.highest * factor.integer,
        k.magnitude * coefficient * SLACK,
        error * SLACK,
    )
    return Fact(known, value.fraction + factor.fraction)


def total(operator: Operator, operands: Sequence[Fact], inner: int) -> Fact:
    """A sum, difference or negative at ``inner`` fraction bits."""
    spans = [
        [
            shift_rounded(end, fact.fraction - inner, Rounding.TRUNCATE)
            for end in (fact.known.lowest, fact.known.highest)
        ]
        for fact in operands
    ]
    low, high = spans[0]
    if operator is Operator.NEGATE:
        low, high = -high, -low
    elif operator is Operator.ADD:
        low, high = low + spans[1][0], high + spans[1][1]
    else:
        low, high = low - spans[1][1], high - spans[1][0]
    magnitude = sum(fact.known.magnitude for fact in operands) * SLACK
    error = sum(fact.cut_to(inner).known.error for fact in operands) * SLACK
    return Fact(Knowledge(low, high, magnitude, error), inner)


def rounded(value: Fact, fraction: int) -> Fact:
    """Rounded half up to at most ``fraction`` fraction bits."""
    places = value.fraction - fraction
    if places <= 0:
        return value
    k = value.known
    low, high = (shift_rounded(v, places, Rounding.HALF_UP) for v in (k.lowest, k.highest))
    error = (k.error + 2.0**-fraction / 2.0) * SLACK
    return Fact(Knowledge(low, high, k.magnitude, error), fraction)


def rotation_error(cosine_and_sine: Sequence[Fact], carried: Sequence[Fact]) -> float:
    """Error of c x + s y, smaller than that of two products: the pair (c, s) has length one.

    So the errors of x and y count by their Euclidean length, not by their sum.
    """
    error = math.hypot(*(fact.known.error for fact in carried))
    for turn, fact in zip(cosine_and_sine, carried, strict=True):
        error += turn.known.error * (fact.known.magnitude + fact.known.error)
    return error * SLACK
