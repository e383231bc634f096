import dataclasses

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from dataflow.equations.joint_frames import SNAP, homogeneous, joint_frame_links, regrouped, snapped
from golden.generators import random_robot
from golden.kinematics import frames, joint_transform
from golden.load import load_robot, robot_names
from golden.robot import Joint, JointType, Link, Robot
from golden.transforms import rotation_rpy

ROBOTS = [load_robot(name) for name in robot_names()]
ROBOTS += [random_robot(np.random.default_rng(n), n, base=True) for n in range(1, 7)]


def motion(link, q):
    """The joint's own transform in the chain's frames."""
    turn = np.array([[np.cos(q), -np.sin(q), 0], [np.sin(q), np.cos(q), 0], [0, 0, 1.0]])
    if link.revolute:
        return homogeneous(turn, np.zeros(3))
    return homogeneous(np.eye(3), np.array([0.0, 0.0, q]))


@pytest.mark.parametrize("robot", ROBOTS, ids=lambda r: r.name)
def test_moving_frames_are_goldens_just_after_each_joint(robot):
    q = np.random.default_rng(1).uniform(-2.0, 2.0, robot.n)
    golden, frame = frames(robot, q), np.eye(4)
    for i, link in enumerate(joint_frame_links(robot)):
        frame = frame @ homogeneous(link.rotation, link.translation) @ motion(link, q[i])
        after = golden[i] @ joint_transform(robot.joints[i], q[i])
        np.testing.assert_allclose(frame, after, atol=1e-12)
        assert link.revolute == (robot.joint_types[i] is JointType.REVOLUTE)


@pytest.mark.parametrize("robot", ROBOTS, ids=lambda r: r.name)
def test_pseudo_inertia_holds_mass_moment_and_inertia(robot):
    """About the joint's origin: I = tr(S) 1 - S is the inertia by the parallel axis theorem."""
    for link, own in zip(joint_frame_links(robot), robot.links, strict=True):
        centre = own.rotation @ own.center_of_mass + own.translation
        offset = float(centre @ centre) * np.eye(3) - np.outer(centre, centre)
        inertia = own.rotation @ own.inertia @ own.rotation.T + own.mass * offset
        moments = link.second_moments
        np.testing.assert_allclose(np.trace(moments) * np.eye(3) - moments, inertia, atol=1e-12)
        np.testing.assert_allclose(link.first_moment, own.mass * centre, atol=1e-12)
        assert link.mass == pytest.approx(own.mass)
        np.testing.assert_allclose(link.pseudo_inertia, link.pseudo_inertia.T, atol=1e-15)


@pytest.mark.parametrize("robot", ROBOTS, ids=lambda r: r.name)
def test_regrouping_empties_what_moves_alike_below_the_joint(robot):
    chain = joint_frame_links(robot)
    before = [link.pseudo_inertia.copy() for link in chain]
    for link, old in zip(regrouped(chain), chain, strict=True):
        if link.revolute:
            assert link.mass == 0.0
            assert link.first_moment[2] == 0.0
            assert link.second_moments[2, 2] == 0.0
        else:
            assert np.all(link.second_moments == 0.0)
        assert link.revolute == old.revolute
        np.testing.assert_array_equal(link.rotation, old.rotation)
        np.testing.assert_array_equal(link.translation, old.translation)
    for link, kept in zip(chain, before, strict=True):
        np.testing.assert_array_equal(link.pseudo_inertia, kept)


def test_regrouping_keeps_what_does_not_move_alike():
    """Of a lone link beside its axis, the moments in the plane of motion stay as they are."""
    for types in ("R", "P"):
        robot = random_robot(np.random.default_rng(2), 1, joint_types=types)
        (full,), (less,) = joint_frame_links(robot), regrouped(joint_frame_links(robot))
        kept = np.ones((4, 4), dtype=bool)
        kept[(slice(2, 4), slice(2, 4)) if types == "R" else (slice(0, 3), slice(0, 3))] = False
        np.testing.assert_array_equal(less.pseudo_inertia[kept], full.pseudo_inertia[kept])
        assert np.all(less.pseudo_inertia[~kept] == 0.0)


def two_links(first, second):
    def link(kind, translation):
        joint = Joint(kind, 0.0, (-1.0, 1.0), 1.0, 1.0, 1.0)
        quarter = rotation_rpy(np.pi / 2, 0.0, 0.0)
        centre = np.array([0.1, 0.2, 0.3])
        return Link(joint, quarter, translation, 2.0, centre, np.diag([1.0, 2.0, 2.5]))

    ends = (np.array([0.5, 0.0, 0.0]), np.zeros(3))
    links = tuple(link(kind, end) for kind, end in zip((first, second), ends, strict=True))
    return Robot("two", "", links)


@pytest.mark.parametrize("first", JointType)
def test_mass_on_a_turning_axis_goes_to_the_link_below(first):
    """As a point mass at the joint, with the moments that it has along the axis."""
    chain = joint_frame_links(two_links(first, JointType.REVOLUTE))
    moved = np.zeros((4, 4))
    moved[2:, 2:] = chain[1].pseudo_inertia[2:, 2:]
    way = homogeneous(chain[1].rotation, chain[1].translation)
    total = chain[0].pseudo_inertia + way @ moved @ way.T
    got = regrouped(chain)[0].pseudo_inertia
    free = total != 0.0
    free[(slice(2, 4), slice(2, 4)) if chain[0].revolute else (slice(0, 3), slice(0, 3))] = False
    np.testing.assert_allclose(got[free], total[free], atol=1e-12)
    assert way[:3, :3] @ [0, 0, 1.0] == pytest.approx([0, -1.0, 0])  # the axis, as link 1 sees it


def test_what_cancels_is_exactly_zero():
    """PUMA's mirrored and symmetric links: no noise of 1e-17 becomes a multiplier."""
    for link in regrouped(joint_frame_links(load_robot("puma560"))):
        entries = np.abs(link.pseudo_inertia)
        assert np.all((entries == 0.0) | (entries > 1e-6))
        assert np.all(np.isin(link.rotation, (-1.0, 0.0, 1.0)))


def test_what_cancels_at_the_tip_is_exactly_zero():
    """PUMA's third link alone: its centre's x is -a and a together, which leaves 4e-18 kg m."""
    robot = load_robot("puma560")
    robot = dataclasses.replace(robot, links=robot.links[:3])
    assert 0.0 < abs(joint_frame_links(robot)[2].first_moment[0]) < 1e-15
    last = regrouped(joint_frame_links(robot))[2]
    entries = np.abs(last.pseudo_inertia)
    assert last.first_moment[0] == 0.0
    assert np.all((entries == 0.0) | (entries > 1e-3))


@given(st.floats(-1.0, 1.0), st.sampled_from([-1.0, 0.0, 1.0]))
@settings(max_examples=50)
def test_only_rounding_noise_is_snapped(value, exact):
    matrix = snapped(np.array([[value, exact + 0.5 * SNAP, exact - 2.0 * SNAP]]))
    near = min(abs(value - e) for e in (-1.0, 0.0, 1.0)) < SNAP
    assert matrix[0, 0] == (round(value) if near else value)
    assert matrix[0, 1] == exact
    assert matrix[0, 2] == exact - 2.0 * SNAP
