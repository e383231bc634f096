"""Predefined functions: what `predefined.FUNCTIONS` names, in line or by library routines."""

from __future__ import annotations

from occam.generating.code import Label
from occam.generating.frame.workspace import Slot
from occam.generating.generator import Generator
from occam.generating.values import library_calls
from occam.generating.values.loading import load_number, load_operands, save
from occam.generating.values.operands import AddressOf, Number, Saved, WordOf
from occam.generating.values.two_words import Words
from occam.language.types import Primitive
from occam.typed import Builtin, Constant, Expression

_CHECKED = {"LONGADD": "ladd", "LONGSUB": "lsub"}
"""Functions of left, right and what is carried in, which goes to Creg."""
_MAGNITUDE = 0x7FFFFFFF
_TWO_SINGLE, _TWO_DOUBLE = 0x40000000, 0x4000000000000000


def load(g: Generator, e: Builtin) -> None:
    """Push a function's only result, in Areg; that of a real one on the T800 is in FAreg."""
    match e.name:
        case "LONGADD" | "LONGSUB":
            left, right, carry = e.arguments
            load_operands(g, [WordOf(carry), WordOf(left), WordOf(right)])
            g.emit(_CHECKED[e.name])
        case "ASHIFTLEFT" | "ASHIFTRIGHT" | "ROTATELEFT" | "ROTATERIGHT":
            _shift(g, e)
        case "FRACMUL":
            load_operands(g, [WordOf(argument) for argument in e.arguments])
            g.emit("fmul")
        case "ISNAN" | "DISNAN" | "NOTFINITE" | "DNOTFINITE":
            _classify(g, e)
        case _:
            _single(g, e)


def _shift(g: Generator, e: Builtin) -> None:
    argument, places = e.arguments
    g.load(places)
    if e.name.startswith("ROTATE"):
        load_number(g, 31)
        g.emit("and")
    saved = save(g)
    word = WordOf(argument)
    match e.name:
        case "ROTATELEFT":
            load_operands(g, [Number(0), word, saved])
            g.emit("lshl")
            g.emit("or")
        case "ROTATERIGHT":
            load_operands(g, [word, Number(0), saved])
            g.emit("lshr")
            g.emit("or")
        case _:
            g.load(argument)
            g.emit("xdble")
            load_operands(g, [saved])
            g.emit("lshl" if e.name == "ASHIFTLEFT" else "lshr")
    if e.name == "ASHIFTLEFT" and g.error_checks:
        g.emit("csngl")


def _classify(g: Generator, e: Builtin) -> None:
    argument = e.arguments[0]
    not_a_number = e.name in ("ISNAN", "DISNAN")
    if g.on_fpu(argument.type):
        g.load_real(argument)
        g.emit("fpnan" if not_a_number else "fpnotfinite")
        return
    if argument.type is Primitive.REAL32:
        g.load(argument)
        load_number(g, _MAGNITUDE)
        g.emit("and")
        load_number(g, 0x7F800000 if not_a_number else 0x7F7FFFFF)
        g.emit("gt")
        return
    words = Words(g, argument)
    words.load(g, 1)
    load_number(g, _MAGNITUDE)
    g.emit("and")
    if not_a_number:
        words.load(g, 0)
        g.emit("eqc", 0)
        g.emit("eqc", 0)
        g.emit("sum")
        load_number(g, 0x7FF00000)
    else:
        load_number(g, 0x7FEFFFFF)
    g.emit("gt")


def _single(g: Generator, e: Builtin) -> None:
    """Push a REAL32 of a T414."""
    argument = e.arguments[0]
    two = WordOf(Constant(e.place, Primitive.REAL32, _TWO_SINGLE))
    match e.name:
        case "ABS":
            g.load(argument)
            load_number(g, _MAGNITUDE)
            g.emit("and")
        case "SQRT":
            library_calls.call_checked(g, "SQRT32", [WordOf(argument)])
        case "MULBY2":
            library_calls.call_checked(g, "REAL32OP", [two, Number(2), WordOf(argument)])
        case "DIVBY2":
            library_calls.call_checked(g, "REAL32OP", [two, Number(3), WordOf(argument)])
        case "FPINT":
            _whole(g, argument)
        case _:
            raise NotImplementedError(e.name)


def _whole(g: Generator, argument: Expression) -> None:
    """Round a REAL32 to a whole number, keeping its sign; from 2^23 on it is one already."""
    g.load(argument)
    bits = save(g)
    end, large = Label("whole"), Label("large")
    load_number(g, 0x4B000000)
    load_operands(g, [bits])
    load_number(g, _MAGNITUDE)
    g.emit("and")
    g.emit("gt")
    g.code.branch("cj", large)
    library_calls.call(g, "REAL32TOINT32", [Number(1), bits])
    rounded = save(g)
    library_calls.call(g, "INT32TOREAL32", [Number(1), rounded])
    load_operands(g, [bits])
    g.emit("mint")
    g.emit("and")
    g.emit("or")
    result = save(g)
    g.code.branch("j", end)
    g.code.place(large)
    load_operands(g, [bits])
    g.store_slot(result.slot)
    g.code.place(end)
    load_operands(g, [result])


def evaluate(g: Generator, e: Builtin, slot: Slot) -> None:
    """Compute a REAL64 of a T414 into a slot."""
    argument = e.arguments[0]
    two = AddressOf(Constant(e.place, Primitive.REAL64, _TWO_DOUBLE))
    match e.name:
        case "DABS":
            words = Words(g, argument)
            words.load(g, 0)
            g.store_slot(slot, 0)
            words.load(g, 1)
            load_number(g, _MAGNITUDE)
            g.emit("and")
            g.store_slot(slot, 1)
        case "DSQRT":
            load_operands(g, [AddressOf(argument)])
            g.slot_address(slot)
            library_calls.call_checked(g, "SQRT64", [])
        case "DMULBY2" | "DDIVBY2":
            name = "REAL64MUL" if e.name == "DMULBY2" else "REAL64DIV"
            load_operands(g, [two, AddressOf(argument)])
            g.slot_address(slot)
            library_calls.call(g, library_calls.checked(g, name), [])
        case "DFPINT":
            _whole_double(g, argument, slot)
        case _:
            raise NotImplementedError(e.name)


def _whole_double(g: Generator, argument: Expression, slot: Slot) -> None:
    """Round a REAL64 to a whole number, keeping its sign; from 2^52 on it is one already."""
    words = Words(g, argument)
    sign, large = g.frame.allocate(1), Label("large")
    words.load(g, 1)
    g.store_slot(sign)
    for word in (0, 1):
        words.load(g, word)
        g.store_slot(slot, word)
    load_number(g, 0x43300000)
    load_operands(g, [Saved(sign)])
    load_number(g, _MAGNITUDE)
    g.emit("and")
    g.emit("gt")
    g.code.branch("cj", large)
    for name in ("REAL64TOINT64", "INT64TOREAL64"):
        load_number(g, 1)
        g.slot_address(slot)
        g.slot_address(slot)
        library_calls.call(g, name, [])
    g.load_slot(slot, 1)
    load_operands(g, [Saved(sign)])
    g.emit("mint")
    g.emit("and")
    g.emit("or")
    g.store_slot(slot, 1)
    g.code.place(large)
