"""What follows from what is known: facts of ports, constants, operators' results and roundings.

Where a vector norm says more than the intervals, it may narrow the integers too
(`dataflow.numbers.knowledge.Knowledge.narrowed`).
"""

from __future__ import annotations

import math
from collections.abc import Sequence

from dataflow.numbers.formats import Constant, Format, Rounding, shift_rounded
from dataflow.numbers.knowledge import SLACK, Fact, Knowledge
from dataflow.numbers.reciprocal import ReciprocalFormat
from dataflow.operators import Operator


def port(form: Format) -> Fact:
    """Return what is known of an input: any pattern may be on it, rounded to nearest."""
    error = form.resolution / 2
    return Fact(Knowledge(form.lowest, form.highest, form.reach, error), form.fraction)


def angle_sum(first: Fact, second: Fact) -> Fact:
    """Return what is known of the sum of two binary angles: any pattern, and both errors."""
    half = 1 << (first.fraction - 1)
    error = (first.known.error + second.known.error) * SLACK
    return Fact(Knowledge(-half, half - 1, 0.5, error), first.fraction)


def constant(value: float, fraction: int) -> Fact:
    """Return what is known of a number that is rounded to nearest."""
    integer = round(math.ldexp(value, fraction))
    error = abs(math.ldexp(float(integer), -fraction) - value)
    return Fact(Knowledge(integer, integer, abs(value), error), fraction)


def product(left: Fact, right: Fact) -> Fact:
    """Return what is known of an exact product of two fixed-point numbers."""
    magnitude = left.known.magnitude * right.known.magnitude * SLACK
    return _exact(Operator.MULTIPLY, (left, right), magnitude, left.fraction + right.fraction)


def scaled(value: Fact, factor: Constant, coefficient: float) -> Fact:
    """Return what is known of a product with a positive constant that stands for a coefficient."""
    error = abs(factor.value - coefficient)
    integer = factor.integer
    second = Fact(Knowledge(integer, integer, coefficient, error), factor.fraction)
    magnitude = value.known.magnitude * coefficient * SLACK
    return _exact(Operator.SCALE, (value, second), magnitude, value.fraction + factor.fraction)


def total(operator: Operator, operands: Sequence[Fact], inner: int) -> Fact:
    """Return what is known of a sum, difference or negative at ``inner`` fraction bits."""
    aligned = [_aligned(fact, inner) for fact in operands]
    magnitude = sum(fact.known.magnitude for fact in operands) * SLACK
    return _exact(operator, aligned, magnitude, inner)


def _aligned(fact: Fact, fraction: int) -> Fact:
    """Return a fact with exactly ``fraction`` fraction bits: low bits dropped, or zeros added."""
    cut = fact.cut_to(fraction)
    k, places = cut.known, fraction - cut.fraction
    return Fact(Knowledge(k.lowest << places, k.highest << places, k.magnitude, k.error), fraction)


def _exact(operator: Operator, facts: Sequence[Fact], magnitude: float, fraction: int) -> Fact:
    declared = operator.value
    if declared.span is None or declared.error is None:
        raise ValueError(f"a {declared.name} has its own format, and no exact result")
    low, high = declared.span([fact.known.span for fact in facts])
    return Fact(Knowledge(low, high, magnitude, declared.error(facts)), fraction)


def rounded(value: Fact, fraction: int) -> Fact:
    """Return what is known of a value rounded half up to at most ``fraction`` fraction bits."""
    places = value.fraction - fraction
    if places <= 0:
        return value
    k = value.known
    low, high = (shift_rounded(v, places, Rounding.HALF_UP) for v in k.span)
    error = (k.error + 2.0**-fraction / 2.0) * SLACK
    return Fact(Knowledge(low, high, k.magnitude, error), fraction)


def least_divisor(divisor: Fact, lowest: float) -> float:
    """Return the least fixed-point value of what is at least ``lowest``; 0 if it may vanish."""
    known, fraction = divisor.known, divisor.fraction
    least = math.floor(math.ldexp(lowest / SLACK - known.error * SLACK, fraction))
    return math.ldexp(float(max(least, known.lowest, 0)), -fraction)


def reciprocal_noise(least: float, spec: ReciprocalFormat) -> float:
    """Return how far a reciprocal may be from one over the fixed-point value, ``least`` or more."""
    return (spec.error / least + 2.0**-spec.result.fraction / 2.0) * SLACK


def reciprocal(divisor: Fact, lowest: float, spec: ReciprocalFormat) -> Fact | None:
    """Return what is known of one over a value that is at least ``lowest``; None if it may vanish.

    The fixed-point divisor v' is within its error of v, so at least lowest - error, and
    |1/v - 1/v'| <= error / (v v').
    """
    known, fraction = divisor.known, divisor.fraction
    smallest = least_divisor(divisor, lowest)
    if smallest <= 0.0:
        return None
    largest = math.ldexp(float(known.highest), -fraction)
    error = known.error / (lowest * smallest) + reciprocal_noise(smallest, spec)
    low = math.floor(math.ldexp((1.0 - spec.error) / largest / SLACK, spec.result.fraction)) - 1
    high = math.ceil(math.ldexp((1.0 + spec.error) / smallest * SLACK, spec.result.fraction)) + 1
    return Fact(Knowledge(max(0, low), high, 1.0 / lowest, error * SLACK), spec.result.fraction)


def rotation_error(cosine_and_sine: Sequence[Fact], carried: Sequence[Fact]) -> float:
    """Return the error of c x + s y, smaller than that of two products: (c, s) has length one.

    So the errors of x and y count by their Euclidean length, not by their sum.
    """
    error = math.hypot(*(fact.known.error for fact in carried))
    for turn, fact in zip(cosine_and_sine, carried, strict=True):
        error += turn.known.error * (fact.known.magnitude + fact.known.error)
    return error * SLACK
