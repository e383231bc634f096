"""Storing: values of all types into variables, elements, slices and temporaries."""

from __future__ import annotations

from occam.generating.frame.workspace import Slot
from occam.generating.generator import Generator
from occam.generating.values import addresses, fpu, integers, open_lengths, wide
from occam.generating.values.conversions import round_real, store_rounded
from occam.generating.values.demands import REGISTERS, address_demand
from occam.generating.values.loading import load_operands, save
from occam.generating.values.operands import AddressOf, BytesOf, LengthOf, Number, Operand, WordOf
from occam.generating.values.references import prepare
from occam.generating.values.temporaries import is_temporary, like, pointed
from occam.generating.values.two_words import Words
from occam.language.types import ArrayType, Primitive
from occam.layout.areas import spoils_itself
from occam.layout.places import is_aligned, is_plain, root
from occam.layout.sizes import WORD_BYTES, agreed_size, words_for
from occam.typed import Constant, Convert, Element, Expression, Slice, Table, Variable

_WORD_TARGETS = (Primitive.INT, Primitive.INT32)


def assign(g: Generator, target: Expression, value: Expression) -> None:
    """Store a value of any type; open lengths are compared at run time."""
    with g.frame.scope():
        if isinstance(target.type, ArrayType):
            _assign_array(g, target, value)
        elif g.is_wide(target.type):
            _assign_wide(g, target, value)
        elif g.on_fpu(target.type) and not _moves_as_word(value):
            _assign_real(g, target, value)
        elif _rounded(g, value) and target.type in _WORD_TARGETS:
            assert isinstance(value, Convert)
            round_real(g, value)
            g.load_address(target)
            store_rounded(g)
        else:
            store_operand(g, target, WordOf(value))


def store_operand(g: Generator, target: Expression, value: Operand) -> None:
    """Store an operand in a one-word element or variable (also BOOL, BYTE, INT16)."""
    if address_demand(g, target).words < REGISTERS:
        load_operands(g, [value])
        integers.store(g, target)
        return
    load_operands(g, [AddressOf(target)])
    pointer = save(g)
    load_operands(g, [value])
    integers.store(g, pointed(g, target, pointer))


def store_word(g: Generator, target: Expression) -> None:
    """Store Areg in a one-word element or variable (also BOOL, BYTE, INT16)."""
    with g.frame.scope():
        if address_demand(g, target).words < REGISTERS:
            integers.store(g, target)
        else:
            store_operand(g, target, save(g))


def evaluate(g: Generator, e: Expression, slot: Slot) -> None:
    """Compute a value of any type into the words of a slot."""
    if isinstance(e.type, ArrayType):
        _assign_array(g, like(g, e, slot), e)
        return
    with g.frame.scope():
        if g.is_wide(e.type):
            wide.evaluate(g, e, slot)
        elif g.on_fpu(e.type) and not _moves_as_word(e):
            g.load_real(e)
            g.slot_address(slot)
            _store_real(g, e)
        else:
            g.load(e)
            g.store_slot(slot)


def _moves_as_word(value: Expression) -> bool:
    """Tell whether a real is there already and has one word, so that no FPU need touch it."""
    return value.type is Primitive.REAL32 and is_plain(value)


def _rounded(g: Generator, value: Expression) -> bool:
    return isinstance(value, Convert) and g.on_fpu(value.operand.type)


def _assign_real(g: Generator, target: Expression, value: Expression) -> None:
    """Store a real by way of the FPU."""
    demand = address_demand(g, target)
    if demand.reals >= REGISTERS or demand.calls:
        load_operands(g, [AddressOf(target)])
        target = pointed(g, target, save(g))
    g.load_real(value)
    g.load_address(target)
    _store_real(g, value)


def _store_real(g: Generator, value: Expression) -> None:
    """Store FAreg at the address in Areg; what was only copied is not looked at for errors."""
    if is_plain(value):
        g.emit(f"fpstnl{fpu.suffix(value.type)}")
    else:
        fpu.store_at_address(g, value.type)


def _assign_wide(g: Generator, target: Expression, value: Expression) -> None:
    home = g.homes[target.symbol] if isinstance(target, Variable) else None
    if home is not None and not home.indirect:
        wide.evaluate(g, value, home.slot)
        return
    words = Words(g, value)
    if address_demand(g, target).words >= REGISTERS:
        load_operands(g, [AddressOf(target)])
        target = pointed(g, target, save(g))
    reference = prepare(g, target)
    for word in (0, 1):
        words.load(g, word)
        addresses.put_word(g, reference, word)


def _assign_array(g: Generator, target: Expression, value: Expression) -> None:
    if isinstance(value, Table) and is_temporary(root(target)):
        _fill_table(g, target, value)
        return
    open_lengths.compare(g, target, value)
    size = agreed_size(target.type, value.type)
    if spoils_itself(target, value):
        if g.range_checks:
            _move_apart(g, target, value, BytesOf(value) if size is None else Number(size))
            return
        if size is not None:
            copy = like(g, target, g.frame.allocate(words_for(size)))
            _move(g, value, copy, Number(size))
            value = copy
    if size == WORD_BYTES and is_aligned(target) and is_aligned(value):
        _copy_word(g, target, value)
    elif size != 0:
        _move(g, value, target, BytesOf(value) if size is None else Number(size))


def _fill_table(g: Generator, target: Expression, value: Table) -> None:
    for index, item in enumerate(value.items):
        where = Constant(value.place, Primitive.INT, index)
        with g.frame.scope():
            assign(g, Element(item.place, item.type, target, where, True), item)


def _copy_word(g: Generator, target: Expression, value: Expression) -> None:
    source, place = prepare(g, value), prepare(g, target)
    if address_demand(g, target).words >= REGISTERS:
        _move(g, value, target, Number(WORD_BYTES))
        return
    addresses.fetch_word(g, source)
    addresses.put_word(g, place)


def _move_apart(g: Generator, target: Expression, value: Expression, size: Operand) -> None:
    """Copy a part of an array to another part of it; it is an error if they overlap.

    Slices of one array are compared by where they start, other parts by their addresses.
    """
    if _are_slices(target, value):
        assert isinstance(target, Slice)
        assert isinstance(value, Slice)
        starts = WordOf(target.start), WordOf(value.start)
        open_lengths.check_apart(g, *starts, LengthOf(value))
        _move(g, value, target, size)
        return
    places: list[Operand] = []
    for e in (target, value):
        load_operands(g, [AddressOf(e)])
        places.append(save(g))
    to, source = places
    if not isinstance(size, Number):
        load_operands(g, [size])
        size = save(g)
    open_lengths.check_apart(g, to, source, size)
    load_operands(g, [source, to, size])
    g.emit("move")


def _are_slices(one: Expression, other: Expression) -> bool:
    """Tell whether both are slices of an array that has a name."""
    return (
        isinstance(one, Slice)
        and isinstance(other, Slice)
        and isinstance(one.base, Variable)
        and isinstance(other.base, Variable)
        and one.base.symbol is other.base.symbol
    )


def _move(g: Generator, source: Expression, target: Expression, size: Operand) -> None:
    load_operands(g, [AddressOf(source), AddressOf(target), size])
    g.emit("move")
