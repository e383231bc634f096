"""Operators and conversions: what they take, what they give, and its value where it is constant."""

from __future__ import annotations

from collections.abc import Callable
from typing import NoReturn

from common.place import Place
from occam import typed
from occam.checking.values.required import require
from occam.language import arithmetic
from occam.language.arithmetic import ConstantError
from occam.language.types import Primitive, Type

BOOL, BYTE, INT = Primitive.BOOL, Primitive.BYTE, Primitive.INT
_INTEGER_ONLY = ("PLUS", "MINUS", "TIMES", "/\\", "\\/", "><", "AFTER")
_SHIFTS = ("<<", ">>")
_ORDERING = ("<", ">", "<=", ">=")
_EQUALITY = ("=", "<>")


def unary(place: Place, sign: str, operand: typed.Expression) -> typed.Expression:
    """Return ``sign operand``, or its value."""
    type_ = operand.type
    fits = {
        "NOT": type_ is BOOL,
        "-": _number(type_),
        "MINUS": _integer(type_),
        "~": _integer(type_),
    }[sign]
    if not fits:
        allowed = {"NOT": "BOOL", "-": "an integer or real"}.get(sign, "an integer")
        place.fail(f"{sign} of {type_}", allowed + _byte_hint(type_))
    if not isinstance(operand, typed.Constant):
        return typed.Unary(place, type_, sign, operand)
    assert isinstance(type_, Primitive)
    return _folded(place, type_, lambda: arithmetic.monadic(sign, type_, operand.value))


def binary(
    place: Place, sign: str, left: typed.Expression, right: typed.Expression
) -> typed.Expression:
    """Return ``left sign right``, or its value."""
    _check_operands(place, sign, left.type, right.type)
    type_ = left.type
    assert isinstance(type_, Primitive)
    result = BOOL if sign in (*_EQUALITY, *_ORDERING, "AFTER") else type_
    if isinstance(right, typed.Constant):
        _check_right(place, sign, type_, right.value)
        if isinstance(left, typed.Constant):
            x, y = left.value, right.value
            return _folded(place, result, lambda: arithmetic.dyadic(sign, type_, x, y))
    return typed.Binary(place, result, sign, left, right)


def _check_operands(place: Place, sign: str, left: Type, right: Type) -> None:
    if sign in _SHIFTS:
        if not _integer(left):
            place.fail(f"{left} {sign} {right}", "an integer to be shifted" + _byte_hint(left))
        require(place, right, INT, "the number of places")
        return
    if left != right:
        place.fail(
            f"{left} {sign} {right}", "both sides of one type; occam converts nothing by itself"
        )
    allowed = _allowed(sign, left)
    if allowed:
        place.fail(f"{left} {sign} {right}", allowed + _byte_hint(left))


def _allowed(sign: str, type_: Type) -> str:
    """Return "" if the operator has operands of the type, else what it has."""
    if sign in ("AND", "OR"):
        return "" if type_ is BOOL else "BOOL on both sides"
    if sign in _EQUALITY:
        return "" if isinstance(type_, Primitive) else "values that are no arrays"
    if sign in _ORDERING:
        return "" if _number(type_) or type_ is BYTE else "integers, reals or BYTE"
    if sign in _INTEGER_ONLY:
        return "" if _integer(type_) else "integers"
    return "" if _number(type_) else "integers or reals"


def _check_right(place: Place, sign: str, type_: Primitive, value: int) -> None:
    """Refuse what has no result whatever the left side is."""
    if sign in ("/", "\\") and type_.integer and value == 0:
        place.fail("a division by zero", "a divisor other than 0")
    if sign in _SHIFTS and not 0 <= value <= arithmetic.bits(type_):
        place.fail(
            f"a shift by {value} places", f"0 to {arithmetic.bits(type_)} places for {type_}"
        )


def _integer(type_: Type) -> bool:
    return isinstance(type_, Primitive) and type_.integer


def _number(type_: Type) -> bool:
    return isinstance(type_, Primitive) and (type_.integer or type_.real)


def _byte_hint(type_: Type) -> str:
    return "; write INT before a BYTE to compute with it" if type_ is BYTE else ""


def _folded(place: Place, type_: Primitive, compute: Callable[[], int]) -> typed.Constant:
    try:
        return typed.Constant(place, type_, compute())
    except ConstantError as error:
        place.fail(error.problem, error.expected)


def conversion(
    place: Place, target: Primitive, mode: str, operand: typed.Expression
) -> typed.Expression:
    """Return ``target mode operand``, or its value.

    ROUND or TRUNC has to be written where an integer becomes a real, a real an integer, or a
    REAL64 a REAL32. It may be where a real becomes one that holds it, and changes nothing there.
    """
    source = operand.type
    if not isinstance(source, Primitive) or (
        source is not target and target.real + source.real and BOOL in (source, target)
    ):
        _no_conversion(place, source, target)
    needs_mode = source.real != target.real or (source, target) == (
        Primitive.REAL64,
        Primitive.REAL32,
    )
    if needs_mode and not mode:
        place.fail(
            f"a conversion of {source} to {target} without a way to round",
            f"{target} ROUND or {target} TRUNC",
        )
    if not needs_mode and source.real and target.real:
        mode = ""
    if mode and not needs_mode:
        place.fail(
            f"{target} {mode} of a value of type {source}, which needs no rounding", f"{target}"
        )
    if source is target:
        return operand
    if not isinstance(operand, typed.Constant):
        return typed.Convert(place, target, mode, operand)
    value = operand.value
    return _folded(place, target, lambda: arithmetic.convert(source, target, mode, value))


def _no_conversion(place: Place, source: Type, target: Primitive) -> NoReturn:
    place.fail(
        f"a conversion of {source} to {target}", "numbers to numbers, BOOL to and from integers"
    )
