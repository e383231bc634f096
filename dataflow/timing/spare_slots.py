"""Products with constants on shared multipliers, in cycles in which those would be idle.

Where a stage's multipliers are shared and its constants have adders of their own, a multiplier that
has a free cycle in the interval does a constant's product in place of its adders: no result is
later, and results and errors are the same.
"""

from __future__ import annotations

import dataclasses
from collections import Counter
from collections.abc import Mapping, Sequence

from dataflow.multiples.search import adders_alone
from dataflow.operation import Operation
from dataflow.operators import Operator, Target, UnitKind, scale_levels
from dataflow.timing.units import Sharing

_FEWEST_LEVELS = 2
"""Of adders that are worth the choice of one operand more."""

_FIXED = (Operator.PORT, Operator.CONSTANT)


def with_constants_in_spare_slots(
    operations: Sequence[Operation],
    outputs: Sequence[int],
    sharing: Sharing,
    limits: Mapping[tuple[str, UnitKind], int],
    target: Target,
    width: int,
) -> tuple[Operation, ...]:
    """Return the operations with as many constants on multipliers as there are free cycles for.

    Those with most adders come first; a constant that a stage has several times may have one tree
    for all of them, so each of them counts for its share. What shares units stays where it is, and
    all else may move between what it waits for and what waits for it.

    Parameters
    ----------
    limits
        Multipliers of each stage.
    width
        Bits of the widest factor that a multiplier takes.
    """
    if sharing.interval == 1 or Operator.SCALE in sharing.operators:
        return tuple(operations)
    slots = _Slots(operations, sharing, limits)
    moved = list(operations)
    first, last = _windows(moved, outputs)
    candidates = [o for o in moved if _is_worth_it(o, moved, width)]
    times = Counter((o.stage, o.constant) for o in candidates)

    def adders(o: Operation) -> float:
        return adders_alone(o.constant) / times[o.stage, o.constant]

    for scale in sorted(candidates, key=lambda o: (-adders(o), o.index)):
        end = last[scale.index] + scale.ready - scale.start
        cycles = range(first[scale.index], end - target.multiply + 1)
        found = slots.free(scale.stage, cycles)
        if found is None:
            continue
        start, unit = found
        moved[scale.index] = dataclasses.replace(
            scale, start=start, ready=start + target.multiply, unit=unit
        )
        first, last = _windows(moved, outputs)
    return tuple(
        dataclasses.replace(o, start=start, ready=start + o.ready - o.start)
        for o, start in zip(moved, first, strict=True)
    )


def _is_worth_it(operation: Operation, operations: Sequence[Operation], width: int) -> bool:
    """Tell whether an operation is a constant's tree of some adders whose factors fit."""
    return (
        operation.operator is Operator.SCALE
        and operation.unit is None
        and scale_levels(operation.constant) >= _FEWEST_LEVELS
        and operation.constant.bit_length() < width
        and operations[operation.operands[0]].format.width <= width
    )


def _windows(
    operations: Sequence[Operation], outputs: Sequence[int]
) -> tuple[list[int], list[int]]:
    """Return the first and the last start of each operation while what shares units stays."""
    end = max(operations[output].ready for output in outputs)
    first: list[int] = []
    for o in operations:
        ready = [first[i] + operations[i].ready - operations[i].start for i in o.operands]
        first.append(o.start if _stays(o) else max(ready, default=0))
    last = [end - (o.ready - o.start) for o in operations]
    for o in reversed(operations):
        if _stays(o):
            last[o.index] = o.start
        for i in o.operands:
            cycles = operations[i].ready - operations[i].start
            last[i] = min(last[i], last[o.index] - cycles)
    return first, last


def _stays(operation: Operation) -> bool:
    return operation.unit is not None or operation.operator in _FIXED


class _Slots:
    """Which multipliers are idle in which cycle of the interval."""

    def __init__(
        self,
        operations: Sequence[Operation],
        sharing: Sharing,
        limits: Mapping[tuple[str, UnitKind], int],
    ) -> None:
        self.interval, self.limits = sharing.interval, limits
        self.used: Counter[tuple[str, int]] = Counter(
            (o.stage, o.start % self.interval)
            for o in operations
            if o.unit is not None and o.operator.unit is UnitKind.MULTIPLIER
        )

    def free(self, stage: str, cycles: range) -> tuple[int, int] | None:
        """Take the first cycle of some in which a stage's multiplier is idle; return both."""
        limit = self.limits.get((stage, UnitKind.MULTIPLIER), 0)
        for cycle in cycles[: self.interval]:
            slot = stage, cycle % self.interval
            if self.used[slot] < limit:
                self.used[slot] += 1
                return cycle, self.used[slot] - 1
        return None
