"""How many registers an expression takes, after Sethi and Ullman: what is computed first.

The counts are bounds that the code keeps to: if less is free, a value is computed beforehand and
kept in a temporary.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from occam.generating.generator import Generator
from occam.generating.values.lengths import length, resolve, scale
from occam.generating.values.locations import Location, locate
from occam.generating.values.operands import AddressOf, BytesOf, Number, Operand, Saved, WordOf
from occam.generating.values.relations import SWAPPED
from occam.language.types import Primitive, base_of
from occam.layout.lengths import rank
from occam.layout.places import is_memory
from occam.typed import (
    Binary,
    Builtin,
    Constant,
    Convert,
    Expression,
    SizeOf,
    Unary,
    Variable,
)

REGISTERS = 3
COMMUTATIVE = frozenset(("+", "*", "PLUS", "TIMES", "/\\", "\\/", "><", "=", "<>"))
INLINE_BUILTINS = frozenset(
    prefix + name for name in ("ABS", "SQRT", "MULBY2", "DIVBY2", "FPINT") for prefix in ("", "D")
)
"""What the FPU does by instructions of its own."""


@dataclass(frozen=True)
class Demand:
    """Registers of the processor (1 to 3) and of the FPU (0 to 3); more: a call takes them all."""

    words: int
    reals: int = 0

    @property
    def calls(self) -> bool:
        """Whether nothing can be kept in any register."""
        return self.words > REGISTERS


_CALL = Demand(REGISTERS + 1, REGISTERS + 1)
ONE = Demand(1)


def demand(g: Generator, e: Expression) -> Demand:
    """Return the demand of loading a value: a word, or a real on the FPU's stack."""
    if g.is_wide(e.type):
        return _CALL
    if isinstance(e, Constant):
        return Demand(1, 1) if g.on_fpu(e.type) else ONE
    if is_memory(e):
        return _fetched(g, e)
    if g.on_fpu(e.type):
        return _real(g, e)
    if base_of(e.type) in (Primitive.REAL32, Primitive.REAL64):
        return _CALL
    return _word(g, e)


def _fetched(g: Generator, e: Expression) -> Demand:
    address = address_demand(g, e)
    if g.on_fpu(e.type):
        return Demand(address.words, max(1, address.reals))
    if e.type is Primitive.INT16 and not isinstance(e, Variable):
        return Demand(max(REGISTERS, address.words), address.reals)
    if e.type is Primitive.INT16:
        return Demand(REGISTERS)
    return address


def _word(g: Generator, e: Expression) -> Demand:
    if isinstance(e, Unary):
        inner = demand(g, e.operand)
        if e.operator in ("-", "MINUS") and not inner.calls:
            return Demand(min(REGISTERS, inner.words + 1), inner.reals)
        return _at_least(2, inner)
    if isinstance(e, Binary):
        if g.is_wide(e.left.type) or (e.left.type is Primitive.REAL32 and not g.has_fpu):
            return _CALL
        left, right = demand(g, e.left), demand(g, e.right)
        if g.on_fpu(e.left.type):
            return Demand(max(left.words, right.words), _real_pair(left, right))
        if e.operator in ("AND", "OR"):
            return _all_of((left, right))
        simple = e.type in (Primitive.INT, Primitive.INT32, Primitive.BOOL)
        if e.operator in ("<<", ">>") and not isinstance(e.right, Constant):
            simple = False
        return _at_least(2 if simple else REGISTERS, pair(e.operator, left, right))
    if isinstance(e, Convert):
        return _converted(g, e)
    if isinstance(e, SizeOf):
        return operand_demand(g, length(g, e.operand, 0))
    return _CALL


def _converted(g: Generator, e: Convert) -> Demand:
    source = e.operand.type
    if g.is_wide(source) or (source is Primitive.REAL32 and not g.has_fpu):
        return _CALL
    return _at_least(2, demand(g, e.operand))


