"""Who computes which task when, on processors that lose no time between tasks."""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from dataflow.tasks.graph import TaskGraph
from dataflow.tasks.queues import Queues

Durations = Mapping[int, float]
"""How long each task takes, by number, in any unit of time."""


@dataclass(frozen=True)
class Slot:
    """A task's place; processors count from 0."""

    task: int
    processor: int
    start: float
    end: float


@dataclass(frozen=True)
class Schedule:
    """The places of all tasks, in the order in which they start.

    Attributes
    ----------
    processors
        How many there are, whether they have work or not.
    slots
        One a task.
    """

    processors: int
    slots: tuple[Slot, ...]

    @property
    def makespan(self) -> float:
        """The time from the start of the first task to the end of the last one."""
        return max(slot.end for slot in self.slots)

    @property
    def queues(self) -> Queues:
        """Each processor's tasks in order."""
        return tuple(
            tuple(slot.task for slot in self.slots if slot.processor == processor)
            for processor in range(self.processors)
        )


def in_order_of_start(graph: TaskGraph, slots: Iterable[Slot], processors: int) -> Schedule:
    """Return the schedule of places in any order.

    Tasks that start and end at the same moment stand in an order that the graph allows.

    Raises
    ------
    ValueError
        A task is missing or placed twice, two overlap on a processor, or one starts before what it
        waits for has ended.
    """
    rank = {task: place for place, task in enumerate(graph.in_order)}
    ordered = tuple(sorted(slots, key=lambda slot: (slot.start, slot.end, rank[slot.task])))
    if sorted(slot.task for slot in ordered) != sorted(graph.by_number):
        raise ValueError("a schedule holds every task once")
    place = {slot.task: slot for slot in ordered}
    for before, after in graph.arcs:
        if place[after].start < place[before].end:
            raise ValueError(f"task {after} starts before task {before} ends")
    schedule = Schedule(processors, ordered)
    for queue in schedule.queues:
        for first, second in itertools.pairwise(queue):
            if place[second].start < place[first].end:
                raise ValueError(f"tasks {first} and {second} overlap on one processor")
    return schedule
