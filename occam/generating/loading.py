"""Several operands into the registers, and temporaries for what does not fit."""

from __future__ import annotations

from collections.abc import Sequence

from occam.generating import addresses, assignment, integers
from occam.generating.demands import REGISTERS, operand_demand
from occam.generating.frame import Slot
from occam.generating.generator import Generator
from occam.generating.locations import rank, resolve, scale, unit
from occam.generating.operands import AddressOf, BytesOf, Number, Operand, Saved, Value
from occam.language.types import ArrayType
from occam.layout.sizes import size_in_words
from occam.typed import Expression


def load_number(g: Generator, value: int) -> None:
    """Push a number."""
    if value in (-(2**31), 2**31):
        g.emit("mint")
    else:
        g.emit("ldc", value)


def save(g: Generator) -> Saved:
    """Store Areg in a temporary."""
    slot = g.frame.allocate(1)
    g.store_slot(slot)
    return Saved(slot)


def load_operands(g: Generator, operands: Sequence[Operand]) -> None:
    """Load up to three: the last into Areg, the one before into Breg, the first into Creg."""
    resolved = [resolve(g, operand) for operand in operands]
    if len(resolved) == 2:
        _load_two(g, resolved[0], resolved[1])
        return
    ready = [_fitting(g, operand, position) for position, operand in enumerate(resolved)]
    for operand in ready:
        _load(g, operand)


def _load_two(g: Generator, first: Operand, second: Operand) -> None:
    if operand_demand(g, second).words < REGISTERS:
        _load(g, first)
        _load(g, second)
    elif operand_demand(g, first).words < REGISTERS:
        _load(g, second)
        _load(g, first)
        g.emit("rev")
    else:
        _load(g, second)
        saved = save(g)
        _load(g, first)
        _load(g, saved)


def _fitting(g: Generator, operand: Operand, live: int) -> Operand:
    if operand_demand(g, operand).words + live <= REGISTERS or live == 0:
        return operand
    _load(g, operand)
    return save(g)


def _load(g: Generator, operand: Operand) -> None:
    match operand:
        case Number(value):
            load_number(g, value)
        case Saved(slot, word):
            g.load_slot(slot, word)
        case Value(expression):
            integers.load(g, expression)
        case AddressOf(expression):
            load_address(g, expression)
        case BytesOf(expression):
            _load_size(g, expression)
        case _:
            raise TypeError(operand)


def _load_size(g: Generator, e: Expression) -> None:
    """Push a size in bytes that is only known at run time."""
    factors = scale(g, e, -1, rank(e.type) - 1)
    known = unit(e.type)
    for factor in factors:
        known *= factor.value if isinstance(factor, Number) else 1
    unknown = [factor for factor in factors if not isinstance(factor, Number)]
    ready = [_fitting(g, factor, position) for position, factor in enumerate(unknown)]
    for position, factor in enumerate(ready):
        _load(g, factor)
        if position:
            g.emit("prod")
    if known != 1:
        addresses.multiply(g, Number(known))


def load_address(g: Generator, e: Expression) -> None:
    """Push the address of what an expression stands for, of a temporary if need be."""
    addresses.push_address(g, addresses.prepare(g, e))


def materialise(g: Generator, e: Expression) -> Slot:
    """Compute a value into a temporary."""
    slot = g.frame.allocate(size_in_words(e.type))
    if isinstance(e.type, ArrayType):
        assignment.fill(g, slot, e)
    else:
        assignment.evaluate(g, e, slot)
    return slot
