"""What the report prints: the table, the queues, the lists of arcs, and where they are wrong."""

import dataclasses
import itertools

import numpy as np
import pytest

from dataflow.tasks.newton_euler_tasks import newton_euler_graph
from dataflow.tasks.queues import check_queues, queue_levels
from emulator.multiprocessor.machine import Contention
from emulator.multiprocessor.simulate import LocalProgram, simulate
from golden.generators import random_robot
from papers.zeng_egan import derive
from papers.zeng_egan.arcs import mended_arcs, printed_predecessors, printed_successors
from papers.zeng_egan.printed import (
    loops,
    number,
    printed_arcs,
    printed_queues,
    printed_time,
    printed_times,
)
from papers.zeng_egan.versions import multimax, paper_graph
from tests.task_graphs import five_joints

BOTH = pytest.mark.parametrize("processes", [3, 4])


def test_there_are_37_times():
    times = printed_times()
    assert len(times) == 37
    assert len({(t.version, t.type, t.processes) for t in times}) == 37
    # Sums of both columns of the table, added up on paper.
    assert sum(t.seconds for t in times) == pytest.approx(6341.9)
    assert sum(t.rest for t in times) == pytest.approx(20.2)
    assert loops() == 21200


@pytest.mark.parametrize(
    ("row", "seconds", "rest"),
    [
        (("sequential", "sequential", 1), 97.7, 0.4),
        (("1", "dynamic", 4), 368.2, 0.7),
        (("1", "static", 4), 313.3, 1.3),
        (("2", "static", 1), 252.6, 1.7),
        (("3", "dynamic", 3), 115.4, 0.4),
        (("4", "static", 2), 99.6, 0.3),
        (("5", "static", 2), 83.9, 0.2),
    ],
)
def test_rows_of_the_table(row, seconds, rest):
    time = printed_time(*row)
    assert (time.seconds, time.rest) == (seconds, rest)


def test_a_row_that_is_not_printed():
    assert printed_time("5", "dynamic", 1) is None
    assert printed_queues(2) is None


def test_times_of_one_set_of_torques():
    names = ("loops", "sequential", "version_5_static_4")
    printed = {name: number(name) for name in names}
    assert derive.one_processor(printed) * 21200 == pytest.approx(97.7)
    assert derive.four_processors(printed) * 21200 == pytest.approx(50.4)


@BOTH
def test_printed_queues_hold_every_task_once_and_run_without_a_deadlock(processes):
    found = printed_queues(processes)
    graph = paper_graph(found.graph)
    assert len(found.queues) == processes
    assert sum(map(len, found.queues)) == {3: 52, 4: 57}[processes]
    check_queues(graph, found.queues, "the print")
    machine = multimax(1e-6, Contention(0.3, 0.9, 0.1))
    outcome = simulate(graph, machine, LocalProgram(found.queues), processes)
    assert outcome.queues == found.queues


@BOTH
def test_printed_levels_are_rows_of_waiting_but_for_one_task(processes):
    # Task 20 stands in the row of 19, which it needs; what follows it in its queue stands one row
    # too high as well. In the table for four, 53 to 56 stand in the rows of 3, 13, 23 and 33, whose
    # v' they need: there, rows are those of the tasks before they were split.
    found = printed_queues(processes)
    graph = paper_graph(found.graph)
    if processes == 4:
        split = {(3 + 10 * i, 53 + i) for i in range(4)}
        whole = {(3 + 10 * i, 13 + 10 * i) for i in range(4)}
        assert split <= set(graph.arcs)
        graph = dataclasses.replace(graph, arcs=tuple((set(graph.arcs) - split) | whole))
    rows = queue_levels(graph, found.queues)
    at = {
        task: level
        for queue, levels in zip(found.queues, found.levels, strict=True)
        for task, level in zip(queue, levels, strict=True)
    }
    others = {task: (at[task], rows[task]) for task in at if at[task] != rows[task]}
    assert others == {3: {20: (15, 16), 6: (16, 17)}, 4: {20: (15, 16)}}[processes]


@pytest.mark.parametrize("kind", ["52", "95"])
def test_mended_arcs_are_those_of_reads_and_writes(kind):
    for joints in map("".join, itertools.product("RP", repeat=3)):
        robot = random_robot(np.random.default_rng(1), 3, joint_types=joints)
        still = np.zeros(3)
        graph = newton_euler_graph(robot, kind, still, still, still)
        inner = {arc for arc in graph.arcs if graph.entry not in arc and graph.exit not in arc}
        assert inner == mended_arcs(kind, [joint == "R" for joint in joints]), joints


def named(arcs, size):
    """Arcs between links 2 and 3 and inside link 2, as the paper writes them."""

    def name(task):
        return f"{(task - 1) % size + 1}/{(task - 1) // size + 1}"

    return {f"{name(a)} {name(b)}" for a, b in arcs if (b - 1) // size + 1 == 2}


def test_faults_of_the_list_of_figure_3():
    printed, mended = printed_predecessors("52", 5), mended_arcs("52", [True] * 5)
    assert named(printed - mended, 10) == {"2/3 2/2"}  # (2/i+1) instead of (2/i-1)
    assert named(mended - printed, 10) == {"2/1 2/2"}
    # The list of successors has that right, and another arc wrong: (9/i-1) instead of (9/i).
    successors = printed_successors("52", 5)
    assert named(successors - mended, 10) == {"7/3 9/2"}
    assert named(mended - successors, 10) == {"7/2 9/2"}
    # For joints that slide, both lack (6/i) to (10/i), and have (9/i) to (10/i) for nothing.
    sliding = mended_arcs("52", [False] * 5)
    assert named(sliding - printed, 10) == {"2/1 2/2", "6/2 10/2"}
    assert named(printed - sliding, 10) == {"2/3 2/2", "1/1 2/2", "9/2 10/2"}


def test_the_list_of_figure_2_is_right_for_both_kinds_of_joints_at_once():
    printed = printed_predecessors("95", 5)
    assert printed == printed_successors("95", 5)
    assert printed == mended_arcs("95", [True] * 5) | mended_arcs("95", [False] * 5)
    assert named(printed - mended_arcs("95", [True] * 5), 19) == {"14/2 19/2"}


def test_the_branches_of_version_5():
    branches, graph = printed_arcs()["direct"], paper_graph("55")
    assert tuple(branches["entry_releases"]) == graph.successors[0]
    assert len(graph.predecessors[51]) == branches["exit_count"] == 6
    # Branch 1 leaves out 5, which stands in its own queue; but so does 11, which it counts down.
    assert set(graph.successors[1]) - set(branches["task_1_releases"]) == {5}
    own = next(queue for queue in printed_queues(4).queues if 1 in queue)
    assert {5, 11} <= set(own)


def test_the_arm_has_as_many_joints_as_the_papers():
    assert five_joints().n == number("links") == 5
