"""Tasks and what each must wait for.

A task reads values, writes values and takes some operations. Arcs follow from that: whoever reads a
value waits for whoever writes it. An arc that other arcs imply is left out (transitive reduction),
as in Zeng and Egan's lists: nobody has to count it down.
"""

from __future__ import annotations

import graphlib
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

Arc = tuple[int, int]
"""The numbers of a task and of one that waits for it."""

Values = Mapping[str, Any]
"""What tasks hand on, by name."""


@dataclass(frozen=True)
class Task:
    """A piece of a computation that one processor does without a pause.

    Attributes
    ----------
    number, name
        For schedules, and for people: 12 and ``(2/2)``.
    reads, writes
        Names of values.
    operations
        Additions and multiplications of scalars.
    compute
        From the values it reads to those it writes; None for a task that hands on nothing real.
    """

    number: int
    name: str
    reads: tuple[str, ...] = ()
    writes: tuple[str, ...] = ()
    operations: int = 0
    compute: Callable[[Values], Values] | None = field(default=None, compare=False)


@dataclass(frozen=True)
class TaskGraph:
    """Tasks and arcs between one entry and one exit.

    Attributes
    ----------
    tasks
        Sorted by number. The entry waits for nothing, the exit for all others.
    arcs
        Sorted; none implied by others.
    entry, exit
        Numbers of the first and of the last task of every schedule.
    """

    tasks: tuple[Task, ...]
    arcs: tuple[Arc, ...]
    entry: int
    exit: int

    @cached_property
    def by_number(self) -> dict[int, Task]:
        """The tasks."""
        return {task.number: task for task in self.tasks}

    @cached_property
    def predecessors(self) -> dict[int, tuple[int, ...]]:
        """What each task waits for."""
        return {t: tuple(a for a, b in self.arcs if b == t) for t in self.by_number}

    @cached_property
    def successors(self) -> dict[int, tuple[int, ...]]:
        """What waits for each task."""
        return {t: tuple(b for a, b in self.arcs if a == t) for t in self.by_number}

    @cached_property
    def in_order(self) -> tuple[int, ...]:
        """All tasks, none before what it waits for."""
        return tuple(graphlib.TopologicalSorter(self.predecessors).static_order())

    @cached_property
    def operations(self) -> int:
        """The whole work."""
        return sum(task.operations for task in self.tasks)

    def durations(self, operation_seconds: float) -> dict[int, float]:
        """Return the seconds of each task's arithmetic."""
        return {task.number: task.operations * operation_seconds for task in self.tasks}


def connect(tasks: Iterable[Task], entry: int, exit: int, more: Iterable[Arc] = ()) -> TaskGraph:
    """Return the graph of tasks with the arcs that reads and writes ask for.

    Parameters
    ----------
    tasks
        In any order, entry and exit among them.
    entry, exit
        Numbers of the tasks before and after all others.
    more
        Arcs that no value asks for, such as those of a barrier.

    Raises
    ------
    ValueError
        Two tasks have one number or write one value, nobody writes a value that is read, or tasks
        wait for each other in a circle.
    """
    ordered = tuple(sorted(tasks, key=lambda task: task.number))
    numbers = [task.number for task in ordered]
    if len(set(numbers)) != len(numbers):
        raise ValueError(f"two tasks have one number: {numbers!r}")
    arcs = {*_data_arcs(ordered), *more}
    arcs |= {(entry, number) for number in numbers if number != entry}
    arcs |= {(number, exit) for number in numbers if number != exit}
    return TaskGraph(ordered, _reduced(numbers, arcs), entry, exit)


def _data_arcs(tasks: Iterable[Task]) -> set[Arc]:
    """Return an arc from the writer of each value to each of its readers."""
    tasks = tuple(tasks)
    writers: dict[str, int] = {}
    for task in tasks:
        for value in task.writes:
            if value in writers:
                raise ValueError(f"{value} is written by tasks {writers[value]} and {task.number}")
            writers[value] = task.number
    for task in tasks:
        for value in task.reads:
            if value not in writers:
                raise ValueError(f"nobody writes {value}, which task {task.number} reads")
    return {(writers[value], task.number) for task in tasks for value in task.reads}


def _reduced(numbers: Iterable[int], arcs: set[Arc]) -> tuple[Arc, ...]:
    """Return the arcs that no others imply."""
    before: dict[int, set[int]] = {number: set() for number in numbers}
    for first, second in arcs:
        before[second].add(first)
    ancestors: dict[int, set[int]] = {}
    kept = []
    try:
        for task in graphlib.TopologicalSorter(before).static_order():
            parents = before[task]
            implied = set().union(*(ancestors[parent] for parent in parents))
            ancestors[task] = parents | implied
            kept += [(parent, task) for parent in parents - implied]
    except graphlib.CycleError as error:
        circle = " -> ".join(str(task) for task in reversed(error.args[1]))
        raise ValueError(f"tasks wait for each other: {circle}") from None
    return tuple(sorted(kept))
