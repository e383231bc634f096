"""Arithmetic while compiling, with the results it would have while running.

Values are those of `typed.Constant`: BOOL 0 or 1, BYTE 0 to 255, integers signed, reals as their
bit patterns. The rules are the occam 2 Reference Manual's (INMOS 1988): what would stop a program
when it runs is an error here. Reals are IEEE 754, rounded to the nearest, ties to even; as on the
T800 an operand or result that is no finite number is an error.
"""

from __future__ import annotations

import operator
from collections.abc import Callable
from fractions import Fraction
from typing import Any

import numpy as np

from occam.language.reals import from_bits, is_finite, nearest, remainder, to_bits
from occam.language.types import Primitive

BOOL, BYTE = Primitive.BOOL, Primitive.BYTE
_RELATIONS: dict[str, Callable[[Any, Any], bool]] = {
    "=": operator.eq,
    "<>": operator.ne,
    "<": operator.lt,
    ">": operator.gt,
    "<=": operator.le,
    ">=": operator.ge,
}
_CHECKED: dict[str, Callable[[int, int], int]] = {
    "+": operator.add,
    "-": operator.sub,
    "*": operator.mul,
}
_MODULO: dict[str, Callable[[int, int], int]] = {
    "PLUS": operator.add,
    "MINUS": operator.sub,
    "TIMES": operator.mul,
    "/\\": operator.and_,
    "\\/": operator.or_,
    "><": operator.xor,
}


class ConstantError(ValueError):
    """An operation without a result; ``expected`` says what would have had one."""

    def __init__(self, problem: str, expected: str) -> None:
        super().__init__(problem)
        self.problem = problem
        self.expected = expected


def limits(type_: Primitive) -> tuple[int, int]:
    """Return the least and the greatest value of a type that is no real."""
    if type_ is BOOL:
        return 0, 1
    if type_ is BYTE:
        return 0, 255
    half = 1 << bits(type_) - 1
    return -half, half - 1


def bits(type_: Primitive) -> int:
    """Return how many bits a value has."""
    return 8 * type_.bytes


def wrap(type_: Primitive, value: int) -> int:
    """Return the value of an integer type that is the same modulo its range."""
    size = 1 << bits(type_)
    value %= size
    return value - size if value > limits(type_)[1] else value


def checked(type_: Primitive, value: int) -> int:
    """Return the value if it is one of the type; raise ConstantError otherwise."""
    least, greatest = limits(type_)
    if not least <= value <= greatest:
        raise ConstantError(f"{value} does not fit {type_}", f"values from {least} to {greatest}")
    return value


def show(type_: Primitive, value: int) -> str:
    """Return a value as a message prints it."""
    if type_ is BOOL:
        return "TRUE" if value else "FALSE"
    return f"{float(from_bits(type_, value)):g}" if type_.real else str(value)


def monadic(sign: str, type_: Primitive, value: int) -> int:
    """Return ``sign value``; sign as in `typed.Unary`."""
    if sign == "NOT":
        return 1 - value
    if sign == "~":
        return ~value
    if sign == "MINUS":
        return wrap(type_, -value)
    # A T800 has no other way to negate than to subtract from zero, so -0.0 is 0.0.
    return dyadic("-", type_, 0, value)


def dyadic(sign: str, type_: Primitive, left: int, right: int) -> int:
    """Return ``left sign right`` of values of one type; a shift's right side is a count."""
    if sign in _RELATIONS:
        return int(_compare(sign, type_, left, right))
    if sign in ("AND", "OR"):
        return left & right if sign == "AND" else left | right
    if sign == "AFTER":
        return int(wrap(type_, left - right) > 0)
    if sign in _MODULO:
        return wrap(type_, _MODULO[sign](left, right))
    if sign in ("<<", ">>"):
        return _shift(sign, type_, left, right)
    if type_.real:
        return _real(sign, type_, left, right)
    return checked(type_, _integer(sign, left, right))


def _shift(sign: str, type_: Primitive, value: int, places: int) -> int:
    """Return a logical shift; places from 0 to the number of bits."""
    width = bits(type_)
    if not 0 <= places <= width:
        raise ConstantError(f"a shift by {places} places", f"0 to {width} places for {type_}")
    pattern = value % (1 << width)
    return wrap(type_, pattern << places if sign == "<<" else pattern >> places)


def _integer(sign: str, left: int, right: int) -> int:
    if sign in _CHECKED:
        return _CHECKED[sign](left, right)
    if right == 0:
        raise ConstantError("a division by zero", "a divisor other than 0")
    quotient = abs(left) // abs(right)
    if (left < 0) != (right < 0):
        quotient = -quotient
    if sign == "/":
        return quotient
    return left - quotient * right


def _finite(type_: Primitive, *values: int) -> None:
    for value in values:
        if not is_finite(type_, value):
            raise ConstantError("arithmetic with what is no finite number", "finite numbers")


def _compare(sign: str, type_: Primitive, left: int, right: int) -> bool:
    if not type_.real:
        return _RELATIONS[sign](left, right)
    _finite(type_, left, right)
    return bool(_RELATIONS[sign](from_bits(type_, left), from_bits(type_, right)))


def _real(sign: str, type_: Primitive, left: int, right: int) -> int:
    _finite(type_, left, right)
    x, y = from_bits(type_, left), from_bits(type_, right)
    if sign in ("/", "\\") and y == 0:
        raise ConstantError("a division by zero", "a divisor other than 0.0")
    with np.errstate(all="ignore"):
        result = to_bits(
            type_,
            {
                "+": operator.add,
                "-": operator.sub,
                "*": operator.mul,
                "/": operator.truediv,
                "\\": remainder,
            }[sign](x, y),
        )
    if not is_finite(type_, result):
        raise ConstantError(f"a result too large for {type_}", f"results that {type_} can hold")
    return result


def convert(source: Primitive, target: Primitive, mode: str, value: int) -> int:
    """Return a value in another type; which modes fit which types has been checked before."""
    if target.real:
        return _to_real(source, target, mode, value)
    if not source.real:
        return checked(target, value)
    _finite(source, value)
    exact = Fraction(float(from_bits(source, value)))
    return checked(target, round(exact) if mode == "ROUND" else int(exact))


def _to_real(source: Primitive, target: Primitive, mode: str, value: int) -> int:
    exact = Fraction(value)
    if source.real:
        _finite(source, value)
        number = from_bits(source, value)
        if number == 0:
            return to_bits(target, number)
        exact = Fraction(float(number))
    return real(target, exact, mode)


def real(type_: Primitive, exact: Fraction, mode: str = "ROUND") -> int:
    """Return the bits of the real nearest to a fraction (TRUNC: towards zero)."""
    result = nearest(type_, exact, mode == "TRUNC")
    if result is None:
        raise ConstantError(f"a value too large for {type_}", f"values that {type_} can hold")
    return result
