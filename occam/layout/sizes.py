"""How many bytes and words a value of a type takes."""

from __future__ import annotations

from occam.language.types import (
    ArrayType,
    ChannelType,
    PortType,
    Primitive,
    Type,
    base_of,
    open_dimensions,
)

WORD_BYTES = 4


def size_in_bytes(type_: Type) -> int:
    """Return the bytes of a value inside an array; a channel is one word, a timer nothing.

    Raises ValueError where a length is known at run time only.
    """
    if isinstance(type_, Primitive):
        return type_.bytes
    if isinstance(type_, ArrayType):
        if type_.length is None:
            raise ValueError(f"{type_} has no fixed size")
        return type_.length * size_in_bytes(type_.element)
    if isinstance(type_, PortType):
        return size_in_bytes(type_.data)
    return WORD_BYTES if isinstance(type_, ChannelType) else 0


def fixed_size(type_: Type) -> int | None:
    """Return the bytes of a value; None where a length is known at run time only."""
    return None if open_dimensions(type_) else size_in_bytes(type_)


def size_in_words(type_: Type) -> int:
    """Return the words a variable of its own takes."""
    return words_for(size_in_bytes(type_))


def words_for(size: int) -> int:
    """Return the words that so many bytes take."""
    return -(-size // WORD_BYTES)


def unit_size(type_: Type) -> int:
    """Return the bytes of what an array is made of in the end."""
    return size_in_bytes(base_of(type_))


def fits_word(type_: Type) -> bool:
    """Tell whether a value has no more than one word, and so goes by a register as itself."""
    return isinstance(type_, Primitive) and type_.bytes <= WORD_BYTES


def agreed_size(*types: Type) -> int | None:
    """Return the bytes of values whose lengths agree, as the first type that tells them says."""
    return next((size for size in map(fixed_size, types) if size is not None), None)


def lie_alike(one: Type, other: Type) -> bool:
    """Tell whether variables of two types have the same words: both one value, and as long."""
    if not isinstance(one, Primitive) or not isinstance(other, Primitive):
        return False
    return one.bytes == other.bytes >= WORD_BYTES
