"""In which cycle and on which unit an operation is done: so that units choose among the least.

A unit that many operations share chooses each operand among all that they read. What two of them
read from the same place, a register or another unit's output, is one arm of that choice. So
operations change cycles, as far as data leave them any and no result comes later, units, and the
places of a sum's or product's operands, until arms and registers are few. Simulated annealing
(Kirkpatrick, Gelatt and Vecchi, Science 220, 1983), of cycles and units at once as Devadas and
Newton did it ("Algorithms for hardware allocation in data path synthesis", IEEE Transactions on
CAD 8, 1989), with a fixed seed: equal operations give an equal result.
"""

from __future__ import annotations

import dataclasses
import itertools
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

import numpy as np

from dataflow.operation import Operation
from dataflow.operators import Operator, UnitKind
from dataflow.timing.annealing import Sharers
from dataflow.timing.arm_counts import counted
from dataflow.timing.arms import WIDEST, Hand, Reads, Table
from dataflow.timing.board import Links, Row
from dataflow.timing.dealing import compiled, dealt
from dataflow.timing.jobs import Jobs, StageUnits
from dataflow.timing.sources import place_of, wires_of
from dataflow.timing.units import Sharing

_MANY, _ROOM = 100, 1 << 27
"""Jobs from which on it is worth to load machine code, and numbers that its tables may hold."""

_FEW_MOVES, _MANY_MOVES = 60, 1000
"""Changes tried for each job without machine code, and with it."""

_ALL_MOVES = 900_000
"""Changes beyond which each of many jobs has fewer, half as many at least."""

_HOTTEST, _COLDEST = 8.0, 1.0
"""Look-up tables that a change may cost, at first and at the end."""

_REGISTER = 10.0
"""Look-up tables that a register counts for: what tells it when to take a value, and flip-flops."""

_ARM = {UnitKind.ADDER: 10.0, UnitKind.MULTIPLIER: 9.0, UnitKind.TRIGONOMETRY: 9.0}
"""Look-up tables of an arm: half of its bits."""

_CONSTANTS = 18.0
"""Look-up tables of the constants before a multiplier."""

_COMMUTATIVE = (Operator.ADD, Operator.MULTIPLY, Operator.ANGLE_SUM)


def with_fewest_arms(
    operations: tuple[Operation, ...],
    outputs: Sequence[int],
    sharing: Sharing,
    limits: Mapping[StageUnits, int],
    moves: int | None = None,
) -> tuple[Operation, ...]:
    """Return the same operations, by the same end, on units that choose among less.

    Parameters
    ----------
    limits
        How many units there are of each kind.
    moves
        How many changes are tried for each job that moves; None for what is usual.
    """
    dealing = Dealing(operations, outputs, sharing, limits)
    dealing.anneal(moves)
    return dealing.operations()


