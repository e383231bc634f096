"""Elementary functions of the occam library: accuracy against NumPy, and what they cost."""

import numpy as np
import pytest

from occam.program import Checks
from tests.occam_functions import TYPES, cost, evaluate

LIBRARIES = {"REAL32": ("snglmath.lib", ""), "REAL64": ("dblmath.lib", "D")}
FUNCTIONS = [
    # name, exact, range (positive: logarithmic), largest error in units of the last place
    ("SIN", np.sin, (-1.5, 1.5), 2.0),
    ("SIN", np.sin, (-6.4, 6.4), 2.0),
    ("COS", np.cos, (-6.4, 6.4), 2.0),
    ("TAN", np.tan, (-1.5, 1.5), 2.5),
    ("ATAN", np.arctan, (-1.0, 1.0), 2.5),
    ("ATAN", np.arctan, (-40.0, 40.0), 2.5),
    ("ATAN", np.arctan, (1e-30, 1e30), 2.5),
    ("ASIN", np.arcsin, (-1.0, 1.0), 2.5),
    ("ACOS", np.arccos, (-1.0, 1.0), 2.0),
    ("EXP", np.exp, (-85.0, 85.0), 1.0),
    ("EXP", np.exp, (-0.5, 0.5), 1.0),
    ("ALOG", np.log, (1e-35, 1e35), 1.0),
    ("ALOG", np.log, (0.5, 2.0), 1.0),
    ("ALOG10", np.log10, (1e-35, 1e35), 2.0),
    ("SINH", np.sinh, (-2.0, 2.0), 2.0),
    ("SINH", np.sinh, (-85.0, 85.0), 2.0),
    ("COSH", np.cosh, (-85.0, 85.0), 2.0),
    ("TANH", np.tanh, (-12.0, 12.0), 2.0),
]


def arguments(limits, dtype, count=500):
    random = np.random.default_rng(1)
    low, high = limits
    if low > 0:
        return np.exp(random.uniform(np.log(low), np.log(high), count)).astype(dtype)
    return random.uniform(low, high, count).astype(dtype)


def places(got, exact):
    """Errors in units of the last place of the exact values."""
    unit = np.spacing(np.abs(exact).astype(got.dtype))
    return np.abs(got.astype(np.longdouble) - exact) / unit


@pytest.mark.parametrize("part", ["T800", "T414"])
@pytest.mark.parametrize("type_", LIBRARIES)
@pytest.mark.parametrize(("name", "exact", "limits", "largest"), FUNCTIONS)
def test_accuracy(name, exact, limits, largest, type_, part):
    library, prefix = LIBRARIES[type_]
    x = arguments(limits, TYPES[type_])
    got, _ = evaluate(f"{prefix}{name} (x)", x, library=library, part=part)
    errors = places(got, exact(x.astype(np.longdouble)))
    assert errors.max() < largest
    assert errors.mean() < 0.6


@pytest.mark.parametrize(("name", "exact"), [("SIN", np.sin), ("COS", np.cos)])
@pytest.mark.parametrize("limit", [100.0, 10000.0])
def test_sine_and_cosine_far_from_zero(name, exact, limit):
    x = arguments((-limit, limit), np.float32)
    got, _ = evaluate(f"{name} (x)", x)
    assert np.abs(got - exact(x.astype(np.float64))).max() < 1.6e-7  # of 1; one place is 0.6e-7
    x = arguments((-limit, limit), np.float64)
    got, _ = evaluate(f"D{name} (x)", x, library="dblmath.lib")
    assert np.abs(got - exact(x)).max() < 3e-16


def test_known_values():
    x = np.zeros(100, np.float32)
    x[:6] = [0, -0.0, 1, -1, 0.5, 1e-20]
    for name, want in {
        "SIN": [0, -0.0, np.sin(1), -np.sin(1), np.sin(0.5), 1e-20],
        "COS": [1, 1, np.cos(1), np.cos(1), np.cos(0.5), 1],
        "TAN": [0, -0.0, np.tan(1), -np.tan(1), np.tan(0.5), 1e-20],
        "ATAN": [0, -0.0, np.pi / 4, -np.pi / 4, np.arctan(0.5), 1e-20],
        "ASIN": [0, -0.0, np.pi / 2, -np.pi / 2, np.pi / 6, 1e-20],
        "EXP": [1, 1, np.e, 1 / np.e, np.sqrt(np.e), 1],
    }.items():
        got, _ = evaluate(f"{name} (x)", x)
        assert np.allclose(got[:6], np.array(want, np.float32), rtol=2e-7, atol=0), name


