"""What is a legal schedule, and what is none."""

import pytest

from dataflow.tasks.graph import Task, connect
from dataflow.tasks.schedule import Schedule, Slot, in_order_of_start
from tests.task_graphs import paper_like

GRAPH = connect([Task(n, f"({n})") for n in range(4)], 0, 3)
"""Two tasks, 1 and 2, between entry and exit."""


def slots(*rows):
    return [Slot(*row) for row in rows]


LEGAL = slots((3, 0, 5.0, 5.0), (1, 0, 0.0, 5.0), (2, 1, 0.0, 3.0), (0, 0, 0.0, 0.0))


def test_slots_come_in_order_of_their_start():
    schedule = in_order_of_start(GRAPH, LEGAL, 3)
    assert [slot.task for slot in schedule.slots] == [0, 2, 1, 3]
    assert schedule.queues == ((0, 1, 3), (2,), ())
    assert schedule.makespan == 5.0
    assert isinstance(schedule, Schedule)


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (lambda s: s[1:], "every task once"),
        (lambda s: [*s, s[0]], "every task once"),
        (lambda s: [*s[:1], Slot(1, 0, 0.0, 6.0), *s[2:]], "task 3 starts before task 1 ends"),
        (lambda s: [*s[:2], Slot(2, 0, 1.0, 4.0), s[3]], "tasks 1 and 2 overlap"),
    ],
)
def test_what_is_no_schedule(change, message):
    with pytest.raises(ValueError, match=message):
        in_order_of_start(GRAPH, change(LEGAL), 2)


def test_tasks_without_length_stand_in_the_order_of_the_graph():
    # All start and end at once: the graph alone says who goes first.
    graph = paper_like("per-link")
    points = [Slot(task.number, 0, 0.0, 0.0) for task in reversed(graph.tasks)]
    (queue,) = in_order_of_start(graph, points, 1).queues
    assert queue == graph.in_order
