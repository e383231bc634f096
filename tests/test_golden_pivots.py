"""Solutions by pivots solve; what is not positive definite is refused."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from golden.pivots import inverted, solved


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


def test_an_inverse_is_symmetric_and_undoes():
    mass = np.array(
        [[[4.0, 1.0, 0.5], [1.0, 3.0, 0.25], [0.5, 0.25, 2.0]], np.diag([1.0, 2.0, 4.0])]
    )
    found = inverted(mass)
    np.testing.assert_array_equal(found, np.swapaxes(found, -1, -2))
    np.testing.assert_allclose(found @ mass, np.broadcast_to(np.eye(3), mass.shape), atol=1e-15)
