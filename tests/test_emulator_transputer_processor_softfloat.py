"""Arithmetic on bit patterns against NumPy (to nearest) and exact fractions (directed)."""

from fractions import Fraction

import numpy as np
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from emulator.transputer.processor import softfloat, softfloat_convert, softfloat_format

FRACTION, BIAS, WIDTH = (23, 52), (127, 1023), (32, 64)
FLOATS, INTEGERS = (np.float32, np.float64), (np.uint32, np.uint64)
NEAREST, ZERO, PLUS, MINUS = range(4)
MODES = st.integers(0, 3)


def as_pattern(bits, double):
    return bits - 2**64 if double and bits >= 2**63 else bits


def native(bits, double):
    return INTEGERS[double](bits % 2 ** WIDTH[double]).view(FLOATS[double])


def bits_of(value, double):
    return as_pattern(int(FLOATS[double](value).view(INTEGERS[double])), double)


@st.composite
def finite(draw, double):
    """Any finite pattern, with exponents near each other as often as not."""
    p = FRACTION[double]
    field = draw(
        st.one_of(
            st.integers(0, 2 * BIAS[double]),
            st.integers(BIAS[double] - 70, BIAS[double] + 70),
            st.sampled_from([0, 1, 2 * BIAS[double]]),
        )
    )
    fraction = draw(
        st.one_of(
            st.integers(0, 2**p - 1),
            st.sampled_from([0, 1, 2**p - 1, 2 ** (p - 1)]),
            st.integers(0, 255).map(lambda x: x << (p - 8)),
        )
    )
    return as_pattern(
        draw(st.integers(0, 1)) << (WIDTH[double] - 1) | field << p | fraction, double
    )


PAIRS = st.integers(0, 1).flatmap(lambda d: st.tuples(st.just(d), finite(d), finite(d)))


def value(bits, double):
    return Fraction(float(native(bits, double)))


def rounded(exact, double, mode, negative_zero=False):
    """The pattern nearest to an exact number in a mode, and whether that overflows."""
    p, bias, sign = FRACTION[double], BIAS[double], 1 if exact < 0 else 0
    size = abs(exact)
    if size == 0:
        return as_pattern(int(negative_zero) << (WIDTH[double] - 1), double), 0
    exponent = size.numerator.bit_length() - size.denominator.bit_length()
    if Fraction(2) ** exponent > size:
        exponent -= 1
    unit = Fraction(2) ** (max(exponent, 1 - bias) - p)
    whole = size // unit
    rest = size / unit - whole
    if mode == NEAREST:
        whole += rest > Fraction(1, 2) or (rest == Fraction(1, 2) and whole % 2 == 1)
    elif mode == (MINUS if sign else PLUS):
        whole += rest > 0
    overflow = whole * unit >= Fraction(2) ** (bias + 1)
    if not overflow:
        field = max(exponent, 1 - bias) + bias
        pattern = whole + ((field - 1) << p)
    elif mode == NEAREST or mode == (MINUS if sign else PLUS):
        pattern = (2 * bias + 1) << p
    else:
        pattern = ((2 * bias + 1) << p) - 1
    return as_pattern(sign << (WIDTH[double] - 1) | int(pattern), double), int(overflow)


@given(PAIRS, MODES)
@settings(max_examples=200)
def test_addition(pair, mode):
    double, b, a = pair
    exact = value(b, double) + value(a, double)
    both = np.signbit(native(b, double)) and np.signbit(native(a, double))
    zeros = value(b, double) == 0 and value(a, double) == 0
    either = np.signbit(native(b, double)) != np.signbit(native(a, double))
    negative = both if zeros and not either else mode == MINUS
    assert softfloat.add(b, a, double, mode) == rounded(exact, double, mode, negative)


@given(PAIRS, MODES)
@settings(max_examples=200)
def test_multiplication(pair, mode):
    double, b, a = pair
    negative = np.signbit(native(b, double)) != np.signbit(native(a, double))
    exact = value(b, double) * value(a, double)
    assert softfloat.multiply(b, a, double, mode) == rounded(exact, double, mode, negative)


