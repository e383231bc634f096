"""Unnamed variables: values that are kept in the workspace while something else is done."""

from __future__ import annotations

from common.place import Place
from occam import typed
from occam.generating import values
from occam.generating.frame import Frame, Slot
from occam.generating.generator import Generator, Home
from occam.language.types import Primitive, Type
from occam.layout.sizes import size_in_words

CALLS = 4
"""What `values.needs` gives where a routine is called."""


def by_value(type_: Type) -> bool:
    """Tell whether a VAL parameter of a type is passed as one word."""
    return isinstance(type_, Primitive) and type_.bytes <= 4


def variable(
    g: Generator, place: Place, type_: Type, slot: Slot, *, indirect: bool = False
) -> typed.Variable:
    """Return a slot as a variable: the value itself, or its address."""
    symbol = typed.Declared("", place, type_)
    g.homes[symbol] = Home(slot, indirect)
    return typed.Variable(place, type_, symbol)


def new(g: Generator, place: Place, type_: Type) -> typed.Variable:
    """Allocate a variable in the frame at hand; small ones are cleared."""
    result = variable(g, place, type_, g.frame.allocate(size_in_words(type_)))
    clear(g, result.symbol)
    return result


def clear(g: Generator, symbol: typed.Symbol) -> None:
    """Clear the word of a BOOL or BYTE, as what stores one through a pointer writes one byte."""
    if symbol.type in (Primitive.BOOL, Primitive.BYTE):
        g.emit("ldc", 0)
        g.store_slot(g.homes[symbol].slot)


def kept(g: Generator, e: typed.Expression) -> typed.Expression:
    """Return a value so that it can be loaded again and again without computing it anew."""
    if isinstance(e, typed.Constant):
        return e
    if isinstance(e, typed.Variable) and not g.homes[e.symbol].indirect:
        return e
    return computed(g, e)


def computed(g: Generator, e: typed.Expression) -> typed.Variable:
    """Evaluate a value that is no array into a variable of its own."""
    slot = g.frame.allocate(size_in_words(e.type))
    values.evaluate(g, e, slot)
    return variable(g, e.place, e.type, slot)


def saved_address(g: Generator, e: typed.Expression) -> values.Saved:
    """Compute an address once, and keep it."""
    values.load_address(g, e)
    return saved(g)


def saved(g: Generator) -> values.Saved:
    """Keep the word in Areg."""
    slot = g.frame.allocate(1)
    g.store_slot(slot)
    return values.Saved(slot)


def bottom(g: Generator, frame: Frame, place: Place, type_: Type) -> typed.Variable:
    """Return the word that a frame's Wptr points to, as a variable."""
    return variable(g, place, type_, Slot(frame, "reserved", 0, 1))
