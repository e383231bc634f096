"""Proof that an emulated design never leaves 64 bits, not even between an operation's roundings."""

from __future__ import annotations

from collections.abc import Iterator

from dataflow.design import Design
from dataflow.numbers.formats import Rounding, shift_rounded
from dataflow.operation import Operation
from dataflow.operators import Operator, Span

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
    """Yield the largest and smallest integers at each step of an operation, before its last shift.

    Of ports, constants, angles, sines and cosines there are none: their formats are given.
    """
    declared = operation.operator.value
    if declared.span is None:
        return
    spans = [design.knowledge[o].span for o in operation.operands]
    fractions = [design.operations[o].format.fraction for o in operation.operands]
    if operation.operator is Operator.SCALE:
        spans.append((operation.constant, operation.constant))
        fractions.append(operation.constant_fraction)
    fraction = sum(fractions)
    if declared.aligned:
        fraction = operation.sum_fraction
        spans = [_aligned(span, own - fraction) for span, own in zip(spans, fractions, strict=True)]
        yield from (end for span in spans for end in span)
        if len(spans) > 2:  # added one by one: no partial sum is beyond all of them together
            size = sum(max(abs(low), abs(high)) for low, high in spans)
            yield from (-size, size)
    exact = declared.span(spans)
    places = fraction - operation.format.fraction
    half = 1 << (places - 1) if places > 0 and operation.rounding is Rounding.HALF_UP else 0
    yield from (value + half for value in exact)
    yield from (value << max(0, -places) for value in exact)


def _aligned(span: Span, places: int) -> Span:
    low, high = (shift_rounded(end, places, Rounding.TRUNCATE) for end in span)
    return low, high
