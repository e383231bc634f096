import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from dataflow.equations import lagrangian
from dataflow.equations.drive import Drive
from dataflow.equations.joint_frames import homogeneous, joint_frame_links
from dataflow.equations.matrix import Matrix, outer, rotated_rows, turned_rows, without_z
from dataflow.equations.vector import Plain, PlaneRotation, Vector
from golden.generators import random_robot
from golden.load import load_robot
from golden.transforms import rotation_rpy, rotation_z

OPS = Plain()
Q = np.array([[0.0, -1.0, 0.0], [1.0, 0.0, 0.0], [0.0, 0.0, 0.0]])  # (21)
SEEDS = st.integers(0, 10**6)


def vector(values):
    return Vector.constant(np.asarray(values, dtype=float))


def array(v):
    return np.array([float(x) for x in v.components])


def rows_of(matrix):
    return np.array([array(row) for row in matrix.rows])


def some_matrix(rng):
    values = rng.uniform(-2.0, 2.0, (3, 3))
    rows = [vector(row) for row in values]
    return values, Matrix.from_rows(rows, float(np.linalg.norm(values, 2)))


def near(matrix, expected):
    """The right elements, and norms that cover the matrix and each of its rows."""
    got = rows_of(matrix)
    np.testing.assert_allclose(got, expected, atol=1e-12)
    assert np.linalg.norm(got, 2) <= matrix.norm * (1.0 + 1e-12)
    for row, values in zip(matrix.rows, got, strict=True):
        assert np.linalg.norm(values) <= row.norm * (1.0 + 1e-12)
        assert row.norm <= matrix.norm * (1.0 + 1e-12)


@given(SEEDS)
def test_matrix_algebra_is_numpys(seed):
    rng = np.random.default_rng(seed)
    (a, left), (b, right) = some_matrix(rng), some_matrix(rng)
    q, factor = rng.uniform(-3.0, 3.0, 2)
    turn = PlaneRotation(math.cos(q), math.sin(q))
    fixed = rotation_rpy(*rng.uniform(-3.0, 3.0, 3))
    u, v = rng.uniform(-1.0, 1.0, (2, 3))
    near(left + right, a + b)
    near(left.scaled(factor, abs(factor)), factor * a)
    near(left.times_constant(b), a @ b)
    near(left.times_q(), a @ Q)
    near(without_z(left), -a @ Q @ Q)
    near(left.turned(turn), a @ rotation_z(q))
    near(turned_rows(turn, left), rotation_z(q) @ a)
    near(rotated_rows(fixed, left), fixed @ a)
    near(outer(vector(u), vector(v)), np.outer(u, v))
    np.testing.assert_allclose(array(left.times_vector(u)), a @ u, atol=1e-12)
    np.testing.assert_allclose(array(left.column_z()), a[:, 2], atol=1e-12)
    assert np.linalg.norm(a @ u) <= left.times_vector(u).norm * (1.0 + 1e-12)
    assert np.linalg.norm(a[:, 2]) <= left.column_z().norm * (1.0 + 1e-12)


def drive_of(link, q, qd, qdd):
    if link.revolute:
        return Drive(qd, qdd, abs(qd), abs(qdd), rotation=PlaneRotation(math.cos(q), math.sin(q)))
    return Drive(qd, qdd, abs(qd), abs(qdd), slide=q, slide_bound=abs(q))


def motions_along(chain, q, qd, qdd):
    """Phase 1's state of every link."""
    motion, motions = lagrangian.base_motion(), []
    for i, link in enumerate(chain):
        motion = lagrangian.forward(OPS, i + 1, link, drive_of(link, q[i], qd[i], qdd[i]), motion)
        motions.append(motion)
    return motions


def frames_of(chain, q):
    frame, frames = np.eye(4), []
    for link, value in zip(chain, q, strict=True):
        moved = homogeneous(rotation_z(value), np.zeros(3))
        if not link.revolute:
            moved = homogeneous(np.eye(3), np.array([0.0, 0.0, value]))
        frame = frame @ homogeneous(link.rotation, link.translation) @ moved
        frames.append(frame)
    return np.array(frames)


@pytest.mark.parametrize("types", ["RRR", "RPR", "PRP", "PPR", "RRRRRR"])
def test_phase_1_is_orientation_position_and_their_derivatives(types):
    """Against central differences along a motion with the given rates and accelerations."""
    rng = np.random.default_rng(len(types))
    robot = random_robot(rng, len(types), joint_types=types, base=True)
    chain = joint_frame_links(robot)
    q, qd, qdd = rng.uniform(-1.0, 1.0, (3, robot.n))
    step = 1e-4
    past, now, ahead = (
        frames_of(chain, q + qd * t + 0.5 * qdd * t * t) for t in (-step, 0.0, step)
    )
    rate, second = (ahead - past) / (2.0 * step), (ahead - 2.0 * now + past) / step**2
    for i, motion in enumerate(motions_along(chain, q, qd, qdd)):
        np.testing.assert_allclose(rows_of(motion.orientation), now[i, :3, :3], atol=1e-12)
        np.testing.assert_allclose(rows_of(motion.orientation_rate), rate[i, :3, :3], atol=1e-5)
        got = rows_of(motion.orientation_acceleration)
        np.testing.assert_allclose(got, second[i, :3, :3], atol=1e-4)
        base = second[i, :3, 3]
        np.testing.assert_allclose(array(motion.acceleration), base, atol=1e-4)


def test_a_links_load_is_the_sum_over_its_mass():
    """e* is the integral of r'' dm and D* that of r (r'')^T dm, r from the joint's origin."""
    robot = load_robot("puma560")
    chain = joint_frame_links(robot)
    rng = np.random.default_rng(1)
    states = rng.uniform(-1.0, 1.0, (3, robot.n))
    for link, motion in zip(chain, motions_along(chain, *states), strict=True):
        load = lagrangian.link_load(OPS, 1, link, motion)
        second = rows_of(motion.orientation_acceleration)
        acceleration = array(motion.acceleration)
        inertia = link.pseudo_inertia
        moving = np.column_stack([second, acceleration])  # r'' = moving (x, y, z, 1)
        np.testing.assert_allclose(array(load.inertia_force), moving @ inertia[3], atol=1e-12)
        expected = inertia[:3] @ moving.T
        near(load.inertia_moment, expected)
        np.testing.assert_allclose(array(load.first_moment), link.first_moment)
        assert load.mass == link.mass


def test_the_recursion_starts_from_rest():
    motion = lagrangian.base_motion()
    near(motion.orientation, np.eye(3))
    near(motion.orientation_rate, np.zeros((3, 3)))
    near(motion.orientation_acceleration, np.zeros((3, 3)))
    assert array(motion.acceleration).tolist() == [0.0, 0.0, 0.0]


def test_gravitys_row_is_its_product_with_the_orientations_derivative():
    """(33): g* = g^T dW / dq."""
    rng = np.random.default_rng(2)
    robot = random_robot(rng, 2, joint_types="RR")
    chain = joint_frame_links(robot)
    q, gravity, step = rng.uniform(-1.0, 1.0, 2), rng.uniform(-9.0, 9.0, 3), 1e-5
    motion = motions_along(chain, q, np.zeros(2), np.zeros(2))[-1]
    row = lagrangian.gravity_row(OPS, 2, motion, gravity)
    ahead, past = (frames_of(chain, q + np.array([0.0, s]))[-1, :3, :3] for s in (step, -step))
    derivative = (ahead - past) / (2.0 * step)
    np.testing.assert_allclose(array(row), gravity @ derivative, atol=1e-7)
    assert np.linalg.norm(array(row)) <= row.norm
