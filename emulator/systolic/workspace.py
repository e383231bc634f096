"""Calls bound to a few rows of memory that are used again and again.

A chunk of points runs through all calls while its rows stay in the cache. A register gets
a row when it is first written and gives it back after its last use.
"""

from __future__ import annotations

from collections.abc import Callable, Collection
from dataclasses import dataclass

import numpy as np

from common.arrays import Integers
from emulator.systolic.array_calls import ArrayCall, Immediate, Source

BoundCall = tuple[Callable[..., object], tuple[Integers, ...]]


@dataclass(frozen=True)
class Plan:
    """Calls whose registers are rows.

    Attributes
    ----------
    calls
        With rows in place of registers.
    rows
        How many there are.
    row_of
        The row of every register that is kept, and of every one loaded; the others' change hands.
    """

    calls: tuple[ArrayCall, ...]
    rows: int
    row_of: dict[int, int]


def planned(calls: list[ArrayCall], loaded: Collection[int], kept: Collection[int]) -> Plan:
    """Give registers rows.

    Parameters
    ----------
    loaded
        Registers that are filled before the first call.
    kept
        Registers that are read after the last.
    """
    kept = set(kept)
    last_use = {r: -1 for r in loaded}
    for time, call in enumerate(calls):
        for register in _registers(call):
            last_use[register] = time
    row_of = {register: row for row, register in enumerate(loaded)}
    held = dict(row_of)
    rows, free = len(held), [held[r] for r in loaded if last_use[r] < 0 and r not in kept]
    placed = []
    for time, call in enumerate(calls):
        operands = tuple(_place(source, row_of) for source in call.operands)
        for register in dict.fromkeys(_registers(call)):
            ends = last_use[register] == time and register not in kept
            if ends and register != call.result:
                free.append(row_of.pop(register))
        result = call.result
        if result not in row_of:
            if not free:
                free.append(rows)
                rows += 1
            row_of[result] = free.pop()
        placed.append(ArrayCall(call.function, operands, row_of[result]))
        if last_use[result] == time and result not in kept:
            free.append(row_of.pop(result))
    return Plan(tuple(placed), rows, {**held, **{r: row_of[r] for r in kept if r in row_of}})


def _registers(call: ArrayCall) -> list[int]:
    """Return all registers that a call reads or writes."""
    read = [source for source in call.operands if isinstance(source, int)]
    return [*read, call.result]


def _place(source: Source, row_of: dict[int, int]) -> Source:
    """Return an operand with its row in place of its register."""
    return source if isinstance(source, Immediate) else row_of[source]


class Workspace:
    """The rows, each for ``points`` numbers, and the calls that run over them."""

    def __init__(self, plan: Plan, rows: Integers) -> None:
        self.rows = rows
        self.calls: list[BoundCall] = [
            (i.function, (*(self.array(source) for source in i.operands), rows[i.result]))
            for i in plan.calls
        ]

    def array(self, source: Source) -> Integers:
        """Return the memory of an operand."""
        if isinstance(source, Immediate):
            return np.array(source.value, dtype=np.int64)
        row: Integers = self.rows[source]
        return row

    def run(self) -> None:
        """Compute everything from the rows that were loaded."""
        for function, arguments in self.calls:
            function(*arguments)
