"""Several operands into the registers, and temporaries for what does not fit."""

from __future__ import annotations

from collections.abc import Sequence

from occam.generating.frame.workspace import Slot
from occam.generating.generator import Generator
from occam.generating.values.demands import COMMUTATIVE, REGISTERS, demand, operand_demand, pair
from occam.generating.values.lengths import resolve, scale
from occam.generating.values.operands import (
    AddressOf,
    BytesOf,
    Number,
    Operand,
    Saved,
    WordOf,
)
from occam.layout.lengths import rank
from occam.layout.sizes import WORD_BYTES, size_in_words, unit_size
from occam.typed import Binary, Constant, Expression


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
    """Load up to three: the last into Areg, the one before into Breg, the first into Creg.

    Those that take too many registers for that are computed before, into temporaries.
    """
    resolved = [resolve(g, operand) for operand in operands]
    if len(resolved) == 2:
        _load_two(g, resolved[0], resolved[1])
        return
    ready = [_fitting(g, operand, position) for position, operand in enumerate(resolved)]
    for operand in ready:
        _load(g, operand)


def load_pair(g: Generator, e: Binary) -> None:
    """Load both sides, left into Breg; of commutative operators they may be exchanged."""
    left, right = e.left, e.right
    if e.operator in COMMUTATIVE:
        ahead, behind = demand(g, left), demand(g, right)
        straight = max(ahead.words, behind.words + 1)
        if isinstance(left, Constant) or pair(e.operator, ahead, behind).words < straight:
            left, right = right, left
    load_operands(g, [WordOf(left), WordOf(right)])


def multiply(g: Generator, factor: Operand) -> None:
    """Multiply Areg by a length or size; by 4 it is `bcnt`."""
    if factor == Number(WORD_BYTES):
        g.emit("bcnt")
        return
    load_operands(g, [factor])
    g.emit("prod")


def materialise(g: Generator, e: Expression) -> Slot:
    """Compute a value into a temporary."""
    slot = g.frame.allocate(size_in_words(e.type))
    g.evaluate(e, slot)
    return slot


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
        case WordOf(expression):
            g.load(expression)
        case AddressOf(expression):
            g.load_address(expression)
        case BytesOf(expression):
            _load_size(g, expression)
        case _:
            raise TypeError(operand)


def _load_size(g: Generator, e: Expression) -> None:
    """Push a size in bytes that is only known at run time."""
    factors = scale(g, e, -1, rank(e.type) - 1)
    known = unit_size(e.type)
    for factor in factors:
        known *= factor.value if isinstance(factor, Number) else 1
    unknown = [factor for factor in factors if not isinstance(factor, Number)]
    ready = [_fitting(g, factor, position) for position, factor in enumerate(unknown)]
    for position, factor in enumerate(ready):
        _load(g, factor)
        if position:
            g.emit("prod")
    if known != 1:
        multiply(g, Number(known))
