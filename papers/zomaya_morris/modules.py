"""What section 7's modules wait for: the shortest pass of PSCSNEA, in operations, without messages.

Each slave does its equations in the order of the print. Its load alone is what the paper counts;
that the slaves wait for each other is what it leaves out.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from dataclasses import dataclass

from dataflow.tasks.bounds import bounds
from dataflow.tasks.graph import Task, TaskGraph, connect
from papers.zomaya_morris.counts import MODULES, equation_of, part_counts


@dataclass(frozen=True)
class Pass:
    """A pass in operations.

    Attributes
    ----------
    load
        The most that one slave computes: what the paper counts.
    in_order
        The time of the modules as printed, messages free.
    best
        No schedule of the same equations on any three processors is shorter.
    """

    load: int
    in_order: float
    best: float


def shortest_pass(n: int) -> Pass:
    """Return the pass of an arm of n joints with diagonal tensors."""
    free, ordered = (_graph(n, in_order=kept) for kept in (False, True))
    load = max(sum(t.operations for t in queue) for queue in _queues(ordered.tasks))
    return Pass(
        load,
        bounds(ordered, ordered.durations(1.0), len(MODULES)).critical_path,
        bounds(free, free.durations(1.0), len(MODULES)).best,
    )


def _graph(n: int, *, in_order: bool) -> TaskGraph:
    """Return the parts of equations as tasks, each slave's after one another if asked for."""
    cost = {name: found.total // n for name, found in part_counts("diagonal", n).items()}
    tasks = [Task(0, "entry")]
    for part, link, reads in _parts(n):
        name = _value(part, link)
        tasks.append(Task(len(tasks), name, reads, (name,), cost[part]))
    tasks.append(Task(len(tasks), "exit"))
    arcs = [
        (first.number, second.number)
        for queue in _queues(tuple(tasks))
        for first, second in itertools.pairwise(queue)
    ]
    return connect(tasks, 0, tasks[-1].number, arcs if in_order else ())


def _queues(tasks: tuple[Task, ...]) -> list[list[Task]]:
    """Return each slave's tasks in order."""
    return [
        [task for task in tasks if equation_of(task.name.split(" of ")[0]) in equations]
        for equations in MODULES.values()
    ]


def _parts(n: int) -> Iterator[tuple[str, int, tuple[str, ...]]]:
    """Yield each part of an equation, its link and what it reads, in the order of the modules."""
    for i in range(1, n + 1):
        before = i - 1
        turning = _of(i, "omega", "omega dot")
        yield "omega", i, _of(before, "omega")
        yield "omega dot", i, _of(before, "omega", "omega dot")
        yield "N, gyration", i, _of(i, "omega")
        yield "N", i, (*_of(i, "N, gyration", "omega dot"),)
        yield "psi, turning", i, turning
        yield "v dot, carried", i, _of(before, "v dot")
        yield "v dot", i, (*_of(i, "v dot, carried"), *turning)
        yield "psi", i, _of(i, "psi, turning", "v dot")
        yield "F", i, _of(i, "psi")
    for i in range(n, 0, -1):
        beyond = i + 1 if i < n else 0
        yield "f", i, (*_of(beyond, "f"), *_of(i, "F"))
        yield "n, carried", i, (*_of(beyond, "n"), *_of(i, "N"))
        yield "n, inertial", i, _of(i, "n, carried", "F")
        yield "n", i, _of(i, "n, inertial", "f")


def _of(link: int, *parts: str) -> tuple[str, ...]:
    """Return the names of values; the base and the hand have none."""
    return tuple(_value(part, link) for part in parts) if link else ()


def _value(part: str, link: int) -> str:
    return f"{part} of {link}"
