"""Lower bounds: by hand, and below every schedule."""

import itertools

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from dataflow.tasks.bounds import bounds, critical_path, levels
from dataflow.tasks.graph import Task, connect
from dataflow.tasks.policies import cp_misf
from tests.task_graphs import paper_like, random_graphs


def fork(*operations):
    """Tasks of some lengths side by side between entry and exit."""
    inner = [Task(i, f"({i})", operations=n) for i, n in enumerate(operations, start=1)]
    last = len(operations) + 1
    return connect([Task(0, "entry"), *inner, Task(last, "exit")], 0, last)


def test_levels_and_the_way_by_hand():
    graph = fork(3, 7, 5)
    assert levels(graph, graph.durations(1.0)) == {0: 7, 1: 3, 2: 7, 3: 5, 4: 0}
    assert critical_path(graph, graph.durations(1.0)) == (0, 2, 4)


def test_the_three_bounds_by_hand():
    # Three tasks of 10 at once on two processors: 30 / 2, and no two fit one after the other in 10.
    found = bounds(fork(10, 10, 10), {0: 0, 1: 10, 2: 10, 3: 10, 4: 0}, 2)
    assert (found.critical_path, found.work) == (10, 15)
    assert found.crowding == 15
    assert found.best == 15


def test_crowding_sees_what_work_and_way_do_not():
    # 2 units, then four tasks of 4 side by side, then 2 units: on two processors 2 + 8 + 2.
    tasks = [Task(0, "entry"), Task(1, "(1)", (), ("a",), 2)]
    tasks += [Task(n, f"({n})", ("a",), (f"b{n}",), 4) for n in (2, 3, 4, 5)]
    tasks += [Task(6, "(6)", tuple(f"b{n}" for n in (2, 3, 4, 5)), ("c",), 2), Task(7, "exit")]
    graph = connect(tasks, 0, 7)
    found = bounds(graph, graph.durations(1.0), 2)
    assert (found.critical_path, found.work, found.crowding) == (8, 10, 12)
    assert cp_misf(graph, graph.durations(1.0), 2).makespan == 12


@pytest.mark.parametrize(
    ("kind", "operations"), [("52", 461), ("55", 446), ("95", 311), ("per-link", 505)]
)
def test_critical_paths_of_the_papers_graphs(kind, operations):
    # 461 by hand: 28 + 5 x 48 + 36 + 18 + 4 (27 + 6) + 7, by tasks 2, 3, 4, 6, 7 and 9, 10.
    graph = paper_like(kind)
    path = critical_path(graph, graph.durations(1.0))
    assert sum(graph.by_number[task].operations for task in path) == operations
    assert all(after in graph.successors[before] for before, after in itertools.pairwise(path))


@settings(max_examples=40)
@given(random_graphs(), st.integers(1, 4))
def test_bounds_grow_with_fewer_processors_and_never_beat_a_schedule(graph, processors):
    durations = graph.durations(1.0)
    found = bounds(graph, durations, processors)
    assert found.best <= cp_misf(graph, durations, processors).makespan + 1e-9
    assert found.best >= bounds(graph, durations, processors + 1).best - 1e-9
