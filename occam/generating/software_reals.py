"""REAL32 on a T414, by library routines: values travel as their bits in registers."""

from __future__ import annotations

from occam.generating import builtin_functions, calls, routines
from occam.generating.generator import Generator
from occam.generating.operands import AddressOf, Number, Value
from occam.language.types import Primitive
from occam.typed import Binary, Builtin, Call, Constant, Convert, Expression, Unary, ValueOf

_OPERATIONS = {"+": 0, "-": 1, "*": 2, "/": 3}


def load(g: Generator, e: Expression) -> None:
    """Push a REAL32 that must be computed."""
    match e:
        case Unary():
            zero = Constant(e.place, e.type, 0)
            routines.call_checked(g, "REAL32OP", [Value(e.operand), Number(1), Value(zero)])
        case Binary(operator="\\"):
            routines.call_checked(g, "REAL32REM", [Value(e.right), Value(e.left)])
        case Binary():
            operation = Number(_OPERATIONS[e.operator])
            routines.call_checked(g, "REAL32OP", [Value(e.right), operation, Value(e.left)])
        case Convert():
            _convert(g, e)
        case Call():
            calls.call_function(g, e)
        case ValueOf():
            calls.value_of(g, e)
        case Builtin():
            builtin_functions.load(g, e)
        case _:
            raise TypeError(f"{type(e).__name__} is not computed")


def _convert(g: Generator, e: Convert) -> None:
    mode = Number(0 if e.mode == "TRUNC" else 1)
    match e.operand.type:
        case Primitive.INT64:
            routines.call(g, "INT64TOREAL32", [mode, AddressOf(e.operand)])
        case Primitive.REAL64:
            routines.call_checked(g, "REAL64TOREAL32", [mode, AddressOf(e.operand)])
        case _:
            routines.call(g, "INT32TOREAL32", [mode, Value(e.operand)])


def load_integer(g: Generator, e: Convert) -> None:
    """Push a real of either length as a word."""
    mode = Number(0 if e.mode == "TRUNC" else 1)
    if e.operand.type is Primitive.REAL32:
        routines.call(g, "REAL32TOINT32", [mode, Value(e.operand)])
    else:
        routines.call(g, "REAL64TOINT32", [mode, AddressOf(e.operand)])


def compare(g: Generator, e: Binary) -> bool:
    """Push the truth of a comparison (return False) or of its contrary (return True)."""
    operands = [Value(e.right), Value(e.left)]
    if e.operator in ("<", ">="):
        operands.reverse()
    name = "REAL32EQ" if e.operator in ("=", "<>") else "REAL32GT"
    routines.call(g, routines.checked(g, name), operands)
    return e.operator in ("<>", ">=", "<=")