@given(PAIRS, MODES)
@settings(max_examples=200)
@example((1, bits_of(1.0, 1), bits_of(1.0 + 2.0**-52, 1)), PLUS)  # inexact by 2^-104 alone
def test_division(pair, mode):
    double, b, a = pair
    negative = bool(np.signbit(native(b, double)) != np.signbit(native(a, double)))
    result = softfloat.divide(b, a, double, mode)
    if value(a, double) != 0:
        exact = value(b, double) / value(a, double)
        assert result == rounded(exact, double, mode, negative)
    elif value(b, double) != 0:
        assert result == (softfloat_format.infinity(int(negative), double), 1)
    else:
        assert result == (softfloat_format.NAN_ZERO_BY_ZERO[double], 1)


@given(PAIRS)
@settings(max_examples=200)
def test_to_nearest_is_numpy(pair):
    double, b, a = pair
    y, x = native(b, double), native(a, double)
    with np.errstate(all="ignore"):
        expected = {
            softfloat.add: y + x,
            softfloat.multiply: y * x,
            softfloat.divide: y / x if x != 0 else None,
        }
    for operation, result in expected.items():
        if result is not None:
            assert operation(b, a, double, NEAREST)[0] == bits_of(result, double)


@given(PAIRS, MODES)
@settings(max_examples=200)
def test_square_root(pair, mode):
    double, a = pair[0], softfloat_format.magnitude(pair[1], pair[0])
    root, error = softfloat.square_root(a, double, mode)
    assert error == 0
    if mode == NEAREST:
        assert root == bits_of(np.sqrt(native(a, double)), double)
    elif mode == PLUS:
        assert value(root, double) ** 2 >= value(a, double)
        assert root == 0 or value(root - 1, double) ** 2 < value(a, double)
    else:
        assert value(root, double) ** 2 <= value(a, double) < value(root + 1, double) ** 2


