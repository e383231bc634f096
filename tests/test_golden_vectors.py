"""Vectors of constants and arrays: the same numbers as NumPy's, and no work for zeros."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from golden import vectors

components = st.one_of(
    st.sampled_from([0.0, 1.0, -1.0]),
    st.floats(-10, 10),
    st.builds(lambda seed: np.random.default_rng(seed).uniform(-1, 1, 4), st.integers(0, 99)),
)
triples = st.tuples(components, components, components)


def full(vector):
    return np.stack([np.broadcast_to(component, 4) for component in vector], axis=-1)


@given(triples, triples)
def test_sum_and_cross_product(a, b):
    np.testing.assert_allclose(full(vectors.add(a, b)), full(a) + full(b))
    np.testing.assert_allclose(
        full(vectors.cross(a, b)), np.cross(full(a), full(b)), rtol=1e-12, atol=1e-12
    )
    np.testing.assert_allclose(
        np.broadcast_to(vectors.dot(a, b), 4), np.sum(full(a) * full(b), axis=-1), atol=1e-12
    )


@given(triples, triples, triples, triples)
def test_transform(x, y, z, a):
    matrix = np.stack([full(row) for row in (x, y, z)], axis=-2)
    expected = np.einsum("pij,pj->pi", matrix, full(a))
    np.testing.assert_allclose(full(vectors.transform((x, y, z), a)), expected, atol=1e-11)
    expected = np.einsum("pji,pj->pi", matrix, full(a))
    np.testing.assert_allclose(full(vectors.transform_back((x, y, z), a)), expected, atol=1e-11)


@given(components, triples)
def test_scale_and_difference(factor, a):
    expected = np.broadcast_to(factor, 4)[:, None] * full(a)
    np.testing.assert_allclose(full(vectors.scale(factor, a)), expected)
    difference = np.broadcast_to(vectors.minus(factor, a[0]), 4)
    np.testing.assert_allclose(difference, np.broadcast_to(factor, 4) - full(a)[:, 0])


def test_what_vanishes_stays_a_constant():
    array = np.ones(4)
    assert vectors.times(0.0, array) == 0.0
    assert vectors.times(array, 1.0) is array
    assert vectors.plus(array, 0.0) is array
    assert vectors.minus(array, 0.0) is array
    assert vectors.cross((0.0, 0.0, array), (0.0, 0.0, array)) == (0.0, 0.0, 0.0)
    assert vectors.vector(np.array([1, 2, 3])) == (1.0, 2.0, 3.0)
    with pytest.raises(ValueError, match="unpack"):
        vectors.vector(np.ones(4))
