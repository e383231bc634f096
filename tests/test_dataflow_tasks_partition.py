"""What is sent is what is read, pieces wait for no more than they need, loops are refused."""

import itertools

import numpy as np
import pytest

from common.errors import InputError
from dataflow.graph.expression_values import needed
from dataflow.tasks.assignment import all_assignments
from dataflow.tasks.blocks import BLOCKS, equations_of
from dataflow.tasks.jacobian_exchange import best_partition, planned
from dataflow.tasks.operation_times import OperationTimes
from dataflow.tasks.partition import partition
from dataflow.tasks.pieces import ROOT, STATE
from dataflow.tasks.processor_steps import programme
from dataflow.tasks.step_times import plan_times, simulated
from golden.generators import random_robot
from golden.load import load_robot
from tests.forward_equations import PAPER, cut, stanford


def check_messages(found):
    """Every value that is sent is read where it goes, and nothing is read that is not there."""
    equations = found.equations
    nodes = equations.graph.nodes
    for number, own in found.pieces.items():
        came = [i for m in found.messages if m.receiver == number for i in m.values]
        assert len(came) == len(set(came))
        have = set(came)
        read = set()
        for piece in own:
            work = [i for i in piece.computed(equations) if not nodes[i].kind.is_leaf]
            targets = {equations.defined(i) for i in piece.results}
            operands = {o for i in work for o in nodes[i].operands} | targets
            inner = set(work)
            for i in operands - inner:
                if equations.is_value(i):
                    read.add(i)
                    assert i in have, (number, piece.block, nodes[i])
            have |= inner | set(piece.results)
        assert set(came) <= read | _forwarded(found, number)


def _forwarded(found, number):
    return {i for m in found.messages if m.sender == number and m.array == STATE for i in m.values}


@pytest.mark.parametrize("assignment", list(all_assignments(3)), ids=str)
def test_no_value_is_sent_in_vain_and_none_is_missing(assignment):
    found = partition(stanford(), assignment, OperationTimes())
    check_messages(found)
    results = [p.results for own in found.pieces.values() for p in own]
    assert sorted(itertools.chain(*results)) == sorted(
        i for block in BLOCKS for i in found.arrays[block]
    )
    simulated(programme(found, plan_times(found)), plan_times(found))


def test_trees_and_short_chains_are_cut_too():
    rng = np.random.default_rng(3)
    robots = [
        random_robot(rng, 1),
        random_robot(rng, 3, joint_types="PPP"),
        random_robot(rng, 3, parents=(-1, 0, 0)),
    ]
    for robot in robots:
        equations = equations_of(robot)
        for numbers in ((1, 1, 1, 1, 1), PAPER, (1, 2, 3, 4, 1)):
            found = best_partition(equations, dict(zip(BLOCKS, numbers, strict=True)))
            check_messages(found)


def test_the_papers_messages():
    found = cut(*PAPER)
    sizes = {(m.sender, m.receiver, m.array): len(m.values) for m in found.messages}
    # y1 is read by nobody: the arm may stand anywhere about its first axis. Of 21 elements of M,
    # three are constants or zero; of q, the first is the drive's torque itself.
    assert sizes == {
        (ROOT, 1, STATE): 17, (1, 2, STATE): 11, (1, 3, STATE): 10, (1, 3, "M"): 18,
        (2, 1, "k"): 6, (3, 1, "q"): 5, (3, 1, "L"): 21, (1, ROOT, "x"): 6,
    }  # fmt: skip


def test_what_needs_no_message_comes_first():
    pieces = cut(*PAPER).pieces[1]
    assert [(p.block, p.part) for p in pieces] == [("M", 1), ("x", 1), ("x", 2)]
    early, late = pieces[1:]
    assert {m.array for m in early.waits} == {"k", "q"}
    assert {m.array for m in late.waits} == {"L"}
    assert len(early.shared) == 6  # q - k


def test_elements_of_j_are_computed_once_on_a_processor():
    alone, apart = cut(1, 1, 1, 1, 1), cut(*PAPER)

    def work(found, block):
        return sum(
            len(p.computed(found.equations)) for own in found.pieces.values() for p in own
            if p.block == block
        )  # fmt: skip

    assert work(alone, "k") < work(apart, "k")
    assert work(alone, "M") == work(apart, "M")


def test_elements_of_j_are_sent_where_a_cycle_ends_earlier():
    times = OperationTimes()
    computed = cut(*PAPER)
    best = best_partition(stanford(), computed.assignment, times)
    sent = [m for m in best.messages if m.array == "J"]
    assert sent
    assert planned(best, times) < planned(computed, times)
    check_messages(best)
    slow = OperationTimes(message=500.0)
    assert not [
        m for m in best_partition(stanford(), computed.assignment, slow).messages
        if m.array == "J"
    ]  # fmt: skip


def test_an_order_that_makes_a_loop_is_refused():
    found = cut(*PAPER, order={1: ("x", "M")})
    with pytest.raises(InputError, match=r"wait for each other.*1 for 3 .L"):
        programme(found, plan_times(found))


def test_work_beside_messages_ends_no_later_than_without():
    found = cut(*PAPER)
    times = plan_times(found)
    steps = programme(found, times)
    beside = [s for own in steps.values() for s in own if s.work is not None and s.messages]
    assert beside
    alone = {n: tuple(t for s in own for t in _apart(s)) for n, own in steps.items()}
    assert simulated(steps, times).cycle < simulated(alone, times).cycle


def _apart(step):
    from dataclasses import replace

    if step.work is None or not step.messages:
        return [step]
    return [replace(step, work=None), replace(step, messages=())]


def test_joints_that_move_nothing_are_refused():
    import dataclasses

    robot = load_robot("puma560")
    links = list(robot.links)
    links[5] = dataclasses.replace(links[5], mass=0.0, inertia=np.zeros((3, 3)))
    idle = dataclasses.replace(robot, links=tuple(links))
    with pytest.raises(InputError, match=r"joint 6: moves nothing: M is singular"):
        equations_of(idle)
    equations_of(idle, rotors=np.full(6, 0.1))
    links[5] = dataclasses.replace(
        links[5], mass=1.0, center_of_mass=np.zeros(3), translation=np.zeros(3)
    )
    on_axis = dataclasses.replace(robot, links=tuple(links))
    with pytest.raises(InputError, match="M is singular"):
        equations_of(on_axis)


def test_thirteen_joints_are_too_many():
    with pytest.raises(InputError, match="13 joints; allowed: 1 to 12"):
        equations_of(random_robot(np.random.default_rng(1), 13))


def test_blocks_read_what_the_paper_says():
    equations = stanford()
    assert {block: equations.reads(block) for block in BLOCKS} == {
        "M": (), "k": (), "q": (), "L": ("M",), "x": ("k", "q", "L"),
    }  # fmt: skip
    nodes = equations.graph.nodes
    solution = needed(nodes, [equations.defined(i) for i in equations.arrays["x"]])
    assert not set(solution) & {equations.defined(i) for i in equations.arrays["M"]}
