"""What is counted while operations are dealt: arms, registers, spans of adders, and waits.

`arms` says what a count is of; `dealing` adds and takes back. A source of
`dataflow.timing.machine_code`.
"""

from __future__ import annotations

from dataflow.timing.arms import WIDEST, Hand, Table

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
