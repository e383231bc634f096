"""The link steps of both algorithms on plain floats and arrays, chained over whole arms."""

import dataclasses
import math

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from dataflow.equations.drive import Drive
from dataflow.equations.joint_frames import joint_frame_links, regrouped
from dataflow.equations.recursions import ALGORITHMS
from dataflow.equations.vector import Plain, PlaneRotation
from golden.formulations import FORMULATIONS
from golden.generators import planar, random_robot
from golden.load import load_robot, robot_names
from golden.newton_euler import inverse_dynamics
from golden.robot import JointType
from golden.trajectory import random_states
from tests.random_trees import trees

FORMS = [joint_frame_links, lambda robot: regrouped(joint_frame_links(robot))]
EVERY = pytest.mark.parametrize("algorithm", ALGORITHMS)


def drives_of(robot, chain, q, qd, qdd):
    """The joints' motion; the bounds are the robot's limits."""
    drives = []
    for i, (link, joint) in enumerate(zip(chain, robot.joints, strict=True)):
        drive = Drive(qd[i], qdd[i], joint.velocity_limit, joint.acceleration_limit)
        if link.revolute:
            rotation = PlaneRotation(np.cos(q[i]), np.sin(q[i]))
            drives.append(dataclasses.replace(drive, rotation=rotation))
        else:
            reach = float(np.max(np.abs(joint.position_limits)))
            drives.append(dataclasses.replace(drive, slide=q[i], slide_bound=reach))
    return drives


def torques_of(algorithm, robot, form, q, qd, qdd, ops=None):
    """Torques, shape (n,) or (n, points); q, qd, qdd likewise."""
    chain = form(robot)
    drives = drives_of(robot, chain, q, qd, qdd)
    result = ALGORITHMS[algorithm](ops or Plain(), chain, drives, robot.gravity, lambda _: None)
    return np.stack([np.broadcast_to(tau, np.shape(q[0])) for tau in result])


def assert_same(torques, truth):
    """To 1e-10 of each joint's own largest torque (a billionth of the arm's where it has none)."""
    scale = np.maximum(np.max(np.abs(truth), axis=-1), 1e-9 * np.max(np.abs(truth)))
    assert np.all(np.abs(torques - truth) <= 1e-10 * scale[:, None])


def states_of(robot, points, seed):
    states = random_states(robot, points, seed)
    return states.q.T, states.qd.T, states.qdd.T


def truth_of(robot, q, qd, qdd):
    return inverse_dynamics(robot, q.T, qd.T, qdd.T).T


@EVERY
@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize("name", robot_names())
def test_torques_of_the_robots_are_goldens(name, form, algorithm):
    robot = load_robot(name)
    states = states_of(robot, 100, seed=1)
    assert_same(torques_of(algorithm, robot, form, *states), truth_of(robot, *states))


@EVERY
@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize("n", range(1, 13))
def test_torques_of_chains_by_chance_are_goldens(n, form, algorithm):
    for seed in range(4):
        rng = np.random.default_rng(100 * n + seed)
        robot = random_robot(rng, n, quarter_twists=seed == 3, base=seed != 2)
        states = states_of(robot, 20, seed)
        assert_same(torques_of(algorithm, robot, form, *states), truth_of(robot, *states))


@EVERY
@pytest.mark.parametrize("types", ["R", "P", "PP", "RP", "PR", "PPP", "PRP", "RPR", "PPPPPP"])
def test_every_mix_of_joints(types, algorithm):
    robot = random_robot(np.random.default_rng(7), len(types), joint_types=types, base=True)
    states = states_of(robot, 50, seed=7)
    for form in FORMS:
        assert_same(torques_of(algorithm, robot, form, *states), truth_of(robot, *states))


