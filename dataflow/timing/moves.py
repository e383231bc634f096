"""The inner loop of `annealing`: jobs move, or change places, until no cycle lacks units.

Few moves are made by the interpreter on lists, which starts at once; many as machine code on
arrays, a hundred times as fast once it is loaded. Both draw the same numbers and end in the same
starts. The machine code is kept beside this file, or where `NUMBA_CACHE_DIR` says.
"""

from __future__ import annotations

import functools
import math
from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

import numpy as np

_FEW = 100_000
"""Moves for which machine code that is not there yet is not loaded."""

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


def exchanged(
    board: Board,
    starts: Row,
    slots: Slots,
    job: int,
    cycle: int,
    end: int,
    rng: np.random.Generator,
) -> bool:
    """Move a job to a cycle, and one that is there to the job's slot; return whether it can be."""
    interval, row, start = board.interval, board.kind[job] * board.interval, starts[job]
    old, new = row + start % interval, row + cycle % interval
    other = slots.first[new]
    for _ in range(int(rng.random() * slots.count[new])):
        other = slots.later[other]
    starts[job] = cycle
    low, high = first_cycle(board, starts, other), last_cycle(board, starts, end, other)
    low += (start - low) % interval
    if low > high:
        starts[job] = start
        return False
    starts[other] = low + interval * int(rng.random() * ((high - low) // interval + 1))
    leave(slots, old, job)
    leave(slots, new, other)
    enter(slots, new, job)
    enter(slots, old, other)
    return True


def moved(
    board: Board,
    starts: Row,
    movable: Row,
    slots: Slots,
    excess: int,
    end: int,
    moves: int,
    bar: float,
    exchanges: float,
    rng: np.random.Generator,
) -> int:
    """Move jobs until no unit is too many; return how many still are.

    ``starts`` and ``slots`` change.

    Parameters
    ----------
    movable
        The jobs that may be drawn, one at least.
    excess
        How many jobs are too many for the units in their slots.
    end
        The cycle by which all results are there.
    bar
        How probable it is that a move is made that asks for one unit too many.
    exchanges
        How often a job that goes where all units are taken tries to change places with one of those
        that have them.
    """
    interval, count = board.interval, len(movable)
    for _ in range(moves):
        if excess == 0:
            break
        job = movable[int(rng.random() * count)]
        low, high = first_cycle(board, starts, job), last_cycle(board, starts, end, job)
        if high == low:
            continue
        cycle = low + int(rng.random() * (high - low + 1))
        row, limit = board.kind[job] * interval, board.limit[board.kind[job]]
        old, new = row + starts[job] % interval, row + cycle % interval
        if old != new:
            full = slots.count[new] >= limit
            tried = full and exchanges > 0.0 and rng.random() < exchanges
            if tried and exchanged(board, starts, slots, job, cycle, end, rng):
                continue
            worse = int(full) - int(slots.count[old] > limit)
            if worse > 0 and rng.random() >= bar:
                continue
            leave(slots, old, job)
            enter(slots, new, job)
            excess += worse
        starts[job] = cycle
    return excess


class Mover:
    """A board on which jobs can be moved many times."""

    def __init__(self, board: Board) -> None:
        self.board = board

    @functools.cached_property
    def arrays(self) -> Board:
        """The board for machine code."""
        return self.board.as_arrays()

    def settled(
        self,
        starts: Sequence[int],
        end: int,
        moves: int,
        temperature: float,
        exchanges: float,
        seed: int,
    ) -> list[int] | None:
        """Return starts with units enough that moves lead to; None if they do not.

        ``starts`` are within heads and tails and keep the order of data; jobs without a kind, -1,
        stay. At a temperature T a move for the worse is made with probability exp(-1 / T).
        """
        board, found = self.board, list(starts)
        movable = [
            job
            for job, kind in enumerate(board.kind)
            if kind >= 0 and board.head[job] < end - board.tail[job]
        ]
        slots = Slots.of(board, found)
        excess = slots.excess(board)
        if excess and movable:
            bar = math.exp(-1.0 / temperature)
            rest = end, moves, bar, exchanges, np.random.default_rng(seed)
            if moves <= _FEW and not _compiled.cache_info().currsize:
                excess = moved(board, found, movable, slots, excess, *rest)
            else:
                row, drawn = np.array(found), np.array(movable)
                excess = _compiled()(self.arrays, row, drawn, slots.as_arrays(), excess, *rest)
                found = row.tolist()
        return None if excess else found


@functools.cache
def _compiled() -> Callable[..., int]:
    """Return `moved` as machine code."""
    # Imported here because it takes longer than most designs.
    from numba import njit
    from numba.extending import register_jitable

    for part in (enter, leave, first_cycle, last_cycle, exchanged):
        register_jitable(part)
    code: Callable[..., int] = njit(cache=True)(moved)
    return code
