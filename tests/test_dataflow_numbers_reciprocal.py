"""Reciprocals by table and Newton's steps: errors within what is proved, in every width."""

import numpy as np
import pytest

from dataflow.numbers import proof
from dataflow.numbers.formats import Format
from dataflow.numbers.knowledge import Fact, Knowledge
from dataflow.numbers.reciprocal import ReciprocalFormat
from emulator.systolic.reciprocals import Reciprocals


def evaluated(form, operands):
    out = np.empty_like(operands)
    Reciprocals(form).evaluate(operands, out)
    return out


@pytest.mark.parametrize("width", range(12, 29))
def test_errors_are_within_the_bound(width):
    form = ReciprocalFormat(Format(width, width - 4), Format(width, width - 5))
    lowest = 1 << (width - 7)  # its reciprocal is 8, and fits
    if width <= 17:
        operands = np.arange(lowest, form.operand.highest + 1)
    else:
        rng = np.random.default_rng(width)
        operands = rng.integers(lowest, form.operand.highest + 1, 20_000)
        operands[:3] = lowest, lowest + 1, form.operand.highest
    true = 1.0 / (operands * form.operand.resolution)
    found = evaluated(form, operands) * form.result.resolution
    bound = form.error * true + form.result.resolution / 2
    assert np.all(np.abs(found - true) <= bound)
    assert form.error * 8 < 0.6 * form.result.resolution
    if width <= 17:
        assert np.abs(found - true).max() > 0.4 * form.result.resolution


def test_one_bit_less_of_the_seed_passes_the_bound():
    form = ReciprocalFormat(Format(18, 14), Format(18, 13))
    worse = Reciprocals(form)
    worse.seeds = (worse.seeds >> (form.fraction - 6)) << (form.fraction - 6)
    operands = np.arange(1 << 12, form.operand.highest + 1)
    out = np.empty_like(operands)
    worse.evaluate(operands, out)
    true = 1.0 / (operands * form.operand.resolution)
    bound = form.error * true + form.result.resolution / 2
    assert np.any(np.abs(out * form.result.resolution - true) > bound)


def test_steps_are_as_few_as_a_table_of_1024_allows():
    def steps(width):
        form = ReciprocalFormat(Format(width, width - 4), Format(width, width - 4))
        return form.steps, form.table_bits

    assert steps(18) == (1, 10)
    assert steps(24) == (2, 6)


def test_what_cannot_occur_gives_zero():
    form = ReciprocalFormat(Format(16, 12), Format(16, 11))
    found = evaluated(form, np.array([0, -1, -5, 1 << 12]))
    assert found.tolist() == [0, 0, 0, 1 << 11]


def test_a_divisor_that_may_vanish_is_refused():
    form = ReciprocalFormat(Format(18, 14), Format(18, 13))
    near = Fact(Knowledge(-100, 1000, 0.06, 0.01), 14)
    assert proof.reciprocal(near, 0.009, form) is None
    fact = proof.reciprocal(near, 0.02, form)
    assert fact is not None
    # |1/v - 1/v'| <= e / (v v') with v >= 0.02 and v' >= 0.01
    assert fact.known.error >= 0.01 / (0.02 * 0.0102)
    assert fact.known.magnitude == pytest.approx(50)
