"""Constants against Python's integers and NumPy's reals."""

from __future__ import annotations

import math
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from common.errors import InputError
from common.place import Place
from occam import parsed
from occam.checking.values import literals
from occam.language import arithmetic, reals
from occam.language.arithmetic import ConstantError
from occam.language.types import Primitive

INTEGERS = [Primitive.INT, Primitive.INT16, Primitive.INT32, Primitive.INT64]
WIDTHS = {Primitive.INT: 32, Primitive.INT16: 16, Primitive.INT32: 32, Primitive.INT64: 64}
NUMPY = {
    Primitive.INT: np.int32,
    Primitive.INT16: np.int16,
    Primitive.INT32: np.int32,
    Primitive.INT64: np.int64,
}
FLOATS = {Primitive.REAL32: np.float32, Primitive.REAL64: np.float64}
PLACE = Place("test.occ", 1, 1)


def values(type_):
    half = 2 ** (WIDTHS[type_] - 1)
    edges = st.sampled_from([-half, -half + 1, -1, 0, 1, 2, half - 1])
    return edges | st.integers(-half, half - 1)


@st.composite
def integer_operands(draw):
    type_ = draw(st.sampled_from(INTEGERS))
    return type_, draw(values(type_)), draw(values(type_))


@st.composite
def real_operands(draw):
    type_ = draw(st.sampled_from(list(FLOATS)))
    numbers = st.floats(
        width=32 if type_ is Primitive.REAL32 else 64, allow_nan=False, allow_infinity=False
    )
    return type_, FLOATS[type_](draw(numbers)), FLOATS[type_](draw(numbers))


def result(operator, type_, left, right):
    """Return the value, or None where there is none."""
    try:
        return arithmetic.dyadic(operator, type_, left, right)
    except ConstantError:
        return None


@given(integer_operands(), st.sampled_from(["+", "-", "*"]))
def test_checked_operators_are_exact_or_refused(operands, operator):
    type_, x, y = operands
    exact = {"+": x + y, "-": x - y, "*": x * y}[operator]
    half = 2 ** (WIDTHS[type_] - 1)
    expected = exact if -half <= exact < half else None
    assert result(operator, type_, x, y) == expected


@given(integer_operands(), st.sampled_from(["PLUS", "MINUS", "TIMES"]))
def test_modulo_operators_wrap_as_numpy_does(operands, operator):
    type_, x, y = operands
    arrays = [np.array([value], NUMPY[type_]) for value in (x, y)]
    function = {"PLUS": np.add, "MINUS": np.subtract, "TIMES": np.multiply}[operator]
    assert result(operator, type_, x, y) == function(*arrays)[0]


@given(integer_operands())
def test_division_truncates_and_the_remainder_has_the_sign_of_the_left_side(operands):
    type_, x, y = operands
    quotient, remainder = result("/", type_, x, y), result("\\", type_, x, y)
    if y == 0:
        assert (quotient, remainder) == (None, None)
    elif (x, y) == (-(2 ** (WIDTHS[type_] - 1)), -1):
        assert (quotient, remainder) == (None, 0)
    else:
        assert quotient == math.trunc(Fraction(x, y))
        assert quotient * y + remainder == x
        assert abs(remainder) < abs(y)
        assert remainder == 0 or (remainder < 0) == (x < 0)


@given(integer_operands())
def test_bits(operands):
    type_, x, y = operands
    assert result("/\\", type_, x, y) == x & y
    assert result("\\/", type_, x, y) == x | y
    assert result("><", type_, x, y) == x ^ y
    assert arithmetic.monadic("~", type_, x) == -x - 1


@given(integer_operands(), st.integers(-3, 70))
def test_shifts_are_logical(operands, places):
    type_, x, _ = operands
    width = WIDTHS[type_]
    if not 0 <= places <= width:
        assert result("<<", type_, x, places) is None
        assert result(">>", type_, x, places) is None
        return
    digits = f"{x % 2**width:0{width}b}"
    left, right = digits[places:] + "0" * places, "0" * places + digits[: width - places]
    for operator, expected in (("<<", left), (">>", right)):
        assert result(operator, type_, x, places) % 2**width == int(expected, 2)


@given(integer_operands())
def test_comparisons(operands):
    type_, x, y = operands
    found = [result(operator, type_, x, y) for operator in ("=", "<>", "<", ">", "<=", ">=")]
    assert found == [x == y, x != y, x < y, x > y, x <= y, x >= y]


def test_after_goes_round_the_clock():
    late, early = -(2**31) + 5, 2**31 - 5
    assert result("AFTER", Primitive.INT, late, early) == 1
    assert result("AFTER", Primitive.INT, early, late) == 0
    assert result("AFTER", Primitive.INT, 3, 3) == 0


@given(real_operands(), st.sampled_from(["+", "-", "*", "/"]))
def test_reals_are_rounded_once_as_numpy_does(operands, operator):
    type_, x, y = operands
    with np.errstate(all="ignore"):
        function = {"+": np.add, "-": np.subtract, "*": np.multiply, "/": np.divide}[operator]
        expected = function(x, y)
    found = result(operator, type_, *(reals.to_bits(type_, one) for one in (x, y)))
    if not np.isfinite(expected):
        assert found is None
    else:
        assert found == reals.to_bits(type_, expected)


@given(real_operands())
def test_comparisons_of_reals(operands):
    type_, x, y = operands
    bits = [reals.to_bits(type_, one) for one in (x, y)]
    found = [result(operator, type_, *bits) for operator in ("=", "<>", "<", ">", "<=", ">=")]
    assert found == [x == y, x != y, x < y, x > y, x <= y, x >= y]


