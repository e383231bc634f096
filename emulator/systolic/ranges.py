"""Proof that an emulated design never leaves 64 bits, not even between an operation's roundings."""

from __future__ import annotations

from collections.abc import Iterator

from dataflow.design import Design
from dataflow.numbers.formats import Rounding, shift_rounded
from dataflow.operation import Operation, Operator

_LIMIT = 1 << 63


def check_ranges(design: Design) -> None:
    """Follow every operation's intermediate integers from its operands' `Knowledge`.

    Raises
    ------
    ValueError
        Names an operation whose exact result may pass 64 bits.
    """
    for operation in design.operations:
        for extreme in _extremes(design, operation):
            if not -_LIMIT <= extreme < _LIMIT:
                bits = extreme.bit_length() + 1
                raise ValueError(f"{operation.name}: {bits} bits are more than the emulator's 64")


def _extremes(design: Design, operation: Operation) -> Iterator[int]:
    """The largest and smallest integers at each step of an operation, before its last shift."""
    if operation.operator in (Operator.PORT, Operator.CONSTANT, Operator.SINE, Operator.COSINE):
        return
    spans = [(design.knowledge[o].lowest, design.knowledge[o].highest) for o in operation.operands]
    fractions = [design.operations[o].format.fraction for o in operation.operands]
    if operation.operator in (Operator.MULTIPLY, Operator.SCALE):
        if operation.operator is Operator.SCALE:
            spans.append((operation.constant, operation.constant))
            fractions.append(operation.constant_fraction)
        exact = [a * b for a in spans[0] for b in spans[1]]
        fraction = sum(fractions)
    else:
        fraction = operation.sum_fraction
        aligned = [
            [shift_rounded(end, own - fraction, Rounding.TRUNCATE) for end in span]
            for span, own in zip(spans, fractions, strict=True)
        ]
        yield from (end for span in aligned for end in span)
        exact = _total(operation.operator, aligned)
    places = fraction - operation.format.fraction
    half = 1 << (places - 1) if places > 0 and operation.rounding is Rounding.HALF_UP else 0
    yield from (value + half for value in exact)
    yield from (value << max(0, -places) for value in exact)


def _total(operator: Operator, aligned: list[list[int]]) -> list[int]:
    """What a sum, difference or negative of operands between given ends may be at most."""
    if operator is Operator.NEGATE:
        return [-end for end in aligned[0]]
    sign = 1 if operator is Operator.ADD else -1
    return [a + sign * b for a in aligned[0] for b in aligned[1]]
