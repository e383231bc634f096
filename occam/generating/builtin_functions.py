"""Predefined functions: what `predefined.FUNCTIONS` names, in line or by library routines."""

from __future__ import annotations

from occam.generating import assignment, integers, loading, reals, routines, wide
from occam.generating.code import Label
from occam.generating.frame import Slot
from occam.generating.generator import Generator
from occam.generating.locations import on_fpu
from occam.generating.operands import AddressOf, Number, Operand, Value
from occam.language.types import Primitive
from occam.typed import Builtin, Constant, Expression, MultipleBuiltin

_CARRIED = {
    "LONGADD": "ladd",
    "LONGSUM": "lsum",
    "LONGSUB": "lsub",
    "LONGDIFF": "ldiff",
    "LONGPROD": "lmul",
}
"""Functions of left, right and what is carried in, which goes to Creg."""
_DOUBLE = {"LONGDIV": "ldiv", "SHIFTLEFT": "lshl", "SHIFTRIGHT": "lshr"}
"""Functions of a double word, high word in Creg, and a word in Areg."""
_HIGH_FIRST = frozenset(("LONGSUM", "LONGDIFF", "LONGPROD", "SHIFTLEFT", "SHIFTRIGHT"))
"""Functions whose first result is in Breg, the second in Areg."""
_MAGNITUDE = 0x7FFFFFFF
_TWO_SINGLE, _TWO_DOUBLE = 0x40000000, 0x4000000000000000


def load(g: Generator, e: Builtin) -> None:
    """Push a function's only result, in Areg; that of a real one on the T800 is in FAreg."""
    match e.name:
        case "LONGADD" | "LONGSUB":
            left, right, carry = e.arguments
            loading.load_operands(g, [Value(carry), Value(left), Value(right)])
            g.emit(_CARRIED[e.name])
        case "ASHIFTLEFT" | "ASHIFTRIGHT" | "ROTATELEFT" | "ROTATERIGHT":
            _shift(g, e)
        case "ISNAN" | "DISNAN" | "NOTFINITE" | "DNOTFINITE":
            _classify(g, e)
        case _:
            _single(g, e)


def _shift(g: Generator, e: Builtin) -> None:
    argument, places = e.arguments
    integers.load(g, places)
    if e.name.startswith("ROTATE"):
        loading.load_number(g, 31)
        g.emit("and")
    saved = loading.save(g)
    word = Value(argument)
    match e.name:
        case "ROTATELEFT":
            loading.load_operands(g, [Number(0), word, saved])
            g.emit("lshl")
            g.emit("or")
        case "ROTATERIGHT":
            loading.load_operands(g, [word, Number(0), saved])
            g.emit("lshr")
            g.emit("or")
        case _:
            integers.load(g, argument)
            g.emit("xdble")
            loading.load_operands(g, [saved])
            g.emit("lshl" if e.name == "ASHIFTLEFT" else "lshr")
    if e.name == "ASHIFTLEFT" and g.error_checks:
        g.emit("csngl")


def _classify(g: Generator, e: Builtin) -> None:
    argument = e.arguments[0]
    not_a_number = e.name in ("ISNAN", "DISNAN")
    if on_fpu(g, argument.type):
        reals.load(g, argument)
        g.emit("fpnan" if not_a_number else "fpnotfinite")
        return
    if argument.type is Primitive.REAL32:
        integers.load(g, argument)
        loading.load_number(g, _MAGNITUDE)
        g.emit("and")
        loading.load_number(g, 0x7F800000 if not_a_number else 0x7F7FFFFF)
        g.emit("gt")
        return
    words = wide.Words(g, argument)
    words.load(g, 1)
    loading.load_number(g, _MAGNITUDE)
    g.emit("and")
    if not_a_number:
        words.load(g, 0)
        g.emit("eqc", 0)
        g.emit("eqc", 0)
        g.emit("sum")
        loading.load_number(g, 0x7FF00000)
    else:
        loading.load_number(g, 0x7FEFFFFF)
    g.emit("gt")


def _single(g: Generator, e: Builtin) -> None:
    """Push a REAL32 of a T414."""
    argument = e.arguments[0]
    two = Value(Constant(e.place, Primitive.REAL32, _TWO_SINGLE))
    match e.name:
        case "ABS":
            integers.load(g, argument)
            loading.load_number(g, _MAGNITUDE)
            g.emit("and")
        case "SQRT":
            routines.call_checked(g, "SQRT32", [Value(argument)])
        case "MULBY2":
            routines.call_checked(g, "REAL32OP", [two, Number(2), Value(argument)])
        case "DIVBY2":
            routines.call_checked(g, "REAL32OP", [two, Number(3), Value(argument)])
        case "FPINT":
            _whole(g, argument)
        case _:
            raise NotImplementedError(e.name)


def _whole(g: Generator, argument: Expression) -> None:
    """Round a REAL32 to a whole number, keeping its sign; from 2^23 on it is one already."""
    integers.load(g, argument)
    bits = loading.save(g)
    end, large = Label("whole"), Label("large")
    loading.load_number(g, 0x4B000000)
    loading.load_operands(g, [bits])
    loading.load_number(g, _MAGNITUDE)
    g.emit("and")
    g.emit("gt")
    g.code.branch("cj", large)
    routines.call(g, "REAL32TOINT32", [Number(1), bits])
    rounded = loading.save(g)
    routines.call(g, "INT32TOREAL32", [Number(1), rounded])
    loading.load_operands(g, [bits])
    g.emit("mint")
    g.emit("and")
    g.emit("or")
    result = loading.save(g)
    g.code.branch("j", end)
    g.code.place(large)
    loading.load_operands(g, [bits])
    g.store_slot(result.slot)
    g.code.place(end)
    loading.load_operands(g, [result])


def evaluate(g: Generator, e: Builtin, slot: Slot) -> None:
    """Compute a REAL64 of a T414 into a slot."""
    argument = e.arguments[0]
    two = AddressOf(Constant(e.place, Primitive.REAL64, _TWO_DOUBLE))
    match e.name:
        case "DABS":
            words = wide.Words(g, argument)
            words.load(g, 0)
            g.store_slot(slot, 0)
            words.load(g, 1)
            loading.load_number(g, _MAGNITUDE)
            g.emit("and")
            g.store_slot(slot, 1)
        case "DSQRT":
            loading.load_operands(g, [AddressOf(argument)])
            g.slot_address(slot)
            routines.call_checked(g, "SQRT64", [])
        case "DMULBY2" | "DDIVBY2":
            name = "REAL64MUL" if e.name == "DMULBY2" else "REAL64DIV"
            loading.load_operands(g, [two, AddressOf(argument)])
            g.slot_address(slot)
            routines.call(g, routines.checked(g, name), [])
        case _:
            raise NotImplementedError(e.name)


def multiple(g: Generator, step: MultipleBuiltin) -> None:
    """``high, low := LONGPROD (a, b, c)`` and the like."""
    with g.frame.scope():
        if step.name in _CARRIED:
            left, right, carry = step.arguments
            operands: list[Operand] = [Value(carry), Value(left), Value(right)]
            instruction = _CARRIED[step.name]
        else:
            operands = [Value(argument) for argument in step.arguments]
            instruction = _DOUBLE.get(step.name, "norm")
        loading.load_operands(g, operands)
        g.emit(instruction)
        results = [loading.save(g) for _ in step.targets]
        if step.name in _HIGH_FIRST:
            results.reverse()
        elif step.name == "NORMALISE":
            results = [results[2], results[1], results[0]]
        for target, result in zip(step.targets, results, strict=True):
            assignment.store_word(g, target, result)
