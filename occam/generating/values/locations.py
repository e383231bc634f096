"""Where elements and slices lie: a root, steps only known at run time, an offset."""

from __future__ import annotations

from dataclasses import dataclass

from occam.generating.generator import Generator
from occam.generating.values.lengths import length
from occam.generating.values.operands import Number, Operand
from occam.language.types import open_dimensions
from occam.layout.lengths import strip
from occam.layout.sizes import size_in_bytes
from occam.typed import Constant, Element, Expression, Slice


@dataclass(frozen=True)
class ArrayStep:
    """A step into an array.

    Attributes
    ----------
    index
        How many elements of its dimension it goes on.
    depth
        That dimension of the root, 0 for the outermost.
    limit
        What the index must lie below; None: it need not be checked.
    count
        Of a slice: the index and this must not exceed the limit together.
    """

    index: Expression
    depth: int
    limit: Operand | None
    count: Operand | None = None


@dataclass(frozen=True)
class Location:
    """``root`` with all steps on the way, and ``offset`` bytes behind them."""

    root: Expression
    steps: tuple[ArrayStep, ...]
    offset: int
    depth: int


def locate(g: Generator, e: Expression) -> Location:
    """Take an element or slice apart."""
    if isinstance(e, Element):
        checked = g.range_checks and not e.in_range
        limit = length(g, e.base, 0) if checked else None
        return _step(locate(g, e.base), e.index, limit, None, 1)
    if isinstance(e, Slice):
        checked = g.range_checks and not e.in_range
        limit = length(g, e.base, 0) if checked else None
        count = length(g, e, 0) if checked else None
        return _step(locate(g, e.base), e.start, limit, count, 0)
    return Location(e, (), 0, 0)


def _step(
    base: Location, index: Expression, limit: Operand | None, count: Operand | None, deeper: int
) -> Location:
    inside = strip(base.root.type, base.depth + 1)
    depth = base.depth + deeper
    known = isinstance(limit, Number) and isinstance(count, Number | None)
    unchecked = isinstance(index, Constant) and (
        limit is None or (known and _fits(index.value, limit, count))
    )
    if isinstance(index, Constant) and unchecked and not open_dimensions(inside):
        offset = base.offset + index.value * size_in_bytes(inside)
        return Location(base.root, base.steps, offset, depth)
    step = ArrayStep(index, base.depth, limit, count)
    return Location(base.root, (*base.steps, step), base.offset, depth)


def _fits(index: int, limit: Operand, count: Operand | None) -> bool:
    size = count.value if isinstance(count, Number) else 1
    return isinstance(limit, Number) and index >= 0 and size >= 0 and index + size <= limit.value
