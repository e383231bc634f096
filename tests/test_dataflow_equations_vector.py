import math

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from dataflow.equations.vector import (
    ZERO,
    Plain,
    PlaneRotation,
    Vector,
    along_z,
    cross,
    spectral_norm,
    transform,
)
from golden.transforms import rotation_rpy, rotation_z

NUMBERS = st.floats(-10.0, 10.0)
TRIPLES = st.tuples(NUMBERS, NUMBERS, NUMBERS)


def vector(values):
    return Vector.constant(np.array(values))


def array(v):
    return np.array(v.components)


def assert_is(result, values):
    """The right components, and a norm that is at least their length."""
    np.testing.assert_allclose(array(result), values, atol=1e-12)
    assert np.linalg.norm(array(result)) <= result.norm * (1.0 + 1e-12)


@given(TRIPLES, TRIPLES, NUMBERS)
def test_vector_algebra_is_numpys(a, b, factor):
    u, v = vector(a), vector(b)
    assert_is(u + v, np.add(a, b))
    assert_is(cross(u, v), np.cross(a, b))
    assert_is(u.scaled(factor, abs(factor)), factor * np.array(a))
    assert_is(along_z(factor, abs(factor)), [0.0, 0.0, factor])
    assert u.components == a
    assert u.norm == pytest.approx(np.linalg.norm(a))
    assert (u + v).norm == u.norm + v.norm
    assert cross(u, v).norm == u.norm * v.norm


@given(TRIPLES, TRIPLES, TRIPLES, TRIPLES)
def test_a_matrix_times_a_vector(a, b, c, x):
    matrix = np.array([a, b, c])
    assert_is(transform(matrix, vector(x)), matrix @ np.array(x))


@given(NUMBERS, TRIPLES)
def test_a_joints_rotation_is_about_z_and_keeps_the_norm(angle, x):
    turn = PlaneRotation(math.cos(angle), math.sin(angle))
    v = vector(x)
    assert_is(turn.forward(v), rotation_z(angle) @ np.array(x))
    assert_is(turn.backward(v), rotation_z(angle).T @ np.array(x))
    assert turn.forward(v).norm == turn.backward(v).norm == v.norm


@given(TRIPLES)
@settings(max_examples=50)
def test_a_rotation_lengthens_nothing_to_the_last_bit(angles):
    assert spectral_norm(rotation_rpy(*angles)) == 1.0


def test_other_matrices_lengthen_by_their_largest_singular_value():
    assert spectral_norm(np.diag([1.0, -3.0, 2.0])) == pytest.approx(3.0)
    assert spectral_norm(1.001 * np.eye(3)) == pytest.approx(1.001)
    assert spectral_norm(np.array([[0.0, 2.0, 0.0], [0.0, 0.0, 0.0], [0.0, 0.0, 0.0]])) == 2.0
    assert spectral_norm(np.zeros((3, 3))) == 0.0


def test_zero_is_nothing():
    assert Vector(0.0, 0.0, 0.0, 0.0) == ZERO
    assert_is(ZERO + vector((1.0, 2.0, 2.0)), [1.0, 2.0, 2.0])
    assert (ZERO + vector((1.0, 2.0, 2.0))).norm == 3.0


def test_kept_components_are_named_and_bounded_by_the_norm():
    calls = []

    class Noted(Plain):
        def keep(self, name, value, bound=math.inf):
            calls.append((name, value, bound))
            return 10.0 * value

    kept = Vector(1.0, 2.0, 2.0, 3.5).keep(Noted(), "omega", 4)
    assert calls == [("omega_x_4", 1.0, 3.5), ("omega_y_4", 2.0, 3.5), ("omega_z_4", 2.0, 3.5)]
    assert kept == Vector(10.0, 20.0, 20.0, 3.5)


def test_plain_operations_keep_values_as_they_are():
    values = np.arange(3.0)
    assert Plain().keep("any", values, 0.0) is values


def test_components_may_be_batches():
    x = np.linspace(-1.0, 1.0, 5)
    v = Vector(x, 2.0 * x, 0.0, math.sqrt(5.0))
    turned = PlaneRotation(np.cos(x), np.sin(x)).forward(v)
    for k in range(5):
        expected = rotation_z(x[k]) @ np.array([x[k], 2.0 * x[k], 0.0])
        np.testing.assert_allclose([turned.x[k], turned.y[k], 0.0], expected)
