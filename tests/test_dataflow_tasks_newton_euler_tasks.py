"""The four graphs: their torques are golden's, their shape is the paper's."""

import dataclasses
import itertools

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from common.errors import InputError
from dataflow.tasks.link_state import viscous_damping
from dataflow.tasks.memory import Memory
from dataflow.tasks.newton_euler_tasks import GRAPHS, newton_euler_graph, torques
from golden.actuators import actuator_torque
from golden.generators import random_robot
from golden.load import load_robot, robot_names
from golden.newton_euler import inverse_dynamics
from golden.robot import Following, JointType
from tests.task_graphs import five_joints, paper_like, point

EVERY = pytest.mark.parametrize("kind", GRAPHS)


def torques_of(robot, kind, state):
    graph = newton_euler_graph(robot, kind, *state)
    memory = Memory()
    for number in graph.in_order:
        memory.do(graph.by_number[number])
    return torques(memory.values, robot.n)


def assert_golden(robot, kind, state):
    expected = inverse_dynamics(robot, *state) + viscous_damping(robot) * state[1]
    found = torques_of(robot, kind, state)
    assert np.all(np.abs(found - expected) <= 1e-9 * np.maximum(1.0, np.abs(expected)))


def with_types(robot, sliding):
    """The same arm, joints that slide where ``sliding`` says so."""
    links = []
    for link, slides in zip(robot.links, sliding, strict=True):
        kind = JointType.PRISMATIC if slides else JointType.REVOLUTE
        joint = dataclasses.replace(link.joint, type=kind, position_limits=(-1.0, 1.0))
        links.append(dataclasses.replace(link, joint=joint))
    return dataclasses.replace(robot, links=tuple(links))


@EVERY
@pytest.mark.parametrize("name", robot_names())
def test_torques_of_arms_that_come_along(kind, name):
    robot = load_robot(name)
    assert_golden(robot, kind, point(robot))


@EVERY
def test_sliding_joints_in_every_place(kind):
    robot = random_robot(np.random.default_rng(3), 4, base=True, actuators=True)
    for sliding in itertools.product([False, True], repeat=4):
        arm = with_types(robot, sliding)
        assert_golden(arm, kind, point(arm, 1))


@EVERY
@settings(max_examples=15)
@given(seed=st.integers(0, 2**32), n=st.integers(1, 7), base=st.booleans())
def test_torques_of_chains_by_chance(kind, seed, n, base):
    robot = random_robot(np.random.default_rng(seed), n, base=base, actuators=True)
    assert_golden(robot, kind, point(robot, seed))


def test_damping_is_the_viscous_part_of_the_actuators():
    robot = load_robot("puma560")
    still = np.zeros(6)
    fast, slow = (actuator_torque(robot, speed * np.ones(6), still) for speed in (3.0, 1.0))
    np.testing.assert_allclose(viscous_damping(robot), (fast - slow) / 2)
    assert np.all(viscous_damping(robot) > 0)
    assert np.all(viscous_damping(load_robot("machado_2r")) == 0)


def test_numbers_of_tasks_are_those_of_the_paper():
    # Five links and two dummies; version 1 with its four dummies a link.
    assert {kind: len(paper_like(kind).tasks) for kind in GRAPHS} == {
        "95": 97, "52": 52, "55": 57, "per-link": 115,
    }  # fmt: skip


def test_entry_and_exit_are_those_of_the_paper():
    graph = paper_like("52")
    assert graph.successors[0] == (1, 2, 47)
    assert graph.predecessors[51] == (6, 10, 20, 30, 40, 50)
    assert paper_like("55").successors[0] == (1, 2, 47, 52)
    assert paper_like("95").exit == 96


def test_operations_of_the_tasks_of_a_link():
    # By hand: a cross product 9, matrix times vector 15, a sum 3, a multiple 3, a scalar product 5,
    # and 1 to add along z0.
    link = [task.operations for task in paper_like("52").tasks if task.name.endswith("/3)")]
    assert link == [16, 28, 48, 36, 42, 18, 27, 12, 6, 7]
    link = [task.operations for task in paper_like("95").tasks if task.name.endswith("/3)")]
    assert link == [16, 9, 19, 15, 9, 9, 15, 18, 9, 9, 15, 24, 3, 18, 9, 18, 12, 6, 7]


@EVERY
def test_all_graphs_of_turning_joints_take_240_operations_a_link(kind):
    assert paper_like(kind).operations == 5 * 240


def test_the_split_task_is_a_v_of_the_link_before():
    whole, split = paper_like("52").by_number, paper_like("55").by_number
    for i in range(1, 6):
        assert split[51 + i].reads == (f"dv[{i - 1}]",)
        assert split[51 + i].operations == 15
        parts = split[51 + i].operations + split[3 + 10 * (i - 1)].operations
        assert parts == whole[3 + 10 * (i - 1)].operations


def test_version_1_runs_one_link_at_a_time():
    graph = paper_like("per-link")
    names = [task.name for task in graph.tasks]
    assert names[:15] == [f"({k}/1)" for k in range(15)]
    assert names[75:83] == [f"({k}/5)" for k in range(15, 23)]
    assert names[-1] == "(22/1)"
    by_name = {task.name: task.number for task in graph.tasks}
    assert graph.successors[by_name["(14/1)"]] == (by_name["(0/2)"],)
    assert graph.successors[by_name["(14/5)"]] == (by_name["(15/5)"],)
    assert graph.successors[by_name["(22/5)"]] == (by_name["(15/4)"],)


def test_each_task_writes_one_value_and_knows_its_name():
    task = paper_like("52").by_number[12]
    assert (task.name, task.writes) == ("(2/2)", ("dw[2]",))
    assert set(task.reads) == {"w[1]", "dw[1]"}


@pytest.mark.parametrize("kind", ["", "50", "nine"])
def test_an_unknown_graph_is_refused(kind):
    still = np.zeros(5)
    with pytest.raises(InputError, match=r"--graph: .* is unknown; allowed: 95, 52, 55, per-link"):
        newton_euler_graph(five_joints(), kind, still, still, still)


@pytest.mark.parametrize("parents", [(-1, 0, 0), (-1, -1, 1), (-1, 0, 1)])
def test_trees_and_mounts_are_refused(parents):
    # The last of them is a chain, but with a constant transform between links, which p* has not.
    robot = random_robot(np.random.default_rng(1), 3, parents=parents)
    still = np.zeros(3)
    with pytest.raises(InputError, match="a tree of links; allowed: a chain, each link on the one"):
        newton_euler_graph(robot, "52", still, still, still)


def test_joints_that_follow_others_are_refused():
    robot = five_joints()
    joint = dataclasses.replace(robot.links[4].joint, follows=Following(leader=3, ratio=1.0))
    last = dataclasses.replace(robot.links[4], joint=joint)
    robot = dataclasses.replace(robot, name="coupled", links=(*robot.links[:4], last))
    still = np.zeros(4)
    with pytest.raises(InputError, match="coupled: joints that follow others; allowed: joints"):
        newton_euler_graph(robot, "52", still, still, still)
