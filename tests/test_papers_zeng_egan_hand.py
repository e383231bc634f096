"""The hand's kinematics against golden and against differences, and what they count."""

import dataclasses

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from common.errors import InputError
from dataflow.tasks.arithmetic import Arithmetic
from golden import kinematics
from golden.generators import random_robot
from golden.load import load_robot
from papers.zeng_egan.hand import (
    SOLVERS,
    Place,
    difference,
    drift,
    jacobian,
    joints_for,
    least_squares,
    posture,
    straight_way,
)
from tests.task_graphs import five_joints

ARM = five_joints()
Q = np.array([0.2, -0.8, 2.4, 0.3, 0.6])
ROBOTS = [ARM, load_robot("stanford"), random_robot(np.random.default_rng(2), 4, base=True)]
EVERY = pytest.mark.parametrize("robot", ROBOTS, ids=["puma5", "stanford", "random"])


def place(robot, q):
    return posture(Arithmetic(), robot, q).hand.vector


def point(robot, seed=1):
    return np.random.default_rng(seed).uniform(-1.0, 1.0, (2, robot.n))


@EVERY
def test_the_posture_is_goldens(robot):
    q, _ = point(robot)
    at = posture(Arithmetic(), robot, q)
    frames = kinematics.frames(robot, q)
    np.testing.assert_allclose(at.hand.position, frames[-1, :3, 3], atol=1e-12)
    np.testing.assert_allclose(at.hand.pointing, frames[-1, :3, 2], atol=1e-12)
    np.testing.assert_allclose(at.axes, frames[:-1, :3, 2], atol=1e-12)
    np.testing.assert_allclose(at.origins, frames[:-1, :3, 3], atol=1e-12)


@EVERY
def test_the_jacobian_is_the_slope_of_the_place(robot):
    q, qd = point(robot)
    matrix = jacobian(Arithmetic(), robot, posture(Arithmetic(), robot, q))
    h = 1e-6
    slope = (place(robot, q + h * qd) - place(robot, q - h * qd)) / (2 * h)
    np.testing.assert_allclose(matrix @ qd, slope, atol=1e-8)


@EVERY
def test_the_drift_is_the_acceleration_at_constant_speeds(robot):
    q, qd = point(robot)
    found = drift(Arithmetic(), robot, posture(Arithmetic(), robot, q), qd)
    h = 1e-4
    second = (place(robot, q + h * qd) - 2 * place(robot, q) + place(robot, q - h * qd)) / h**2
    np.testing.assert_allclose(found, second, atol=1e-6)


@pytest.mark.parametrize("solver", SOLVERS)
def test_joints_are_found(solver):
    wanted = posture(Arithmetic(), ARM, Q + 0.02).hand
    do = Arithmetic()
    found = joints_for(do, ARM, wanted, Q, solver)
    lacking = difference(Arithmetic(), wanted, posture(Arithmetic(), ARM, found).hand)
    assert np.abs(lacking).max() < {"newton": 1e-6, "damped": 1e-6, "transpose": 2e-3}[solver]
    assert do.operations > 1000


def test_newton_takes_fewest_operations():
    wanted = posture(Arithmetic(), ARM, Q + 0.02).hand
    counts = {}
    for solver in SOLVERS:
        do = Arithmetic()
        joints_for(do, ARM, wanted, Q, solver)
        counts[solver] = do.operations
    assert counts["newton"] < counts["damped"] < counts["transpose"]


def test_an_unknown_solver_is_refused():
    wanted = posture(Arithmetic(), ARM, Q).hand
    with pytest.raises(InputError, match=r"--solver: 'luck' is unknown; allowed: newton, damped"):
        joints_for(Arithmetic(), ARM, wanted, Q, "luck")


@settings(max_examples=20)
@given(st.integers(0, 1000), st.integers(3, 8), st.integers(1, 3))
def test_least_squares_are_numpys(seed, rows, columns):
    rng = np.random.default_rng(seed)
    matrix, right = rng.normal(size=(rows, columns)), rng.normal(size=rows)
    found = least_squares(Arithmetic(), matrix, right, 0.0)
    np.testing.assert_allclose(found, np.linalg.lstsq(matrix, right)[0], rtol=1e-6, atol=1e-8)


START = Place(np.array([0.1, 0.2, 0.3]), np.array([0.0, 0.0, 1.0]))
END = Place(np.array([0.4, -0.2, 0.5]), np.array([0.6, 0.0, 0.8]))


def at(share):
    return straight_way(Arithmetic(), START, END, share, 2.0)


@pytest.mark.parametrize(("share", "end"), [(0.0, START), (1.0, END)])
def test_the_way_begins_and_ends_at_rest(share, end):
    motion = at(share)
    np.testing.assert_allclose(motion.place.vector, end.vector, atol=1e-12)
    np.testing.assert_allclose(motion.velocity, 0.0, atol=1e-12)
    np.testing.assert_allclose(motion.acceleration, 0.0, atol=1e-12)


@pytest.mark.parametrize("share", [0.2, 0.5, 0.9])
def test_velocity_and_acceleration_are_slopes(share):
    h = 1e-4  # of the share; in 2 s, twice that in time
    before, now, after = (at(share + step).place.vector for step in (-h, 0.0, h))
    np.testing.assert_allclose(at(share).velocity, (after - before) / (4 * h), atol=1e-6)
    second = (after - 2 * now + before) / (2 * h) ** 2
    np.testing.assert_allclose(at(share).acceleration, second, atol=1e-5)
    assert np.linalg.norm(now[3:]) == pytest.approx(1.0)


def test_a_hand_that_does_not_turn():
    motion = straight_way(Arithmetic(), START, dataclasses.replace(END, pointing=START.pointing),
                          0.5, 2.0)  # fmt: skip
    np.testing.assert_array_equal(motion.place.pointing, START.pointing)
    np.testing.assert_array_equal(motion.velocity[3:], 0.0)


def test_operations_of_a_posture():
    # A link: two functions of 10, its own matrix and offset 24, the product of matrices 45, a
    # matrix times a vector 15, a sum 3.
    do = Arithmetic()
    posture(do, ARM, Q)
    assert do.operations == 5 * (20 + 24 + 45 + 15 + 3)
