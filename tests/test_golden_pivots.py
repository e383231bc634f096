"""Solutions by pivots solve; what is not positive definite is refused."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from golden.pivots import solved


def positive(seed, n, points):
    rng = np.random.default_rng(seed)
    factor = rng.normal(size=(points, n, n))
    return factor @ np.swapaxes(factor, 1, 2) + 0.1 * np.eye(n), rng.normal(size=(points, n))


@given(st.integers(0, 2**32), st.integers(1, 7))
def test_it_solves(seed, n):
    mass, right = positive(seed, n, 3)
    x = solved(mass, right)
    expected = np.linalg.solve(mass, right[..., None])[..., 0]
    np.testing.assert_allclose(x, expected, atol=1e-9 * np.max(np.abs(expected)))


def test_matrix_and_right_side_broadcast_and_stay_as_they_were():
    mass, right = positive(3, 4, 5)
    before = mass.copy(), right.copy()
    many = solved(mass[0], right)
    assert many.shape == (5, 4)
    np.testing.assert_array_equal(many[2], solved(mass[0], right[2]))
    np.testing.assert_array_equal(mass, before[0])
    np.testing.assert_array_equal(right, before[1])


@pytest.mark.parametrize("last", [0.0, -1.0, np.nan])
def test_what_is_not_positive_definite(last):
    with pytest.raises(np.linalg.LinAlgError, match="positive definite"):
        solved(np.diag([1.0, last]), np.ones(2))
