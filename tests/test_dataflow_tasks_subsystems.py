"""Strategy 1: groups of bodies give the same accelerations; branches gain, chains do not."""

import dataclasses
import math

import numpy as np
import pytest

from common.errors import InputError
from dataflow.graph.expression_values import evaluated
from dataflow.graph.expressions import ExpressionKind
from dataflow.tasks.operation_times import OperationTimes
from dataflow.tasks.partition import partition
from dataflow.tasks.subsystems import subsystem_equations
from golden.equations_of_motion import forward_dynamics
from golden.generators import random_robot
from golden.load import load_robot
from papers.generated.running import measured_program, run
from papers.schafer_schiehlen.accuracy import accuracy, demo_states
from papers.schafer_schiehlen.forward_demo import (
    PAPER_SETTINGS,
    all_accelerations,
    measured,
    on_one,
)

FUNCTIONS = {
    ExpressionKind.ROOT: math.sqrt,
    ExpressionKind.SINE: math.sin,
    ExpressionKind.COSINE: math.cos,
}
HALVES = ((0, 1, 2), (3, 4, 5))
STANFORD = load_robot("stanford")


def two_branches():
    """Two equal arms on one base."""
    arm = random_robot(
        np.random.default_rng(3), 3, joint_types="RRR", quarter_twists=True, parents=(-1, 0, 1)
    )
    other = [
        dataclasses.replace(link, parent=parent)
        for link, parent in zip(arm.links, (-1, 3, 4), strict=True)
    ]
    return dataclasses.replace(arm, links=(*arm.links, *other))


def one_stem():
    rng = np.random.default_rng(3)
    return random_robot(rng, 5, joint_types="RRRRP", parents=(-1, 0, 1, 0, 3))


CASES = [
    (STANFORD, HALVES),
    (STANFORD, ((0, 1), (2, 3), (4, 5))),
    (STANFORD, ((0, 1, 2, 3, 4, 5),)),
    (two_branches(), HALVES),
    (one_stem(), ((0,), (1, 2), (3, 4))),
    (one_stem(), ((0, 1, 2), (3, 4))),
]


@pytest.mark.parametrize(("robot", "groups"), CASES)
def test_coupled_groups_are_the_whole(robot, groups):
    equations = subsystem_equations(robot, groups)
    for state in demo_states(robot, 3, 1):
        parts = np.split(state, 3)
        values = {
            f"{name}{i + 1}": part[i]
            for name, part in zip(("y", "yd", "u"), parts, strict=True)
            for i in range(robot.n)
        }
        found = evaluated(equations.graph, equations.results["x"], values, FUNCTIONS)
        np.testing.assert_allclose(found, forward_dynamics(robot, *parts), rtol=1e-8, atol=1e-8)


def cycle(robot, groups, **processors):
    equations = subsystem_equations(robot, groups, named=True)
    assignment = dict.fromkeys(equations.results, 1) | processors
    cut = partition(equations, assignment, OperationTimes())
    states = demo_states(robot, 3, 1)
    found = run(measured_program(cut, "array"), states, PAPER_SETTINGS)
    assert accuracy(robot, states, all_accelerations(cut, found.results)).agrees
    return found, cut


def test_a_chain_gains_nothing():
    """The halves of the Stanford arm, cut before joint 4, take longer than the whole on one."""
    two, cut = cycle(STANFORD, HALVES, S2=2)
    whole = measured(on_one(), PAPER_SETTINGS, points=3).cycle
    assert two.microseconds > whole.microseconds
    # The interface: motion of body 3, and three columns of its J.
    assert [m.array for m in cut.messages if m.receiver == 2] == ["state", "S1"]
    # What the second half can do before the first has got there is done before.
    assert [p.block for p in cut.pieces[2]] == ["S2", "S2"]
    assert cut.pieces[2][0].waits == ()


def test_branches_gain_in_full():
    """Each branch's processor works half as long as one that has both; no motion is sent."""
    robot = two_branches()
    one, _ = cycle(robot, HALVES)
    two, cut = cycle(robot, HALVES, S2=2, L2=2, X2=2)
    assert {m.array for m in cut.messages} == {"state", "X2", "x"}

    def work(found, name):
        return found.microseconds - found.left_microseconds()[name]

    # The one with the root's messages has a little more than half, the other a little less: less
    # of its code is in external memory.
    assert max(work(two, "P1"), work(two, "P2")) < 0.56 * work(one, "P1")
    assert two.microseconds < 0.7 * one.microseconds


def test_groups_must_be_the_bodies():
    with pytest.raises(InputError, match=r"groups: .* the bodies 0 to 5, each once"):
        subsystem_equations(STANFORD, ((0, 1), (3, 4, 5)))
    with pytest.raises(InputError, match=r"hangs on \[-1, 1\]; allowed: one body"):
        subsystem_equations(STANFORD, ((0, 2), (1, 3), (4, 5)))
