"""The inner loop of `assignment`: jobs change cycles, units and the places of their operands.

Few changes are tried by the interpreter, many as machine code, as in `moves`; both draw the same
numbers and end alike.
"""

from __future__ import annotations

import functools
from collections.abc import Callable

import numpy as np

from dataflow.timing.arm_counts import (
    add,
    counted,
    held_anyway,
    most_bits,
    row_of,
    spanned,
    undo,
    waited,
    waiting,
    waits,
    waits_around,
)
from dataflow.timing.arms import Change, Hand, Table
from dataflow.timing.board import first_cycle, last_cycle
from dataflow.timing.cooling import accepted, heat_at
from dataflow.timing.machine_code import machine_code_of

_TURN, _DEAL = 0.25, 0.3
"""How many of the changes turn operands, and how many change the unit alone."""


def partner_start(table: Table, hand: Hand, partner: int, phase: int, draw: float) -> int:
    """Return a cycle of a phase in which a partner may start; -1 if there is none near."""
    interval = table.board.interval
    start: int = hand.start[partner]
    later: int = start + (phase - start) % interval
    if later == start:
        return start
    low = first_cycle(table.board, hand.start, partner)
    high = last_cycle(table.board, hand.start, table.end, partner)
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
        low = first_cycle(board, hand.start, job)
        high = last_cycle(board, hand.start, table.end, job)
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

    ``hottest`` and ``coldest`` are what a change may cost, in look-up tables, at first and at the
    end, ``wait`` what a value costs that waits for a cycle.
    """
    total = 0.0
    for move in range(moves):
        change = drawn(table, hand, rng)
        if change.job < 0:
            continue
        back = reversed_change(hand, change)
        hand.journal[0] = 0
        worse = cost_around(table, hand, change, -1, wait)
        make(table, hand, change)
        worse += cost_around(table, hand, change, 1, wait)
        if accepted(rng, worse, heat_at(move, moves, hottest, coldest)):
            total += worse
            fill_slots(table, hand, change, back)
        else:
            make(table, hand, back)
            undo(hand)
    return total


@functools.cache
def compiled() -> Callable[..., float]:
    """Return `dealt` as machine code."""
    counting = row_of, waited, held_anyway, add, undo, waiting, most_bits, spanned, counted
    changing = partner_start, drawn, reversed_change, cost_around, make, fill_slots
    others = waits, waits_around, first_cycle, last_cycle, heat_at, accepted
    return machine_code_of(dealt, (*counting, *others, *changing))
