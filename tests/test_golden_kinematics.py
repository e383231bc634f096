"""Frames by hand, and the Jacobian as the slope of the frames."""

import math

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from golden.kinematics import frames, jacobian, link_transforms
from golden.load import load_robot
from golden.toml.generators import planar, random_robot
from golden.trajectory import random_states


def test_puma_stands_as_expected():
    tip = frames(load_robot("puma560"), np.zeros(6))[-1]
    np.testing.assert_allclose(
        tip[:3, 3], [0.4318 + 0.0203, -0.15005, 0.67183 + 0.4318], atol=1e-15
    )
    np.testing.assert_array_equal(tip[:3, :3], np.eye(3))


def test_stanford_slides_along_its_boom():
    robot = load_robot("stanford")
    q = np.array([0, math.pi / 2, 0.5, 0, 0, 0])
    near, far = frames(robot, q)[-1], frames(robot, q + 0.4 * np.eye(6)[2])[-1]
    np.testing.assert_allclose(far[:3, 3] - near[:3, 3], [0.4, 0, 0], atol=1e-15)


def test_planar_arm_points_where_its_angles_say():
    tip = frames(planar(2), [math.pi / 2, -math.pi / 2])[-1]
    np.testing.assert_allclose(tip[:3, 3], [0.5, 0.5, 0], atol=1e-15)


def test_shapes():
    robot = load_robot("stanford")
    assert link_transforms(robot, np.zeros((2, 3, 6))).shape == (2, 3, 6, 4, 4)
    assert frames(robot, np.zeros((2, 3, 6))).shape == (2, 3, 7, 4, 4)
    assert jacobian(robot, np.zeros((2, 3, 6))).shape == (2, 3, 6, 6)


@given(st.integers(0, 2**32), st.integers(1, 8))
def test_jacobian_is_the_slope_of_the_tip(seed, n):
    robot = random_robot(np.random.default_rng(seed), n, base=True)
    q = random_states(robot, 1, seed).q[0]
    tip, found, step = frames(robot, q)[-1], jacobian(robot, q), 1e-6
    for i, unit in enumerate(np.eye(n)):
        ahead, behind = (frames(robot, q + s * step * unit)[-1] for s in (1, -1))
        rate = tip[:3, :3].T @ (ahead - behind)[:3] / (2 * step)
        omega = [rate[2, 1], rate[0, 2], rate[1, 0]]
        np.testing.assert_allclose(found[:, i], [*rate[:, 3], *omega], atol=1e-8)
