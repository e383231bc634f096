"""How many bytes and words a value of a type takes."""

from __future__ import annotations

from occam.language.types import ArrayType, ChannelType, Primitive, Type

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
    return WORD_BYTES if isinstance(type_, ChannelType) else 0


def size_in_words(type_: Type) -> int:
    """Return the words a variable of its own takes."""
    return -(-size_in_bytes(type_) // WORD_BYTES)
