"""Abbreviations and retypings: where what they name lies."""

from __future__ import annotations

from occam.generating.frame.homes import Home
from occam.generating.frame.workspace import NOWHERE, Slot
from occam.generating.generator import Generator
from occam.generating.values import addresses, open_lengths
from occam.generating.values.loading import load_operands, save
from occam.generating.values.narrow import sign_extend
from occam.generating.values.operands import AddressOf
from occam.generating.values.references import Reference, prepare
from occam.language.types import (
    ArrayType,
    Primitive,
    TimerType,
    Type,
    base_of,
    is_data,
    open_dimensions,
)
from occam.layout.places import is_memory
from occam.layout.sizes import WORD_BYTES, lie_alike, size_in_bytes, size_in_words
from occam.typed import Abbreviated, Expression, Variable


def abbreviate(g: Generator, symbol: Abbreviated) -> None:
    """Give an abbreviation or retyping its home: a value, a pointer, or the other's own home."""
    e = symbol.expression
    for other in symbol.apart:
        open_lengths.compare_places(g, e, other.expression)
    if isinstance(base_of(symbol.type), TimerType):
        g.homes[symbol] = Home(NOWHERE, False, open_lengths.kept_lengths(g, e, symbol.type))
        return
    if symbol.value and not isinstance(symbol.type, ArrayType):
        g.homes[symbol] = Home(_value(g, symbol, e))
        return
    if not symbol.retypes:
        open_lengths.compare_with_type(g, e, symbol.type)
    lengths = _lengths(g, symbol, e)
    g.homes[symbol] = _place(g, symbol.type, e, lengths)


def _lengths(g: Generator, symbol: Abbreviated, e: Expression) -> tuple[Slot, ...]:
    """Compute the lengths that the type leaves open into words that stay."""
    if not symbol.retypes or not is_data(symbol.type):
        return open_lengths.kept_lengths(g, e, symbol.type)
    if not open_dimensions(symbol.type):
        open_lengths.compare_size(g, e, symbol.type)
        return ()
    assert isinstance(symbol.type, ArrayType)
    return (open_lengths.retyped_length(g, e, symbol.type),)


def _value(g: Generator, symbol: Abbreviated, e: Expression) -> Slot:
    """Compute a value into words that stay."""
    slot = g.frame.allocate(size_in_words(symbol.type))
    if not symbol.retypes or lie_alike(symbol.type, e.type):
        g.evaluate(e, slot)
        return slot
    with g.frame.scope():
        g.emit("ldc", 0)
        g.store_slot(slot)
        load_operands(g, [AddressOf(e)])
        g.slot_address(slot)
        g.emit("ldc", size_in_bytes(symbol.type))
        g.emit("move")
    if symbol.type is Primitive.INT16:
        g.load_slot(slot)
        sign_extend(g, symbol.type)
        g.store_slot(slot)
    return slot


def _place(g: Generator, type_: Type, e: Expression, lengths: tuple[Slot, ...]) -> Home:
    """Return the other's own words if they are known before the program runs, else a pointer."""
    if is_memory(e):
        reference = prepare(g, e)
        if isinstance(e, Variable) and reference.slot is not None:
            return Home(reference.slot, reference.indirect, lengths)
        if reference.direct and reference.slot is not None and _whole_words(type_, reference):
            whole, first = reference.slot, reference.first_word
            part = Slot(whole.frame, whole.region, whole.index + first, whole.words - first)
            return Home(part, False, lengths)
        with g.frame.scope():
            addresses.push_address(g, reference)
    else:
        g.load_address(e)
    return Home(save(g).slot, True, lengths)


def _whole_words(type_: Type, reference: Reference) -> bool:
    """Tell whether a part of an array may be taken for a variable of its own."""
    small = isinstance(type_, Primitive) and type_.bytes < WORD_BYTES
    return reference.odd_bytes == 0 and not small
