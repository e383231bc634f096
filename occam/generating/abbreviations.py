"""Abbreviations and retypings: where what they name lies."""

from __future__ import annotations

from occam.generating import addresses, assignment, loading
from occam.generating.frame import Slot
from occam.generating.generator import Generator, Home
from occam.generating.locations import is_memory, length, rank, strip
from occam.generating.operands import AddressOf, BytesOf, Number, Operand, Saved
from occam.language.types import ArrayType, ChannelType, Primitive, TimerType, open_dimensions
from occam.layout.sizes import WORD_BYTES, size_in_bytes, size_in_words
from occam.typed import Abbreviated, Expression, Variable


def abbreviate(g: Generator, symbol: Abbreviated) -> None:
    """Give an abbreviation or retyping its home."""
    e = symbol.expression
    if isinstance(symbol.type, TimerType):
        g.homes[symbol] = Home(Slot(g.frame, "reserved", 0, 0))
        return
    if symbol.value and not isinstance(symbol.type, ArrayType):
        g.homes[symbol] = Home(_value(g, symbol, e))
        return
    if not symbol.retypes:
        _compare_lengths(g, symbol, e)
    lengths = _lengths(g, symbol, e)
    g.homes[symbol] = _place(g, symbol, e, lengths)


def _value(g: Generator, symbol: Abbreviated, e: Expression) -> Slot:
    """Compute a value into words that stay."""
    slot = g.frame.allocate(size_in_words(symbol.type))
    if not symbol.retypes:
        assignment.evaluate(g, e, slot)
    elif isinstance(e.type, ArrayType) or symbol.type is not _as_word(symbol.type, e.type):
        with g.frame.scope():
            g.emit("ldc", 0)
            g.store_slot(slot)
            loading.load_operands(g, [AddressOf(e)])
            g.slot_address(slot)
            g.emit("ldc", size_in_bytes(symbol.type))
            g.emit("move")
        if symbol.type is Primitive.INT16:
            g.load_slot(slot)
            g.emit("ldc", 0x8000)
            g.emit("xword")
            g.store_slot(slot)
    else:
        assignment.evaluate(g, e, slot)
    return slot


def _as_word(target: object, source: object) -> object:
    """Return the target if its values are kept as those of the source are."""
    assert isinstance(target, Primitive)
    assert isinstance(source, Primitive)
    return target if target.bytes == source.bytes and target.bytes >= WORD_BYTES else None


def _place(g: Generator, symbol: Abbreviated, e: Expression, lengths: tuple[Slot, ...]) -> Home:
    """Return the other's own words if they are known before the program runs, else a pointer."""
    if is_memory(e):
        access = addresses.prepare(g, e)
        if isinstance(e, Variable) and access.slot is not None:
            return Home(access.slot, access.indirect, lengths)
        if access.direct and access.slot is not None and _whole_words(symbol, access.odd_bytes):
            frame, region = access.slot.frame, access.slot.region
            size = access.slot.words - access.first_word
            slot = Slot(frame, region, access.slot.index + access.first_word, size)
            return Home(slot, False, lengths)
        with g.frame.scope():
            addresses.push_address(g, access)
    else:
        loading.load_address(g, e)
    pointer = loading.save(g)
    return Home(pointer.slot, True, lengths)


def _whole_words(symbol: Abbreviated, odd_bytes: int) -> bool:
    """Tell whether a part of an array may be taken for a variable of its own."""
    small = isinstance(symbol.type, Primitive) and symbol.type.bytes < WORD_BYTES
    return odd_bytes == 0 and not small


def _compare_lengths(g: Generator, symbol: Abbreviated, e: Expression) -> None:
    if not g.range_checks or isinstance(symbol.type, ChannelType):
        return
    for dimension in range(rank(symbol.type)):
        wanted = strip(symbol.type, dimension)
        assert isinstance(wanted, ArrayType)
        there = length(e, dimension, g)
        if wanted.length is not None and not isinstance(there, Number):
            loading.load_operands(g, [there, Number(wanted.length)])
            g.emit("diff")
            g.emit("ldc", 1)
            g.emit("csub0")


def _lengths(g: Generator, symbol: Abbreviated, e: Expression) -> tuple[Slot, ...]:
    """Compute the lengths that the type leaves open into words that stay."""
    if symbol.retypes:
        return _retyped_length(g, symbol, e) if open_dimensions(symbol.type) else ()
    slots = []
    for dimension in range(open_dimensions(symbol.type)):
        operand: Operand = length(e, dimension, g)
        if isinstance(operand, Saved):
            slots.append(operand.slot)
            continue
        slot = g.frame.allocate(1)
        with g.frame.scope():
            loading.load_operands(g, [operand])
        g.store_slot(slot)
        slots.append(slot)
    return tuple(slots)


def _retyped_length(g: Generator, symbol: Abbreviated, e: Expression) -> tuple[Slot, ...]:
    """Divide the size in bytes by that of an element; an error if it does not go."""
    assert isinstance(symbol.type, ArrayType)
    slot = g.frame.allocate(1)
    size = size_in_bytes(symbol.type.element)
    with g.frame.scope():
        loading.load_operands(g, [BytesOf(e)])
        total = loading.save(g)
        if g.range_checks:
            loading.load_operands(g, [total, Number(size)])
            g.emit("rem")
            g.emit("ldc", 1)
            g.emit("csub0")
        loading.load_operands(g, [total, Number(size)])
        g.emit("div")
        g.store_slot(slot)
    return (slot,)
