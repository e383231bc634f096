"""What inverse dynamics takes: batches, shapes, kinds of numbers; and what it refuses."""

import math

import numpy as np
import pytest

from common.errors import InputError
from golden.load import load_robot
from golden.newton_euler import inverse_dynamics
from golden.trajectory import random_states
from tests.effort import calls

ZERO, ONES = np.zeros(6), np.ones(6)
QN = np.array([0, math.pi / 4, -math.pi, 0, math.pi / 4, 0])


@pytest.fixture(scope="module")
def puma():
    return load_robot("puma560")


def assert_close(value, expected, scale, tolerance=1e-11):
    """Compare relative to the largest torque about, or to 1 N m, which kilograms at decimetres are.

    A torque may vanish as the difference of such ones, so its own size would be no measure.
    """
    size = max(np.abs(expected).max(initial=0.0), np.abs(scale).max(initial=0.0), 1.0)
    np.testing.assert_allclose(value, expected, rtol=0, atol=tolerance * size)


def test_a_batch_is_its_points_one_by_one(puma):
    state = random_states(puma, 12, 3)
    parts = [part.reshape(3, 4, 6) for part in (state.q, state.qd, state.qdd)]
    tau = inverse_dynamics(puma, *parts)
    assert tau.shape == (3, 4, 6)
    for i, j in np.ndindex(3, 4):
        one = inverse_dynamics(puma, *(part[i, j] for part in parts))
        np.testing.assert_array_equal(tau[i, j], one)


def test_inputs_broadcast(puma):
    q = random_states(puma, 5, 0).q
    tau = inverse_dynamics(puma, q[:, None], ONES, np.zeros((3, 6)), tip_force=np.ones((1, 3, 3)))
    assert tau.shape == (5, 3, 6)
    np.testing.assert_array_equal(tau[:, 0], tau[:, 1])
    assert inverse_dynamics(puma, np.empty((0, 6)), ONES, ONES).shape == (0, 6)


def test_a_batch_longer_than_a_chunk(puma):
    state = random_states(puma, 10_000, 3)
    tau = inverse_dynamics(puma, state.q, state.qd, state.qdd)
    last = inverse_dynamics(puma, state.q[-1], state.qd[-1], state.qdd[-1])
    np.testing.assert_allclose(tau[-1], last, rtol=1e-14)


def test_lists_integers_and_single_precision_are_taken(puma):
    single = np.float32(QN)
    np.testing.assert_array_equal(
        inverse_dynamics(puma, single, [0] * 6, np.ones(6, dtype=int)),
        inverse_dynamics(puma, single.astype(float), ZERO, ONES),
    )


def test_inputs_are_not_changed(puma):
    state = random_states(puma, 3, 0)
    copies = [np.array(part) for part in (state.q, state.qd, state.qdd)]
    inverse_dynamics(puma, *copies)
    np.testing.assert_array_equal(copies[0], state.q)
    np.testing.assert_array_equal(copies[2], state.qdd)


@pytest.mark.parametrize("value", [math.nan, math.inf, -math.inf])
@pytest.mark.parametrize("which", [0, 1, 2])
def test_what_is_not_finite_is_refused(puma, which, value):
    parts = [np.zeros((3, 6)) for _ in range(3)]
    parts[which][1, 4] = value
    name = ["q", "qd", "qdd"][which]
    with pytest.raises(InputError, match=rf"^{name}\[1, 4\]: "):
        inverse_dynamics(puma, *parts)


@pytest.mark.parametrize("q", [np.zeros(5), np.zeros((6, 1)), 0.0, np.zeros((2, 7))])
def test_wrong_lengths_are_refused(puma, q):
    with pytest.raises(InputError, match=r"q: shape .*allowed: \(\.\.\., 6\)"):
        inverse_dynamics(puma, q, ZERO, ZERO)


def test_shapes_that_do_not_broadcast_are_refused(puma):
    with pytest.raises(InputError, match="broadcast"):
        inverse_dynamics(puma, np.zeros((3, 6)), np.zeros((2, 6)), ZERO)
    with pytest.raises(InputError, match="tip_force"):
        inverse_dynamics(puma, ZERO, ZERO, ZERO, tip_force=[1, 2])


def test_a_hundred_thousand_points_take_under_two_calls_each(puma):
    """A batch is computed as a whole, in fewer calls than it has numbers."""
    points = 100_000
    state = random_states(puma, points, 1)
    assert calls(inverse_dynamics, puma, state.q, state.qd, state.qdd) < 2 * points
