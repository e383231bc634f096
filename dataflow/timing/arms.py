"""What operands of shared units read while operations are dealt, and the arms that it takes.

What an operand of a unit reads is counted in rows: one for the operand, what is read (wires of a
kind of unit, and how they are aligned) and the unit that gives it. Values that wait for the operand
in one cycle of the interval need a register each, so a row counts them by cycles, and has as many
arms as the most that wait at once; and one more, if any is read as its unit gives it.

These are parts of the loop in `dealing`, which runs as machine code too.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from dataflow.timing.moves import Board, Links, Row


class Reads(NamedTuple):
    """What jobs read: those of job j stand from ``first[j]`` to before ``first[j + 1]``.

    Attributes
    ----------
    place
        Which operand it is.
    wires
        What is read, by number: equal for reads that one arm could do if one unit gave both.
    giver
        The job whose unit gives it; -1 for what is no shared unit's.
    cycles
        From the giver's start to its result.
    arm
        By ``wires``: the look-up tables of an arm.
    row, units
        By ``wires``: where its rows are, and how many units can give it.
    """

    first: Row
    place: Row
    wires: Row
    giver: Row
    cycles: Row
    arm: Row
    row: Row
    units: Row


class Table(NamedTuple):
    """What stays while operations are dealt.

    Attributes
    ----------
    board
        Jobs, their order and their units.
    end
        The cycle by which all results are there.
    movable
        Jobs that may change cycle and unit.
    turnable
        By job, whether its operands may change places.
    unit_first
        By kind, the number of its first unit among all; at the end the number of all.
    reads, readers
        What each job reads; who reads it, and the cycles from its start to its result.
    """

    board: Board
    end: int
    movable: Row
    turnable: Row
    unit_first: Row
    reads: Reads
    readers: Links

    def as_arrays(self) -> Table:
        """Return the same with arrays for lists."""
        reads = Reads(*(np.array(row, np.int64) for row in self.reads))
        return self._replace(
            board=self.board.as_arrays(),
            movable=np.array(self.movable, np.int64),
            turnable=np.array(self.turnable, np.int64),
            unit_first=np.array(self.unit_first, np.int64),
            reads=reads._replace(arm=np.array(self.reads.arm, np.float64)),
            readers=Links(*(np.array(row, np.int64) for row in self.readers)),
        )


class Hand(NamedTuple):
    """What changes.

    Attributes
    ----------
    start, unit, turned
        By job: its first cycle, its unit among all (-1 for none), 1 if its operands changed places.
    slot
        By unit and cycle of the interval, the job that has it, or -1.
    read
        By read, 1 while it is counted.
    waiting
        By row, a number for each cycle of the interval and one for what does not wait.
    most
        By row, the most values that wait at once.
    """

    start: Row
    unit: Row
    turned: Row
    slot: Row
    read: Row
    waiting: Row
    most: Row


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
            if each == read or hand.read[each] == 0 or not alike:
                continue
            if row_of(table, hand, other, each) == row:
                longest = max(longest, waited(table, hand, other, each))
    return longest


def counted(table: Table, hand: Hand, job: int, sign: int) -> float:
    """Count a job's reads, or with a sign of -1 no longer; return what arms cost more."""
    reads, interval, cost = table.reads, table.board.interval, 0.0
    for read in range(reads.first[job], reads.first[job + 1]):
        row = row_of(table, hand, job, read)
        place, arms = row * (interval + 1), 0
        hand.read[read] = 0
        wait = waited(table, hand, job, read)
        if wait < 0:
            arms = sign
        elif wait == 0:
            before = hand.waiting[place + interval]
            hand.waiting[place + interval] = before + sign
            arms = int(before + sign > 0) - int(before > 0)
        else:
            giver = reads.giver[read]
            ready, most = hand.start[giver] + reads.cycles[read], hand.most[row]
            for cycle in range(ready + held_anyway(table, hand, job, read, row), ready + wait):
                hand.waiting[place + cycle % interval] += sign
            now = 0
            for cycle in range(interval):
                now = max(now, hand.waiting[place + cycle])
            hand.most[row] = now
            arms = now - most
        if sign > 0:
            hand.read[read] = 1
        cost += arms * reads.arm[reads.wires[read]]
    return cost


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
