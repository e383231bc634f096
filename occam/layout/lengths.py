"""Lengths of arrays: which are known before the program runs, where the others are to be had."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

from occam import typed
from occam.language.types import ArrayType, Type, open_dimensions
from occam.layout.sizes import size_in_bytes


@dataclass(frozen=True)
class StoredLength:
    """A length that lies beside a variable, by its number among those that the type leaves open."""

    symbol: typed.NamedSymbol
    number: int


Length: TypeAlias = int | StoredLength | typed.Expression
"""A number, where it is stored, or what computes it: the count of a slice."""


def length(e: typed.Expression, dimension: int) -> Length:
    """Return the length of an array in one dimension, 0 for the outermost."""
    inside = strip(e.type, dimension)
    if isinstance(inside, ArrayType) and inside.length is not None:
        return inside.length
    match e:
        case typed.Element(base=base):
            return length(base, dimension + 1)
        case typed.Slice(base=base) if dimension:
            return length(base, dimension)
        case typed.Slice(count=count):
            return count.value if isinstance(count, typed.Constant) else count
        case typed.Variable(symbol=symbol):
            return StoredLength(symbol, open_dimensions(e.type) - open_dimensions(inside))
        case typed.ConstantTable(data=data) if dimension == 0:
            return len(data) // size_in_bytes(strip(e.type, 1))
    raise TypeError(f"{type(e).__name__} has no length in dimension {dimension}")


def open_positions(type_: Type) -> tuple[int, ...]:
    """Return the dimensions whose lengths a type leaves open, 0 for the outermost."""
    wholes = [strip(type_, dimension) for dimension in range(rank(type_))]
    return tuple(
        dimension
        for dimension, whole in enumerate(wholes)
        if isinstance(whole, ArrayType) and whole.length is None
    )


def rank(type_: Type) -> int:
    """Return the number of dimensions."""
    return 1 + rank(type_.element) if isinstance(type_, ArrayType) else 0


def strip(type_: Type, dimensions: int) -> Type:
    """Return what is left of a type when so many outer dimensions are taken off."""
    for _ in range(dimensions):
        if not isinstance(type_, ArrayType):
            raise TypeError(f"{type_} is no array")
        type_ = type_.element
    return type_


def known_lengths(first: Type, second: Type) -> Type:
    """Return a type with every length that one of two types that fit has."""
    if not isinstance(first, ArrayType) or not isinstance(second, ArrayType):
        return first
    length_ = first.length if first.length is not None else second.length
    return ArrayType(length_, known_lengths(first.element, second.element))
