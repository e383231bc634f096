"""Elementary functions of the occam library: accuracy against NumPy, and what they cost."""

import numpy as np
import pytest

from emulator.occam.program import Checks
from tests.occam_functions import cost, evaluate

PARTS = ["T800", "T414"]


def arguments(low, high, count=2000, dtype=np.float32):
    return np.random.default_rng(1).uniform(low, high, count).astype(dtype)


def errors(got, want, scale=0.0):
    """Errors in units of the last place; of ``scale`` where the value is smaller."""
    place = np.spacing(np.maximum(np.abs(want), scale).astype(got.dtype)).astype(np.float64)
    return np.abs(got - want) / place


@pytest.mark.parametrize("part", PARTS)
@pytest.mark.parametrize(("name", "exact"), [("SIN", np.sin), ("COS", np.cos)])
@pytest.mark.parametrize("limit", [1.5, 6.4, 1000.0])
def test_sine_and_cosine(name, exact, limit, part):
    x = arguments(-limit, limit)
    got, _ = evaluate(f"{name} (x)", x, part=part)
    # Near their zeros what is left of pi after two steps counts: 3e-11 for each pi in x.
    assert errors(got, exact(x.astype(np.float64)), scale=0.25).max() < 4
    near = errors(got, exact(x.astype(np.float64)), scale=2e-3)
    if limit < 10:
        assert near.max() < 2.5
        assert near.mean() < 0.45


@pytest.mark.parametrize(("part", "sine", "cosine"), [("T800", 284, 301), ("T414", 3206, 3725)])
def test_cycles_of_sine_and_cosine(part, sine, cosine):
    x = arguments(-6.4, 6.4, 500)
    assert cost("SIN (x)", x, part=part) == pytest.approx(sine, rel=0.02)
    assert cost("COS (x)", x, part=part) == pytest.approx(cosine, rel=0.02)
    assert cost("SIN (x)", x, part=part, checks=Checks.NONE) < sine
