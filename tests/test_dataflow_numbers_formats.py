import functools
import itertools
import math
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from dataflow.lowering.request import WIDTHS
from dataflow.numbers.formats import (
    Constant,
    Format,
    Rounding,
    TrigonometricFormat,
    integer_bits,
    shift_rounded,
    signed_digits,
    width_of,
)


def test_a_format_in_numbers():
    form = Format(10, 6)
    assert (form.lowest, form.highest) == (-512, 511)
    assert form.value(form.highest) == 7.984375
    assert form.value(-449) == -7.015625
    assert form.resolution == 1 / 64
    assert str(form) == "Q4.6"


def test_small_and_large_numbers_have_formats_too():
    assert Format(4, 10).value(7) == 7 / 1024
    assert Format(4, -3).value(-8) == -64.0
    assert Format(1, 0).lowest == -1
    assert Format(1, 0).highest == 0


@pytest.mark.parametrize(
    ("magnitude", "bits"),
    [(0.0, 1), (1.0, 2), (0.999, 1), (0.5, 1), (0.499, 0), (1.999, 2), (2.0, 3), (8.99, 5),
     (0.01, -5), (1e6, 21)],
)  # fmt: skip
def test_integer_bits_of_known_magnitudes(magnitude, bits):
    """8.99 is hls4ml 68: in four integer bits it wrapped."""
    assert integer_bits(magnitude) == bits


@given(st.floats(1e-12, 1e12), st.integers(12, 28))
def test_integer_bits_hold_the_magnitude_and_are_the_fewest(magnitude, width):
    bits = integer_bits(magnitude)
    form = Format(width, width - bits)
    assert form.value(form.lowest) < -magnitude
    assert magnitude < form.value(form.highest) + form.resolution
    assert magnitude * (1.0 + 1e-14) >= 2.0 ** (bits - 2)


@pytest.mark.parametrize("power", range(-40, 40))
def test_integer_bits_beside_powers_of_two(power):
    exact = 2.0**power
    assert integer_bits(exact) == power + 2
    assert integer_bits(math.nextafter(exact, math.inf)) == power + 2
    assert integer_bits(math.nextafter(exact, 0.0)) in (power + 1, power + 2)


def test_width_of_every_small_interval():
    for low, high in itertools.combinations_with_replacement(range(-20, 21), 2):
        fits = (w for w in range(1, 9) if -(2 ** (w - 1)) <= low and high <= 2 ** (w - 1) - 1)
        assert width_of(low, high) == next(fits)


@given(st.integers(-(10**30), 10**30), st.integers(-40, 80))
@example(-2095500, 10)
def test_rounding_against_fractions(integer, places):
    exact = Fraction(integer) / Fraction(2) ** places
    assert shift_rounded(integer, places, Rounding.TRUNCATE) == math.floor(exact)
    half_up = math.floor(exact + Fraction(1, 2))
    assert shift_rounded(integer, places, Rounding.HALF_UP) == half_up
    if exact.denominator == 1:
        assert shift_rounded(integer, places, Rounding.EXACT) == exact


@pytest.mark.parametrize(
    ("integer", "truncated", "half_up"),
    [(-3, -1, -1), (-2, -1, 0), (-1, -1, 0), (0, 0, 0), (1, 0, 0), (2, 0, 1), (3, 0, 1), (4, 1, 1),
     (6, 1, 2), (-6, -2, -1), (-5, -2, -1), (-7, -2, -2)],
)  # fmt: skip
def test_quarters_rounded(integer, truncated, half_up):
    assert shift_rounded(integer, 2, Rounding.TRUNCATE) == truncated
    assert shift_rounded(integer, 2, Rounding.HALF_UP) == half_up


def test_rounding_a_negative_number_as_another_library_did_not():
    """fxpmath 100: -2095500 from 21 to 11 fraction bits is -2046.39."""
    assert shift_rounded(-2095500, 10, Rounding.TRUNCATE) == -2047
    assert shift_rounded(-2095500, 10, Rounding.HALF_UP) == -2046


@given(st.floats(1e-9, 1e9), st.sampled_from([-1, 1]), st.integers(2, 30))
@example(1.0 - 1e-12, 1, 12)
@example(2.0 / 3.0, -1, 12)
def test_a_constant_is_the_nearest_of_its_width(magnitude, sign, width):
    value = sign * magnitude
    constant = Constant.nearest(value, width)
    step = Fraction(2) ** (math.frexp(magnitude)[1] + 1 - width)  # of a number of that width
    exact = Fraction(constant.integer) / Fraction(2) ** constant.fraction
    assert abs(exact - Fraction(value)) <= step / 2
    assert exact % step == 0
    assert constant.value == exact
    assert constant.integer % 2 == 1
    assert abs(constant.integer) <= 2 ** (width - 1)


def test_constants_that_need_few_bits_have_few():
    assert Constant.nearest(0.0, 18) == Constant(0, 0)
    assert Constant.nearest(1.0, 18) == Constant(1, 0)
    assert Constant.nearest(-0.375, 18) == Constant(-3, 3)
    assert Constant.nearest(1024.0, 12) == Constant(1, -10)
    assert Constant.nearest(0.99999, 12) == Constant(1, 0)


