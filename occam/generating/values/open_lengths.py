"""Lengths that are only known when the program runs: computed, kept, compared.

Assignment, abbreviation, retyping and communication ask here; what is known before the program
runs is in `occam.layout`.
"""

from __future__ import annotations

from occam.generating.frame.workspace import Slot
from occam.generating.generator import Generator
from occam.generating.values.demands import ONE, operand_demand
from occam.generating.values.lengths import length, resolve
from occam.generating.values.loading import load_operands, save
from occam.generating.values.operands import (
    AddressOf,
    BytesOf,
    LengthOf,
    Number,
    Operand,
    Saved,
    WordOf,
)
from occam.language.types import ArrayType, Counted, ItemType, Type
from occam.layout.lengths import open_positions, rank, strip
from occam.layout.sizes import fixed_size, size_in_bytes
from occam.typed import Constant, Element, Expression, Variable


def compare(g: Generator, target: Expression, value: Expression) -> None:
    """Set the error flag if lengths of two arrays differ of which one is open."""
    if g.range_checks:
        for dimension in range(rank(target.type)):
            _check_equal(g, length(g, target, dimension), length(g, value, dimension))


def compare_with_type(g: Generator, e: Expression, type_: Type) -> None:
    """Set the error flag if open lengths of an array are not those that a type says."""
    if g.range_checks:
        for dimension in range(rank(type_)):
            wanted = strip(type_, dimension)
            if isinstance(wanted, ArrayType) and wanted.length is not None:
                _check_equal(g, length(g, e, dimension), Number(wanted.length))


def compare_with_item(g: Generator, e: Expression, item: ItemType) -> None:
    """Set the error flag if open lengths of what is sent or taken are not those of a protocol."""
    if isinstance(item, Counted):
        compare_with_type(g, e, item.array)
    elif isinstance(item, ArrayType):
        compare_with_type(g, e, item)


def check_count(g: Generator, count: Expression, array: Expression) -> None:
    """Set the error flag if a count is negative, or more than an array's length."""
    if not g.range_checks:
        return
    whole = length(g, array, 0)
    if not isinstance(whole, Number):
        load_operands(g, [WordOf(count), LengthOf(array)])
        g.emit("adc", 1)
    elif isinstance(count, Constant) and 0 <= count.value <= whole.value:
        return
    else:
        load_operands(g, [WordOf(count), Number(whole.value + 1)])
    g.emit("csub0")


def compare_size(g: Generator, e: Expression, type_: Type) -> None:
    """Set the error flag unless an array has as many bytes as a type, whose size is known."""
    if g.range_checks and fixed_size(e.type) is None:
        _check_equal(g, BytesOf(e), Number(size_in_bytes(type_)))


def compare_places(g: Generator, one: Expression, other: Expression) -> None:
    """Set the error flag if two elements or slices have anything in common."""
    if not g.range_checks:
        return
    with g.frame.scope():
        if _same_array(one, other):
            assert isinstance(one, Element)
            assert isinstance(other, Element)
            load_operands(g, [WordOf(one.index), WordOf(other.index)])
            g.emit("diff")
            g.emit("eqc", 0)
            _check_zero(g)
            return
        places: list[Operand] = [_saved(g, AddressOf(e)) for e in (one, other)]
        sizes = [resolve(g, BytesOf(e)) for e in (one, other)]
        _check_before(g, places, sizes)


def _same_array(one: Expression, other: Expression) -> bool:
    """Tell whether both are elements of an array that has a name."""
    return (
        isinstance(one, Element)
        and isinstance(other, Element)
        and isinstance(one.base, Variable)
        and isinstance(other.base, Variable)
        and one.base.symbol is other.base.symbol
    )


def check_apart(g: Generator, target: Operand, value: Operand, size: Operand) -> None:
    """Set the error flag if parts of one size that begin at two places overlap, as INMOS's does.

    ``value + size > target`` and ``target + size > value``: nothing at all never does.
    """
    _check_before(g, [value, target], [size, size])


def _check_before(g: Generator, places: list[Operand], sizes: list[Operand]) -> None:
    """Set the error flag if each of two places begins before the other ends."""
    simple = all(operand_demand(g, operand) == ONE for operand in (*places, *sizes))
    ready = places if simple else [_saved(g, place) for place in places]
    room = sizes if simple else [_saved(g, size) for size in sizes]
    for (one, other), size in zip((ready, ready[::-1]), room, strict=True):
        _load_sum(g, one, size)
        load_operands(g, [other])
        g.emit("gt")
    g.emit("and")
    _check_zero(g)


def _load_sum(g: Generator, one: Operand, other: Operand) -> None:
    """Push a sum, of which one part may be a constant."""
    if isinstance(one, WordOf) and isinstance(one.expression, Constant):
        load_operands(g, [other])
        g.emit("adc", one.expression.value)
    else:
        load_operands(g, [one, other])
        g.emit("bsub")


def _saved(g: Generator, operand: Operand) -> Operand:
    if isinstance(operand, Number | Saved):
        return operand
    load_operands(g, [operand])
    return save(g)


def kept_lengths(g: Generator, e: Expression, type_: Type) -> tuple[Slot, ...]:
    """Return words that stay, with the lengths of an array that a type leaves open."""
    return tuple(_kept(g, length(g, e, dimension)) for dimension in open_positions(type_))


def retyped_length(g: Generator, e: Expression, type_: ArrayType) -> Slot:
    """Return a word that stays, with how many elements of a type an array's bytes are.

    It is an error if they do not divide without rest.
    """
    slot = g.frame.allocate(1)
    size = Number(size_in_bytes(type_.element))
    with g.frame.scope():
        load_operands(g, [BytesOf(e)])
        total = save(g)
        if g.range_checks:
            load_operands(g, [total, size])
            g.emit("rem")
            _check_zero(g)
        load_operands(g, [total, size])
        g.emit("div")
        g.store_slot(slot)
    return slot


def _kept(g: Generator, operand: Operand) -> Slot:
    if isinstance(operand, Saved):
        return operand.slot
    slot = g.frame.allocate(1)
    with g.frame.scope():
        load_operands(g, [operand])
    g.store_slot(slot)
    return slot


def _check_equal(g: Generator, one: Operand, other: Operand) -> None:
    known = isinstance(one, Number) and isinstance(other, Number)
    if not known and one != other and not _same_variable(one, other):
        load_operands(g, [one, other])
        g.emit("diff")
        _check_zero(g)


def _same_variable(one: Operand, other: Operand) -> bool:
    """Tell whether two lengths are one variable, which nothing changes between them."""
    if not isinstance(one, WordOf) or not isinstance(other, WordOf):
        return False
    left, right = one.expression, other.expression
    if not isinstance(left, Variable) or not isinstance(right, Variable):
        return False
    return left.symbol is right.symbol


def _check_zero(g: Generator) -> None:
    """Set the error flag unless Areg is 0."""
    g.emit("ldc", 1)
    g.emit("csub0")
