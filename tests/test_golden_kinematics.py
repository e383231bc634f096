"""Frames by hand, and the Jacobian as the slope of the frames."""

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from common.errors import InputError
from golden.generators import planar, random_robot
from golden.kinematics import frames, jacobian, link_pose, link_transforms
from golden.load import load_robot
from golden.robot import Joint, JointType, Link, Robot
from golden.trajectory import random_states
from tests.random_trees import trees


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


def test_branches_by_hand():
    """Two rods on a turning hub: one along x from its rim, one that slides up from its middle."""
    revolute = Joint(JointType.REVOLUTE, 0.0, (-3.0, 3.0), 1.0, 1.0, 1.0)
    prismatic = Joint(JointType.PRISMATIC, 0.0, (0.0, 1.0), 1.0, 1.0, 1.0)
    body = (1.0, np.zeros(3), np.eye(3))
    rod, rim = np.array([0.5, 0.0, 0.0]), np.array([1.0, 0.0, 0.0])
    robot = Robot(
        "hub",
        "",
        (
            Link(revolute, np.eye(3), np.zeros(3), *body, name="hub"),
            Link(revolute, np.eye(3), rod, *body, mount_translation=rim, name="rod"),
            Link(prismatic, np.eye(3), np.zeros(3), *body, parent=0, name="piston"),
        ),
    )
    q = [math.pi / 2, -math.pi / 2, 0.3]
    rod_pose, piston_pose = link_pose(robot, q, "rod"), link_pose(robot, q, 2)
    np.testing.assert_allclose(rod_pose[:3, 3], [0.5, 1.0, 0.0], atol=1e-15)
    np.testing.assert_allclose(rod_pose[:3, :3], np.eye(3), atol=1e-15)
    np.testing.assert_allclose(piston_pose[:3, 3], [0.0, 0.0, 0.3], atol=1e-15)
    np.testing.assert_array_equal(frames(robot, q)[2], rod_pose)
    expected = [[-1.0, 0, 0], [0.5, 0.5, 0], [0, 0, 0], [0, 0, 0], [0, 0, 0], [1, 1, 0]]
    np.testing.assert_allclose(jacobian(robot, q, "rod"), expected, atol=1e-15)
    expected = [[0, 0, 0], [0, 0, 0], [0, 0, 1.0], [0, 0, 0], [0, 0, 0], [1, 0, 0]]
    np.testing.assert_allclose(jacobian(robot, q, 2), expected, atol=1e-15)


@pytest.mark.parametrize("link", [3, -1, "elbow", True, "", None])
def test_a_link_that_is_not_there(link):
    robot = random_robot(np.random.default_rng(0), 3, parents=(-1, 0, 0))
    for of_link in (link_pose, jacobian):
        with pytest.raises(InputError, match=r"link: (no link|not given).*allowed: 0 to 2"):
            of_link(robot, np.zeros(3), link)
    robot = load_robot("stanford")
    np.testing.assert_array_equal(link_pose(robot, np.ones(6)), frames(robot, np.ones(6))[-1])
    np.testing.assert_array_equal(jacobian(robot, np.ones(6)), jacobian(robot, np.ones(6), 5))


@given(trees(most=8), st.data())
def test_jacobian_of_a_link_is_the_slope_of_its_frame(robot, data):
    link = data.draw(st.integers(0, robot.n - 1))
    q = random_states(robot, 1, data.draw(st.integers(0, 2**32))).q[0]
    pose, found, step = link_pose(robot, q, link), jacobian(robot, q, link), 1e-6
    for i, unit in enumerate(np.eye(robot.n)):
        ahead, behind = (link_pose(robot, q + s * step * unit, link) for s in (1, -1))
        rate = pose[:3, :3].T @ (ahead - behind)[:3] / (2 * step)
        omega = [rate[2, 1], rate[0, 2], rate[1, 0]]
        np.testing.assert_allclose(found[:, i], [*rate[:, 3], *omega], atol=1e-8)
        assert i in robot.path(link) or not found[:, i].any()


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
