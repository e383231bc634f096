"""Instructions bound to a few rows of memory that are used again and again.

A chunk of points runs through all instructions while its rows stay in the cache. A register gets a
row when it is written and gives it back after its last use.
"""

from __future__ import annotations

import itertools
from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace

import numpy as np

from common.arrays import Integers
from emulator.systolic.array_calls import ArrayCall, Immediate, Source
from emulator.systolic.fusion import FusedInstruction, FusedKind, Operand, fused
from emulator.systolic.kernels import (
    ADDED,
    COLUMNS,
    DOWN,
    KIND,
    LEFT,
    LEFT_DOWN,
    LEFT_UP,
    MIDDLE,
    PLACES,
    QUARTER,
    RESIDUAL_BITS,
    RESIDUAL_MASK,
    RESULT,
    RIGHT,
    RIGHT_DOWN,
    RIGHT_UP,
    SEGMENT_MASK,
    SIZES,
    UP,
    executed,
)


@dataclass(frozen=True)
class Plan:
    """Instructions whose registers are rows.

    Attributes
    ----------
    instructions
        With rows in place of registers.
    rows
        How many there are.
    row_of
        The row of every register that is kept, and of every one loaded; the others' change hands.
    """

    instructions: tuple[FusedInstruction, ...]
    rows: int
    row_of: dict[int, int]


def planned(calls: Sequence[ArrayCall], loaded: Collection[int], kept: Collection[int]) -> Plan:
    """Fuse calls, and give registers rows; no result's row is that of an operand of it.

    Parameters
    ----------
    loaded
        Registers that are filled before the first call.
    kept
        Registers that are read after the last.
    """
    instructions, names = fused(calls, loaded, kept)
    ends = set(names.values())
    last_use = {r: -1 for r in loaded}
    for time, instruction in enumerate(instructions):
        for register in (*instruction.registers, instruction.result):
            last_use[register] = time
    row_of = {register: row for row, register in enumerate(loaded)}
    held = dict(row_of)
    rows, free = len(held), [held[r] for r in loaded if last_use[r] < 0 and r not in ends]
    placed = []
    for time, instruction in enumerate(instructions):
        if not free:
            free.append(rows)
            rows += 1
        row_of[instruction.result] = free.pop()
        placed.append(_placed(instruction, row_of))
        for register in dict.fromkeys((*instruction.registers, instruction.result)):
            if last_use[register] == time and register not in ends:
                free.append(row_of.pop(register))
    kept_rows = {register: row_of[name] for register, name in names.items() if name in row_of}
    return Plan(tuple(placed), rows, {**held, **kept_rows})


def _placed(instruction: FusedInstruction, row_of: dict[int, int]) -> FusedInstruction:
    """Return an instruction with rows in place of registers."""

    def place(source: Source) -> Source:
        return source if isinstance(source, Immediate) else row_of[source]

    operands = tuple(Operand(place(o.source), o.up, o.down) for o in instruction.operands)
    return replace(instruction, operands=operands, result=row_of[instruction.result])


class Workspace:
    """Rows for ``points`` numbers each, and the programs that run over them."""

    def __init__(self, plan: Plan, points: int) -> None:
        self.rows: Integers = np.zeros((plan.rows, points), dtype=np.int64)
        self.known: list[int] = []
        self.table = _table_of(plan)
        groups = itertools.groupby(plan.instructions, lambda i: i.kind is FusedKind.OUTSIDE)
        self.parts: list[tuple[FusedInstruction, ...] | Integers] = [
            tuple(group) if outside else np.array([self._line(i) for i in group], dtype=np.int64)
            for outside, group in groups
        ]
        self.numbers: Integers = np.array([*self.known, 0], dtype=np.int64)

    def run(self, points: int) -> None:
        """Compute everything from the first columns of the rows that were loaded."""
        for part in self.parts:
            if isinstance(part, tuple):
                for instruction in part:
                    self._call(instruction, points)
            else:
                executed(part, self.numbers, self.rows, points, *self.table)

    def _call(self, instruction: FusedInstruction, points: int) -> None:
        """Run a call that there is no kind for."""
        call = instruction.outside
        if call is None:
            raise ValueError(f"nothing to call in {instruction!r}")
        operands = (self._array(o.source, points) for o in instruction.operands)
        call.function(*operands, self.rows[instruction.result, :points])

    def _array(self, source: Source, points: int) -> Integers:
        if isinstance(source, Immediate):
            return np.array(source.value, dtype=np.int64)
        row: Integers = self.rows[source, :points]
        return row

    def _line(self, instruction: FusedInstruction) -> list[int]:
        """Return an instruction as a row of a program."""
        left, right = (*instruction.operands, Operand(0))[:2]
        if isinstance(left.source, Immediate) and instruction.kind in (
            FusedKind.ADD,
            FusedKind.MULTIPLY,
        ):
            left, right = right, left
        line = [0] * COLUMNS
        line[KIND], line[RESULT] = int(instruction.kind), instruction.result
        line[LEFT], line[RIGHT] = self._row(left.source), self._row(right.source)
        line[LEFT_UP], line[LEFT_DOWN] = left.up, left.down
        line[RIGHT_UP], line[RIGHT_DOWN] = right.up, right.down
        line[UP], line[ADDED] = instruction.up, instruction.added
        line[DOWN] = instruction.down
        return line

    def _row(self, source: Source) -> int:
        """Return a row's number, or that of a known number."""
        if isinstance(source, Immediate):
            self.known.append(source.value)
            return -len(self.known)
        return source


def _table_of(plan: Plan) -> tuple[Integers, ...]:
    """Return the table of sines that instructions look into, as the kernel takes it."""
    tables = {id(i.table): i.table for i in plan.instructions if i.table is not None}
    if not tables:
        empty = np.zeros(0, dtype=np.int64)
        return (empty,) * 4
    if len(tables) > 1:
        raise ValueError(f"{len(tables)} tables of sines, not one")
    (table,) = tables.values()
    sizes = np.zeros(SIZES, dtype=np.int64)
    sizes[RESIDUAL_BITS] = table.residual_bits
    sizes[RESIDUAL_MASK] = table.residual_mask
    sizes[SEGMENT_MASK] = table.segment_mask
    sizes[MIDDLE] = table.middle
    sizes[PLACES] = table.places
    sizes[QUARTER] = table.quarter
    return table.rounded_values, table.slopes, table.signs, sizes