class Dealing:
    """Operations, the cycles and units that they have, and the changes that are tried.

    Attributes
    ----------
    table, hand
        What `dataflow.timing.dealing` deals.
    cost
        Look-up tables of all arms, and what registers count for beyond those at first.
    """

    def __init__(
        self,
        operations: tuple[Operation, ...],
        outputs: Sequence[int],
        sharing: Sharing,
        limits: Mapping[StageUnits, int],
    ) -> None:
        self.given, self.jobs = operations, Jobs(operations, outputs, sharing, limits)
        self.sharers = Sharers(self.jobs)
        self.unit_first = [0, *itertools.accumulate(limits.values())]
        self.members = self._members()
        reads, readers = self._reads()
        moving = [
            job
            for job, members in enumerate(self.members)
            if members and members[0].operator.unit is not UnitKind.TRIGONOMETRY
        ]
        spans = [_span(members) for members in self.members]
        self.table = Table(
            board=self.sharers.board,
            end=self.jobs.end(self.jobs.starts),
            movable=moving,
            turnable=[int(bool(o) and o[0].operator in _COMMUTATIVE) for o in self.members],
            unit_first=self.unit_first,
            below=[below for below, _ in spans],
            bits=[bits for _, bits in spans],
            spread=reads.row[-1] * (self.jobs.interval + 2),
            reads=reads,
            readers=readers,
        )
        room = self.table.spread
        self.many = len(moving) >= _MANY and room <= _ROOM
        self.hand = self.uncounted()
        self.cost = sum(counted(self.table, self.hand, job, 1) for job in range(len(self.jobs)))

    def anneal(self, moves: int | None = None) -> None:
        """Try some changes for each job that moves, fewer and fewer of them for the worse."""
        jobs = len(self.table.movable)
        if moves is None:
            shared = max(_MANY_MOVES // 2, min(_MANY_MOVES, _ALL_MOVES // max(1, jobs)))
            moves = shared if self.many else _FEW_MOVES
        rest = moves * jobs, _HOTTEST, _COLDEST, _REGISTER / self.jobs.interval
        rng = np.random.default_rng(1)
        if self.many:
            self.hand = Hand(*(np.array(row) for row in self.hand))
            self.cost += compiled()(self.table.as_arrays(), self.hand, *rest, rng)
        else:
            self.cost += dealt(self.table, self.hand, *rest, rng)

    def operations(self) -> tuple[Operation, ...]:
        """Return the operations as they are dealt."""
        starts = self.sharers.completed([int(start) for start in self.hand.start])
        dealt = list(self.jobs.operations(starts))
        for job, members in enumerate(self.members):
            first = self.unit_first[self.table.board.kind[job]] if members else 0
            for o in members:
                operands = o.operands[::-1] if self.hand.turned[job] else o.operands
                unit = int(self.hand.unit[job]) - first
                dealt[o.index] = dataclasses.replace(dealt[o.index], unit=unit, operands=operands)
        return tuple(dealt)

    def _members(self) -> list[list[Operation]]:
        """Return each job's operations that share a unit."""
        members: list[list[Operation]] = [[] for _ in range(len(self.jobs))]
        for index, job in self.jobs.of.items():
            if self.given[index].unit is not None:
                members[job].append(self.given[index])
        return members

    def _reads(self) -> tuple[Reads, Links]:
        """Return what jobs read, and who reads each."""
        numbered: dict[tuple[Any, ...], int] = {}
        rows: list[tuple[int, int, int, int]] = []
        first: list[int] = [0]
        readers: list[dict[int, int]] = [{} for _ in self.members]
        for job, members in enumerate(self.members):
            for operand, wires, source in self._wires(members):
                giver, cycles = -1, 0
                if source is not None and source.unit is not None:
                    giver, cycles = self.jobs.of[source.index], source.ready - source.start
                    readers[giver][job] = cycles
                rows.append((operand, numbered.setdefault(wires, len(numbered)), giver, cycles))
            first.append(len(rows))
        place, number, giver_of, latency = ([row[k] for row in rows] for k in range(4))
        reads = Reads(first, place, number, giver_of, latency, *self._arms(numbered))
        return reads, Links.of([list(each.items()) for each in readers])

    def _wires(
        self, members: Sequence[Operation]
    ) -> Iterator[tuple[int, tuple[Any, ...], Operation | None]]:
        """Yield which operand is read, by which units and from which wires, and whose they are.

        A unit of sines and cosines reads its angle once for both.
        """
        for o in members[:1]:
            kind = o.stage, o.operator.unit
            for position, operand in enumerate(o.operands):
                source = self.given[operand]
                if source.operator is not Operator.CONSTANT:
                    wires = kind, *wires_of(self.given, o, position)
                    yield place_of(o, position), wires, source
            if o.operator is Operator.SCALE:
                yield 1, (kind, "constant"), None

    def _arms(self, wires: Iterable[tuple[Any, ...]]) -> tuple[list[float], list[int], list[int]]:
        """Return, by wires: an arm's look-up tables, where rows are, and units that can give it."""
        first = dict(zip(self.jobs.limits, self.unit_first, strict=False))
        arm, row, units, rows = [], [], [], 0
        for reader, *what in wires:
            giver = (what[-1], what[0])
            units.append(self.jobs.limits.get(giver, 1))
            arm.append(_CONSTANTS if what == ["constant"] else _ARM[reader[1]])
            row.append(rows - 2 * first[reader] * units[-1] - first.get(giver, 0))
            rows += 2 * self.jobs.limits[reader] * units[-1]
        return arm, [*row, rows], units

    def uncounted(self) -> Hand:
        """Return the jobs as they are, nothing counted."""
        board, starts, reads = self.sharers.board, self.jobs.starts, self.table.reads
        units = [
            self.unit_first[board.kind[job]] + (members[0].unit or 0) if members else -1
            for job, members in enumerate(self.members)
        ]
        slot = [-1] * (self.unit_first[-1] * board.interval)
        for job, unit in enumerate(units):
            if unit >= 0:
                slot[unit * board.interval + starts[job] % board.interval] = job
        counts: Row = defaultdict(int)
        if self.many:
            counts = np.zeros(self.table.spread + 2 * WIDEST * self.unit_first[-1], np.int16)
        # Each read, and what each sum spans, counted and no longer, in every cycle.
        numbers = len(reads.wires) * (board.interval + 1) + 2 * len(units)
        read, journal = [0] * len(reads.wires), [0] * (1 + 2 * 2 * numbers)
        return Hand(starts, units, [0] * len(units), slot, read, counts, journal)


def _span(members: Sequence[Operation]) -> tuple[int, int]:
    """Return how many low bits a sum drops and how many it keeps; of no sum twice 0."""
    if not members or members[0].operator.unit is not UnitKind.ADDER:
        return 0, 0
    (o,) = members
    dropped = o.sum_fraction - o.format.fraction if o.operator.value.aligned else 0
    return max(0, dropped), o.format.width
