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
    what, *wires = wires_of(operations, operation, position)
    if source.operator is Operator.CONSTANT:
        return (what, source.constant, *wires)
    steps = -(-(operation.start - source.ready) // interval)
    if steps > 1 or source.unit is None:
        return ("value", index, steps, _alignment(operations, operation, position))
    return ("late" if steps else "output", what, source.unit, *wires)


def wires_of(operations: Sequence[Operation], operation: Operation, position: int) -> Source:
    """Return what an operand is read from, whichever unit gives it in whichever cycle.

    It is a kind of unit, and by what its results and their readings are told apart; else the value.
    """
    index = operation.operands[position]
    source, alignment = operations[index], _alignment(operations, operation, position)
    if source.operator is Operator.CONSTANT:
        return ("constant", alignment)
    if source.unit is None:
        return ("value", index, alignment)
    which = source.operator if source.operator.unit is UnitKind.TRIGONOMETRY else None
    dropped = _dropped(operations, source)
    return (source.operator.unit, which, dropped, alignment, source.stage)


def _alignment(
    operations: Sequence[Operation], operation: Operation, position: int
) -> tuple[int, int]:
    """Return the places between a sum's operand and its result, and the bits cut off."""
    if not operation.operator.value.aligned:
        return 0, 0
    fraction = operations[operation.operands[position]].format.fraction
    return fraction - operation.format.fraction, max(0, fraction - operation.sum_fraction)


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
