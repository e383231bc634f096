"""The inner loop of `assignment`: jobs change cycles, units and the places of their operands.

Few changes are tried by the interpreter, many as machine code, as in `moves`; both draw the same
numbers and end alike.
"""

from __future__ import annotations

import functools
import math
from collections.abc import Callable
from typing import NamedTuple

import numpy as np

from dataflow.timing.arms import (
    Hand,
    Table,
    counted,
    held_anyway,
    row_of,
    waited,
    waits,
    waits_around,
)

_TURN, _DEAL = 0.25, 0.3
"""How many of the changes turn operands, and how many change the unit alone."""


def first_of(table: Table, hand: Hand, job: int) -> int:
    """Return the first cycle in which what a job reads is there."""
    before = table.board.before
    low: int = table.board.head[job]
    for link in range(before.first[job], before.first[job + 1]):
        low = max(low, hand.start[before.job[link]] + before.cycles[link])
    return low


def last_of(table: Table, hand: Hand, job: int) -> int:
    """Return the last cycle in which a job is not too late for what reads it."""
    after = table.board.after
    high: int = table.end - table.board.tail[job]
    for link in range(after.first[job], after.first[job + 1]):
        high = min(high, hand.start[after.job[link]] - after.cycles[link])
    return high


class Change(NamedTuple):
    """Where a job goes, and the one that has that place so far (-1 for none), which takes its own.

    Both are given the cycle in which they start and their unit; ``turn`` is 1 if the job's operands
    change places.
    """

    job: int
    start: int
    unit: int
    turn: int
    partner: int
    partner_start: int
    partner_unit: int


def partner_start(table: Table, hand: Hand, partner: int, phase: int, draw: float) -> int:
    """Return a cycle of a phase in which a partner may start; -1 if there is none near."""
    interval = table.board.interval
    start: int = hand.start[partner]
    later: int = start + (phase - start) % interval
    if later == start:
        return start
    low, high = first_of(table, hand, partner), last_of(table, hand, partner)
    sooner_fits, later_fits = low <= later - interval <= high, low <= later <= high
    if sooner_fits and (draw < 0.5 or not later_fits):
        return later - interval
    return later if later_fits else -1


def drawn(table: Table, hand: Hand, rng: np.random.Generator) -> Change:
    """Draw a change that keeps the order of data; its job is -1 if it is none."""
    board, interval = table.board, table.board.interval
    job = table.movable[int(rng.random() * len(table.movable))]
    start, unit, kind = hand.start[job], hand.unit[job], board.kind[job]
    which = rng.random()
    if which < _TURN:
        turn = table.turnable[job]
        return Change(job if turn else -1, start, unit, turn, -1, 0, 0)
    if which >= _TURN + _DEAL:
        low, high = first_of(table, hand, job), last_of(table, hand, job)
        start = low + int(rng.random() * (high - low + 1))
    if (start - hand.start[job]) % interval or start == hand.start[job]:
        unit = table.unit_first[kind] + int(rng.random() * board.limit[kind])
    partner, there = hand.slot[unit * interval + start % interval], 0
    if partner == job:
        partner = -1
    if partner >= 0:
        phase, old = hand.start[job] % interval, hand.start[job]
        hand.start[job] = start
        there = partner_start(table, hand, partner, phase, rng.random())
        hand.start[job] = old
    same = start == hand.start[job] and unit == hand.unit[job]
    return Change(-1 if same or there < 0 else job, start, unit, 0, partner, there, hand.unit[job])


def reversed_change(hand: Hand, change: Change) -> Change:
    """Return what undoes a change that is not made yet."""
    job, partner = change.job, change.partner
    start, unit = (hand.start[partner], hand.unit[partner]) if partner >= 0 else (0, 0)
    return Change(job, hand.start[job], hand.unit[job], change.turn, partner, start, unit)


def cost_around(table: Table, hand: Hand, change: Change, sign: int, wait: float) -> float:
    """Count all that a change touches, or with a sign of -1 no longer; return the cost of it."""
    job, partner, readers = change.job, change.partner, table.readers
    cost = counted(table, hand, job, sign)
    if partner >= 0:
        cost += counted(table, hand, partner, sign)
    if change.turn:
        return cost
    done = [job, partner]
    for mover in (job, partner):
        if mover >= 0:
            for link in range(readers.first[mover], readers.first[mover + 1]):
                reader = readers.job[link]
                if reader not in done:
                    done.append(reader)
                    cost += counted(table, hand, reader, sign)
    around = waits_around(table, hand, job, partner)
    if partner >= 0:
        around += waits_around(table, hand, partner, job)
    return cost + sign * wait * around


def make(table: Table, hand: Hand, change: Change) -> None:
    """Give job and partner their cycles and units; slots stay."""
    job, partner = change.job, change.partner
    hand.start[job], hand.unit[job] = change.start, change.unit
    hand.turned[job] ^= change.turn
    if partner >= 0:
        hand.start[partner], hand.unit[partner] = change.partner_start, change.partner_unit


def fill_slots(table: Table, hand: Hand, change: Change, back: Change) -> None:
    """Note who has the slots after a change that has been made."""
    interval = table.board.interval
    hand.slot[back.unit * interval + back.start % interval] = change.partner
    hand.slot[change.unit * interval + change.start % interval] = change.job


def dealt(
    table: Table,
    hand: Hand,
    moves: int,
    hottest: float,
    coldest: float,
    wait: float,
    rng: np.random.Generator,
) -> float:
    """Try changes, fewer and fewer of them for the worse; return by what the cost has changed.

    Parameters
    ----------
    hottest, coldest
        What a change may cost, in look-up tables, at first and at the end.
    wait
        The cost of a value that waits for a cycle.
    """
    total = 0.0
    for move in range(moves):
        change = drawn(table, hand, rng)
        if change.job < 0:
            continue
        back = reversed_change(hand, change)
        worse = cost_around(table, hand, change, -1, wait)
        make(table, hand, change)
        worse += cost_around(table, hand, change, 1, wait)
        heat = hottest * (1.0 - move / moves) ** 2 + coldest
        if worse <= 0.0 or rng.random() < math.exp(-worse / heat):
            total += worse
            fill_slots(table, hand, change, back)
        else:
            cost_around(table, hand, change, -1, wait)
            make(table, hand, back)
            cost_around(table, hand, change, 1, wait)
    return total


@functools.cache
def compiled() -> Callable[..., float]:
    """Return `dealt` as machine code."""
    # Imported here because it takes longer than most designs.
    from numba import njit
    from numba.extending import register_jitable

    for part in (
        row_of, waited, held_anyway, counted, waits, waits_around, first_of, last_of,
        partner_start, drawn, reversed_change, cost_around, make, fill_slots,
    ):  # fmt: skip
        register_jitable(part)
    code: Callable[..., float] = njit(cache=True)(dealt)
    return code
