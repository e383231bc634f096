"""Lists of tasks, one a process, each done in order: Zeng and Egan's local queues."""

from __future__ import annotations

import graphlib
import itertools
from collections import Counter
from collections.abc import Iterable

from common.errors import InputError
from dataflow.tasks.graph import TaskGraph

Queues = tuple[tuple[int, ...], ...]
"""Each process's tasks in order."""


def check_queues(graph: TaskGraph, queues: Queues, place: str) -> None:
    """Refuse lists that do not hold every task once, or that would wait for ever.

    Parameters
    ----------
    place
        Where the lists come from, for messages.

    Raises
    ------
    InputError
        It names the task, or the circle of waiting tasks.
    """
    names = graph.by_number
    known = f"the tasks {min(names)} to {max(names)} of the graph, each once"
    if not queues:
        raise InputError(place, "no queue", "a list of tasks for every process")
    for task, times in Counter(task for queue in queues for task in queue).items():
        if task not in names:
            raise InputError(place, f"task {task} is not in the graph", known)
        if times > 1:
            raise InputError(place, f"task {task} stands there {times} times", known)
    given = {task for queue in queues for task in queue}
    if missing := [task for task in names if task not in given]:
        raise InputError(place, f"task {missing[0]} {names[missing[0]].name} is missing", known)
    try:
        graphlib.TopologicalSorter(_waits(graph, queues)).prepare()
    except graphlib.CycleError as error:
        raise InputError(place, _circle(graph, queues, error.args[1]), _LEGAL) from None


_LEGAL = "queues in which no task stands before one that it needs"


def queue_levels(graph: TaskGraph, queues: Queues) -> dict[int, int]:
    """Return the row of each task in the paper's table of levels.

    A task stands one row below the lowest of what it waits for and of the task before it in its
    queue.
    """
    waits = _waits(graph, queues)
    rows: dict[int, int] = {}
    for task in graphlib.TopologicalSorter(waits).static_order():
        rows[task] = max((rows[before] + 1 for before in waits[task]), default=0)
    return rows


def _waits(graph: TaskGraph, queues: Queues) -> dict[int, set[int]]:
    """Return what each task waits for, the task before it in its queue included."""
    waits = {task: set(before) for task, before in graph.predecessors.items()}
    for queue in queues:
        for first, second in itertools.pairwise(queue):
            waits[second].add(first)
    return waits


def _circle(graph: TaskGraph, queues: Queues, circle: Iterable[int]) -> str:
    """Return how tasks wait for each other, in words, the shortest case by itself."""
    for queue in queues:
        for at, task in enumerate(queue):
            for later in queue[at + 1 :]:
                if later in _ancestors(graph, task):
                    return f"task {task} stands before task {later}, which it needs"
    chain = " waits for ".join(str(task) for task in reversed(list(circle)))
    return f"tasks wait for each other: {chain}"


def _ancestors(graph: TaskGraph, task: int) -> set[int]:
    found: set[int] = set()
    to_see = list(graph.predecessors[task])
    while to_see:
        before = to_see.pop()
        if before not in found:
            found.add(before)
            to_see += graph.predecessors[before]
    return found