def test_angle_of_a_point():
    corners = np.array([-3.0, -1e-6, 0.0, 1e-6, 1.0, 3.0, 1e20, 1e-20, -2.0, 0.5], np.float32)
    x, y = (grid.ravel() for grid in np.meshgrid(corners, corners))
    got, _ = evaluate("ATAN2 (x, y)", x, y)
    want = np.arctan2(y.astype(float), x.astype(float))
    assert places(got, np.where(want == 0, 1e-30, want))[want != 0].max() < 3
    assert (got[want == 0] == 0).all()


def test_power():
    x, y = arguments((1e-3, 1e3), np.float32, 300), arguments((-4.0, 4.0), np.float32, 300)
    got, _ = evaluate("POWER (x, y)", x, y)
    want = x.astype(float) ** y
    assert (places(got, want) < 2 + 2 * np.abs(np.log(want))).all()
    zero = np.zeros(100, np.float32)
    assert (evaluate("POWER (x, y)", zero, zero + 2)[0] == 0).all()
    assert (evaluate("POWER (x, y)", zero + 7, zero)[0] == 1).all()


@pytest.mark.parametrize(
    ("expression", "value", "want"),
    [
        ("EXP (x)", 88.8, np.inf),
        ("EXP (x)", 88.7, np.exp(np.float32(88.7).astype(float))),
        ("EXP (x)", -104.0, 0.0),
        ("EXP (x)", -100.0, np.exp(-100.0)),
        ("ALOG (x)", 0.0, -np.inf),
        ("ALOG (x)", -1.0, np.nan),
        ("ALOG (x)", np.inf, np.inf),
        ("ALOG (x)", 1e-44, np.log(np.float32(1e-44).astype(float))),
        ("ASIN (x)", 1.5, np.nan),
        ("ACOS (x)", -1.5, np.nan),
    ],
)
def test_outside_of_the_range(expression, value, want):
    x = np.full(100, value, np.float32)
    got, _ = evaluate(expression, x, checks=Checks.NONE)
    assert np.allclose(got, np.float32(want), rtol=3e-7, atol=2e-45, equal_nan=True)


def test_random_numbers():
    expression = "FIRST (x)"
    wrapper = """
REAL32 FUNCTION FIRST (VAL REAL32 X)
  REAL32 r:
  INT32 seed:
  VALOF
    r, seed := RAN (INT32 ROUND X)
    RESULT r
:
"""
    seeds = np.arange(100, dtype=np.float32)
    got, _ = evaluate(expression, seeds, before=wrapper)
    want = ((np.arange(100) * 1664525 + 1) % 2**32 >> 1).astype(np.float32) / 2**31
    assert (got == want).all()


def test_random_numbers_of_two_words():
    wrapper = """
REAL64 FUNCTION FIRST (VAL REAL64 X)
  REAL64 r:
  INT64 seed:
  VALOF
    r, seed := DRAN (INT64 ROUND X)
    RESULT r
:
"""
    uses = LIBRARIES["REAL64"][0]
    seeds = np.arange(100, dtype=np.float64)
    got, _ = evaluate("FIRST (x)", seeds, before=wrapper, library=uses)
    want = [float((seed * 6364136223846793005 + 1) % 2**64 >> 1) / 2**63 for seed in range(100)]
    assert got.tolist() == want


@pytest.mark.parametrize(
    ("expression", "type_", "t800", "t414"),
    [
        ("SIN (x)", "REAL32", 280, 3206),
        ("COS (x)", "REAL32", 297, 3720),
        ("ATAN2 (x, y)", "REAL32", 475, 3995),
        ("EXP (x)", "REAL32", 441, 3960),
        ("DSIN (x)", "REAL64", 484, None),
        ("DCOS (x)", "REAL64", 503, None),
    ],
)
def test_cycles(expression, type_, t800, t414):
    x = arguments((-6.4, 6.4), TYPES[type_], 300)
    y = x[::-1].copy()
    library = LIBRARIES[type_][0]
    measured = cost(expression, x, y, library=library)
    assert measured == pytest.approx(t800, rel=0.02)
    assert cost(expression, x, y, library=library, checks=Checks.NONE) < measured
    if t414:
        slow = cost(expression, x, y, library=library, part="T414")
        assert slow == pytest.approx(t414, rel=0.02)
