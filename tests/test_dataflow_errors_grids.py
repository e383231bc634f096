"""The theorem that carries the largest value on a grid to the circle, and where it is sharp."""

import math

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from dataflow.errors.grids import Axis, axes_for, factor_of


@given(st.integers(1, 4), st.integers(0, 12), st.integers(0, 2**32))
def test_no_sum_of_magnitudes_exceeds_the_grid_by_more_than_the_factor(degree, more, seed):
    rng = np.random.default_rng(seed)
    axis = Axis(True, degree, 2 * degree + 1 + more)
    waves = rng.standard_normal((3, degree + 1)) * np.exp(
        2j * math.pi * rng.random((3, degree + 1))
    )

    def total(angles):
        return np.abs(np.real(np.exp(1j * np.outer(angles, np.arange(degree + 1))) @ waves.T)).sum(
            1
        )

    everywhere = np.max(total(np.linspace(0.0, 2.0 * math.pi, 2000)))
    assert everywhere <= np.max(total(axis.places())) * axis.factor * (1.0 + 1e-12)


@given(st.integers(2, 5), st.integers(0, 12), st.integers(0, 2**32))
def test_no_polynomial_exceeds_its_chebyshev_points_by_more_than_the_factor(degree, more, seed):
    rng = np.random.default_rng(seed)
    axis = Axis(False, degree, degree + 2 + more)
    polynomial = np.polynomial.Chebyshev(rng.standard_normal(degree + 1))
    everywhere = np.max(np.abs(polynomial(np.linspace(-1.0, 1.0, 2000))))
    on_grid = np.max(np.abs(polynomial(axis.places())))
    assert everywhere <= on_grid * axis.factor * (1.0 + 1e-12)


@pytest.mark.parametrize(("degree", "points"), [(1, 3), (2, 5), (2, 11), (3, 8), (3, 38)])
def test_a_wave_between_the_points_reaches_the_factor(degree, points):
    """So one degree less than there is would be no bound."""
    axis = Axis(True, degree, points)

    def wave(angles):
        return np.cos(degree * (angles - math.pi / points))

    on_grid = np.max(np.abs(wave(axis.places())))
    if points % (2 * degree):  # where it divides, points of the other sign are nearer to its peaks
        on_grid = max(on_grid, math.cos(math.pi * degree / points))
    assert np.max(np.abs(wave(np.array([math.pi / points])))) == 1.0
    assert math.cos(math.pi * degree / points) * axis.factor == pytest.approx(1.0)
    too_low = Axis(True, degree - 1, points).factor
    if degree > 1 and points > 4 * degree:
        assert wave(axis.places())[0] * too_low < 1.0


def test_a_polynomial_of_degree_one_is_largest_at_an_end():
    axis = Axis(False, 1, 2)
    assert sorted(axis.places()) == [-1.0, 1.0]
    assert axis.factor == 1.0


@pytest.mark.parametrize(("turns", "degree", "points"), [(True, 2, 4), (True, 3, 6), (False, 2, 3)])
def test_too_few_points_bound_nothing(turns, degree, points):
    with pytest.raises(ValueError, match=f"{points} points bound no polynomial of degree {degree}"):
        Axis(turns, degree, points)


@settings(max_examples=40)
@given(
    st.lists(st.tuples(st.booleans(), st.integers(0, 3)), min_size=1, max_size=4),
    st.integers(1, 5000),
)
def test_axes_stay_within_their_budget_and_use_it(kinds, budget):
    axes = axes_for(kinds, budget)
    fewest = math.prod(2 * d + 1 if turns else d + 1 + (d > 1) for turns, d in kinds)
    assert (axes is None) == (fewest > budget)
    if axes is not None:
        assert math.prod(axis.points for axis in axes) <= budget
        finer = axes_for(kinds, budget * 64)
        assert finer is not None
        assert factor_of(finer) <= factor_of(axes)
