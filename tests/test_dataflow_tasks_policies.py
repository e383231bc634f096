"""List scheduling: legal on random graphs, and by hand where the order of tasks decides."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from dataflow.tasks.bounds import bounds
from dataflow.tasks.graph import Task, connect
from dataflow.tasks.policies import cp_misf, cp_misf_order, first_come, largest_first
from tests.task_graphs import paper_like, random_graphs

POLICIES = (first_come, cp_misf, largest_first)
EVERY = pytest.mark.parametrize("policy", POLICIES)


@EVERY
@settings(max_examples=40)
@given(graph=random_graphs(), processors=st.integers(1, 4))
def test_a_schedule_is_legal_and_lies_between_bounds(policy, graph, processors):
    # in_order_of_start has refused it otherwise.
    durations = graph.durations(1.0)
    schedule = policy(graph, durations, processors)
    least = bounds(graph, durations, processors)
    # R. L. Graham, 1966: no list schedule is longer than work / m + (1 - 1 / m) times the way.
    most = least.work + (1 - 1 / processors) * least.critical_path
    assert least.best - 1e-9 <= schedule.makespan <= most + 1e-9
    assert len(schedule.queues) == processors


@EVERY
@settings(max_examples=40)
@given(graph=random_graphs())
def test_one_processor_takes_the_sum(policy, graph):
    assert policy(graph, graph.durations(1.0), 1).makespan == graph.operations


@EVERY
def test_more_processors_than_tasks_reach_the_critical_path(policy):
    graph = paper_like("52")
    schedule = policy(graph, graph.durations(1.0), 60)
    assert schedule.makespan == 461


def pairs(*rows):
    """Chains (number, operations, reads) between entry 0 and exit 9."""
    tasks = [
        Task(number, f"({number})", tuple(f"v{r}" for r in reads), (f"v{number}",), operations)
        for number, operations, reads in rows
    ]
    return connect([Task(0, "entry"), *tasks, Task(9, "exit")], 0, 9)


def test_what_goes_first():
    # 1 is ready first; 2 is longest; 3 leads to 4 and so has the longest way.
    graph = pairs((1, 2, ()), (2, 6, ()), (3, 1, ()), (4, 9, (3,)))
    durations = graph.durations(1.0)
    assert first_come(graph, durations, 1).queues == ((0, 1, 2, 3, 4, 9),)
    assert largest_first(graph, durations, 1).queues == ((0, 2, 1, 3, 4, 9),)
    assert cp_misf(graph, durations, 1).queues == ((0, 3, 4, 2, 1, 9),)


def test_of_equal_ways_the_one_with_most_successors_goes_first():
    graph = pairs((1, 1, ()), (2, 1, ()), (3, 4, (1,)), (4, 4, (2,)), (5, 4, (2,)))
    assert (
        cp_misf_order(graph, graph.durations(1.0))[2]
        < cp_misf_order(graph, graph.durations(1.0))[1]
    )
    assert cp_misf(graph, graph.durations(1.0), 1).queues[0][:2] == (0, 2)


def test_a_chain_stays_on_its_processor():
    graph = pairs((1, 3, ()), (2, 3, ()), (3, 3, (1,)), (4, 3, (2,)))
    assert cp_misf(graph, graph.durations(1.0), 2).queues == ((0, 1, 3, 9), (2, 4))


@pytest.mark.parametrize(
    ("kind", "processors", "makespan"), [("52", 2, 600), ("52", 3, 461), ("55", 4, 446)]
)
def test_cp_misf_on_the_papers_graphs_reaches_the_bound(kind, processors, makespan):
    graph = paper_like(kind)
    durations = graph.durations(1.0)
    assert bounds(graph, durations, processors).best == makespan
    assert cp_misf(graph, durations, processors).makespan == makespan
