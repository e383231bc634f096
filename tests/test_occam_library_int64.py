"""INT64 routines of the library against Python's whole numbers, on both parts."""

from fractions import Fraction

import numpy as np
import pytest

from occam.library import routines
from tests.occam_routines import on_pointers, records_with, run, words_used

PARTS = ["T414", "T800"]
EDGES = [0, 1, -1, 2, 3, 10, 2**31, 2**32 - 1, 2**32, -(2**32), 2**53 + 1, 2**62, 2**63 - 1]
EDGES += [-(2**63), -(2**63) + 1, 2**40 + 2**16, -(2**52) - 1, 3037000500, -3037000499]


def samples(seed, count=2500):
    """Pairs of every edge with every other, and of random numbers of any length."""
    random = np.random.default_rng(seed)
    edges = np.array(np.meshgrid(EDGES, EDGES), np.int64).reshape(2, -1)
    anything = random.integers(-(2**63), 2**63 - 1, (2, count), np.int64, endpoint=True)
    return np.concatenate([edges, anything >> random.integers(0, 64, (2, count))], 1)


LEFT, RIGHT = samples(1)
INTEGERS = [(int(a), int(b)) for a, b in zip(LEFT, RIGHT, strict=True)]


def wrapped(x):
    return (x + 2**63) % 2**64 - 2**63


def divided(a, b):
    if b == 0:
        return 2**64, 2**64  # an error
    quotient = abs(a) // abs(b) * (1 if (a < 0) == (b < 0) else -1)
    return quotient, a - b * quotient if quotient < 2**63 else 2**64


CHECKED = {
    "INT64MUL": lambda a, b: a * b,
    "INT64DIV": lambda a, b: divided(a, b)[0],
    "INT64REM": lambda a, b: divided(a, b)[1],
}


@pytest.mark.parametrize("part", PARTS)
@pytest.mark.parametrize("name", CHECKED)
@pytest.mark.parametrize("to", ["result", "left", "right"])
def test_checked_arithmetic(name, part, to):
    got = on_pointers(name, part, [to, "left", "right"], LEFT, RIGHT)
    column = {"result": 5, "left": 7, "right": 9}[to]
    result = np.ascontiguousarray(got.records[:, column : column + 2]).view(np.int64)[:, 0]
    for pair, value, error in zip(INTEGERS, result, got.error, strict=True):
        want = CHECKED[name](*pair)
        assert error == (want != wrapped(want)), pair
        assert error or value == want, pair
    assert words_used(got) <= routines.routine(name, part).below


@pytest.mark.parametrize("part", PARTS)
def test_times_is_modulo(part):
    got = on_pointers("INT64TIMES", part, ["left", "left", "right"], LEFT, RIGHT)
    result = np.ascontiguousarray(got.records[:, 7:9]).view(np.int64)[:, 0]
    assert (result == [wrapped(a * b) for a, b in INTEGERS]).all()
    assert not got.error.any()


@pytest.mark.parametrize("name", ["INT64GT", "INT64EQ"])
def test_comparisons(name):
    got = on_pointers(name, "T800", ["left", "right"], LEFT, RIGHT)
    assert (got.areg == (LEFT > RIGHT if name == "INT64GT" else LEFT == RIGHT)).all()


@pytest.mark.parametrize("name", ["INT64SHL", "INT64SHR"])
def test_shifts(name):
    places = np.arange(len(LEFT)) % 70
    places[-2:] = [2**30, -1]
    got = on_pointers(name, "T414", ["left", "left", places], LEFT)
    result = np.ascontiguousarray(got.records[:, 7:9]).view(np.int64)[:, 0]
    for (value, _), n, shifted in zip(INTEGERS, places, result, strict=True):
        bits = value % 2**64
        want = 0 if not 0 <= n < 64 else bits << int(n) if name == "INT64SHL" else bits >> int(n)
        assert shifted == wrapped(want), (value, n)


def towards_zero(reals, exact):
    return np.where(
        [abs(Fraction(float(x))) > abs(y) for x, y in zip(reals, exact, strict=True)],
        np.nextafter(reals, reals.dtype.type(0)),
        reals,
    )


@pytest.mark.parametrize("part", PARTS)
@pytest.mark.parametrize("mode", [0, 1])
def test_to_reals(part, mode):
    exact = [a for a, _ in INTEGERS]
    doubles, singles = LEFT.astype(np.float64), LEFT.astype(np.float32)
    if mode == 0:
        doubles, singles = towards_zero(doubles, exact), towards_zero(singles, exact)
    modes = np.full(len(LEFT), mode)
    got = on_pointers("INT64TOREAL64", part, ["result", "left", modes], LEFT)
    assert (got.result == doubles.view(np.int64)).all()
    assert words_used(got) == routines.routine("INT64TOREAL64", part).below
    got = on_pointers("INT64TOREAL32", part, ["left", modes], LEFT)
    assert (got.areg == singles.view(np.int32)).all()
    assert not got.error.any()


def reals(dtype):
    random = np.random.default_rng(7)
    integer = {4: np.uint32, 8: np.uint64}[np.dtype(dtype).itemsize]
    top = 2 ** (8 * np.dtype(dtype).itemsize) - 1
    special = [0.0, -0.0, 0.5, -0.5, 1.5, 2.5, -2.5, 0.49999997, 2.0**63, -(2.0**63), 2.0**62]
    special += [np.inf, -np.inf, np.nan, 1e-40, 9.2e18, -9.3e18, 4503599627370497.5]
    return np.concatenate(
        [
            np.array(special, dtype),
            random.integers(0, top, 500, integer).view(dtype),
            (random.integers(-9999, 9999, 500) / 2).astype(dtype),
            (random.uniform(-1, 1, 1500) * 2.0 ** random.integers(-3, 65, 1500)).astype(dtype),
        ]
    )


@pytest.mark.parametrize("part", PARTS)
@pytest.mark.parametrize("name", ["REAL64TOINT64", "REAL32TOINT64"])
@pytest.mark.parametrize("mode", [0, 1])
def test_from_reals(part, name, mode):
    x = reals(np.float64 if name == "REAL64TOINT64" else np.float32)
    modes = np.full(len(x), mode)
    if name == "REAL64TOINT64":
        got = on_pointers(name, part, ["result", "left", modes], x)
    else:
        records, places = records_with(len(x))
        records[:, :3] = np.stack([places["result"], x.view(np.int32), modes], 1)
        got = run(name, part, records)
    for value, result, error in zip(x.tolist(), got.result, got.error, strict=True):
        finite = np.isfinite(value)
        want = (round(Fraction(value)) if mode else int(value)) if finite else 2**64
        assert error == (want != wrapped(want)), value
        assert error or result == want, value
    assert words_used(got) == routines.routine(name, part).below
