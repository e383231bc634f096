"""Schedules made shorter by placing all again, from the end and from the beginning in turn.

From the end, each job goes as late as it can, those that end last first; from the beginning, as
early as it can, those that start first first. What moves away from the critical jobs leaves them
its units. Neither way can lengthen the schedule if units are counted cycle by cycle (Valls,
Ballestin and Quintanilla, "Justification and RCPSP", European Journal of Operational Research 165,
2005); where they are counted modulo an interval it can, so the best is kept.
"""

from __future__ import annotations

import random
from collections.abc import Sequence

from dataflow.timing.jobs import Jobs, StageUnits, Starts

_JITTER = (0, 0, 0, 1, 2, 4, 8, 1, 2, 4, 8, 2)
"""Cycles by which the order is blurred, each time that a schedule is made anew both ways."""


def soonest(jobs: Jobs, order: Sequence[int]) -> Starts:
    """Return starts with every job in its first free cycle, dealt out in an order."""
    starts, free = [0] * len(jobs), _Slots(jobs)
    for job in order:
        ready = [starts[operand] + jobs.latency[operand] for operand in jobs.before[job]]
        starts[job] = free.taken(jobs.kind[job], max(ready, default=0), 1)
    return starts


def latest(jobs: Jobs, order: Sequence[int], end: int) -> Starts:
    """Return starts with every job in its last free cycle; some may come to be negative."""
    starts, free = [end] * len(jobs), _Slots(jobs)
    for job in order:
        needed = min((starts[reader] for reader in jobs.after[job]), default=end)
        starts[job] = free.taken(jobs.kind[job], needed - jobs.latency[job], -1)
    return starts


def justified(jobs: Jobs, starts: Starts) -> Starts:
    """Return the shortest of the schedules that come of a schedule by placing it anew."""
    rng = random.Random(1)
    best = current = starts
    for cycles in _JITTER:
        ends = [start + latency for start, latency in zip(current, jobs.latency, strict=True)]
        late = latest(jobs, jobs.against_order(_jittered(rng, ends, cycles)), jobs.end(current))
        current = soonest(jobs, jobs.in_order(_jittered(rng, late, cycles)))
        if jobs.end(current) <= jobs.end(best):
            best = current
        elif jobs.end(current) > jobs.end(best) + 1:
            current = best
    return best


def _jittered(rng: random.Random, keys: Sequence[int], cycles: int) -> list[float]:
    """Return keys that are later by up to some cycles at random."""
    return [key + cycles * rng.random() for key in keys]


class _Slots:
    """Which units are taken in which cycle of the interval."""

    def __init__(self, jobs: Jobs) -> None:
        self.interval, self.limits = jobs.interval, jobs.limits
        self.used: dict[StageUnits, list[int]] = {kind: [0] * jobs.interval for kind in jobs.limits}

    def taken(self, kind: StageUnits | None, cycle: int, way: int) -> int:
        """Take a unit in the first cycle, from one on in one way, that has one; return which."""
        if kind is None:
            return cycle
        used, limit = self.used[kind], self.limits[kind]
        while used[cycle % self.interval] >= limit:
            cycle += way
        used[cycle % self.interval] += 1
        return cycle
