"""Annealing's heat, and what is accepted at it."""

import math
import random

import numpy as np
import pytest

from dataflow.timing.cooling import accepted, heats


def test_heat_falls_by_the_square_of_what_is_left():
    assert list(heats(4, 16.0, 1.0)) == [17.0, 10.0, 5.0, 2.0]


@pytest.mark.parametrize("rng", [random.Random(1), np.random.default_rng(1)])
def test_the_worse_is_accepted_by_chance(rng):
    count = sum(accepted(rng, 2.0, 4.0) for _ in range(4000))
    assert count / 4000 == pytest.approx(math.exp(-0.5), abs=0.04)  # five deviations


def test_the_better_is_accepted_without_a_draw():
    rng = random.Random(1)
    state = rng.getstate()
    assert accepted(rng, 0.0, 1.0)
    assert accepted(rng, -3.0, 1.0)
    assert rng.getstate() == state
