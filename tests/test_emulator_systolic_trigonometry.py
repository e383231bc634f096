import math
from decimal import Decimal, getcontext
from fractions import Fraction

import numpy as np
import pytest

from dataflow.lowering.request import WIDTHS
from dataflow.numbers.formats import TrigonometricFormat
from emulator.systolic.trigonometry import SineTable, quadrant_table

getcontext().prec = 50
PI = Decimal("3.14159265358979323846264338327950288419716939937510582097")


def decimal_sine(x):
    """The series, to 40 digits for angles up to a quarter turn."""
    term, total, k = x, x, 1
    while abs(term) > Decimal(10) ** -45:
        term *= -x * x / ((k + 1) * (k + 2))
        total += term
        k += 2
    return total


def sines(spec, angles):
    out = np.empty(len(angles), dtype=np.int64)
    SineTable(spec).sine(np.asarray(angles, dtype=np.int64), out)
    return out


def cosines(spec, angles):
    out = np.empty(len(angles), dtype=np.int64)
    SineTable(spec).cosine(np.asarray(angles, dtype=np.int64), out)
    return out


def in_words(spec, angle, mirrored):
    """One sine or cosine by the contract's words, quadrant after quadrant."""
    values, slopes = (table.tolist() for table in quadrant_table(spec))
    angle %= 1 << spec.angle_bits
    quadrant, within = divmod(angle, 1 << (spec.angle_bits - 2))
    segment, low = divmod(within, 1 << spec.residual_bits)
    residual = low - (1 << spec.residual_bits) // 2
    negative = quadrant in ((1, 2) if mirrored else (2, 3))
    if mirrored ^ (quadrant in (1, 3)):
        segment, residual = (1 << spec.table_bits) - 1 - segment, -residual
    total = Fraction(values[segment], 1 << spec.table_fraction)
    total += Fraction(slopes[segment] * residual, 1 << spec.slope_fraction)
    rounded = math.floor(total * (1 << spec.fraction) + Fraction(1, 2))
    return -rounded if negative else rounded


@pytest.mark.parametrize("width", [12, 15, 18, 28])
def test_table_holds_the_nearest_integers(width):
    spec = TrigonometricFormat.for_width(width)
    values, slopes = quadrant_table(spec)
    segments = 1 << spec.table_bits
    assert values.shape == slopes.shape == (segments,)
    half = Decimal("0.5")
    for k in {*range(0, segments, 1 + segments // 500), segments - 1}:
        angle = (k + half) / segments * PI / 2
        sine, cosine = decimal_sine(angle), decimal_sine(PI / 2 - angle)
        slope = cosine * 2 * PI / 2**spec.angle_bits
        assert abs(sine * 2**spec.table_fraction - int(values[k])) < half
        assert abs(slope * 2**spec.slope_fraction - int(slopes[k])) < half


def test_no_entry_is_so_near_a_tie_that_float64_could_decide_it_wrongly():
    for width in WIDTHS:
        spec = TrigonometricFormat.for_width(width)
        middle = (np.arange(1 << spec.table_bits) + 0.5) * (np.pi / 2 / (1 << spec.table_bits))
        slope = np.cos(middle) * 2.0 * np.pi * 2.0 ** (spec.slope_fraction - spec.angle_bits)
        for exact in (np.sin(middle) * 2.0**spec.table_fraction, slope):
            assert np.min(np.abs(exact % 1.0 - 0.5)) > 8.0 * np.spacing(np.max(exact))


@pytest.mark.parametrize("width", WIDTHS)
def test_quarter_turns_are_exact(width):
    spec = TrigonometricFormat.for_width(width)
    one, quarter = 1 << spec.fraction, 1 << (spec.angle_bits - 2)
    quarters = np.arange(4) * quarter
    np.testing.assert_array_equal(sines(spec, quarters), [0, one, 0, -one])
    np.testing.assert_array_equal(cosines(spec, quarters), [one, 0, -one, 0])


@pytest.mark.parametrize(
    "width",
    [
        12,
        13,
        17,
        18,
        *(pytest.param(w, marks=pytest.mark.slow) for w in (14, 15, 16, 19, 20, 21, 22)),
    ],
)
def test_every_angle_is_within_the_error(width):
    spec = TrigonometricFormat.for_width(width)
    angles = np.arange(-(1 << (width - 1)), 1 << (width - 1))
    turn = 2.0 * math.pi * angles / 2.0**width
    for integers, truth in (
        (sines(spec, angles), np.sin(turn)),
        (cosines(spec, angles), np.cos(turn)),
    ):
        assert np.max(np.abs(integers * 2.0**-spec.fraction - truth)) <= spec.error
        assert np.max(np.abs(integers)) == 1 << spec.fraction


@pytest.mark.parametrize("width", [24, 28])
def test_random_wide_angles_are_within_the_error(width):
    spec = TrigonometricFormat.for_width(width)
    angles = np.random.default_rng(width).integers(-(1 << (width - 1)), 1 << (width - 1), 1 << 17)
    turn = 2.0 * math.pi * angles / 2.0**width
    assert np.max(np.abs(sines(spec, angles) * 2.0**-spec.fraction - np.sin(turn))) <= spec.error
    assert np.max(np.abs(cosines(spec, angles) * 2.0**-spec.fraction - np.cos(turn))) <= spec.error


def test_symmetries_over_all_angles():
    spec = TrigonometricFormat.for_width(18)
    turn = 1 << 18
    angles = np.arange(turn)
    sine, cosine = sines(spec, angles), cosines(spec, angles)
    np.testing.assert_array_equal(np.roll(sine, -turn // 2), -sine)
    np.testing.assert_array_equal(np.roll(cosine, -turn // 2), -cosine)
    np.testing.assert_array_equal(np.roll(sine, -turn // 4), cosine)
    # On an edge between two segments the mirror image is on the other one's tangent.
    inside = angles % (1 << spec.residual_bits) != 0
    difference = sine[-angles] + sine
    assert np.all(difference[inside] == 0)
    assert np.max(np.abs(difference)) <= 1


def test_angles_wrap():
    spec = TrigonometricFormat.for_width(12)
    angles = np.arange(1 << 12)
    for turns in (-3, -1, 1, 5):
        np.testing.assert_array_equal(sines(spec, angles + (turns << 12)), sines(spec, angles))
        np.testing.assert_array_equal(cosines(spec, angles + (turns << 12)), cosines(spec, angles))


@pytest.mark.parametrize(
    ("spec", "stride"),
    [
        (TrigonometricFormat.for_width(12), 1),
        (TrigonometricFormat.for_width(18), 61),
        (TrigonometricFormat(10, 8, 2, 9, 17), 1),
        (TrigonometricFormat(9, 12, 3, 14, 13), 1),  # the slope is coarser than the sine
        (TrigonometricFormat(8, 6, 3, 6, 6), 1),  # nothing to round
    ],
)
def test_agrees_with_the_contract_read_word_by_word(spec, stride):
    angles = range(0, 1 << spec.angle_bits, stride)
    assert sines(spec, angles).tolist() == [in_words(spec, a, False) for a in angles]
    assert cosines(spec, angles).tolist() == [in_words(spec, a, True) for a in angles]


def test_result_may_overwrite_the_angle():
    spec = TrigonometricFormat.for_width(12)
    angles = np.arange(1 << 12)
    expected = cosines(spec, angles)
    SineTable(spec).cosine(angles, angles)
    np.testing.assert_array_equal(angles, expected)


def test_segment_of_one_step_is_refused():
    with pytest.raises(ValueError, match="0 bits within a segment"):
        SineTable(TrigonometricFormat(8, 6, 6, 9, 9))
