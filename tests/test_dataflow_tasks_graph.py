"""Arcs follow from reads and writes; those that others imply are left out."""

import dataclasses

import pytest
from hypothesis import given, settings

from dataflow.tasks.graph import Task, connect
from dataflow.tasks.memory import Memory, ReadTooEarly
from dataflow.tasks.newton_euler_tasks import GRAPHS, newton_euler_graph
from tests.task_graphs import five_joints, paper_like, point, random_graphs


def tasks(*rows):
    return [Task(number, f"({number})", reads, writes) for number, reads, writes in rows]


def test_a_reader_waits_for_the_writer():
    graph = connect(
        tasks((0, (), ("a",)), (1, ("a",), ("b",)), (2, ("a",), ()), (3, ("b",), ()), (9, (), ())),
        0,
        9,
    )
    assert graph.arcs == ((0, 1), (0, 2), (1, 3), (2, 9), (3, 9))
    assert graph.predecessors[9] == (2, 3)
    assert graph.successors[0] == (1, 2)
    assert graph.in_order[0] == 0
    assert graph.in_order[-1] == 9


def test_an_arc_that_others_imply_is_left_out():
    # 3 reads what 1 writes, but waits for 2, which waits for 1.
    graph = connect(
        tasks((0, (), ()), (1, (), ("a",)), (2, ("a",), ("b",)), (3, ("a", "b"), ()), (4, (), ())),
        0,
        4,
    )
    assert graph.arcs == ((0, 1), (1, 2), (2, 3), (3, 4))


def test_more_arcs_are_kept():
    graph = connect(tasks((0, (), ()), (1, (), ()), (2, (), ()), (3, (), ())), 0, 3, [(2, 1)])
    assert graph.arcs == ((0, 2), (1, 3), (2, 1))


@pytest.mark.parametrize(
    ("rows", "more", "message"),
    [
        ([(0, (), ()), (0, (), ())], [], "two tasks have one number"),
        ([(0, (), ("a",)), (1, (), ("a",))], [], "a is written by tasks 0 and 1"),
        ([(0, (), ()), (1, ("a",), ())], [], "nobody writes a, which task 1 reads"),
        ([(0, (), ()), (1, ("b",), ("a",)), (2, ("a",), ("b",)), (3, (), ())], [], "each other: "),
        ([(0, (), ()), (1, (), ()), (2, (), ()), (3, (), ())], [(1, 2), (2, 1)], "each other: "),
    ],
)
def test_what_is_no_graph(rows, more, message):
    with pytest.raises(ValueError, match=message):
        connect(tasks(*rows), 0, rows[-1][0], more)


@settings(max_examples=40)
@given(random_graphs())
def test_every_reader_comes_after_its_writer(graph):
    memory = Memory()
    for number in graph.in_order:
        memory.do(graph.by_number[number])
    assert len(memory.values) == len(graph.tasks) - 1


@settings(max_examples=40)
@given(random_graphs())
def test_no_arc_is_implied_by_others(graph):
    for arc in graph.arcs:
        assert not reaches(graph, *arc, without=arc)


def reaches(graph, start, end, without):
    """Whether there is a way from one task to another that does not use an arc."""
    seen, to_see = set(), [start]
    while to_see:
        task = to_see.pop()
        for after in graph.successors[task]:
            if (task, after) != without and after not in seen:
                seen.add(after)
                to_see.append(after)
    return end in seen


def early(graph, arc):
    """A legal order of the graph without an arc: its second task comes before its first."""
    without = dataclasses.replace(graph, arcs=tuple(a for a in graph.arcs if a != arc))
    before, after = arc
    needed, to_see = {after}, [after]
    while to_see:
        for earlier in without.predecessors[to_see.pop()]:
            if earlier not in needed:
                needed.add(earlier)
                to_see.append(earlier)
    assert before not in needed
    order = without.in_order
    return [t for t in order if t in needed] + [t for t in order if t not in needed]


@pytest.mark.parametrize("kind", GRAPHS)
def test_each_arc_that_is_removed_lets_a_value_be_read_too_early_or_is_one_of_a_dummy(kind):
    robot = five_joints()
    graph = newton_euler_graph(robot, kind, *point(robot))
    dummies = {task.number for task in graph.tasks if not task.writes and not task.reads}
    noticed = 0
    for arc in graph.arcs:
        memory, wrong = Memory(), None
        try:
            for number in early(graph, arc):
                memory.do(graph.by_number[number])
        except ReadTooEarly as error:
            wrong = error
        if wrong is None:
            # Nobody hands a value to a dummy: it keeps links apart, or ends the pass.
            assert set(arc) & dummies, arc
        else:
            noticed += 1
            assert wrong.task.number == arc[1] or arc[0] in dummies
            assert wrong.value in str(wrong)
            assert f"task {wrong.task.number} " in str(wrong)
    inner = [arc for arc in graph.arcs if not set(arc) & dummies]
    assert noticed >= len(inner) > 60


def test_the_whole_work_is_that_of_all_tasks():
    graph = paper_like("52")
    assert graph.operations == sum(graph.durations(1.0).values()) == 1200
    assert graph.durations(2.0)[3] == 96


@settings(max_examples=20)
@given(random_graphs())
def test_the_order_holds_all_tasks(graph):
    assert sorted(graph.in_order) == [task.number for task in graph.tasks]
    place = {task: at for at, task in enumerate(graph.in_order)}
    assert all(place[before] < place[after] for before, after in graph.arcs)
