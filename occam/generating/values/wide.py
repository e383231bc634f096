"""Two-word values: INT64, and REAL64 on a T414.

They are computed into slots, low word first. Operands are reached by a pointer or in a slot, so
that each of their words takes one register.
"""

from __future__ import annotations

from occam.generating.frame.workspace import Slot
from occam.generating.generator import Generator
from occam.generating.values import library_calls, predefined_functions
from occam.generating.values.calls import call_function_into, value_of_into
from occam.generating.values.loading import load_number, load_operands, save
from occam.generating.values.operands import AddressOf, Number, Operand, WordOf
from occam.generating.values.relations import CONTRARY, SWAPPED
from occam.generating.values.two_words import Words
from occam.language.types import Primitive
from occam.layout.places import has_address
from occam.typed import (
    Binary,
    Builtin,
    Call,
    Constant,
    Convert,
    Expression,
    Unary,
    ValueOf,
)

_LONG_ROUTINES = {"*": "INT64MUL", "TIMES": "INT64TIMES", "/": "INT64DIV", "\\": "INT64REM"}
_REAL_ROUTINES = {"+": "ADD", "-": "SUB", "*": "MUL", "/": "DIV", "\\": "REM"}
_BITWISE = {"/\\": "and", "\\/": "or", "><": "xor"}
_BY_WORD = {"+": ("lsum", "ladd"), "PLUS": ("lsum", "lsum")}
_BACK = {"-": ("ldiff", "lsub"), "MINUS": ("ldiff", "ldiff")}


def evaluate(g: Generator, e: Expression, slot: Slot) -> None:
    """Compute a value into two words; the slot may be that of an operand."""
    if isinstance(e, Constant) or has_address(e):
        _copy(g, Words(g, e), slot)
        return
    match e:
        case Unary():
            _unary(g, e, slot)
        case Binary():
            _binary(g, e, slot)
        case Convert():
            _convert(g, e, slot)
        case Call():
            call_function_into(g, e.function, e.arguments, [slot])
        case ValueOf():
            value_of_into(g, e, slot)
        case Builtin():
            predefined_functions.evaluate(g, e, slot)
        case _:
            raise TypeError(f"{type(e).__name__} has no two words")


def _copy(g: Generator, words: Words, slot: Slot) -> None:
    for word in (0, 1):
        words.load(g, word)
        g.store_slot(slot, word)


def _unary(g: Generator, e: Unary, slot: Slot) -> None:
    if e.type is Primitive.REAL64:
        zero = Constant(e.place, e.type, 0)
        name = library_calls.checked(g, "REAL64SUB")
        _call_into(g, name, slot, AddressOf(zero), AddressOf(e.operand))
    elif e.operator == "~":
        words = Words(g, e.operand)
        for word in (0, 1):
            words.load(g, word)
            g.emit("not")
            g.store_slot(slot, word)
    else:
        zero = Constant(e.place, e.type, 0)
        _binary(g, Binary(e.place, e.type, e.operator, zero, e.operand), slot)


def _binary(g: Generator, e: Binary, slot: Slot) -> None:
    operator = e.operator
    if e.type is Primitive.REAL64:
        name = library_calls.checked(g, f"REAL64{_REAL_ROUTINES[operator]}")
        _call_into(g, name, slot, AddressOf(e.left), AddressOf(e.right))
    elif operator in _LONG_ROUTINES:
        _call_into(g, _LONG_ROUTINES[operator], slot, AddressOf(e.left), AddressOf(e.right))
    elif operator in ("<<", ">>"):
        _shift(g, e, slot)
    else:
        left, right = Words(g, e.left), Words(g, e.right)
        if operator in _BITWISE:
            for word in (0, 1):
                left.load(g, word)
                right.load(g, word)
                g.emit(_BITWISE[operator])
                g.store_slot(slot, word)
            return
        low, high = {**_BY_WORD, **_BACK}[operator]
        load_number(g, 0)
        for word, instruction in enumerate((low, high)):
            left.load(g, word)
            right.load(g, word)
            g.emit(instruction)
            g.store_slot(slot, word)


