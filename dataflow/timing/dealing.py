"""The inner loop of `assignment`: jobs change cycles, units and the places of their operands.

Few changes are tried by the interpreter, many as machine code, as in `moves`; both draw the same
numbers and end alike. Machine code is kept by this file's time: all that it is made of stands here.
"""

from __future__ import annotations

import functools
import math
from collections.abc import Callable

import numpy as np

from dataflow.timing.arms import WIDEST, Change, Hand, Table

_TURN, _DEAL = 0.25, 0.3
"""How many of the changes turn operands, and how many change the unit alone."""

_SPAN = 8.0
"""Look-up tables that a bit more costs before an adder, where some of its arms have it."""

_LATE = 0.625
"""What a register costs as an arm, of what a unit costs: those that wait by turns share tables."""


def row_of(table: Table, hand: Hand, job: int, read: int) -> int:
    """Return the row that counts a read."""
    reads, wires, giver = table.reads, table.reads.wires[read], table.reads.giver[read]
    operand = 2 * hand.unit[job] + (reads.place[read] ^ hand.turned[job])
    unit = 0 if giver < 0 else hand.unit[giver]
    row: int = reads.row[wires] + operand * reads.units[wires] + unit
    return row


def waited(table: Table, hand: Hand, job: int, read: int) -> int:
    """Return how long a value waits until it is read; -1 if it has registers of its own."""
    giver = table.reads.giver[read]
    if giver < 0:
        return 0
    cycles: int = hand.start[job] - hand.start[giver] - table.reads.cycles[read]
    return cycles if cycles <= table.board.interval else -1


def held_anyway(table: Table, hand: Hand, job: int, read: int, row: int) -> int:
    """Return for how long other reads that are counted have a read's value wait in its row."""
    reads, readers, giver, longest = table.reads, table.readers, table.reads.giver[read], 0
    for link in range(readers.first[giver], readers.first[giver + 1]):
        other = readers.job[link]
        for each in range(reads.first[other], reads.first[other + 1]):
            alike = reads.giver[each] == giver and reads.wires[each] == reads.wires[read]
            counts = each != read and hand.read[each] > 0 and alike
            if counts and row_of(table, hand, other, each) == row:
                longest = max(longest, waited(table, hand, other, each))
    return longest


def add(hand: Hand, place: int, more: int) -> None:
    """Add to a count, and note it."""
    hand.counts[place] += more
    length = hand.journal[0]
    hand.journal[length + 1], hand.journal[length + 2], hand.journal[0] = place, more, length + 2


def undo(hand: Hand) -> None:
    """Take back all that is noted."""
    for entry in range(1, hand.journal[0], 2):
        hand.counts[hand.journal[entry]] -= hand.journal[entry + 1]


def waiting(hand: Hand, place: int, interval: int, first: int, last: int, sign: int) -> int:
    """Count a value that waits, or no longer; return how many more registers its row needs."""
    most = now = hand.counts[place + interval + 1]
    for cycle in range(first, last):
        where = place + cycle % interval
        add(hand, where, sign)
        now = max(now, hand.counts[where])
    if sign < 0:
        now = 0
        for cycle in range(interval):
            now = max(now, hand.counts[place + cycle])
    if now != most:
        add(hand, place + interval + 1, now - most)
    return int(now - most)


def counted(table: Table, hand: Hand, job: int, sign: int) -> float:
    """Count a job's reads, or with a sign of -1 no longer; return what arms cost more."""
    reads, interval, cost = table.reads, table.board.interval, 0.0
    for read in range(reads.first[job], reads.first[job + 1]):
        row = row_of(table, hand, job, read)
        place, arms, factor = row * (interval + 2), 0, 1.0
        hand.read[read] = 0
        wait = waited(table, hand, job, read)
        if wait < 0:
            arms = sign
        elif wait == 0:
            before = hand.counts[place + interval]
            add(hand, place + interval, sign)
            arms = int(before + sign > 0) - int(before > 0)
        else:
            giver = reads.giver[read]
            ready = hand.start[giver] + reads.cycles[read]
            first = ready + held_anyway(table, hand, job, read, row)
            arms, factor = waiting(hand, place, interval, first, ready + wait, sign), _LATE
        hand.read[read] = int(sign > 0)
        cost += factor * arms * reads.arm[reads.wires[read]]
    if table.bits[job] > 0:
        place = table.spread + 2 * WIDEST * hand.unit[job]
        cost += spanned(hand, place, table.below[job], sign)
        cost += spanned(hand, place + WIDEST, table.bits[job], sign)
    return cost


def spanned(hand: Hand, place: int, bits: int, sign: int) -> float:
    """Count bits that a sum drops or keeps, or no longer; return what its adder's span costs."""
    before = most_bits(hand, place)
    add(hand, place + bits, sign)
    return _SPAN * (most_bits(hand, place) - before)


def most_bits(hand: Hand, place: int) -> int:
    """Return the most bits that a sum of an adder drops or keeps; 0 if it has none."""
    for bits in range(WIDEST - 1, 0, -1):
        if hand.counts[place + bits] > 0:
            return bits
    return 0


def waits(table: Table, hand: Hand, job: int) -> int:
    """Return for how long a job's result waits."""
    readers, latency, longest = table.readers, table.readers.cycles, 0
    for link in range(readers.first[job], readers.first[job + 1]):
        cycles = hand.start[readers.job[link]] - hand.start[job] - latency[link]
        longest = max(longest, cycles)
    return longest


def waits_around(table: Table, hand: Hand, job: int, partner: int) -> int:
    """Return for how long the result of a job, and what it reads, waits; but for a partner's."""
    reads, cycles = table.reads, waits(table, hand, job)
    for read in range(reads.first[job], reads.first[job + 1]):
        giver = reads.giver[read]
        if giver >= 0 and giver != partner:
            cycles += waits(table, hand, giver)
    return cycles


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
        heat = hottest * (1.0 - move / moves) ** 2 + coldest
        if worse <= 0.0 or rng.random() < math.exp(-worse / heat):
            total += worse
            fill_slots(table, hand, change, back)
        else:
            make(table, hand, back)
            undo(hand)
    return total


@functools.cache
def compiled() -> Callable[..., float]:
    """Return `dealt` as machine code."""
    # Imported here because it takes longer than most designs.
    from numba import njit
    from numba.extending import register_jitable

    for part in (
        row_of, waited, held_anyway, add, undo, waiting, most_bits, spanned, counted, waits,
        waits_around, first_of, last_of, partner_start, drawn, reversed_change, cost_around, make,
        fill_slots,
    ):  # fmt: skip
        register_jitable(part)
    code: Callable[..., float] = njit(cache=True)(dealt)
    return code