def evaluated(digits):
    return sum(sign * 2**place for sign, place in digits)


@given(st.integers(-(2**40), 2**40))
def test_signed_digits_sum_up_and_are_no_neighbours(integer):
    digits = signed_digits(integer)
    assert evaluated(digits) == integer
    places = [place for _, place in digits]
    assert all(b - a >= 2 for a, b in itertools.pairwise(places))
    assert {sign for sign, _ in digits} <= {-1, 1}


def test_signed_digits_are_the_fewest():
    """Against every sum of up to five signed powers of two."""
    powers = [sign * 2**place for place in range(10) for sign in (-1, 1)]
    fewest, reached = {0: 0}, {0}
    for count in range(1, 6):
        reached = {total + power for total in reached for power in powers} - fewest.keys()
        fewest |= dict.fromkeys(reached, count)
    for integer in range(-512, 513):
        assert len(signed_digits(integer)) == fewest[integer]


@functools.cache
def tables(spec):
    """Sine and slope of each segment's middle, by the words of `TrigonometricFormat`."""
    middles = [(s + 0.5) * 0.5 * math.pi / 2**spec.table_bits for s in range(2**spec.table_bits)]
    step = 2.0 * math.pi / 2**spec.angle_bits
    values = [round(math.sin(m) * 2**spec.table_fraction) for m in middles]
    slopes = [round(math.cos(m) * step * 2**spec.slope_fraction) for m in middles]
    return np.array(values), np.array(slopes)


def first_quadrant(spec, segments, residuals):
    values, slopes = tables(spec)
    common = max(spec.table_fraction, spec.slope_fraction)
    exact = (values[segments] << (common - spec.table_fraction)) + (
        (slopes[segments] * residuals) << (common - spec.slope_fraction)
    )
    return (exact + (1 << (common - spec.fraction - 1))) >> (common - spec.fraction)


def quarter_of_angles(spec):
    """All angles of the first quadrant, or every 211th and those beside the segments' edges."""
    quarter = 1 << (spec.angle_bits - 2)
    if quarter <= 1 << 15:
        return np.arange(quarter)
    edges = np.arange(0, quarter, 1 << spec.residual_bits)
    picked = [np.arange(0, quarter, 211), edges, edges + (1 << spec.residual_bits) - 1]
    return np.unique(np.concatenate(picked))


@pytest.mark.parametrize("width", WIDTHS)
def test_sines_and_cosines_are_within_their_error(width):
    spec = TrigonometricFormat.for_width(width)
    angles = quarter_of_angles(spec)
    segments = angles >> spec.residual_bits
    middle = 1 << (spec.residual_bits - 1)
    residuals = (angles & (2 * middle - 1)) - middle
    true = 2.0 * math.pi * angles / 2.0**width
    sines = first_quadrant(spec, segments, residuals) * spec.format.resolution
    mirrored = first_quadrant(spec, 2**spec.table_bits - 1 - segments, -residuals)
    cosines = mirrored * spec.format.resolution
    for got, truth in ((sines, np.sin(true)), (cosines, np.cos(true))):
        worst = np.max(np.abs(got - truth))
        assert 0.7 * spec.error < worst <= spec.error
    assert np.min(sines) >= 0
    assert np.max(cosines) <= 1.0


@pytest.mark.parametrize("width", WIDTHS)
def test_trigonometric_formats_are_consistent(width):
    spec = TrigonometricFormat.for_width(width)
    assert spec.angle_bits == width == 2 + spec.table_bits + spec.residual_bits
    assert spec.residual_bits >= 1
    assert spec.format == Format(width, width - 2)
    assert spec.format.value(1 << spec.fraction) == 1.0
    assert 1 << spec.fraction <= spec.format.highest
    last_bit = spec.format.resolution
    assert 0.5 * last_bit < spec.error < 0.75 * last_bit
    assert spec.slope_fraction == spec.table_fraction + spec.residual_bits
    assert spec.angle_error == pytest.approx(0.5 * 2.0 * math.pi / 2**width)


@pytest.mark.parametrize("width", WIDTHS)
def test_the_table_is_the_smallest_that_is_good_enough(width):
    """The tangent's error at a segment's end is at most h^2 / 2 with h half the segment's angle."""
    spec = TrigonometricFormat.for_width(width)

    def error(table_bits):
        half_segment = 0.25 * math.pi / 2**table_bits
        return half_segment**2 / 2.0

    eighth = spec.format.resolution / 8.0
    assert error(spec.table_bits) <= eighth < error(spec.table_bits - 1)


def test_the_default_table_in_numbers():
    """Width 18: h^2 / 2 <= 2^-19 wants h <= 0.00195, so 403 segments at least: nine bits."""
    spec = TrigonometricFormat.for_width(18)
    assert (spec.fraction, spec.table_bits, spec.residual_bits) == (16, 9, 7)
    assert (spec.table_fraction, spec.slope_fraction) == (19, 26)
