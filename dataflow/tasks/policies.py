"""List scheduling: whenever a processor is free, it takes the foremost task that is ready.

What stands foremost is the policy's only difference:

- first come: whatever has been ready for longest, as from one queue;
- CP/MISF, critical path and most immediate successors first: H. Kasahara, S. Narita: Practical
  multiprocessor scheduling algorithms for efficient parallel processing. IEEE Trans. Computers
  33(11), 1984, 1023-1029;
- largest time first.
"""

from __future__ import annotations

import heapq
from collections.abc import Callable
from typing import Any

from dataflow.tasks.bounds import levels
from dataflow.tasks.graph import TaskGraph
from dataflow.tasks.schedule import Durations, Schedule, Slot, in_order_of_start

Priority = Callable[[int, int], Any]
"""From a task's number and how many tasks were ready before it to a key; the least goes first."""


def first_come(graph: TaskGraph, durations: Durations, processors: int) -> Schedule:
    """Return the schedule of one first-in-first-out queue."""
    return _list_schedule(graph, durations, processors, lambda _, turn: turn)


def cp_misf(graph: TaskGraph, durations: Durations, processors: int) -> Schedule:
    """Return the schedule by critical path, then most immediate successors, first."""
    order = cp_misf_order(graph, durations)
    return _list_schedule(graph, durations, processors, lambda task, _: order[task])


def largest_first(graph: TaskGraph, durations: Durations, processors: int) -> Schedule:
    """Return the schedule by largest time first."""
    return _list_schedule(graph, durations, processors, lambda task, _: (-durations[task], task))


def cp_misf_order(graph: TaskGraph, durations: Durations) -> dict[int, int]:
    """Return the rank of each task by CP/MISF, 0 the foremost."""
    level = levels(graph, durations)
    ranked = sorted(level, key=lambda task: (-level[task], -len(graph.successors[task]), task))
    return {task: rank for rank, task in enumerate(ranked)}


def _list_schedule(
    graph: TaskGraph, durations: Durations, processors: int, priority: Priority
) -> Schedule:
    waiting = {task: len(before) for task, before in graph.predecessors.items()}
    ready = [(priority(graph.entry, 0), graph.entry)]
    turn = 0
    running: list[tuple[float, int, Slot]] = []
    free = set(range(processors))
    slots: dict[int, Slot] = {}
    now = 0.0
    while ready or running:
        while ready and free:
            task = heapq.heappop(ready)[1]
            processor = _processor_for(graph, task, slots, free)
            free.remove(processor)
            slots[task] = Slot(task, processor, now, now + durations[task])
            heapq.heappush(running, (slots[task].end, len(slots), slots[task]))
        now = running[0][0]
        while running and running[0][0] <= now:
            done = heapq.heappop(running)[2]
            free.add(done.processor)
            for successor in graph.successors[done.task]:
                waiting[successor] -= 1
                if not waiting[successor]:
                    turn += 1
                    heapq.heappush(ready, (priority(successor, turn), successor))
    return in_order_of_start(graph, slots.values(), processors)


def _processor_for(graph: TaskGraph, task: int, slots: dict[int, Slot], free: set[int]) -> int:
    """Return the free processor that did what the task waited for last, or the first one.

    So chains stay on one processor, and fewer counts have to be shared.
    """
    for before in sorted(graph.predecessors[task], key=lambda t: (-slots[t].end, t)):
        if slots[before].processor in free:
            return slots[before].processor
    return min(free)
