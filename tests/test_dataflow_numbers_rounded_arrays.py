"""Largest magnitudes and errors of arrays hold what float64 does."""

import numpy as np
import pytest

from dataflow.numbers.rounded_arrays import RoundedArray

ROUNDING = 2.0**-52


def test_numbers_are_as_far_off_as_is_said():
    found = RoundedArray.of(np.array([-2.0, 0.0]), 0.5)
    assert found.size.tolist() == [2.5, 0.5]
    assert found.error.tolist() == [0.5, 0.5]


@pytest.mark.parametrize("count", [1, 3, 40])
def test_a_product_counts_what_is_carried_and_each_terms_rounding(count):
    a, b = RoundedArray.of(np.full(count, 3.0), 0.25), RoundedArray.of(np.full(count, 2.0), 0.5)
    found = a @ b
    largest = count * 3.25 * 2.5
    assert found.size == pytest.approx(largest)
    carried = count * (3.25 * 0.5 + 2.5 * 0.25 + 0.25 * 0.5)
    assert found.error - carried >= 0.99 * count * ROUNDING * largest


def test_float64s_product_is_within_its_bound():
    rng = np.random.default_rng(1)
    a, b = rng.normal(size=(20, 6)), rng.normal(size=(6, 9))
    exact = a.astype(np.longdouble) @ b.astype(np.longdouble)
    found = RoundedArray.of(a) @ RoundedArray.of(b)
    distance = np.abs(a @ b - exact).astype(float)
    assert distance.max() > 0.0
    assert np.all(distance <= found.error)
    assert np.all(found.error <= 100 * distance.max())


def test_sums_and_multiples_count_one_rounding_more():
    a = RoundedArray.of(np.ones(2), 1e-10)
    assert np.all((a + a).error >= 2e-10 + 2 * ROUNDING)
    assert np.array_equal((a - a).size, (a + a).size)
    assert np.all((-3.0 * a).error >= 3e-10 + 3 * ROUNDING)


def test_parts_and_transposes_are_both_ones():
    a = RoundedArray.zeros(2, 3)
    a[0, 1] = RoundedArray.of(np.array(4.0), 0.5)
    assert a.T[1, 0].size == 4.5
    assert a[0].error.tolist() == [0.0, 0.5, 0.0]
