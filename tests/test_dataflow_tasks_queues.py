"""Lists of tasks: what is refused, and in which rows the paper would print them."""

import itertools

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from common.errors import InputError
from dataflow.tasks.graph import Task, connect
from dataflow.tasks.policies import cp_misf, first_come
from dataflow.tasks.queues import check_queues, queue_levels
from tests.task_graphs import paper_like, random_graphs

# 1 -> 3 and 2 -> 4, between entry 0 and exit 5.
GRAPH = connect(
    [
        Task(0, "entry"),
        Task(1, "(1/1)", (), ("a",)),
        Task(2, "(2/1)", (), ("b",)),
        Task(3, "(3/1)", ("a",), ()),
        Task(4, "(4/1)", ("b",), ()),
        Task(5, "exit"),
    ],
    0,
    5,
)


@pytest.mark.parametrize(
    ("queues", "problem"),
    [
        ((), "no queue"),
        (((0, 1, 3, 5), (2, 4, 3)), "task 3 stands there 2 times"),
        (((0, 1, 3, 5), (2,)), r"task 4 \(4/1\) is missing"),
        (((0, 1, 3, 5), (2, 4, 77)), "task 77 is not in the graph"),
        (((0, 3, 1, 5), (2, 4)), "task 3 stands before task 1, which it needs"),
        (((1, 0, 3, 5), (2, 4)), "task 1 stands before task 0, which it needs"),
        (((0, 4, 1), (3, 2, 5)), "tasks wait for each other: "),
    ],
)
def test_what_is_refused(queues, problem):
    with pytest.raises(InputError, match=f"mine: {problem}"):
        check_queues(GRAPH, queues, "mine")


def test_a_circle_is_named_in_the_order_of_waiting():
    with pytest.raises(InputError) as caught:
        check_queues(GRAPH, ((0, 4, 1), (3, 2, 5)), "mine")
    circle = caught.value.problem.removeprefix("tasks wait for each other: ")
    tasks = [int(task) for task in circle.split(" waits for ")]
    assert tasks[0] == tasks[-1]
    waits = {(4, 2), (2, 3), (3, 1), (1, 4)}  # by an arc, by a queue, by an arc, by a queue
    assert set(itertools.pairwise(tasks)) == waits


@settings(max_examples=40)
@given(random_graphs(), st.integers(1, 4), st.sampled_from([cp_misf, first_come]))
def test_the_queues_of_a_schedule_are_legal(graph, processors, policy):
    check_queues(graph, policy(graph, graph.durations(1.0), processors).queues, "mine")


def test_levels_by_hand():
    assert queue_levels(GRAPH, ((0, 1, 4), (2, 3, 5))) == {0: 0, 1: 1, 2: 1, 4: 2, 3: 2, 5: 3}
    assert queue_levels(GRAPH, ((0, 1, 3, 2, 4, 5),)) == {0: 0, 1: 1, 3: 2, 2: 3, 4: 4, 5: 5}


def test_a_task_stands_below_all_that_it_waits_for():
    graph = paper_like("52")
    queues = cp_misf(graph, graph.durations(1.0), 3).queues
    rows = queue_levels(graph, queues)
    assert all(rows[before] < rows[after] for before, after in graph.arcs)
    assert all(len({rows[task] for task in queue}) == len(queue) for queue in queues)
