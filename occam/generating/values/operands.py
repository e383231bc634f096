"""What instructions take from the registers: values, addresses, sizes, lengths, plain numbers."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

from occam.generating.frame.workspace import Slot
from occam.typed import Expression


@dataclass(frozen=True)
class WordOf:
    """A one-word value (a REAL32 as its bits)."""

    expression: Expression


@dataclass(frozen=True)
class AddressOf:
    """The address of an element, slice, table, string, variable or channel word.

    Of any other expression: the address of a temporary that holds its value.
    """

    expression: Expression


@dataclass(frozen=True)
class BytesOf:
    """The size of a value in memory, in bytes, as far as need be found at run time."""

    expression: Expression


@dataclass(frozen=True)
class LengthOf:
    """The length of an array in one dimension, 0 for the outermost."""

    expression: Expression
    dimension: int = 0


@dataclass(frozen=True)
class Number:
    """A number known before the program runs."""

    value: int


@dataclass(frozen=True)
class Saved:
    """A word of a slot."""

    slot: Slot
    word: int = 0


Operand: TypeAlias = WordOf | AddressOf | BytesOf | LengthOf | Number | Saved
