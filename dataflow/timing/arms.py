"""What operations are dealt by: who reads what, who has which unit when, and what is counted.

What an operand of a unit reads is counted in rows: one for the operand, what is read (wires of a
kind of unit, and how they are aligned) and the unit that gives it. Values that wait for the operand
in one cycle of the interval need a register each, so a row counts them by cycles, and has as many
arms as the most that wait at once; and one more, if any is read as its unit gives it.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from dataflow.timing.board import Board, Links, Row

WIDEST = 64
"""Bits that a sum has at most."""


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
    below, bits
        By job, how many low bits a sum drops and how many it keeps; both 0 for other jobs.
    spread
        Where `Hand.counts` of units begin.
    reads, readers
        What each job reads; who reads it, and the cycles from its start to its result.
    """

    board: Board
    end: int
    movable: Row
    turnable: Row
    unit_first: Row
    below: Row
    bits: Row
    spread: int
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
            below=np.array(self.below, np.int64),
            bits=np.array(self.bits, np.int64),
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
    counts
        By row, the values that wait in each cycle of the interval, those that do not wait, and the
        most that wait at once; then by unit, how many of its jobs drop 0, 1, ... `WIDEST` bits, and
        how many keep as many.
    journal
        What undoes a change's counting: first how many numbers follow, then by pairs the place in
        ``counts`` and what was added there.
    """

    start: Row
    unit: Row
    turned: Row
    slot: Row
    read: Row
    counts: Row
    journal: Row


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
