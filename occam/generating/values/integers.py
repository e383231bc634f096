"""One-word values in Areg: constants, what lies in memory, integer arithmetic.

INT and INT32 are words; INT16 is kept sign-extended, BYTE and BOOL with upper bytes 0, and what an
operator gives is brought back to that.
"""

from __future__ import annotations

from occam.generating.generator import Generator
from occam.generating.values import addresses, conditions, reals, software_reals
from occam.generating.values.conversions import load_converted_word
from occam.generating.values.demands import REGISTERS, demand
from occam.generating.values.given import load_given
from occam.generating.values.lengths import length
from occam.generating.values.loading import load_number, load_operands, load_pair, save
from occam.generating.values.narrow import check, sign_extend, wrap
from occam.generating.values.operands import Number, WordOf
from occam.generating.values.references import prepare
from occam.language.types import Primitive
from occam.layout.places import has_address
from occam.typed import (
    Abbreviated,
    Binary,
    Builtin,
    Call,
    Constant,
    Convert,
    Declared,
    Expression,
    SizeOf,
    Unary,
    ValueOf,
    Variable,
)

_WORD_OPERATIONS = {
    "+": "add",
    "-": "sub",
    "*": "mul",
    "/": "div",
    "\\": "rem",
    "PLUS": "bsub",
    "MINUS": "diff",
    "TIMES": "prod",
    "/\\": "and",
    "\\/": "or",
    "><": "xor",
    "<<": "shl",
    ">>": "shr",
}
_CHECKED = frozenset(("+", "-", "*", "/"))
"""Operators whose result must fit; others wrap round."""
_MOST_NEGATIVE = -(2**31)


def load(g: Generator, e: Expression) -> None:
    """Push a one-word value, a REAL32 as its bits."""
    with g.frame.scope():
        _load(g, e)


def _load(g: Generator, e: Expression) -> None:
    if isinstance(e, Constant):
        _load_constant(g, e)
    elif has_address(e):
        _fetch(g, e)
    elif g.on_fpu(e.type):
        reals.load_bits(g, e)
    elif e.type is Primitive.REAL32:
        software_reals.load(g, e)
    elif conditions.is_condition(e):
        conditions.load(g, e)
    else:
        _compute(g, e)


def _load_constant(g: Generator, e: Constant) -> None:
    """Push a constant; those of reals come from the table, but for 0."""
    if e.type is Primitive.REAL32 and e.value:
        place = g.pool.place(e.value.to_bytes(4, "little"))
        g.load_slot(g.pool.pointer())
        g.emit("ldnl", place)
    else:
        load_number(g, e.value)


def _fetch(g: Generator, e: Expression) -> None:
    reference = prepare(g, e)
    if isinstance(e, Variable) and reference.direct:
        addresses.fetch_word(g, reference)
        if e.type is Primitive.INT16 and _is_variable(e):
            load_number(g, 0xFFFF)
            g.emit("and")
            sign_extend(g, Primitive.INT16)
    elif e.type in (Primitive.BOOL, Primitive.BYTE):
        addresses.fetch_byte(g, reference)
    elif e.type is Primitive.INT16:
        addresses.fetch_half(g, reference)
        sign_extend(g, Primitive.INT16)
    else:
        addresses.fetch_word(g, reference)


def _is_variable(e: Variable) -> bool:
    """Tell whether an INT16 may have been written by a pointer, so that half is undefined."""
    symbol = e.symbol
    return isinstance(symbol, Declared) or (isinstance(symbol, Abbreviated) and not symbol.value)


def store(g: Generator, target: Expression) -> None:
    """Store Areg in a one-word element or variable; its address takes no more than the rest."""
    reference = prepare(g, target)
    if reference.direct and isinstance(target, Variable):
        addresses.put_word(g, reference)
    elif target.type in (Primitive.BOOL, Primitive.BYTE):
        addresses.put_byte(g, reference)
    elif target.type is Primitive.INT16:
        addresses.put_half(g, reference)
    else:
        addresses.put_word(g, reference)


def _compute(g: Generator, e: Expression) -> None:
    match e:
        case Unary():
            _unary(g, e)
        case Binary():
            _binary(g, e)
        case Convert():
            load_converted_word(g, e)
        case SizeOf(operand=operand):
            load_operands(g, [length(g, operand, 0)])
        case Call() | ValueOf() | Builtin():
            load_given(g, e)
        case _:
            raise TypeError(f"{type(e).__name__} is no word")


def _unary(g: Generator, e: Unary) -> None:
    type_ = e.type
    assert isinstance(type_, Primitive)
    if e.operator == "~":
        load(g, e.operand)
        g.emit("not")
        if type_ is Primitive.BYTE:
            wrap(g, type_)
    elif demand(g, e.operand).words < REGISTERS:
        load_number(g, 0)
        load(g, e.operand)
        g.emit("sub" if e.operator == "-" else "diff")
    else:
        load(g, e.operand)
        load_number(g, 0)
        g.emit("rev")
        g.emit("sub" if e.operator == "-" else "diff")
    if e.operator == "-" and g.error_checks:
        check(g, type_)
    elif e.operator == "MINUS":
        wrap(g, type_)


def _binary(g: Generator, e: Binary) -> None:
    type_ = e.type
    assert isinstance(type_, Primitive)
    if e.operator in ("<<", ">>"):
        _shift(g, e)
        return
    constant = e.right.value if isinstance(e.right, Constant) else None
    if e.operator in ("+", "-") and constant is not None and constant != _MOST_NEGATIVE:
        load(g, e.left)
        amount = constant if e.operator == "+" else -constant
        if amount:
            g.emit("adc", amount)
    elif e.operator == "+" and isinstance(e.left, Constant):
        load(g, e.right)
        if e.left.value:
            g.emit("adc", e.left.value)
    else:
        load_pair(g, e)
        g.emit(_WORD_OPERATIONS[e.operator])
    if e.operator in _CHECKED and g.error_checks:
        check(g, type_)
    elif e.operator in ("PLUS", "MINUS", "TIMES"):
        wrap(g, type_)


def _shift(g: Generator, e: Binary) -> None:
    """Shift; the bits that come in are 0, those of an INT16 or BYTE that go out are lost."""
    type_ = e.type
    assert isinstance(type_, Primitive)
    narrow = type_ is Primitive.INT16 and e.operator == ">>"
    if narrow:
        load(g, e.left)
        load_number(g, 0xFFFF)
        g.emit("and")
        left = save(g)
    if isinstance(e.right, Constant):
        places: Number | WordOf = Number(e.right.value)
    else:
        places = WordOf(e.right)
    load_operands(g, [left if narrow else WordOf(e.left), places])
    if g.range_checks and not isinstance(places, Number):
        load_number(g, 8 * type_.bytes + 1)
        g.emit("csub0")
    g.emit(_WORD_OPERATIONS[e.operator])
    if narrow:
        sign_extend(g, type_)
    elif e.operator == "<<":
        wrap(g, type_)
