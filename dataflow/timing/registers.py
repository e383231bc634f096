"""Which register a value waits in until it is read: values of one unit take turns.

A value of a shared unit that is not read at once waits for a few cycles of the interval. Others of
the same unit that wait in other cycles can have the same register: it is written from the same
wires, and what reads several of them at one operand has one arm for all. So values get registers
by annealing, as in `dataflow.timing.assignment`, until arms and registers are few. (Binding of
registers, with intervals that wrap: Tseng and Siewiorek, IEEE Transactions on CAD 5, 1986.)
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field

from dataflow.operation import Operation
from dataflow.timing.cooling import accepted, heats
from dataflow.timing.sources import Source, place_of, source_of

_MOVES = 200
"""Moves tried for each value."""

_ARM, _REGISTER = 10.0, 4.0
"""What an arm and a register cost: look-up tables for an operand of some twenty bits."""

_HOTTEST, _COLDEST = 8.0, 0.3


@dataclass
class _Waiting:
    """A value that waits: in which cycles of the interval, for which operands of units."""

    index: int
    cycles: frozenset[int]
    readers: list[tuple[object, ...]]


@dataclass
class _Register:
    """A register: who has it in each cycle of the interval, and the arms that it has."""

    taken: set[int] = field(default_factory=set)
    users: int = 0
    arms: Counter[tuple[object, ...]] = field(default_factory=Counter)


def registers(operations: Sequence[Operation], stage: str, interval: int) -> dict[int, int]:
    """Return the register, by number, of each value that shares one or could, by its operation.

    These are values of shared units that operations of the stage read late, within an interval.
    """
    numbers: dict[int, int] = {}
    first = 0
    for waiting in _waiting(operations, stage, interval).values():
        found = _bound(waiting)
        for value, register in zip(waiting, found, strict=True):
            numbers[value.index] = first + register
        first += len(waiting)
    return numbers


def _waiting(
    operations: Sequence[Operation], stage: str, interval: int
) -> dict[Source, list[_Waiting]]:
    """Return the values that wait in a stage, by the wires that they come from."""
    last: dict[int, int] = {}
    wires: dict[int, Source] = {}
    readers: dict[int, list[tuple[object, ...]]] = {}
    for o in operations:
        if o.stage != stage:
            continue
        for position, operand in enumerate(o.operands):
            source = source_of(operations, o, position, interval)
            if source[0] == "late":
                *unit, shift, home = source
                wires[operand] = *unit, home
                reader = o.operator.unit, o.unit, place_of(o, position), shift
                readers.setdefault(operand, []).append(reader)
            if o.start > operations[operand].ready:
                last[operand] = max(last.get(operand, 0), o.start)
    found: dict[Source, list[_Waiting]] = {}
    for index, source in wires.items():
        ready = operations[index].ready
        if last[index] - ready <= interval:
            cycles = frozenset(cycle % interval for cycle in range(ready, last[index]))
            found.setdefault(source, []).append(_Waiting(index, cycles, readers[index]))
    return found


def _bound(waiting: Sequence[_Waiting]) -> list[int]:
    """Return a register for each value, of as many as there are values."""
    rng = random.Random(1)
    held = [_Register() for _ in waiting]
    at = list(range(len(waiting)))
    for value, register in zip(waiting, held, strict=True):
        _put(register, value)
    moves = _MOVES * len(waiting) if len(waiting) > 1 else 0
    for heat in heats(moves, _HOTTEST, _COLDEST):
        k, to = rng.randrange(len(waiting)), rng.randrange(len(waiting))
        value, old, new = waiting[k], held[at[k]], held[to]
        if old is new or new.taken & value.cycles:
            continue
        worse = _cost_of(new, value, 0) - _cost_of(old, value, 1)
        if accepted(rng, worse, heat):
            _take(old, value)
            _put(new, value)
            at[k] = to
    return at


def _cost_of(register: _Register, value: _Waiting, own: int) -> float:
    """Return what a value adds to a register: of its ``own`` users those are the value itself."""
    arms = sum(register.arms[reader] <= own * n for reader, n in Counter(value.readers).items())
    return _ARM * arms + (_REGISTER if register.users == own else 0.0)


def _put(register: _Register, value: _Waiting) -> None:
    register.taken |= value.cycles
    register.users += 1
    register.arms.update(value.readers)


def _take(register: _Register, value: _Waiting) -> None:
    register.taken -= value.cycles
    register.users -= 1
    register.arms.subtract(value.readers)