@EVERY
def test_numbers_give_the_same_as_arrays(algorithm):
    robot = load_robot("stanford")
    q, qd, qdd = states_of(robot, 5, seed=2)
    batch = torques_of(algorithm, robot, joint_frame_links, q, qd, qdd)
    for k in range(5):
        columns = ([float(x) for x in values[:, k]] for values in (q, qd, qdd))
        one = torques_of(algorithm, robot, joint_frame_links, *columns)
        np.testing.assert_allclose(one, batch[:, k], rtol=1e-12)


@EVERY
def test_without_gravity_and_motion_nothing_is_needed(algorithm):
    robot = random_robot(np.random.default_rng(3), 4, base=True).with_gravity(np.zeros(3))
    q, qd, qdd = states_of(robot, 10, seed=3)
    assert np.all(torques_of(algorithm, robot, joint_frame_links, q, 0.0 * qd, 0.0 * qdd) == 0.0)
    moving = torques_of(algorithm, robot, joint_frame_links, q, qd, qdd)
    assert_same(moving, truth_of(robot, q, qd, qdd))


@EVERY
def test_gravity_pulls_in_any_direction(algorithm):
    robot = load_robot("puma560")
    q, qd, qdd = states_of(robot, 20, seed=4)
    for gravity in np.vstack([9.81 * np.eye(3), -9.81 * np.eye(3)]):
        turned = robot.with_gravity(gravity)
        torques = torques_of(algorithm, turned, joint_frame_links, q, qd, qdd)
        assert_same(torques, truth_of(turned, q, qd, qdd))


@pytest.mark.parametrize("formulation", FORMULATIONS)
def test_all_of_goldens_formulations_agree_with_both(formulation):
    robot = random_robot(np.random.default_rng(5), 4, joint_types="RPRR", base=True)
    q, qd, qdd = states_of(robot, 10, seed=5)
    truth = FORMULATIONS[formulation](robot, q.T, qd.T, qdd.T).T
    for algorithm in ALGORITHMS:
        assert_same(torques_of(algorithm, robot, joint_frame_links, q, qd, qdd), truth)


@EVERY
def test_steps_run_to_the_tip_and_back(algorithm):
    robot = planar(3)
    chain, entered = joint_frame_links(robot), []
    drives = drives_of(robot, chain, *np.zeros((3, 3)))
    ALGORITHMS[algorithm](Plain(), chain, drives, robot.gravity, entered.append)
    out, back = [f"forward_{i}" for i in (1, 2, 3)], [f"backward_{i}" for i in (3, 2, 1)]
    assert entered == out + back


class Recorder:
    """Operations that compare each kept value with the bound it comes with."""

    def __init__(self, shrink=1.0):
        self.shrink = shrink
        self.names, self.beyond, self.vectors = [], [], {}

    def keep(self, name, value, bound=math.inf):
        self.names.append(name)
        if np.max(np.abs(value)) > self.shrink * bound * (1.0 + 1e-12):
            self.beyond.append(name)
        head, _, link = name.rpartition("_")
        if head[-2:] in ("_x", "_y", "_z"):
            parts, _ = self.vectors.setdefault((head[:-2], link), ([], bound))
            parts.append(value)
        return value

    def longer_than_their_norms(self):
        """Vectors whose length exceeds the bound that all three components came with."""
        return [
            name
            for name, (parts, norm) in self.vectors.items()
            if np.max(np.sqrt(sum(np.square(x) for x in parts)))
            > self.shrink * norm * (1.0 + 1e-12)
        ]


def extreme_states(robot, points, seed):
    """Within the limits, a third of all numbers at their ends."""
    rng = np.random.default_rng(seed)
    states = random_states(robot, points, seed)
    limits = robot.position_limits
    low = [limits[:, 0], -robot.velocity_limits, -robot.acceleration_limits]
    high = [limits[:, 1], robot.velocity_limits, robot.acceleration_limits]
    result = []
    for values, a, b in zip((states.q, states.qd, states.qdd), low, high, strict=True):
        choice = rng.integers(0, 6, values.shape)
        result.append(np.where(choice == 0, a, np.where(choice == 1, b, values)).T)
    return result


