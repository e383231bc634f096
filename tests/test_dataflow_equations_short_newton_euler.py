"""Newton-Euler with economies, each alone and all together, on floats: golden's torques."""

import dataclasses
import math

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from dataflow.equations.drive import Drive
from dataflow.equations.economies import ECONOMIES, Economy
from dataflow.equations.joint_frames import joint_frame_links, regrouped
from dataflow.equations.parallel_axes import group_heads, with_parallel_frames
from dataflow.equations.recursions import newton_euler_torques
from dataflow.equations.short_newton_euler import short_torques
from dataflow.equations.vector import Plain, PlaneRotation
from golden.generators import planar, random_robot
from golden.load import load_robot, robot_names
from golden.robot import Joint, JointType, Link, Robot
from golden.transforms import rotation_z
from tests.random_trees import trees
from tests.test_dataflow_equations_recursions import (
    Recorder,
    assert_same,
    drives_of,
    extreme_states,
    states_of,
    truth_of,
)

CHOICES = [(), *((each,) for each in ECONOMIES), ECONOMIES]
CHOICES += [(Economy.PARALLEL_AXES, Economy.HEAD), ECONOMIES[:-1]]


def turns_of(robot, links, drives, q):
    """The parallel joints that end in each, taken as one."""
    turns, angles = list(drives), list(q)
    for i, (link, head) in enumerate(zip(links, group_heads(links), strict=True)):
        if head == i:
            continue
        before, own = turns[link.parent], drives[i]
        angles[i] = angles[link.parent] + q[i]
        turns[i] = Drive(
            before.rate + own.rate,
            before.acceleration + own.acceleration,
            before.rate_bound + own.rate_bound,
            before.acceleration_bound + own.acceleration_bound,
            PlaneRotation(np.cos(angles[i]), np.sin(angles[i])),
        )
    return turns


def torques_of(robot, economies, q, qd, qdd, ops=None):
    parallel = Economy.PARALLEL_AXES in economies
    links = joint_frame_links(robot)
    links = regrouped(with_parallel_frames(links) if parallel else links)
    drives = drives_of(robot, links, q, qd, qdd)
    turns = turns_of(robot, links, drives, q) if parallel else drives
    result = short_torques(
        ops or Plain(), links, drives, turns, robot.gravity, lambda _: None, economies
    )
    return np.stack([np.broadcast_to(tau, np.shape(q[0])) for tau in result])


def with_parallel_axes(seed, links):
    """An arm by chance, half of whose axes lie as the axis before."""
    rng = np.random.default_rng(seed)
    types = "".join(rng.choice(["R", "R", "R", "R", "P"], links))
    robot = random_robot(rng, links, joint_types=types, base=True)
    changed = [
        dataclasses.replace(link, rotation=rotation_z(float(rng.uniform(-3.0, 3.0))))
        if rng.integers(2)
        else link
        for link in robot.links
    ]
    return dataclasses.replace(robot, links=tuple(changed))


@pytest.mark.parametrize("economies", CHOICES)
@pytest.mark.parametrize("name", robot_names())
def test_torques_of_the_robots_are_goldens(name, economies):
    robot = load_robot(name)
    states = states_of(robot, 100, seed=1)
    assert_same(torques_of(robot, economies, *states), truth_of(robot, *states))


@pytest.mark.parametrize("economies", CHOICES)
@given(seed=st.integers(0, 10**6), links=st.integers(1, 7))
@settings(max_examples=15)
def test_torques_of_arms_with_parallel_axes_are_goldens(economies, seed, links):
    robot = with_parallel_axes(seed, links)
    states = states_of(robot, 10, seed)
    assert_same(torques_of(robot, economies, *states), truth_of(robot, *states))


def test_there_are_parallel_axes_among_them():
    heads = [
        group_heads(with_parallel_frames(joint_frame_links(with_parallel_axes(seed, 6))))
        for seed in range(20)
    ]
    lengths = {found.count(head) for found in heads for head in found}
    assert {1, 2, 3} <= lengths


@pytest.mark.parametrize("economies", [ECONOMIES, (Economy.PARALLEL_AXES,)])
@given(trees(most=8), st.integers(0, 1000))
@settings(max_examples=25)
def test_torques_of_trees_are_goldens(economies, robot, seed):
    rng = np.random.default_rng(seed)
    links = [
        dataclasses.replace(link, rotation=np.eye(3)) if rng.integers(2) else link
        for link in robot.links
    ]
    robot = dataclasses.replace(robot, links=tuple(links))
    states = states_of(robot, 10, seed=6)
    assert_same(torques_of(robot, economies, *states), truth_of(robot, *states))


@pytest.mark.parametrize("economies", CHOICES)
def test_every_value_is_within_its_bound_and_every_vector_within_its_norm(economies):
    arms = [with_parallel_axes(seed, 5) for seed in range(6)]
    for seed, robot in enumerate([*map(load_robot, robot_names()), planar(3), *arms]):
        recorder = Recorder()
        torques_of(robot, economies, *extreme_states(robot, 300, seed), ops=recorder)
        assert recorder.beyond == []
        assert recorder.longer_than_their_norms() == []
        assert len(recorder.names) == len(set(recorder.names))


def wrist(inertia):
    """A joint across gravity and behind it a tip that only turns."""
    joint = Joint(JointType.REVOLUTE, 0.0, (-math.pi, math.pi), 2.0, 5.0, 100.0)
    across = np.array([[1.0, 0, 0], [0, 0, -1.0], [0, 1.0, 0]])
    arm = Link(joint, across, np.zeros(3), 1.0, np.array([0.1, 0.2, 0.3]), np.eye(3))
    tip = Link(joint, np.eye(3), np.zeros(3), 0.0, np.zeros(3), np.diag(inertia))
    return Robot("wrist", "", (arm, tip))


@pytest.mark.parametrize("inertia", [(0.2, 0.3, 0.4), (0.2, 0.2, 0.3), (0.2, 0.2, 0.4)])
def test_a_tip_has_its_own_form(inertia):
    """Whether its two moments are alike or not, and whichever of its inertias are zero."""
    robot = wrist(inertia)
    states = states_of(robot, 50, seed=3)
    for economies, own_form in (((), False), ((Economy.TIP,), True)):
        recorder = Recorder()
        found = torques_of(robot, economies, *states, ops=recorder)
        assert_same(found, truth_of(robot, *states))
        assert ("omega_z_and_rate_2" in recorder.names) is own_form


def test_nothing_saved_is_the_textbook():
    """Without economies the same values are kept under the same names."""
    robot = load_robot("stanford")
    links = regrouped(joint_frame_links(robot))
    drives = drives_of(robot, links, *states_of(robot, 5, seed=2))
    book, short = Recorder(), Recorder()
    newton_euler_torques(book, links, drives, robot.gravity, lambda _: None)
    short_torques(short, links, drives, drives, robot.gravity, lambda _: None, ())
    assert short.names == book.names
