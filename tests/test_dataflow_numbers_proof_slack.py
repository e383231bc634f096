"""Bounds that are computed in floating point are never below the exact bound.

Each bound is a sum of products of non-negative numbers. Here it is computed once more with
fractions, which round nothing: the proof's own number may be larger by its slack, never smaller.
"""

import math
from fractions import Fraction

import numpy as np
import pytest

from dataflow.numbers import proof
from dataflow.numbers.formats import Constant
from dataflow.numbers.knowledge import Fact, Knowledge
from dataflow.operators import Operator

FRACTION = 60
INTEGERS = 62
"""Bits of the integers: more than a float holds, as in a sum of products."""


def exact(number):
    return Fraction(float(number))


def at(integer, fraction):
    return Fraction(int(integer), 1 << fraction)


def some_facts(rng, count):
    """Facts whose every bit is drawn: sums and products of them must be rounded."""
    return [
        Fact(
            Knowledge(
                -int(rng.integers(1 << INTEGERS)),
                int(rng.integers(1 << INTEGERS)),
                float(rng.uniform(0.5, 2.0)),
                float(rng.uniform(0.5, 2.0) * 2.0 ** -rng.integers(0, 50)),
            ),
            FRACTION,
        )
        for _ in range(count)
    ]


def a_product(rng):
    left, right = some_facts(rng, 2)
    a, b = left.known, right.known
    bound = proof.product(left, right).known
    yield bound.magnitude, exact(a.magnitude) * exact(b.magnitude)
    a_error, b_error = exact(a.error), exact(b.error)
    one = at(a.largest, FRACTION) * b_error + exact(b.magnitude) * a_error
    other = at(b.largest, FRACTION) * a_error + exact(a.magnitude) * b_error
    yield bound.error, min(one, other)


def a_scaled_value(rng):
    (value,), coefficient = some_facts(rng, 1), float(rng.uniform(0.5, 2.0))
    factor = Constant.nearest(coefficient, 18)
    bound = proof.scaled(value, factor, coefficient).known
    magnitude, error = exact(value.known.magnitude), exact(value.known.error)
    yield bound.magnitude, magnitude * exact(coefficient)
    nearest = at(factor.integer, factor.fraction)
    yield bound.error, nearest * error + abs(nearest - exact(coefficient)) * magnitude


def a_sum(rng):
    facts = some_facts(rng, 2)
    inner = int(rng.integers(FRACTION - 20, FRACTION + 1))
    bound = proof.total(Operator.ADD, facts, inner).known
    yield bound.magnitude, sum(exact(fact.known.magnitude) for fact in facts)
    cut = Fraction(1, 1 << inner) if inner < FRACTION else Fraction(0)
    yield bound.error, sum(exact(fact.known.error) + cut for fact in facts)


def a_rounded_value(rng):
    (value,), fraction = some_facts(rng, 1), int(rng.integers(FRACTION - 20, FRACTION))
    bound = proof.rounded(value, fraction).known
    yield bound.magnitude, exact(value.known.magnitude)
    yield bound.error, exact(value.known.error) + Fraction(1, 2 << fraction)


def a_rotation(rng):
    turn, carried = some_facts(rng, 2), some_facts(rng, 2)
    rest = sum(
        exact(t.known.error) * (exact(v.known.magnitude) + exact(v.known.error))
        for t, v in zip(turn, carried, strict=True)
    )
    square = sum(exact(fact.known.error) ** 2 for fact in carried)
    yield proof.rotation_error(turn, carried), rest + root_below(square)


def root_below(square):
    """The square root of a fraction, rounded down to 200 binary places."""
    return Fraction(math.isqrt(int(square * (1 << 400))), 1 << 200)


@pytest.mark.parametrize("bounds", [a_product, a_scaled_value, a_sum, a_rounded_value, a_rotation])
def test_no_bound_is_below_the_exact_one(bounds):
    rng = np.random.default_rng(1)
    for _ in range(300):
        for bound, true in bounds(rng):
            assert true <= exact(bound) <= true * (1 + Fraction(1, 1 << 38))


def test_an_integer_beyond_a_floats_bits_is_within_a_narrowed_bound():
    """2**53 + 1 is no float: the sum of the magnitude and the error is rounded to 2**53."""
    reach = 2**53 + 1
    known = Knowledge(-(2**60), 2**60, 2.0**60, 1.0).narrowed(2.0**53, 0)
    assert known.lowest <= -reach
    assert reach <= known.highest
