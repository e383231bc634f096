"""REAL64 routines of the T414 against NumPy's IEEE 754 arithmetic, beside another process."""

import math

import numpy as np
import pytest

from occam.library import routines
from tests.occam_routines import on_pointers, words_used

T414 = "T414"
POSITIVE = np.array([0.0, 1.0, 1.5, 3.0, 0.1, 2.0**53, 2.0**53 + 2, 1 + 2.0**-52, np.inf, np.nan])
LIMITS = np.array([5e-324, 2.2250738585072014e-308, 2.225073858507201e-308, 1.7976931348623157e308])
EDGES = np.concatenate([POSITIVE, -POSITIVE, LIMITS, -LIMITS])


@pytest.fixture(autouse=True)
def _quiet():
    with np.errstate(all="ignore"):
        yield


def samples(seed, count=3000):
    """Pairs of every edge with every other, of near numbers, and of any bits."""
    random = np.random.default_rng(seed)
    edges = np.array(np.meshgrid(EDGES, EDGES)).reshape(2, -1)
    near = random.uniform(-10, 10, (2, count)) * 2.0 ** random.integers(-60, 60, (2, count))
    anything = random.integers(-(2**63), 2**63 - 1, (2, count), np.int64).view(np.float64)
    close = near * (1 + random.integers(-3, 4, (2, count)) * 2.0**-52)
    close[1] = close[0] * (1 + random.integers(-3, 4, count) * 2.0**-52)
    return np.concatenate([edges, near, anything, close], 1)


X, Y = samples(64)


def same(got, want):
    """Whether bits are equal; any NaN is as good as another."""
    want = np.asarray(want, np.float64)
    return (got == want.view(np.int64)) | (np.isnan(got.view(np.float64)) & np.isnan(want))


OPERATIONS = {
    "REAL64ADD": np.add,
    "REAL64SUB": np.subtract,
    "REAL64MUL": np.multiply,
    "REAL64DIV": np.divide,
}


@pytest.mark.parametrize("to", ["result", "left", "right"])
@pytest.mark.parametrize("name", OPERATIONS)
def test_arithmetic_is_rounded_to_nearest_even(name, to):
    got = on_pointers(name, T414, [to, "left", "right"], X, Y)
    column = {"result": 5, "left": 7, "right": 9}[to]
    result = np.ascontiguousarray(got.records[:, column : column + 2]).view(np.int64)[:, 0]
    right = same(result, OPERATIONS[name](X, Y))
    assert right.all(), (X[~right][:3], Y[~right][:3], result[~right][:3].view(np.float64))
    assert words_used(got) == routines.routine(name, T414).below


@pytest.mark.parametrize("name", OPERATIONS)
def test_checked_arithmetic_finds_what_is_no_number(name):
    got = on_pointers(f"{name}ERR", T414, ["result", "left", "right"], X, Y)
    exact = OPERATIONS[name](X, Y)
    assert np.array_equal(got.error, ~np.isfinite(exact))


@pytest.mark.parametrize(("name", "exact"), [("REAL64GT", np.greater), ("REAL64EQ", np.equal)])
def test_comparisons(name, exact):
    got = on_pointers(name, T414, ["left", "right", 0], X, Y)
    assert np.array_equal(got.areg, exact(X, Y))
    assert words_used(got) == routines.routine(name, T414).below


def test_remainders_are_exact():
    near = np.abs(np.log2(np.abs(X / Y))) < 200
    x, y = X[near], Y[near]
    got = on_pointers("REAL64REM", T414, ["result", "left", "right"], x, y)
    exact = [math.remainder(a, b) for a, b in zip(x, y, strict=True)]
    assert same(got.result, np.array(exact)).all()
    assert words_used(got) == routines.routine("REAL64REM", T414).below


def test_roots():
    x = np.concatenate([X, np.abs(X)])
    got = on_pointers("SQRT64", T414, ["result", "left", 0], x)
    right = same(got.result, np.sqrt(x))
    assert right.all(), x[~right][:4]
    assert words_used(got) == routines.routine("SQRT64", T414).below


def test_from_real32():
    bits = np.random.default_rng(3).integers(-(2**31), 2**31, 3000).astype(np.int32)
    singles = np.concatenate([EDGES.astype(np.float32), bits.view(np.float32)])
    got = on_pointers("REAL32TOREAL64", T414, ["result", singles, 0], np.zeros(len(singles)))
    assert same(got.result, singles.astype(np.float64)).all()


@pytest.mark.parametrize("mode", [0, 1])
def test_to_real32(mode):
    x = np.concatenate([X, X.astype(np.float32).astype(np.float64) * (1 + 2.0**-25)])
    got = on_pointers("REAL64TOREAL32", T414, ["left", mode, 0], x)
    want = x.astype(np.float32)
    if mode == 0:
        beyond = np.abs(want.astype(np.float64)) > np.abs(x)
        want = np.where(beyond, np.nextafter(want, np.float32(0)), want)
    bits = got.areg.view(np.float32)
    right = (got.areg == want.view(np.int32)) | (np.isnan(bits) & np.isnan(want))
    assert right.all(), (x[~right][:4], bits[~right][:4], want[~right][:4])


def test_from_int32():
    numbers = np.array([0, 1, -1, 7, 2**31 - 1, -(2**31), 16777217, -33554433], np.int32)
    got = on_pointers("INT32TOREAL64", T414, ["result", numbers, 0], np.zeros(len(numbers)))
    assert same(got.result, numbers.astype(np.float64)).all()


@pytest.mark.parametrize("mode", [0, 1])
def test_to_int32(mode):
    spread = np.random.default_rng(5).uniform(-3e9, 3e9, 2000)
    ends = [2147483647.5, -2147483648.5, 2147483647.49]
    x = np.concatenate([X, spread, np.arange(-20, 20) / 2, ends])
    got = on_pointers("REAL64TOINT32", T414, ["left", mode, 0], x)
    whole = np.rint(x) if mode else np.trunc(x)
    fits = (whole >= -(2.0**31)) & (whole < 2.0**31)
    assert np.array_equal(got.error, ~fits)
    assert np.array_equal(got.areg[fits], whole[fits].astype(np.int32))
