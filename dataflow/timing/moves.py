"""The inner loop of `annealing`: jobs move one by one until no cycle asks for too many units.

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


def moved(
    board: Board,
    starts: Row,
    movable: Row,
    used: Row,
    excess: int,
    end: int,
    moves: int,
    bar: float,
    rng: np.random.Generator,
) -> int:
    """Move jobs until no unit is too many; return how many still are. ``starts`` changes.

    Parameters
    ----------
    movable
        The jobs that may be drawn, one at least.
    used, excess
        How many units each kind uses in each cycle of the interval, kind by kind, and how many too
        many that is in all.
    end
        The cycle by which all results are there.
    bar
        How probable it is that a move is made that asks for one unit too many.
    """
    before, after, interval, count = board.before, board.after, board.interval, len(movable)
    for _ in range(moves):
        if excess == 0:
            break
        job = movable[int(rng.random() * count)]
        low, high = board.head[job], end - board.tail[job]
        for link in range(before.first[job], before.first[job + 1]):
            low = max(low, starts[before.job[link]] + before.cycles[link])
        for link in range(after.first[job], after.first[job + 1]):
            high = min(high, starts[after.job[link]] - after.cycles[link])
        if high == low:
            continue
        cycle = low + int(rng.random() * (high - low + 1))
        row, limit = board.kind[job] * interval, board.limit[board.kind[job]]
        old, new = row + starts[job] % interval, row + cycle % interval
        if old != new:
            worse = int(used[new] >= limit) - int(used[old] > limit)
            if worse > 0 and rng.random() >= bar:
                continue
            used[old] -= 1
            used[new] += 1
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
        self, starts: Sequence[int], end: int, moves: int, temperature: float, seed: int
    ) -> list[int] | None:
        """Return starts with units enough that moves lead to; None if they do not.

        ``starts`` are within heads and tails and keep the order of data; jobs without a kind, -1,
        stay. At a temperature T a move for the worse is made with probability exp(-1 / T).
        """
        board, found = self.board, list(starts)
        used, movable = [0] * (len(board.limit) * board.interval), []
        for job, kind in enumerate(board.kind):
            if kind >= 0:
                used[kind * board.interval + found[job] % board.interval] += 1
                if board.head[job] < end - board.tail[job]:
                    movable.append(job)
        limits = [limit for limit in board.limit for _ in range(board.interval)]
        excess = sum(max(0, n - limit) for n, limit in zip(used, limits, strict=True))
        if excess and movable:
            rest = end, moves, math.exp(-1.0 / temperature), np.random.default_rng(seed)
            if moves <= _FEW and not _compiled.cache_info().currsize:
                excess = moved(board, found, movable, used, excess, *rest)
            else:
                row, drawn, taken = (np.array(each) for each in (found, movable, used))
                excess = _compiled()(self.arrays, row, drawn, taken, excess, *rest)
                found = row.tolist()
        return None if excess else found


@functools.cache
def _compiled() -> Callable[..., int]:
    """Return `moved` as machine code."""
    # Imported here because it takes longer than most designs.
    from numba import njit

    code: Callable[..., int] = njit(cache=True)(moved)
    return code
