"""Which of the units that are free in a cycle does an operation: the one that reads the least new.

A unit that many operations share chooses each operand among all that they read. What two of them
read from the same place, a register or another unit's output, is one arm of that choice. So
operations are dealt to units, within the cycles that they have, and operands of sums and products
change places, until the arms hold few bits. Simulated annealing (Kirkpatrick, Gelatt and Vecchi,
Science 220, 1983) with a fixed seed: equal operations give an equal result.
"""

from __future__ import annotations

import dataclasses
import itertools
import random
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass

from dataflow.operation import Operation
from dataflow.operators import Operator, UnitKind
from dataflow.timing.cooling import accepted, heats
from dataflow.timing.sources import Source, place_of, source_of

_MOVES = 60
"""Moves tried for each operation."""

_HOTTEST, _COLDEST = 5.0, 1.5
"""Bits that a move may cost, at first and at the end."""

_OUTPUT_BITS = 20
"""What an arm from a unit's output counts, whichever of its results are read."""

_COMMUTATIVE = (Operator.ADD, Operator.MULTIPLY, Operator.ANGLE_SUM)


def with_fewest_arms(
    operations: tuple[Operation, ...], interval: int, moves: int = _MOVES
) -> tuple[Operation, ...]:
    """Return the same operations in the same cycles, dealt to units that choose among less.

    Parameters
    ----------
    moves
        How many changes are tried for each operation that shares a unit.
    """
    dealing = Dealing(operations, interval)
    dealing.anneal(moves * len(dealing.movable))
    return dealing.operations()


@dataclass(frozen=True)
class _Read:
    """What an operation reads: which operand, and from where.

    Attributes
    ----------
    source
        The number of the place it is read from; of an output that of unit 0, units follow.
    operand
        The operation whose unit gives it, if it is read from an output.
    bits
        What its arm counts.
    """

    place: int
    source: int
    operand: int | None
    bits: int


class Dealing:
    """Operations and the units that they have, with the arms that follow.

    Arms are numbered, by the unit, its operand and where that is read: they are counted a million
    times.
    """

    def __init__(self, operations: tuple[Operation, ...], interval: int) -> None:
        self.given, self.interval = operations, interval
        self.unit = {o.index: o.unit for o in operations if o.unit is not None}
        self.flipped = dict.fromkeys(self.unit, False)
        self.movable = [
            i for i in self.unit if operations[i].operator.unit is not UnitKind.TRIGONOMETRY
        ]
        self.count: Counter[UnitKind] = Counter()
        for i in self.movable:
            self.count[self._kind(i)] = max(self.count[self._kind(i)], self.unit[i] + 1)
        starts = itertools.accumulate(self.count.values(), initial=0)
        self.first = dict(zip(self.count, starts, strict=False))
        """The number of each kind's first unit among all."""
        self.row = {i: self.first[self._kind(i)] for i in self.movable}
        self.slots = {self._slot(i): i for i in self.movable}
        self._number_sources()
        self.arms: dict[int, int] = {}
        self.bits = 0.0
        for i in self.movable:
            self._put(i)

    def _number_sources(self) -> None:
        """Note what each operation reads, and who reads an operation's unit."""
        units = max(self.unit.values(), default=0) + 1
        numbers: dict[Source, int] = {}
        self.reads: dict[int, tuple[_Read, ...]] = {}
        self.readers: dict[int, list[int]] = {i: [] for i in self.unit}
        for i in self.movable:
            reads = []
            for place, operand, key, bits in self._operands(i):
                source = units * numbers.setdefault(key, len(numbers))
                reads.append(_Read(place, source, operand, bits))
                if operand is not None:
                    self.readers[operand].append(i)
            self.reads[i] = tuple(reads)
        self.sources = units * len(numbers)

    def anneal(self, moves: int) -> None:
        """Try changes, fewer and fewer of them for the worse."""
        rng = random.Random(1)
        kinds = [kind for kind, units in self.count.items() if units > 1]
        for heat in heats(moves, _HOTTEST, _COLDEST):
            if not kinds or rng.random() < 0.35:
                self._try_flip(rng, heat)
            else:
                self._try_swap(rng, rng.choice(kinds), heat)

    def operations(self) -> tuple[Operation, ...]:
        """Return the operations as they are dealt."""
        dealt = []
        for o in self.given:
            if o.index in self.unit:
                operands = o.operands[::-1] if self.flipped[o.index] else o.operands
                o = dataclasses.replace(o, unit=self.unit[o.index], operands=operands)
            dealt.append(o)
        return tuple(dealt)

    def _kind(self, index: int) -> UnitKind:
        kind = self.given[index].operator.unit
        if kind is None:
            raise ValueError(f"operation {index} shares no unit")
        return kind

    def _slot(self, index: int) -> int:
        """Return the number of a unit's cycle in the interval, the one that an operation has."""
        unit = self.row[index] + self.unit[index]
        return unit * self.interval + self.given[index].start % self.interval

    def _operands(self, index: int) -> Iterator[tuple[int, int | None, Source, int]]:
        """Yield which operand, whose unit gives it, where it is read with units open, its bits.

        A constant factor is no arm. Of values that wait it is hoped that one register has them all.
        """
        operation = self.given[index]
        for position, operand in enumerate(operation.operands):
            key = source_of(self.given, operation, position, self.interval)
            if key[0] == "constant":
                continue
            place = place_of(operation, position)
            if key[0] in ("output", "late"):
                name, kind, _, *wires = key
                yield place, operand, (name, kind, *wires), _OUTPUT_BITS
            else:
                yield place, None, key, self.given[operand].format.width

    def _entries(self, index: int) -> list[tuple[int, int]]:
        """Return the arms that an operation needs, and their bits."""
        unit, flipped = self.unit, self.flipped[index]
        operands = 2 * (self.row[index] + unit[index])
        return [
            (
                (operands + (read.place ^ flipped)) * self.sources
                + read.source
                + (0 if read.operand is None else unit[read.operand]),
                read.bits,
            )
            for read in self.reads[index]
        ]

    def _put(self, index: int) -> None:
        for arm, bits in self._entries(index):
            users = self.arms.get(arm, 0)
            if not users:
                self.bits += bits
            self.arms[arm] = users + 1

    def _take(self, index: int) -> None:
        for arm, bits in self._entries(index):
            users = self.arms[arm] - 1
            if not users:
                self.bits -= bits
            self.arms[arm] = users

    def _try_flip(self, rng: random.Random, heat: float) -> None:
        index = rng.choice(self.movable)
        if self.given[index].operator not in _COMMUTATIVE:
            return
        before = self.bits

        def flip() -> None:
            self._take(index)
            self.flipped[index] = not self.flipped[index]
            self._put(index)

        flip()
        if not accepted(rng, self.bits - before, heat):
            flip()

    def _try_swap(self, rng: random.Random, kind: UnitKind, heat: float) -> None:
        phase = rng.randrange(self.interval)
        first, second = rng.sample(range(self.count[kind]), 2)
        slots = [(self.first[kind] + unit) * self.interval + phase for unit in (first, second)]
        moved = [self.slots[slot] for slot in slots if slot in self.slots]
        if not moved:
            return
        touched = {*moved, *(reader for i in moved for reader in self.readers[i])}
        before = self.bits

        def swap() -> None:
            for i in touched:
                self._take(i)
            for i in moved:
                self.unit[i] = first + second - self.unit[i]
            for i in touched:
                self._put(i)

        swap()
        if not accepted(rng, self.bits - before, heat):
            swap()
            return
        for slot in slots:
            self.slots.pop(slot, None)
        for i in moved:
            self.slots[self._slot(i)] = i
