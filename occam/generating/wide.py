"""Two-word values: INT64, and REAL64 on a T414.

They are computed into slots, low word first. Operands are reached by a pointer or in a slot, so
that each of their words takes one register.
"""

from __future__ import annotations

from occam.generating import builtin_functions, calls, integers, loading, routines
from occam.generating.demands import ONE, address_demand
from occam.generating.frame import Slot
from occam.generating.generator import Generator
from occam.generating.locations import has_address
from occam.generating.operands import AddressOf, Number, Operand, Value
from occam.language.types import Primitive
from occam.typed import (
    Binary,
    Builtin,
    Call,
    Constant,
    Convert,
    Expression,
    Unary,
    ValueOf,
    Variable,
)

_LONG_ROUTINES = {"*": "INT64MUL", "TIMES": "INT64TIMES", "/": "INT64DIV", "\\": "INT64REM"}
_REAL_ROUTINES = {"+": "ADD", "-": "SUB", "*": "MUL", "/": "DIV", "\\": "REM"}
_BITWISE = {"/\\": "and", "\\/": "or", "><": "xor"}
_BY_WORD = {"+": ("lsum", "ladd"), "PLUS": ("lsum", "lsum")}
_BACK = {"-": ("ldiff", "lsub"), "MINUS": ("ldiff", "ldiff")}


class Words:
    """The two words of an operand, each to be loaded with one register."""

    def __init__(self, g: Generator, e: Expression) -> None:
        self.constant = e.value if isinstance(e, Constant) else None
        self.slot: Slot | None = None
        self.pointer: Slot | None = None
        if self.constant is not None:
            return
        if not has_address(e):
            self.slot = loading.materialise(g, e)
            return
        if isinstance(e, Variable) and address_demand(g, e) == ONE:
            home = g.homes[e.symbol]
            self.slot, self.pointer = (None, home.slot) if home.indirect else (home.slot, None)
            return
        loading.load_address(g, e)
        self.pointer = loading.save(g).slot

    def load(self, g: Generator, word: int) -> None:
        """Push a word: 0 the low one, 1 the high one."""
        if self.constant is not None:
            value = self.constant >> (32 * word)
            loading.load_number(g, (value + 2**31) % 2**32 - 2**31)
        elif self.slot is not None:
            g.load_slot(self.slot, word)
        elif self.pointer is not None:
            g.load_slot(self.pointer)
            g.emit("ldnl", word)


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
            calls.call_function_into(g, e.function, e.arguments, [slot])
        case ValueOf():
            calls.value_of_into(g, e, slot)
        case Builtin():
            builtin_functions.evaluate(g, e, slot)
        case _:
            raise TypeError(f"{type(e).__name__} has no two words")


def _copy(g: Generator, words: Words, slot: Slot) -> None:
    for word in (0, 1):
        words.load(g, word)
        g.store_slot(slot, word)


def _unary(g: Generator, e: Unary, slot: Slot) -> None:
    if e.type is Primitive.REAL64:
        zero = Constant(e.place, e.type, 0)
        _call_into(g, routines.checked(g, "REAL64SUB"), slot, AddressOf(zero), AddressOf(e.operand))
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
        name = routines.checked(g, f"REAL64{_REAL_ROUTINES[operator]}")
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
        loading.load_number(g, 0)
        for word, instruction in enumerate((low, high)):
            left.load(g, word)
            right.load(g, word)
            g.emit(instruction)
            g.store_slot(slot, word)


def _call_into(g: Generator, name: str, slot: Slot, left: Operand, right: Operand) -> None:
    """Call a routine with a pointer to the result, and two operands."""
    loading.load_operands(g, [right, left])
    g.slot_address(slot)
    routines.call(g, name, [])


def _shift(g: Generator, e: Binary, slot: Slot) -> None:
    words = Words(g, e.left)
    places: Operand
    if isinstance(e.right, Constant):
        places = Number(e.right.value)
    else:
        integers.load(g, e.right)
        if g.range_checks:
            loading.load_number(g, 65)
            g.emit("csub0")
        places = loading.save(g)
    words.load(g, 1)
    words.load(g, 0)
    loading.load_operands(g, [places])
    g.emit("lshl" if e.operator == "<<" else "lshr")
    g.store_slot(slot, 0)
    g.store_slot(slot, 1)


def _convert(g: Generator, e: Convert, slot: Slot) -> None:
    source = e.operand.type
    mode = Number(0 if e.mode == "TRUNC" else 1)
    if source is e.type:
        evaluate(g, e.operand, slot)
    elif e.type is Primitive.INT64 and source is Primitive.REAL32:
        _call_into(g, "REAL32TOINT64", slot, Value(e.operand), mode)
    elif e.type is Primitive.INT64 and source is Primitive.REAL64:
        _call_into(g, "REAL64TOINT64", slot, AddressOf(e.operand), mode)
    elif e.type is Primitive.INT64:
        integers.load(g, e.operand)
        g.emit("xdble")
        g.store_slot(slot, 0)
        g.store_slot(slot, 1)
    elif source is Primitive.INT64:
        _call_into(g, "INT64TOREAL64", slot, AddressOf(e.operand), mode)
    else:
        name = "REAL32TOREAL64" if source is Primitive.REAL32 else "INT32TOREAL64"
        loading.load_operands(g, [Value(e.operand)])
        g.slot_address(slot)
        routines.call(g, name, [])


def load_single(g: Generator, e: Expression) -> None:
    """Push an INT64 as a word, checked to fit."""
    words = Words(g, e)
    if g.error_checks:
        words.load(g, 1)
    words.load(g, 0)
    if g.error_checks:
        g.emit("csngl")


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
    if e.operator in ("<", ">="):
        left, right = right, left
    _load_greater(g, left, right)
    return e.operator in (">=", "<=")


def _load_greater(g: Generator, left: Words, right: Words) -> None:
    """Push whether left > right: by the high words, or, those being equal, by a borrow."""
    loading.load_number(g, 0)
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
    if e.operator in ("<", ">="):
        operands.reverse()
    name = "REAL64EQ" if e.operator in ("=", "<>") else "REAL64GT"
    routines.call_checked(g, name, operands)
    return e.operator in ("<>", ">=", "<=")
