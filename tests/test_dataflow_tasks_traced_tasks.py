"""Tasks as expressions compute golden's torques with the operations of the scheduler's weights."""

import numpy as np
import pytest

from common.errors import InputError
from dataflow.graph.expression_values import evaluated, needed, operations
from dataflow.graph.expressions import ExpressionKind
from dataflow.tasks.link_state import viscous_damping
from dataflow.tasks.newton_euler_tasks import GRAPHS, newton_euler_graph
from dataflow.tasks.traced_tasks import GATHERED, joint_state, traced_tasks
from golden.generators import random_robot
from golden.load import load_robot
from golden.newton_euler import inverse_dynamics
from golden.trajectory import random_states
from papers.zeng_egan.versions import paper_robot


def torques_of(robot, tasks, motion):
    equations = tasks.equations
    state = joint_state(robot, motion.q, motion.qd, motion.qdd)
    names = [equations.graph.nodes[i].name for i in equations.state]
    values = dict(zip(names, state.T, strict=True))
    return np.stack(evaluated(equations.graph, equations.results[GATHERED], values, {}), axis=1)


@pytest.mark.parametrize("kind", GRAPHS)
@pytest.mark.parametrize("seed", range(4))
def test_expressions_are_goldens_torques(kind, seed):
    robot = random_robot(np.random.default_rng(seed), 1 + seed)
    motion = random_states(robot, 5, seed)
    expected = inverse_dynamics(robot, motion.q, motion.qd, motion.qdd)
    expected = expected + viscous_damping(robot) * motion.qd
    found = torques_of(robot, traced_tasks(robot, kind), motion)
    np.testing.assert_allclose(found, expected, rtol=1e-9, atol=1e-9)


def test_graph_is_that_of_numbers():
    robot = load_robot("stanford")
    still = np.zeros(robot.n)
    for kind in GRAPHS:
        numeric = newton_euler_graph(robot, kind, still, still, still)
        traced = traced_tasks(robot, kind).graph
        assert traced == numeric
        assert traced.operations == numeric.operations


def test_nothing_is_customised():
    tasks = traced_tasks(paper_robot(), "52")
    equations = tasks.equations
    nodes = equations.graph.nodes
    wanted = [equations.defined(i) for own in equations.results.values() for i in own]
    counts = operations(nodes, needed(nodes, wanted))
    frames = 35  # of A and p*, once each
    assert sum(counts.values()) - counts[ExpressionKind.NEGATE] == 5 * 240 + frames
    assert (
        counts[ExpressionKind.DIVIDE] + counts[ExpressionKind.SINE] + counts[ExpressionKind.ROOT]
        == 0
    )


def test_every_task_but_entry_and_exit_has_a_block_of_its_own():
    for kind in GRAPHS:
        tasks = traced_tasks(load_robot("stanford"), kind)
        blocks = [b for t in tasks.graph.by_number if (b := tasks.block(t)) is not None]
        assert sorted(blocks) == sorted(tasks.equations.results)


def test_trees_and_unknown_graphs_are_refused():
    with pytest.raises(InputError, match="'53' is unknown; allowed: 95, 52, 55, per-link"):
        traced_tasks(paper_robot(), "53")