@given(PAIRS, MODES)
@settings(max_examples=200)
def test_whole_numbers(pair, mode):
    double, a = pair[:2]
    exact = value(a, double)
    whole = {
        NEAREST: round(exact),
        ZERO: int(exact),
        PLUS: -(-exact.numerator // exact.denominator),
        MINUS: exact.numerator // exact.denominator,
    }[mode]
    result, error = softfloat_convert.to_whole(a, double, mode)
    assert (value(result, double), error) == (whole, 0)
    assert softfloat_format.sign_of(result, double) == softfloat_format.sign_of(a, double)
    assert softfloat_convert.fits(a, double, 32, mode) == (-(2**31) <= whole < 2**31)
    assert softfloat_convert.fits(a, double, 64, mode) == (-(2**63) <= whole < 2**63)
    assert softfloat_convert.low_word(a, double) == int(exact) % 2**32


@given(st.integers(-(2**31), 2**32 - 1), MODES, st.integers(0, 1))
def test_integers_to_reals(number, mode, double):
    result = softfloat_convert.from_integer(number, double, mode)
    assert result == rounded(Fraction(number), double, mode)[0]


@given(PAIRS, MODES, st.sampled_from([1, -1, 32, -32]))
def test_scaling(pair, mode, power):
    double, a = pair[:2]
    exact = value(a, double) * Fraction(2) ** power
    negative = bool(np.signbit(native(a, double)))
    assert softfloat_convert.scale(a, power, double, mode) == rounded(exact, double, mode, negative)


@given(finite(1), MODES)
@settings(max_examples=200)
def test_double_to_single(a, mode):
    expected = rounded(value(a, 1), 0, mode, bool(np.signbit(native(a, 1))))
    assert softfloat_convert.to_single(a, mode) == expected


@given(finite(0))
def test_single_to_double(a):
    assert softfloat_convert.to_double(a) == (bits_of(np.float64(native(a, 0)), 1), 0)


@given(PAIRS)
@settings(max_examples=200)
@example((1, bits_of(3.0, 1), bits_of(2.0, 1)))  # half-way: up to an even quotient
@example((1, bits_of(5.0, 1), bits_of(2.0, 1)))  # and down to one
def test_remainder(pair):
    double, b, a = pair
    if value(a, double) == 0 or value(b, double) == 0:
        return
    steps, done, rest = 0, False, b
    while not done:
        rest, quotient, done = softfloat_convert.remainder_step(rest, a, double)
        steps += 1
    nearest = round(value(b, double) / value(a, double))
    assert value(rest, double) == value(b, double) - nearest * value(a, double)
    if rest in (0, as_pattern(2 ** (WIDTH[double] - 1), double)):
        assert softfloat_format.sign_of(rest, double) == softfloat_format.sign_of(b, double)
    bits = softfloat_convert.REMAINDER_BITS[double]
    gap = softfloat_format.unpack(b, double)[0] - softfloat_format.unpack(a, double)[0]
    if gap <= bits:
        assert value(quotient, double) == nearest
    assert steps <= max(gap, 0) // bits + 1


INFINITY = (0x7F800000, 0x7FF0000000000000)
QUIET = (0x7FC00001, 0x7FF8000000000001)


@pytest.mark.parametrize("double", [0, 1])
@pytest.mark.parametrize("mode", range(4))
def test_infinities_and_nans(double, mode):
    plus, nan, one = INFINITY[double], QUIET[double], bits_of(1.0, double)
    minus = softfloat_format.negate(plus, double)
    larger = nan + 5
    assert softfloat.add(plus, one, double, mode) == (plus, 1)
    assert softfloat.add(one, minus, double, mode) == (minus, 1)
    assert softfloat.add(plus, plus, double, mode) == (plus, 1)
    undefined = softfloat_format.NAN_INFINITY_LESS_INFINITY[double]
    assert softfloat.add(plus, minus, double, mode) == (undefined, 1)
    assert softfloat.multiply(minus, one, double, mode) == (minus, 1)
    undefined = softfloat_format.NAN_ZERO_TIMES_INFINITY[double]
    assert softfloat.multiply(plus, 0, double, mode) == (undefined, 1)
    assert softfloat.divide(one, minus, double, mode) == (
        softfloat_format.with_sign(0, 1, double),
        1,
    )
    assert softfloat.divide(minus, one, double, mode) == (minus, 1)
    undefined = softfloat_format.NAN_INFINITY_BY_INFINITY[double]
    assert softfloat.divide(plus, minus, double, mode) == (undefined, 1)
    assert softfloat.square_root(plus, double, mode) == (plus, 1)
    assert softfloat.square_root(minus, double, mode) == (softfloat_format.NAN_ROOT[double], 1)
    for operation in (softfloat.add, softfloat.multiply, softfloat.divide):
        assert operation(nan, one, double, mode) == (nan, 1)
        assert operation(one, nan, double, mode) == (nan, 1)
        assert operation(nan, larger, double, mode) == (larger, 1)
        assert operation(larger, nan, double, mode) == (larger, 1)
    assert softfloat_format.is_nan(nan, double)
    assert not softfloat_format.is_nan(plus, double)
    assert softfloat_convert.to_whole(nan, double, mode) == (nan, 1)
    assert softfloat_convert.scale(plus, 1, double, mode) == (plus, 1)
    special = softfloat_convert.remainder_special
    assert special(plus, one, double)[:2] == (softfloat_format.NAN_REMAINDER_OF_INFINITY[double], 1)
    assert special(one, 0, double)[:2] == (softfloat_format.NAN_REMAINDER_BY_ZERO[double], 1)
    assert special(one, plus, double) == (one, 1, True)


def test_conversions_of_infinities_and_nans():
    assert softfloat_convert.to_double(INFINITY[0]) == (INFINITY[1], 1)
    assert softfloat_convert.to_double(QUIET[0]) == (0x7FF8000020000000, 1)
    assert softfloat_convert.to_single(INFINITY[1], NEAREST) == (INFINITY[0], 1)
    assert softfloat_convert.to_single(QUIET[1], NEAREST) == (softfloat_format.NAN_CONVERSION[0], 1)
