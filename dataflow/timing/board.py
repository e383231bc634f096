"""Jobs on the units that they share: what orders them, and who starts in which cycle.

A row is a list where the interpreter works with it, an array where machine code does
(`dataflow.timing.machine_code`, of which this file is a source).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np

Row = Any
"""Whole numbers by position: a list or an array."""


class Links(NamedTuple):
    """Of each job the jobs that it is tied to, and the cycles between their starts and its own.

    Those of job j stand from ``first[j]`` to before ``first[j + 1]``.
    """

    first: Row
    job: Row
    cycles: Row

    @classmethod
    def of(cls, links: Sequence[Sequence[tuple[int, int]]]) -> Links:
        """Return the links of each job's pairs, as lists."""
        first = [0]
        for pairs in links:
            first.append(first[-1] + len(pairs))
        job = [other for pairs in links for other, _ in pairs]
        return cls(first, job, [cycles for pairs in links for _, cycles in pairs])


class Board(NamedTuple):
    """What stays while jobs move.

    ``kind`` is each job's kind of unit by number, ``limit`` how many there are of each; ``head``
    is the first cycle of each job, and ``tail`` how long before the end it starts at the latest.
    """

    kind: Row
    limit: Row
    head: Row
    tail: Row
    before: Links
    after: Links
    interval: int

    def as_arrays(self) -> Board:
        """Return the same with arrays for lists."""

        def array(row: Row) -> Row:
            return np.array(row, dtype=np.int64)

        return Board(
            array(self.kind),
            array(self.limit),
            array(self.head),
            array(self.tail),
            Links(*map(array, self.before)),
            Links(*map(array, self.after)),
            self.interval,
        )


class Slots(NamedTuple):
    """Who starts in each cycle of the interval, kind by kind: a ring of jobs for each such row.

    ``count`` and ``first`` are by row, -1 for nobody; ``later`` and ``sooner`` are by job.
    """

    count: Row
    first: Row
    later: Row
    sooner: Row

    @classmethod
    def of(cls, board: Board, starts: Sequence[int]) -> Slots:
        """Return the rows of some starts, as lists."""
        rows, jobs = len(board.limit) * board.interval, len(starts)
        slots = cls([0] * rows, [-1] * rows, [-1] * jobs, [-1] * jobs)
        for job, kind in enumerate(board.kind):
            if kind >= 0:
                enter(slots, kind * board.interval + starts[job] % board.interval, job)
        return slots

    def excess(self, board: Board) -> int:
        """Return how many jobs are too many for the units that there are."""
        limits = [limit for limit in board.limit for _ in range(board.interval)]
        return sum(max(0, n - limit) for n, limit in zip(self.count, limits, strict=True))

    def as_arrays(self) -> Slots:
        """Return the same with arrays for lists."""
        return Slots(*(np.array(row, dtype=np.int64) for row in self))


def enter(slots: Slots, row: int, job: int) -> None:
    """Count a job in a row, behind all others."""
    first = slots.first[row]
    if first < 0:
        slots.first[row] = slots.later[job] = slots.sooner[job] = job
    else:
        last = slots.sooner[first]
        slots.later[last], slots.sooner[first] = job, job
        slots.later[job], slots.sooner[job] = first, last
    slots.count[row] += 1


def leave(slots: Slots, row: int, job: int) -> None:
    """Count a job in its row no longer."""
    later, sooner = slots.later[job], slots.sooner[job]
    slots.later[sooner], slots.sooner[later] = later, sooner
    if slots.first[row] == job:
        slots.first[row] = -1 if later == job else later
    slots.count[row] -= 1


def first_cycle(board: Board, starts: Row, job: int) -> int:
    """Return the first cycle in which what a job waits for is there."""
    before = board.before
    low: int = board.head[job]
    for link in range(before.first[job], before.first[job + 1]):
        low = max(low, starts[before.job[link]] + before.cycles[link])
    return low


def last_cycle(board: Board, starts: Row, end: int, job: int) -> int:
    """Return the last cycle in which a job is not too late for what waits for it."""
    after = board.after
    high: int = end - board.tail[job]
    for link in range(after.first[job], after.first[job + 1]):
        high = min(high, starts[after.job[link]] - after.cycles[link])
    return high
