"""The inner loop of `annealing`: jobs move, or change places, until no cycle lacks units.

Few moves are made by the interpreter on lists, which starts at once; many as machine code on
arrays, a hundred times as fast once it is loaded. Both draw the same numbers and end in the same
starts.
"""

from __future__ import annotations

import functools
import math
from collections.abc import Callable, Sequence

import numpy as np

from dataflow.timing.board import Board, Row, Slots, enter, first_cycle, last_cycle, leave
from dataflow.timing.machine_code import machine_code_of

_FEW = 100_000
"""Moves for which machine code that is not there yet is not loaded."""


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
    return machine_code_of(moved, (enter, leave, first_cycle, last_cycle, exchanged))