@EVERY
@pytest.mark.parametrize("form", FORMS)
@given(seed=st.integers(0, 10**6), links=st.integers(1, 6))
@settings(max_examples=25)
def test_no_value_is_beyond_its_bound_and_no_vector_beyond_its_norm(form, algorithm, seed, links):
    robot = random_robot(np.random.default_rng(seed), links, base=bool(seed % 2))
    recorder = Recorder()
    torques_of(algorithm, robot, form, *extreme_states(robot, 50, seed), ops=recorder)
    assert recorder.beyond == []
    assert recorder.longer_than_their_norms() == []
    assert all(len(parts) == 3 for parts, _ in recorder.vectors.values())
    assert len(recorder.names) == len(set(recorder.names)) > 9 * links


def with_limits_by_chance(robot, rng):
    """The same arm with limits of all sizes, so that any term may be the largest."""

    def changed(link):
        position, velocity, acceleration = 10.0 ** rng.uniform(-3.0, 2.0, 3)
        limits = {"velocity_limit": velocity, "acceleration_limit": acceleration}
        joint = dataclasses.replace(link.joint, position_limits=(-position, position), **limits)
        if joint.type is JointType.REVOLUTE:
            joint = dataclasses.replace(joint, position_limits=(-math.pi, math.pi))
        return dataclasses.replace(link, joint=joint)

    return dataclasses.replace(robot, links=tuple(changed(link) for link in robot.links))


@EVERY
@pytest.mark.parametrize("types", ["R", "P", "RR", "RP", "PR", "PP", "RPR"])
def test_bounds_hold_whichever_term_is_the_largest(types, algorithm):
    for seed in range(40):
        rng = np.random.default_rng(seed)
        robot = random_robot(rng, len(types), joint_types=types, base=True)
        robot = with_limits_by_chance(robot, rng)
        recorder = Recorder()
        states = extreme_states(robot, 100, seed)
        torques_of(algorithm, robot, joint_frame_links, *states, ops=recorder)
        assert recorder.beyond == []
        assert recorder.longer_than_their_norms() == []


@EVERY
@pytest.mark.parametrize("name", robot_names())
def test_bounds_hold_for_the_robots_and_are_near_the_truth(name, algorithm):
    """Near: with every bound a tenth smaller, some vector of the first joints breaks its own."""
    robot = load_robot(name)
    states = extreme_states(robot, 2000, seed=6)
    for form in FORMS:
        recorder = Recorder()
        torques_of(algorithm, robot, form, *states, ops=recorder)
        assert recorder.beyond == []
        assert recorder.longer_than_their_norms() == []
    smaller = Recorder(shrink=0.9)
    torques_of(algorithm, robot, joint_frame_links, *states, ops=smaller)
    assert smaller.beyond != []
    assert smaller.longer_than_their_norms() != []


@EVERY
@given(trees(most=8))
@settings(max_examples=25)
def test_a_link_hangs_on_any_other(algorithm, robot):
    q, qd, qdd = states_of(robot, 10, seed=6)
    for form in FORMS:
        assert_same(torques_of(algorithm, robot, form, q, qd, qdd), truth_of(robot, q, qd, qdd))


@EVERY
def test_a_step_reads_its_parent_and_adds_up_its_children(algorithm):
    """Two arms on one base: neither knows of the other."""
    one, two = (random_robot(np.random.default_rng(seed), 2, base=False) for seed in (1, 2))
    links = (*one.links, dataclasses.replace(two.links[0], parent=-1), *two.links[1:])
    both = dataclasses.replace(one, links=links)
    states = states_of(both, 10, seed=8)
    together = torques_of(algorithm, both, joint_frame_links, *states)
    first = torques_of(algorithm, one, joint_frame_links, *(x[:2] for x in states))
    second = torques_of(algorithm, two, joint_frame_links, *(x[2:] for x in states))
    np.testing.assert_allclose(together, np.vstack([first, second]), rtol=1e-12, atol=1e-12)
