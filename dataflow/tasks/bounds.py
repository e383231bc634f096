"""How fast any schedule of a task graph can be at best."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from common.arrays import Reals
from dataflow.tasks.graph import TaskGraph
from dataflow.tasks.schedule import Durations


def levels(graph: TaskGraph, durations: Durations) -> dict[int, float]:
    """Return each task's level: the longest way from its start to the end of the exit."""
    result: dict[int, float] = {}
    for task in reversed(graph.in_order):
        beyond = (result[successor] for successor in graph.successors[task])
        result[task] = durations[task] + max(beyond, default=0.0)
    return result


def critical_path(graph: TaskGraph, durations: Durations) -> tuple[int, ...]:
    """Return the tasks of a longest way from the entry to the exit."""
    level = levels(graph, durations)
    path = [graph.entry]
    while graph.successors[path[-1]]:
        path.append(max(graph.successors[path[-1]], key=lambda task: (level[task], -task)))
    return tuple(path)


@dataclass(frozen=True)
class Bounds:
    """Lower bounds of the makespan, in the unit of the durations.

    Attributes
    ----------
    critical_path
        No schedule beats the longest way.
    work
        Nor all work, shared evenly among the processors.
    crowding
        Nor the work that must lie in some stretch of time, if the rest of the pass is as long as
        the critical path: E. B. Fernandez, B. Bussell: Bounds on the number of processors and time
        for multiprocessor optimal schedules. IEEE Trans. Computers 22(8), 1973, 745-751.
    """

    critical_path: float
    work: float
    crowding: float

    @property
    def best(self) -> float:
        """The largest of them."""
        return max(self.critical_path, self.work, self.crowding)


def bounds(graph: TaskGraph, durations: Durations, processors: int) -> Bounds:
    """Return the lower bounds for a number of processors."""
    level = levels(graph, durations)
    longest = level[graph.entry]
    earliest: dict[int, float] = {}
    for task in graph.in_order:
        ends = (earliest[p] + durations[p] for p in graph.predecessors[task])
        earliest[task] = max(ends, default=0.0)
    work = sum(durations.values()) / processors
    latest = {task: longest - level[task] for task in level}
    crowding = longest + _excess(earliest, latest, durations, processors)
    return Bounds(longest, work, crowding)


def _excess(earliest: Durations, latest: Durations, durations: Durations, processors: int) -> float:
    """Return by how much the densest stretch asks for more time than it is long.

    A task that may start from e to l and takes d fills at least min(e + d - a, b - l, d, b - a) of
    the stretch from a to b, if positive.
    """
    tasks = sorted(durations)
    early, late, length = (
        np.array([values[t] for t in tasks]) for values in (earliest, latest, durations)
    )
    moments = np.unique(np.concatenate([early, late, early + length, late + length]))
    worst = 0.0
    for start in moments[:-1]:
        ends: Reals = moments[moments > start]
        filled = np.minimum(early + length - start, length)
        shares = np.minimum(filled[:, np.newaxis], ends - late[:, np.newaxis])
        shares = np.clip(np.minimum(shares, ends - start), 0.0, None)
        worst = max(worst, float((shares.sum(axis=0) / processors - (ends - start)).max()))
    return worst
