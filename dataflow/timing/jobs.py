"""What is to be placed in cycles: operations, what each waits for, and units that are few.

A job is an operation, or the sine and the cosine of one angle, which one unit gives at once. Cycles
are free to choose as long as operands come first and no cycle of the interval asks for more units
of a kind than there are.
"""

from __future__ import annotations

import copy
import dataclasses
import heapq
from collections import Counter
from collections.abc import Mapping, Sequence

from dataflow.operation import Operation
from dataflow.operators import Operator, UnitKind
from dataflow.timing.units import Sharing

StageUnits = tuple[str, UnitKind]
"""Units that stand for one another: of one stage and one kind."""

Starts = list[int]
"""The cycle in which each job starts, by the job's number."""


class Jobs:
    """Jobs of a design by number, operands first.

    Attributes
    ----------
    latency
        Cycles from each job's start to its result.
    kind
        The units of which each takes one; None where it has hardware of its own.
    before, after
        The jobs that each waits for, and those that wait for it.
    limits
        How many units there are of each kind.
    """

    def __init__(
        self,
        operations: Sequence[Operation],
        outputs: Sequence[int],
        sharing: Sharing,
        limits: Mapping[StageUnits, int],
    ) -> None:
        self.given, self.sharing, self.limits = operations, sharing, limits
        self.interval = sharing.interval
        self.of: dict[int, int] = {}
        turning: dict[int, int] = {}
        self.latency: list[int] = []
        self.kind: list[StageUnits | None] = []
        before: list[set[int]] = []
        for o in operations:
            if o.operator in (Operator.PORT, Operator.CONSTANT):
                continue
            job = len(self.latency)
            if o.operator.unit is UnitKind.TRIGONOMETRY:
                job = turning.setdefault(o.operands[0], job)
            self.of[o.index] = job
            if job < len(self.latency):
                continue
            unit = sharing.unit_of(o.operator, o.constant)
            self.latency.append(o.ready - o.start)
            self.kind.append(None if unit is None else (o.stage, unit))
            before.append({self.of[i] for i in o.operands if i in self.of})
        self.before = [tuple(sorted(each)) for each in before]
        after: list[list[int]] = [[] for _ in before]
        for job, operands in enumerate(self.before):
            for operand in operands:
                after[operand].append(job)
        self.after = [tuple(each) for each in after]
        self.last = tuple({self.of[o] for o in outputs if o in self.of})

    def __len__(self) -> int:
        return len(self.latency)

    def limited(self, limits: Mapping[StageUnits, int]) -> Jobs:
        """Return the same jobs with other numbers of units."""
        other = copy.copy(self)
        other.limits = limits
        return other

    def one_cycle_longer(self) -> Jobs:
        """Return the same jobs at the next longer interval, on the fewest units with room there."""
        other = copy.copy(self)
        other.sharing = dataclasses.replace(self.sharing, interval=self.interval + 1)
        other.interval = other.sharing.interval
        counts = Counter(kind for kind in self.kind if kind is not None)
        other.limits = {
            kind: min(limit, -(-counts[kind] // other.interval))
            for kind, limit in self.limits.items()
        }
        return other

    @property
    def starts(self) -> Starts:
        """The starts that the operations have."""
        starts = [0] * len(self)
        for index, job in self.of.items():
            starts[job] = self.given[index].start
        return starts

    def end(self, starts: Starts) -> int:
        """Return the cycle in which the last result is there."""
        return max((starts[job] + self.latency[job] for job in self.last), default=0)

    def earliest(self) -> Starts:
        """Return the first cycles in which operands are there, with units for all."""
        starts: Starts = []
        for operands in self.before:
            ready = [starts[operand] + self.latency[operand] for operand in operands]
            starts.append(max(ready, default=0))
        return starts

    def latest(self, end: int) -> Starts:
        """Return the last cycles that bring all results by ``end``, with units for all."""
        starts = [end] * len(self)
        for job in reversed(range(len(self))):
            needed = min((starts[reader] for reader in self.after[job]), default=end)
            starts[job] = needed - self.latency[job]
        return starts

    def in_order(self, keys: Sequence[float]) -> list[int]:
        """Return the jobs by rising keys, none before what it waits for."""
        return _sorted(keys, self.before, self.after)

    def against_order(self, keys: Sequence[float]) -> list[int]:
        """Return the jobs by falling keys, none before what waits for it."""
        return _sorted([-key for key in keys], self.after, self.before)

    def operations(self, starts: Starts) -> tuple[Operation, ...]:
        """Return the operations with these starts, and with units in the order of their places."""
        used: Counter[tuple[StageUnits, int]] = Counter()
        unit: dict[int, int] = {}
        placed = []
        for o in self.given:
            job = self.of.get(o.index)
            if job is None:
                placed.append(o)
                continue
            kind, start = self.kind[job], starts[job]
            if kind is not None and job not in unit:
                slot = kind, start % self.interval
                unit[job] = used[slot]
                used[slot] += 1
            ready = start + self.latency[job]
            placed.append(dataclasses.replace(o, start=start, ready=ready, unit=unit.get(job)))
        return tuple(placed)


def _sorted(
    keys: Sequence[float], first: Sequence[Sequence[int]], then: Sequence[Sequence[int]]
) -> list[int]:
    """Return numbers by their keys, each behind all of ``first`` of it."""
    missing = [len(each) for each in first]
    able = [(keys[job], job) for job, count in enumerate(missing) if count == 0]
    heapq.heapify(able)
    order = []
    while able:
        _, job = heapq.heappop(able)
        order.append(job)
        for follower in then[job]:
            missing[follower] -= 1
            if missing[follower] == 0:
                heapq.heappush(able, (keys[follower], follower))
    return order
