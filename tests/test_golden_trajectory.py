"""Motions stay within the limits, are smooth, and are as long as asked."""

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from common.errors import InputError
from golden.generators import random_robot
from golden.load import load_robot
from golden.trajectory import (
    Trajectory,
    point_to_point,
    random_states,
    random_trajectory,
    segment_duration,
)

robots = st.builds(
    lambda seed, n: random_robot(np.random.default_rng(seed), n),
    st.integers(0, 2**32),
    st.integers(1, 7),
)
seeds = st.integers(0, 2**63)


def assert_within(robot, motion):
    lower, upper = robot.position_limits.T
    assert (lower <= motion.q).all()
    assert (motion.q <= upper).all()
    assert (np.abs(motion.qd) <= robot.velocity_limits).all()
    assert (np.abs(motion.qdd) <= robot.acceleration_limits).all()


@given(robots, st.integers(1, 400), seeds)
def test_random_motions_and_states_keep_the_limits(robot, points, seed):
    for make in (random_states, random_trajectory):
        motion = make(robot, points, seed)
        assert motion.q.shape == motion.qd.shape == motion.qdd.shape == (points, robot.n)
        assert (motion.points, motion.n) == (points, robot.n)
        assert_within(robot, motion)
        again = make(robot, points, seed)
        np.testing.assert_array_equal(motion.q, again.q)
        np.testing.assert_array_equal(motion.qdd, again.qdd)


@pytest.mark.parametrize("make", [random_states, random_trajectory])
def test_long_ones_use_the_limits_up(make):
    robot = load_robot("puma560")
    motion = make(robot, 20_000, 0)
    assert_within(robot, motion)
    lower, upper = robot.position_limits.T
    assert ((motion.q.max(axis=0) - motion.q.min(axis=0)) > 0.97 * (upper - lower)).all()
    assert (np.abs(motion.qd).max(axis=0) > 0.99 * robot.velocity_limits).all()
    assert (np.abs(motion.qdd).max(axis=0) > 0.99 * robot.acceleration_limits).all()
    assert not np.array_equal(motion.q, make(robot, 20_000, 1).q)


def test_a_random_motion_is_one():
    """From sample to sample, positions and velocities change as the limits and each other allow."""
    robot = load_robot("stanford")
    motion = random_trajectory(robot, 4000, 5)
    mean = (motion.qd[1:] + motion.qd[:-1]) / 2
    moved = np.diff(motion.q, axis=0)
    fast = np.abs(mean) > 0.5 * robot.velocity_limits
    step = float(np.median(moved[fast] / mean[fast]))
    slack = 1 + 1e-6
    # With accelerations up to A, a mean of two velocities is A step / 4 off the true one, at most.
    error = np.abs(moved - step * mean)
    assert (error <= slack * robot.acceleration_limits * step**2 / 4).all()
    changed = np.abs(np.diff(motion.qd, axis=0))
    assert (changed <= slack * robot.acceleration_limits * step).all()


@given(robots, seeds, st.integers(2, 200))
def test_point_to_point(robot, seed, points):
    start, end = random_states(robot, 2, seed).q
    motion = point_to_point(robot, start, end, points)
    assert motion.points == points
    assert_within(robot, motion)
    np.testing.assert_allclose(motion.q[[0, -1]], [start, end], rtol=0, atol=1e-14)
    for part in (motion.qd, motion.qdd):
        np.testing.assert_allclose(part[[0, -1]], 0, atol=1e-12)


def test_point_to_point_is_as_fast_as_a_limit_allows():
    robot = load_robot("puma560")
    far = point_to_point(robot, np.zeros(6), [1.5, 0, 0, 0, 0, 0], 1001)
    assert np.abs(far.qd[:, 0]).max() == pytest.approx(1.92, rel=1e-6)
    near = point_to_point(robot, np.zeros(6), [0.01, 0, 0, 0, 0, 0], 10001)
    assert np.abs(near.qdd[:, 0]).max() == pytest.approx(9.6, rel=1e-6)
    assert segment_duration(robot, far.q[0], far.q[-1]) == pytest.approx(15 / 8 * 1.5 / 1.92)
    still = point_to_point(robot, np.zeros(6), np.zeros(6), 5)
    assert (still.q == 0).all()
    assert (still.qd == 0).all()


def test_bad_requests():
    robot = load_robot("puma560")
    zero = np.zeros(6)
    for make in (random_states, random_trajectory):
        with pytest.raises(InputError, match="points: 0; allowed: 1 or more"):
            make(robot, 0, 1)
        with pytest.raises(InputError, match="seed: -1"):
            make(robot, 1, -1)
    with pytest.raises(InputError, match="points: 1; allowed: 2 or more"):
        point_to_point(robot, zero, zero, 1)
    with pytest.raises(InputError, match=r"end\[1\]: 4; allowed: -0\.785398 to 3\.92699"):
        point_to_point(robot, zero, [0, 4, 0, 0, 0, 0], 5)
    with pytest.raises(InputError, match=r"start\[2\]: nan"):
        point_to_point(robot, [0, 0, math.nan, 0, 0, 0], zero, 5)
    with pytest.raises(InputError, match="start: shape"):
        point_to_point(robot, np.zeros((2, 6)), zero, 5)


def test_a_trajectory_checks_its_arrays():
    good = np.zeros((3, 2))
    motion = Trajectory(good, good, good)
    with pytest.raises(ValueError, match="read-only"):
        motion.q[0, 0] = 1.0
    good[0, 0] = 1.0  # the caller's own array stays writable
    with pytest.raises(InputError, match="qd: shape"):
        Trajectory(good, np.zeros((2, 2)), good)
    with pytest.raises(InputError, match="q: shape"):
        Trajectory(np.zeros(3), good, good)
    with pytest.raises(InputError, match="q: shape"):
        Trajectory(np.zeros((0, 2)), good, good)
    with pytest.raises(InputError, match=r"qdd\[0, 1\]: inf"):
        Trajectory(good, good, np.array([[0, math.inf], [0, 0], [0, 0]]))
