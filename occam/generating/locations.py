"""Where elements and slices lie: a root, subscripts only known at run time, an offset."""

from __future__ import annotations

from dataclasses import dataclass

from occam.generating.generator import Generator
from occam.generating.operands import BytesOf, LengthOf, Number, Operand, Saved, Value
from occam.language.types import ArrayType, Primitive, Type, base_of, open_dimensions
from occam.layout.sizes import WORD_BYTES, size_in_bytes
from occam.typed import Constant, ConstantTable, Element, Expression, Slice, Variable


@dataclass(frozen=True)
class Subscript:
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
    """``root`` with all subscripts on the way, and ``offset`` bytes behind them."""

    root: Expression
    subscripts: tuple[Subscript, ...]
    offset: int
    depth: int


def is_memory(e: Expression) -> bool:
    """Tell whether an expression stands for a place in memory."""
    if isinstance(e, Element | Slice):
        return is_memory(e.base)
    return isinstance(e, Variable | ConstantTable)


def has_address(e: Expression) -> bool:
    """Tell whether an expression is a place in memory, or part of a value that will have one."""
    return isinstance(e, Element | Slice) or is_memory(e)


def is_plain(e: Expression) -> bool:
    """Tell whether a value is there already: nothing is computed but its address."""
    return isinstance(e, Constant) or is_memory(e)


def unit(type_: Type) -> int:
    """Return the bytes of what an array is made of in the end."""
    return size_in_bytes(base_of(type_))


def locate(g: Generator, e: Expression) -> Location:
    """Take an element or slice apart."""
    if isinstance(e, Element):
        checked = g.range_checks and not e.in_range
        limit = length(e.base, 0, g) if checked else None
        return _step(locate(g, e.base), e.index, limit, None, 1)
    if isinstance(e, Slice):
        checked = g.range_checks and not e.in_range
        limit = length(e.base, 0, g) if checked else None
        count = length(e, 0, g) if checked else None
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
        return Location(base.root, base.subscripts, offset, depth)
    subscript = Subscript(index, base.depth, limit, count)
    return Location(base.root, (*base.subscripts, subscript), base.offset, depth)


def _fits(index: int, limit: Operand, count: Operand | None) -> bool:
    size = count.value if isinstance(count, Number) else 1
    return isinstance(limit, Number) and index >= 0 and size >= 0 and index + size <= limit.value


def strip(type_: Type, dimensions: int) -> Type:
    """Return what is left of a type when so many outer dimensions are taken off."""
    for _ in range(dimensions):
        if not isinstance(type_, ArrayType):
            raise TypeError(f"{type_} is no array")
        type_ = type_.element
    return type_


def length(e: Expression, dimension: int, g: Generator) -> Operand:
    """Return where the length of an array in one dimension is to be had."""
    stripped = strip(e.type, dimension)
    if isinstance(stripped, ArrayType) and stripped.length is not None:
        return Number(stripped.length)
    if isinstance(e, Element):
        return length(e.base, dimension + 1, g)
    if isinstance(e, Slice):
        if dimension:
            return length(e.base, dimension, g)
        return Number(e.count.value) if isinstance(e.count, Constant) else Value(e.count)
    if isinstance(e, Variable):
        before = open_dimensions(e.type) - open_dimensions(stripped)
        return Saved(g.homes[e.symbol].lengths[before])
    if isinstance(e, ConstantTable) and dimension == 0:
        return Number(len(e.data) // size_in_bytes(strip(e.type, 1)))
    raise TypeError(f"{type(e).__name__} has no length in dimension {dimension}")


def resolve(g: Generator, operand: Operand) -> Operand:
    """Return a simpler operand for a length or size, where there is one."""
    if isinstance(operand, LengthOf):
        return length(operand.expression, operand.dimension, g)
    if isinstance(operand, BytesOf) and not open_dimensions(operand.expression.type):
        type_ = operand.expression.type
        return Number(size_in_bytes(type_))
    return operand


def scale(g: Generator, root: Expression, outer: int, inner: int) -> list[Operand]:
    """Return the factors from one dimension of a root to a deeper one, the known ones as one."""
    known, unknown = 1, []
    for dimension in range(outer + 1, inner + 1):
        factor = length(root, dimension, g)
        if isinstance(factor, Number):
            known *= factor.value
        else:
            unknown.append(factor)
    return [*unknown, *([Number(known)] if known != 1 else [])]


def rank(type_: Type) -> int:
    """Return the number of dimensions."""
    return 1 + rank(type_.element) if isinstance(type_, ArrayType) else 0


def _words(type_: Type) -> int:
    """Return the words a value that is no array takes on its own."""
    return -(-size_in_bytes(type_) // WORD_BYTES)


def is_wide(g: Generator, type_: Type) -> bool:
    """Tell whether a value has two words and no instructions for itself."""
    return type_ is Primitive.INT64 or (type_ is Primitive.REAL64 and not g.has_fpu)


def on_fpu(g: Generator, type_: Type) -> bool:
    """Tell whether values of a type are computed by the FPU."""
    return g.has_fpu and type_ in (Primitive.REAL32, Primitive.REAL64)
