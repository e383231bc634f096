"""Where an operation of a machine that shares its units reads its operands."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from dataflow.operation import Operation
from dataflow.operators import Operator, UnitKind

Source = tuple[Any, ...]
"""Where an operand is read; the first element says what it is: constant, value, output or late."""


def source_of(
    operations: Sequence[Operation], operation: Operation, position: int, interval: int
) -> Source:
    """Return where an operand is read: equal for equal wires of a machine that shares its units.

    A value read in the cycle in which a shared unit gives it comes from the unit; one read later
    from a register, which others of the unit may have in other cycles. An adder has the results of
    all its sums in one place, so what it reads is told apart by the places between operand and
    result, and by the bits cut off. Products of one multiplier are told apart by the bits that they
    drop, units by their stage as well as their number.
    """
    index = operation.operands[position]
    source = operations[index]
    shift = 0, 0
    if operation.operator.value.aligned:
        fraction = source.format.fraction
        cut = max(0, fraction - operation.sum_fraction)
        shift = fraction - operation.format.fraction, cut
    if source.operator is Operator.CONSTANT:
        return ("constant", source.constant, shift)
    steps = -(-(operation.start - source.ready) // interval)
    if steps > 1 or source.unit is None:
        return ("value", index, steps, shift)
    which = source.operator if source.operator.unit is UnitKind.TRIGONOMETRY else None
    wires = which, _dropped(operations, source), shift, source.stage
    return ("late" if steps else "output", source.operator.unit, source.unit, *wires)


def place_of(operation: Operation, position: int) -> int:
    """Return at which operand of its unit an operand is read: a negative is zero minus its own."""
    return 1 if operation.operator is Operator.NEGATE else position


def _dropped(operations: Sequence[Operation], operation: Operation) -> int:
    """Return how many low bits of its unit's exact result an operation leaves out."""
    declared = operation.operator.value
    if declared.span is None or declared.aligned:
        return 0
    fractions = sum(operations[o].format.fraction for o in operation.operands)
    return fractions + operation.constant_fraction - operation.format.fraction
