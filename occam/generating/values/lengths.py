"""Lengths and sizes as operands: numbers where they are known, else where they are to be had."""

from __future__ import annotations

from occam.generating.generator import Generator
from occam.generating.values.operands import BytesOf, LengthOf, Number, Operand, Saved, WordOf
from occam.layout import lengths
from occam.layout.lengths import StoredLength
from occam.layout.sizes import fixed_size
from occam.typed import Expression


def length(g: Generator, e: Expression, dimension: int) -> Operand:
    """Return where the length of an array in one dimension is to be had."""
    found = lengths.length(e, dimension)
    if isinstance(found, int):
        return Number(found)
    if isinstance(found, StoredLength):
        return Saved(g.homes[found.symbol].lengths[found.number])
    return WordOf(found)


def resolve(g: Generator, operand: Operand) -> Operand:
    """Return a simpler operand for a length or size, where there is one."""
    if isinstance(operand, LengthOf):
        return length(g, operand.expression, operand.dimension)
    if isinstance(operand, BytesOf):
        size = fixed_size(operand.expression.type)
        return operand if size is None else Number(size)
    return operand


def scale(g: Generator, root: Expression, outer: int, inner: int) -> list[Operand]:
    """Return the factors from one dimension of a root to a deeper one, the known ones as one."""
    known, unknown = 1, []
    for dimension in range(outer + 1, inner + 1):
        factor = length(g, root, dimension)
        if isinstance(factor, Number):
            known *= factor.value
        else:
            unknown.append(factor)
    return [*unknown, *([Number(known)] if known != 1 else [])]