def _real(g: Generator, e: Expression) -> Demand:
    match e:
        case Unary():
            inner = demand(g, e.operand)
            return (
                Demand(inner.words, min(REGISTERS, inner.reals + 1)) if not inner.calls else _CALL
            )
        case Binary(operator="\\"):
            inner = _all_of((demand(g, e.left), demand(g, e.right)))
            return _CALL if inner.calls else Demand(REGISTERS, REGISTERS)
        case Binary():
            left, right = demand(g, e.left), demand(g, e.right)
            return Demand(max(left.words, right.words, 1), _real_pair(left, right))
        case Convert():
            inner = demand(g, e.operand)
            return Demand(max(inner.words, 2), max(1, inner.reals))
        case Builtin() if e.name in INLINE_BUILTINS:
            return demand(g, e.arguments[0])
        case _:
            return _CALL


def _real_pair(left: Demand, right: Demand) -> int:
    """Return what two reals take of the FPU's stack."""
    if left.calls or right.calls:
        return REGISTERS + 1
    if right.reals < REGISTERS:
        return max(left.reals, right.reals + 1)
    return REGISTERS


def pair(operator: str, left: Demand, right: Demand) -> Demand:
    """Return the demand of two words that an operator takes."""
    reals = max(left.reals, right.reals)
    if left.calls or right.calls:
        return _CALL
    if operator in SWAPPED:
        left, right = right, left
    orders = [max(left.words, right.words + 1)] if right.words < REGISTERS else []
    if operator in COMMUTATIVE or not orders:
        orders += [max(right.words, left.words + 1)] if left.words < REGISTERS else []
    return Demand(min([*orders, REGISTERS]), reals)


def _at_least(words: int, inner: Demand) -> Demand:
    """Return a demand with no fewer registers than given."""
    return Demand(max(words, inner.words), inner.reals)


def _all_of(demands: Iterable[Demand]) -> Demand:
    """Return the greatest demands of things that are computed one after the other."""
    every = list(demands)
    return Demand(max(one.words for one in every), max(one.reals for one in every))


def operand_demand(g: Generator, operand: Operand) -> Demand:
    """Return the demand of loading an operand."""
    match resolve(g, operand):
        case Number() | Saved():
            return ONE
        case WordOf(expression):
            return _word_demand(g, expression)
        case AddressOf(expression):
            return address_demand(g, expression)
        case BytesOf(expression):
            factors = scale(g, expression, -1, rank(expression.type) - 1)
            inner = _all_of([operand_demand(g, factor) for factor in factors] or [ONE])
            return inner if inner.calls else _at_least(REGISTERS, inner)
        case _:
            raise TypeError(operand)


def _word_demand(g: Generator, e: Expression) -> Demand:
    """Return the demand of loading a value into Areg, a REAL32 as its bits."""
    if g.on_fpu(e.type) and is_memory(e):
        return address_demand(g, e)
    return demand(g, e)


def address_demand(g: Generator, e: Expression) -> Demand:
    """Return the demand of loading an address."""
    if isinstance(e, Constant):
        return ONE
    if not is_memory(e):
        return _CALL
    return _location_demand(g, locate(g, e))


def _location_demand(g: Generator, location: Location) -> Demand:
    if not location.steps:
        return ONE
    total = Demand(2)
    for position, step in enumerate(location.steps):
        parts = [demand(g, step.index)]
        if step.limit is not None:
            limit = operand_demand(g, step.limit)
            parts.append(Demand(limit.words + 1, limit.reals))
        known = isinstance(step.count, Number) and isinstance(step.limit, Number)
        if step.count is not None and not known:
            parts.append(_at_least(REGISTERS, operand_demand(g, step.count)))
        taken = _all_of(parts)
        if position and not taken.calls:
            taken = Demand(min(REGISTERS, taken.words + 1), taken.reals)
        total = _all_of((total, taken))
    factors = scale(g, location.root, 0, rank(location.root.type) - 1)
    return _all_of([total, *(_at_least(2, operand_demand(g, factor)) for factor in factors)])
