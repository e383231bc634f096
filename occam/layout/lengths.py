"""Lengths of arrays: which are known before the program runs, where the others are to be had."""

from __future__ import annotations

from occam.language.types import ArrayType, Type


def known_lengths(first: Type, second: Type) -> Type:
    """Return a type with every length that one of two types that fit has."""
    if not isinstance(first, ArrayType) or not isinstance(second, ArrayType):
        return first
    length = first.length if first.length is not None else second.length
    return ArrayType(length, known_lengths(first.element, second.element))
