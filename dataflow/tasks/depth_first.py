"""DF/IHS: depth first search for the best schedule, foremost branches by CP/MISF.

H. Kasahara, S. Narita: Practical multiprocessor scheduling algorithms for efficient parallel
processing. IEEE Trans. Computers 33(11), 1984, 1023-1029. The first schedule that the search comes
to is that of CP/MISF; every further one is shorter. It ends when a lower bound is reached, when all
branches are cut, or after a number of branches.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from dataclasses import dataclass

from dataflow.tasks.bounds import bounds, levels
from dataflow.tasks.graph import TaskGraph
from dataflow.tasks.policies import cp_misf, cp_misf_order
from dataflow.tasks.schedule import Durations, Schedule, Slot, in_order_of_start

_BRANCHES = 20_000
"""How many partial schedules are looked at, if nobody says otherwise."""

_ROUNDING = 1e-9
"""Schedules that are shorter by less than this share are not."""


@dataclass(frozen=True)
class Search:
    """The best schedule found.

    Attributes
    ----------
    schedule
        Never longer than CP/MISF's.
    optimal
        Whether no schedule can be shorter.
    branches
        Partial schedules that were looked at.
    """

    schedule: Schedule
    optimal: bool
    branches: int


def df_ihs(
    graph: TaskGraph, durations: Durations, processors: int, branches: int = _BRANCHES
) -> Search:
    """Return the best schedule within a number of branches."""
    first = cp_misf(graph, durations, processors)
    least = bounds(graph, durations, processors).best
    if first.makespan <= least * (1 + _ROUNDING):
        return Search(first, True, 1)
    return _Searcher(graph, durations, processors, first, least).search(branches)


@dataclass(frozen=True)
class _Moment:
    """A partial schedule at a moment at which a processor is free.

    running: (end, task, processor) of what has started and not ended. ready: ranks of tasks that
    may start. waiting: how many predecessors of each task have not ended.
    """

    now: float
    running: tuple[tuple[float, int, int], ...]
    ready: tuple[int, ...]
    waiting: dict[int, int]
    slots: tuple[Slot, ...]
    left: float


class _Searcher:
    """The constants of one search and the best schedule so far."""

    def __init__(
        self,
        graph: TaskGraph,
        durations: Durations,
        processors: int,
        best: Schedule,
        least: float,
    ) -> None:
        self._graph = graph
        self._durations = durations
        self._processors = processors
        self._best = best
        self._least = least
        self._level = levels(graph, durations)
        self._rank = cp_misf_order(graph, durations)
        self._task = {rank: task for task, rank in self._rank.items()}

    def search(self, branches: int) -> Search:
        """Walk through the tree, the foremost branch first."""
        waiting = {task: len(before) for task, before in self._graph.predecessors.items()}
        start = _Moment(
            0.0, (), (self._rank[self._graph.entry],), waiting, (), sum(self._durations.values())
        )
        ways = [self._choices(start)]
        seen = 0
        while ways and seen < branches:
            moment = next(ways[-1], None)
            if moment is None:
                ways.pop()
                continue
            seen += 1
            if len(moment.slots) == len(self._graph.tasks):
                self._best = in_order_of_start(self._graph, moment.slots, self._processors)
                if self._best.makespan <= self._least * (1 + _ROUNDING):
                    return Search(self._best, True, seen)
            else:
                ways.append(self._choices(moment))
        return Search(self._best, not ways, seen)

    def _choices(self, moment: _Moment) -> Iterator[_Moment]:
        """Yield what may follow: sets of ready tasks for the free processors, foremost first.

        A processor may also stay free until the next task ends, as long as one is at work.
        """
        busy = {processor for _, _, processor in moment.running}
        free = [processor for processor in range(self._processors) if processor not in busy]
        most = min(len(free), len(moment.ready))
        for count in range(most, -1 if moment.running else 0, -1):
            for chosen in itertools.combinations(moment.ready, count):
                follower = self._after(moment, chosen, free)
                if self._promising(follower):
                    yield follower

    def _after(self, moment: _Moment, chosen: tuple[int, ...], free: list[int]) -> _Moment:
        """Start the chosen tasks and go on to when the next of all that run ends."""
        tasks = [self._task[rank] for rank in chosen]
        started = [
            (moment.now + self._durations[task], task, processor)
            for task, processor in zip(tasks, free, strict=False)
        ]
        slots = [Slot(t, p, moment.now, end) for end, t, p in started]
        running = sorted([*moment.running, *started])
        now = running[0][0]
        waiting = dict(moment.waiting)
        ready = [rank for rank in moment.ready if rank not in chosen]
        for _, task, _ in itertools.takewhile(lambda run: run[0] <= now, running):
            for successor in self._graph.successors[task]:
                waiting[successor] -= 1
                if not waiting[successor]:
                    ready.append(self._rank[successor])
        return _Moment(
            now,
            tuple(run for run in running if run[0] > now),
            tuple(sorted(ready)),
            waiting,
            (*moment.slots, *slots),
            moment.left - sum(self._durations[task] for task in tasks),
        )

    def _promising(self, moment: _Moment) -> bool:
        """Whether a partial schedule may still beat the best one."""
        way = max((self._level[self._task[rank]] for rank in moment.ready), default=0.0)
        longest = moment.now + way
        for end, task, _ in moment.running:
            longest = max(longest, end - self._durations[task] + self._level[task])
        work = moment.left + sum(end - moment.now for end, _, _ in moment.running)
        least = max(longest, moment.now + work / self._processors)
        return least < self._best.makespan * (1 - _ROUNDING)