@given(st.floats(allow_nan=False, allow_infinity=False))
def test_a_double_becomes_the_nearest_single(number):
    bits = reals.to_bits(Primitive.REAL64, np.float64(number))
    with np.errstate(over="ignore"):
        nearest = np.float32(number)
    if np.isinf(nearest):
        with pytest.raises(ConstantError):
            arithmetic.convert(Primitive.REAL64, Primitive.REAL32, "ROUND", bits)
        return
    found = arithmetic.convert(Primitive.REAL64, Primitive.REAL32, "ROUND", bits)
    assert found == reals.to_bits(Primitive.REAL32, nearest)
    truncated = arithmetic.convert(Primitive.REAL64, Primitive.REAL32, "TRUNC", bits)
    cut = float(reals.from_bits(Primitive.REAL32, truncated))
    with np.errstate(over="ignore"):
        beyond = float(np.nextafter(np.float32(cut), np.float32(math.copysign(np.inf, number))))
    assert abs(cut) <= abs(number) < abs(beyond) or number == 0


@given(st.integers(-(2**63), 2**63 - 1))
def test_integers_become_reals(value):
    for type_, mantissa in ((Primitive.REAL32, 24), (Primitive.REAL64, 53)):
        bits = arithmetic.convert(Primitive.INT64, type_, "ROUND", value)
        found = Fraction(float(reals.from_bits(type_, bits)))
        unit = Fraction(2) ** max(abs(value).bit_length() - mantissa, 0)
        assert abs(found - value) <= unit / 2
        cut = arithmetic.convert(Primitive.INT64, type_, "TRUNC", value)
        exact = Fraction(float(reals.from_bits(type_, cut)))
        assert abs(exact) <= abs(value) < abs(exact) + unit


@given(st.floats(width=32, min_value=-(2**33), max_value=2**33))
def test_reals_become_integers(number):
    bits = reals.to_bits(Primitive.REAL32, np.float32(number))
    for mode, expected in (("ROUND", round(number)), ("TRUNC", math.trunc(number))):
        if -(2**31) <= expected < 2**31:
            found = arithmetic.convert(Primitive.REAL32, Primitive.INT, mode, bits)
            assert found == expected
        else:
            with pytest.raises(ConstantError):
                arithmetic.convert(Primitive.REAL32, Primitive.INT, mode, bits)


def test_halves_are_rounded_to_even():
    for number, expected in ((0.5, 0), (1.5, 2), (2.5, 2), (-0.5, 0), (-1.5, -2)):
        bits = reals.to_bits(Primitive.REAL32, np.float32(number))
        assert arithmetic.convert(Primitive.REAL32, Primitive.INT, "ROUND", bits) == expected


@pytest.mark.parametrize("pattern", [0x7F800000, 0xFF800000, 0x7FC00000])
def test_what_is_no_finite_number_is_refused(pattern):
    one = reals.to_bits(Primitive.REAL32, np.float32(1))
    for operator in ("+", "*", "<", "="):
        with pytest.raises(ConstantError, match="no finite number"):
            arithmetic.dyadic(operator, Primitive.REAL32, pattern, one)


def test_the_remainder_of_reals_is_of_the_nearest_quotient():
    # IEEE 754: 7 = 2 * 4 - 1, as 7 / 4 is nearer to 2 than to 1.
    seven, four, minus_one = (
        reals.to_bits(Primitive.REAL32, np.float32(number)) for number in (7, 4, -1)
    )
    assert arithmetic.dyadic("\\", Primitive.REAL32, seven, four) == minus_one


def test_the_negation_of_zero_is_zero():
    # A T800 subtracts from zero.
    assert arithmetic.monadic("-", Primitive.REAL32, 0) == 0


def value(text, kind, type_=None):
    node = parsed.PrimitiveNode(PLACE, type_) if type_ else None
    found = literals.literal(parsed.Literal(PLACE, kind, text, node))
    return found.type, found.value


def test_literals_without_a_type():
    assert value("12", "integer") == (Primitive.INT, 12)
    assert value("#FFFFFFFF", "integer") == (Primitive.INT, -1)
    assert value("#7F", "integer") == (Primitive.INT, 127)
    assert value("'a'", "byte") == (Primitive.BYTE, 97)
    assert value("TRUE", "boolean") == (Primitive.BOOL, 1)


def test_literals_with_a_type():
    assert value("#FF", "integer", "BYTE") == (Primitive.BYTE, 255)
    assert value("#8000", "integer", "INT16") == (Primitive.INT16, -32768)
    assert value("'a'", "byte", "INT") == (Primitive.INT, 97)
    assert value("1.0", "real", "REAL32") == (Primitive.REAL32, 0x3F800000)
    assert value("-2.0".lstrip("-"), "real", "REAL64") == (Primitive.REAL64, 0x4000 << 48)


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("'*n'", 10),
        ("'*c'", 13),
        ("'*t'", 9),
        ("'*s'", 32),
        ("'**'", 42),
        ("'*''", 39),
        ("'*\"'", 34),
        ("'*#1B'", 27),
        ("' '", 32),
    ],
)
def test_characters(text, code):
    assert value(text, "byte") == (Primitive.BYTE, code)


def test_a_real_between_two_singles_is_not_rounded_twice():
    # Just above the middle of 1 and the next single; as a double it is the middle itself.
    text = f"{float(Fraction(1) + Fraction(1, 2**24)):.30f}".rstrip("0") + "0" * 40 + "1"
    assert np.float32(float(text)) == 1
    assert value(text, "real", "REAL32") == (Primitive.REAL32, 0x3F800001)


def test_the_least_integer_has_no_literal():
    with pytest.raises(InputError, match="MOSTNEG INT16"):
        value("32768", "integer", "INT16")
