"""Which register an operand waits in until it is read: values of one unit take turns.

A value of a shared unit that is not read at once waits for a few cycles of the interval. Others of
the same unit that wait in other cycles can have the same register: it is written from the same
wires, and what reads several of them at one operand has one arm for all. A value that several
operands read may wait in a register of each. So readings get registers by annealing, as in
`dataflow.timing.assignment`, until arms and registers are few. (Binding of registers, with
intervals that wrap: Tseng and Siewiorek, IEEE Transactions on CAD 5, 1986.)
"""

from __future__ import annotations

import random
from collections import Counter, defaultdict
from collections.abc import Hashable, Sequence
from dataclasses import dataclass, field

from dataflow.operation import Operation
from dataflow.timing.cooling import accepted, heats
from dataflow.timing.sources import Source, place_of, source_of

_MOVES = 200
"""Moves tried for each value that an operand waits for."""

_ARM, _REGISTER = 10.0, 4.0
"""What an arm and a register cost: look-up tables for an operand of some twenty bits."""

_HOTTEST, _COLDEST = 8.0, 0.3

Reading = tuple[int, int]
"""An operation, and which of its operands it reads."""


@dataclass
class _Waiting:
    """A value that waits for an operand of a unit: in which cycles, and for which readings."""

    value: int
    reader: Hashable
    readings: list[Reading] = field(default_factory=list)
    last: int = 0
    cycles: frozenset[int] = frozenset()


@dataclass
class _Register:
    """A register: the values that it has, how often, when, and the arms that it has."""

    values: Counter[int] = field(default_factory=Counter)
    taken: Counter[tuple[int, int]] = field(default_factory=Counter)
    cycles: Counter[int] = field(default_factory=Counter)
    arms: Counter[Hashable] = field(default_factory=Counter)


def registers(operations: Sequence[Operation], stage: str, interval: int) -> dict[Reading, int]:
    """Return the register, by number, of each reading of a value that waits within an interval.

    These are readings by operations of the stage, of values of shared units.
    """
    numbers: dict[Reading, int] = {}
    first = 0
    for waiting in _waiting(operations, stage, interval).values():
        for wait, register in zip(waiting, _bound(waiting), strict=True):
            numbers |= dict.fromkeys(wait.readings, first + register)
        first += len(waiting)
    return numbers


def quick_registers(
    operations: Sequence[Operation], stage: str, interval: int
) -> dict[Reading, int]:
    """Return the same without a search: in about as many registers, in a thirtieth of the time.

    First the values that one operand waits for share as few registers as can be, then registers of
    several operands are one where no two values wait in a cycle.
    """
    numbers: dict[Reading, int] = {}
    first = 0
    for waiting in _waiting(operations, stage, interval).values():
        together: list[_Register] = []
        apart = _one_operand_each(waiting, operations, interval)
        for register, waits in sorted(apart, key=lambda each: -_busy(each[0])):
            fitting = [k for k, held in enumerate(together) if _may_be_one(held, register)]
            alike = {k: len(together[k].values.keys() & register.values) for k in fitting}
            place = max(fitting, key=alike.__getitem__, default=len(together))
            if place == len(together):
                together.append(_Register())
            for wait in waits:
                _put(together[place], wait)
                numbers |= dict.fromkeys(wait.readings, first + place)
        first += len(together)
    return numbers


def _one_operand_each(
    waiting: Sequence[_Waiting], operations: Sequence[Operation], interval: int
) -> list[tuple[_Register, list[_Waiting]]]:
    """Return registers, and what waits in each, of which each is read by one operand."""
    by_reader: dict[Hashable, list[_Waiting]] = defaultdict(list)
    for wait in waiting:
        by_reader[wait.reader].append(wait)
    found: list[tuple[_Register, list[_Waiting]]] = []
    for waits in by_reader.values():
        own: list[tuple[_Register, list[_Waiting]]] = []
        for wait in sorted(waits, key=lambda w: (operations[w.value].ready % interval, w.readings)):
            fitting = (each for each in own if _has_room(each[0], wait))
            register, users = next(fitting, (_Register(), []))
            if not users:
                own.append((register, users))
            _put(register, wait)
            users.append(wait)
        found += own
    return found


def _busy(register: _Register) -> int:
    """Return in how many cycles of the interval something waits in a register."""
    return len(register.cycles)


def _may_be_one(register: _Register, other: _Register) -> bool:
    """Tell whether no two values of two registers wait in the same cycle."""
    return all(
        register.cycles[cycle] == register.taken[cycle, value] for cycle, value in other.taken
    )


def _waiting(
    operations: Sequence[Operation], stage: str, interval: int
) -> dict[Source, list[_Waiting]]:
    """Return what waits in a stage, by the wires that it comes from."""
    found: dict[Source, dict[tuple[int, Hashable], _Waiting]] = {}
    for o in operations:
        if o.stage != stage:
            continue
        for position, value in enumerate(o.operands):
            source = source_of(operations, o, position, interval)
            if source[0] != "late":
                continue
            *unit, shift, home = source
            reader: Hashable = (o.operator.unit, o.unit, place_of(o, position), shift)
            if o.unit is None:
                reader = (o.index, position)
            waits = found.setdefault((*unit, home), {})
            wait = waits.setdefault((value, reader), _Waiting(value, reader))
            wait.readings.append((o.index, position))
            wait.last = max(wait.last, o.start)
    for waits in found.values():
        for wait in waits.values():
            ready = operations[wait.value].ready
            wait.cycles = frozenset(cycle % interval for cycle in range(ready, wait.last))
    return {source: list(waits.values()) for source, waits in found.items()}


def _bound(waiting: Sequence[_Waiting]) -> list[int]:
    """Return a register for each, of as many as there are."""
    rng = random.Random(1)
    held = [_Register() for _ in waiting]
    at = list(range(len(waiting)))
    for wait, register in zip(waiting, held, strict=True):
        _put(register, wait)
    moves = _MOVES * len(waiting) if len(waiting) > 1 else 0
    for heat in heats(moves, _HOTTEST, _COLDEST):
        k, to = rng.randrange(len(waiting)), rng.randrange(len(waiting))
        wait, old, new = waiting[k], held[at[k]], held[to]
        if old is new or not _has_room(new, wait):
            continue
        worse = _cost_of(new, wait, 0) - _cost_of(old, wait, 1)
        if accepted(rng, worse, heat):
            _take(old, wait)
            _put(new, wait)
            at[k] = to
    return at


def _has_room(register: _Register, wait: _Waiting) -> bool:
    """Tell whether no other value is in the register while one waits."""
    return all(register.cycles[cycle] == register.taken[cycle, wait.value] for cycle in wait.cycles)


def _cost_of(register: _Register, wait: _Waiting, own: int) -> float:
    """Return what one adds to a register: of its ``own`` users those are the one itself."""
    arm = _ARM if register.arms[wait.reader] == own else 0.0
    return arm + (_REGISTER if register.values.total() == own else 0.0)


def _put(register: _Register, wait: _Waiting, count: int = 1) -> None:
    register.values[wait.value] += count
    register.arms[wait.reader] += count
    for cycle in wait.cycles:
        register.cycles[cycle] += count
        register.taken[cycle, wait.value] += count


def _take(register: _Register, wait: _Waiting) -> None:
    _put(register, wait, -1)
