"""Values in Areg that have fewer bits than a word: what they must be, what is left of them."""

from __future__ import annotations

from occam.generating.generator import Generator
from occam.generating.values.loading import load_number
from occam.language.types import Primitive


def sign_extend(g: Generator, type_: Primitive) -> None:
    """Make a signed word of the low bits of an INT16 whose others are 0."""
    if type_ is Primitive.INT16:
        load_number(g, 0x8000)
        g.emit("xword")


def check(g: Generator, type_: Primitive) -> None:
    """Set the error flag if Areg is no value of a type."""
    if type_ is Primitive.INT16:
        load_number(g, 0x8000)
        g.emit("cword")
    elif type_ is Primitive.BYTE:
        load_number(g, 0x100)
        g.emit("csub0")
    elif type_ is Primitive.BOOL:
        load_number(g, 2)
        g.emit("csub0")


def wrap(g: Generator, type_: Primitive) -> None:
    """Keep the bits of Areg that a type has."""
    if type_ in (Primitive.INT16, Primitive.BYTE):
        load_number(g, 0xFFFF if type_ is Primitive.INT16 else 0xFF)
        g.emit("and")
        sign_extend(g, type_)