def _call_into(g: Generator, name: str, slot: Slot, left: Operand, right: Operand) -> None:
    """Call a routine with a pointer to the result, and two operands."""
    load_operands(g, [right, left])
    g.slot_address(slot)
    library_calls.call(g, name, [])


def _shift(g: Generator, e: Binary, slot: Slot) -> None:
    words = Words(g, e.left)
    places: Operand
    if isinstance(e.right, Constant):
        places = Number(e.right.value)
    else:
        g.load(e.right)
        if g.range_checks:
            load_number(g, 65)
            g.emit("csub0")
        places = save(g)
    words.load(g, 1)
    words.load(g, 0)
    load_operands(g, [places])
    g.emit("lshl" if e.operator == "<<" else "lshr")
    g.store_slot(slot, 0)
    g.store_slot(slot, 1)


def _convert(g: Generator, e: Convert, slot: Slot) -> None:
    source = e.operand.type
    mode = library_calls.rounding_mode(e)
    if source is e.type:
        evaluate(g, e.operand, slot)
    elif e.type is Primitive.INT64 and source is Primitive.REAL32:
        _call_into(g, "REAL32TOINT64", slot, WordOf(e.operand), mode)
    elif e.type is Primitive.INT64 and source is Primitive.REAL64:
        _call_into(g, "REAL64TOINT64", slot, AddressOf(e.operand), mode)
    elif e.type is Primitive.INT64:
        g.load(e.operand)
        g.emit("xdble")
        g.store_slot(slot, 0)
        g.store_slot(slot, 1)
    elif source is Primitive.INT64:
        _call_into(g, "INT64TOREAL64", slot, AddressOf(e.operand), mode)
    else:
        name = "REAL32TOREAL64" if source is Primitive.REAL32 else "INT32TOREAL64"
        load_operands(g, [WordOf(e.operand)])
        g.slot_address(slot)
        library_calls.call(g, name, [])


def compare(g: Generator, e: Binary) -> bool:
    """Push the truth of a comparison (return False) or of its contrary (return True)."""
    if e.left.type is Primitive.REAL64:
        return _compare_reals(g, e)
    if e.operator == "AFTER":
        zero = Constant(e.place, e.left.type, 0)
        difference = Binary(e.place, e.left.type, "MINUS", e.left, e.right)
        return compare(g, Binary(e.place, e.type, ">", difference, zero))
    left, right = Words(g, e.left), Words(g, e.right)
    if e.operator in ("=", "<>"):
        for word in (0, 1):
            left.load(g, word)
            right.load(g, word)
            g.emit("diff")
        g.emit("or")
        g.emit("eqc", 0)
        return e.operator == "<>"
    if e.operator in SWAPPED:
        left, right = right, left
    _load_greater(g, left, right)
    return e.operator in CONTRARY


def _load_greater(g: Generator, left: Words, right: Words) -> None:
    """Push whether left > right: by the high words, or, those being equal, by a borrow."""
    load_number(g, 0)
    right.load(g, 0)
    left.load(g, 0)
    g.emit("ldiff")
    g.emit("rev")
    left.load(g, 1)
    right.load(g, 1)
    g.emit("diff")
    g.emit("eqc", 0)
    g.emit("and")
    left.load(g, 1)
    right.load(g, 1)
    g.emit("gt")
    g.emit("or")


def _compare_reals(g: Generator, e: Binary) -> bool:
    operands: list[Operand] = [AddressOf(e.right), AddressOf(e.left)]
    if e.operator in SWAPPED:
        operands.reverse()
    name = "REAL64EQ" if e.operator in ("=", "<>") else "REAL64GT"
    library_calls.call_checked(g, name, operands)
    return e.operator in CONTRARY
