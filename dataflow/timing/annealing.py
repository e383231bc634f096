"""A schedule of a given length: jobs move among the cycles that their data leave until units do.

Every state keeps the order of data and the length; a cycle of the interval may ask for more units
than there are. Jobs drawn at random move to cycles drawn at random between what they wait for and
what waits for them, and a move that makes the excess larger is rarely taken, at a temperature that
stays the same (Kirkpatrick, Gelatt and Vecchi, Science 220, 1983; Minton and others, "Minimizing
conflicts", Artificial Intelligence 58, 1992). Only jobs that share units move; all between them is
time that passes. The seed is fixed: equal jobs end in equal starts.
"""

from __future__ import annotations

import math
import random

from dataflow.timing.jobs import Jobs, Starts

_TEMPERATURE = 0.15
"""At which one unit too many is accepted once in 786 times."""

Links = list[list[tuple[int, int]]]
"""Of each job: other jobs, and the cycles that must lie between their starts and its own."""


class Sharers:
    """The jobs that share units, and the cycles that data need from one to another."""

    def __init__(self, jobs: Jobs) -> None:
        self.jobs = jobs
        self.moving = [job for job, kind in enumerate(jobs.kind) if kind is not None]
        self.before: Links = [[] for _ in range(len(jobs))]
        self.after: Links = [[] for _ in range(len(jobs))]
        self.heads = jobs.earliest()
        self.tails = [-start for start in jobs.latest(0)]
        reach: list[dict[int, int]] = []
        for job, operands in enumerate(jobs.before):
            found: dict[int, int] = {}
            for operand in operands:
                through = reach[operand] if jobs.kind[operand] is None else {operand: 0}
                for other, cycles in through.items():
                    cycles += jobs.latency[operand]
                    found[other] = max(found.get(other, 0), cycles)
            reach.append(found)
            if jobs.kind[job] is not None:
                self.before[job] = list(found.items())
                for other, cycles in found.items():
                    self.after[other].append((job, cycles))

    def annealed(self, starts: Starts, end: int, moves: int, seed: int = 1) -> Starts | None:
        """Return starts with units enough and all results by ``end``; None if none is found.

        Parameters
        ----------
        starts
            To begin from: in the order of data and by ``end``, whatever units that takes.
        moves
            How many moves are drawn at most for each job.
        """
        starts, draw = list(starts), random.Random(seed).random
        moving, before, after, heads, tails = (
            self.moving, self.before, self.after, self.heads, self.tails,
        )  # fmt: skip
        interval, kinds = self.jobs.interval, self.jobs.kind
        limit = [0 if kind is None else self.jobs.limits[kind] for kind in kinds]
        used = {kind: [0] * interval for kind in self.jobs.limits}
        rows = [[] if kind is None else used[kind] for kind in kinds]
        for job in moving:
            rows[job][starts[job] % interval] += 1
        excess = sum(max(0, n - self.jobs.limits[kind]) for kind, row in used.items() for n in row)
        bar, count = math.exp(-1.0 / _TEMPERATURE), len(moving)
        for _ in range(moves * count):
            if not excess:
                break
            job = moving[int(draw() * count)]
            low, high = heads[job], end - tails[job]
            for other, cycles in before[job]:
                if starts[other] + cycles > low:
                    low = starts[other] + cycles
            for other, cycles in after[job]:
                if starts[other] - cycles < high:
                    high = starts[other] - cycles
            if high == low:
                continue
            cycle = low + int(draw() * (high - low + 1))
            row, old, new = rows[job], starts[job] % interval, cycle % interval
            if old != new:
                worse = (row[new] >= limit[job]) - (row[old] > limit[job])
                if worse > 0 and draw() >= bar:
                    continue
                row[old] -= 1
                row[new] += 1
                excess += worse
            starts[job] = cycle
        return None if excess else self._completed(starts)

    def _completed(self, starts: Starts) -> Starts:
        """Return the starts, with all that shares nothing as early as it can be."""
        jobs = self.jobs
        for job, operands in enumerate(jobs.before):
            if jobs.kind[job] is None:
                ready = [starts[operand] + jobs.latency[operand] for operand in operands]
                starts[job] = max(ready, default=0)
        return starts
