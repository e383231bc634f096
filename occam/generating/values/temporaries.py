"""Unnamed variables: values that are kept in the workspace while something else is done."""

from __future__ import annotations

from common.place import Place
from occam import typed
from occam.generating.frame.homes import Home
from occam.generating.frame.workspace import Frame, Slot
from occam.generating.generator import Generator
from occam.generating.values.lengths import length
from occam.generating.values.loading import load_operands, save
from occam.generating.values.operands import Number, Saved
from occam.language.types import Primitive, Type
from occam.layout.lengths import rank
from occam.layout.sizes import size_in_words


def variable(
    g: Generator, place: Place, type_: Type, slot: Slot, *, indirect: bool = False
) -> typed.Variable:
    """Return a slot as a variable: the value itself, or its address."""
    return _at(g, place, type_, Home(slot, indirect))


def like(g: Generator, e: typed.Expression, slot: Slot) -> typed.Variable:
    """Return a slot as a variable of an expression's type."""
    return variable(g, e.place, e.type, slot)


def pointed(g: Generator, e: typed.Expression, pointer: Saved) -> typed.Variable:
    """Return a variable of an expression's type that lies where a pointer says."""
    lengths = []
    for dimension in range(rank(e.type)):
        one = length(g, e, dimension)
        if not isinstance(one, Number):
            load_operands(g, [one])
            lengths.append(save(g).slot)
    return _at(g, e.place, e.type, Home(pointer.slot, True, tuple(lengths)))


def is_temporary(e: typed.Expression) -> bool:
    """Tell whether an expression is an unnamed variable."""
    return isinstance(e, typed.Variable) and e.symbol.name == ""


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
    slot = g.frame.allocate(size_in_words(e.type))
    g.evaluate(e, slot)
    return like(g, e, slot)


def saved_address(g: Generator, e: typed.Expression) -> Saved:
    """Compute an address once, and keep it."""
    g.load_address(e)
    return save(g)


def bottom(g: Generator, frame: Frame, place: Place, type_: Type) -> typed.Variable:
    """Return the word that a frame's Wptr points to, as a variable."""
    return variable(g, place, type_, Slot(frame, "reserved", 0, 1))


def _at(g: Generator, place: Place, type_: Type, home: Home) -> typed.Variable:
    symbol = typed.Declared("", place, type_)
    g.homes[symbol] = home
    return typed.Variable(place, type_, symbol)
