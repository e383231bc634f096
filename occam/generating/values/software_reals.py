"""REAL32 on a T414, by library routines: values travel as their bits in registers."""

from __future__ import annotations

from occam.generating.generator import Generator
from occam.generating.values import library_calls
from occam.generating.values.given import load_given
from occam.generating.values.operands import AddressOf, Number, WordOf
from occam.generating.values.relations import CONTRARY, SWAPPED
from occam.language.types import Primitive
from occam.typed import Binary, Builtin, Call, Constant, Convert, Expression, Unary, ValueOf

_OPERATIONS = {"+": 0, "-": 1, "*": 2, "/": 3}


def load(g: Generator, e: Expression) -> None:
    """Push a REAL32 that must be computed."""
    match e:
        case Unary():
            zero = Constant(e.place, e.type, 0)
            library_calls.call_checked(g, "REAL32OP", [WordOf(e.operand), Number(1), WordOf(zero)])
        case Binary(operator="\\"):
            library_calls.call_checked(g, "REAL32REM", [WordOf(e.right), WordOf(e.left)])
        case Binary():
            operation = Number(_OPERATIONS[e.operator])
            library_calls.call_checked(g, "REAL32OP", [WordOf(e.right), operation, WordOf(e.left)])
        case Convert():
            _convert(g, e)
        case Call() | ValueOf() | Builtin():
            load_given(g, e)
        case _:
            raise TypeError(f"{type(e).__name__} is not computed")


def _convert(g: Generator, e: Convert) -> None:
    mode = library_calls.rounding_mode(e)
    match e.operand.type:
        case Primitive.INT64:
            library_calls.call(g, "INT64TOREAL32", [mode, AddressOf(e.operand)])
        case Primitive.REAL64:
            library_calls.call_checked(g, "REAL64TOREAL32", [mode, AddressOf(e.operand)])
        case _:
            library_calls.call(g, "INT32TOREAL32", [mode, WordOf(e.operand)])


def load_integer(g: Generator, e: Convert) -> None:
    """Push a real of either length as a word."""
    mode = library_calls.rounding_mode(e)
    if e.operand.type is Primitive.REAL32:
        library_calls.call(g, "REAL32TOINT32", [mode, WordOf(e.operand)])
    else:
        library_calls.call(g, "REAL64TOINT32", [mode, AddressOf(e.operand)])


def compare(g: Generator, e: Binary) -> bool:
    """Push the truth of a comparison (return False) or of its contrary (return True)."""
    operands = [WordOf(e.right), WordOf(e.left)]
    if e.operator in SWAPPED:
        operands.reverse()
    name = "REAL32EQ" if e.operator in ("=", "<>") else "REAL32GT"
    library_calls.call(g, library_calls.checked(g, name), operands)
    return e.operator in CONTRARY
