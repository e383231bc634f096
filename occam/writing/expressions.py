"""REAL32 expressions in occam, where no operator binds closer than another."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence

import numpy as np


def real32(value: float) -> str:
    """Return a REAL32 literal of the nearest number, in brackets if it is negative.

    Raises
    ------
    ValueError
        It is no finite number of single precision.
    """
    with np.errstate(over="ignore"):  # told below
        single = np.float32(value)
    if not np.isfinite(single):
        raise ValueError(f"{value!r} is no REAL32")
    if single < 0 or (single == 0 and math.copysign(1.0, float(single)) < 0):
        return f"(-{real32(-value)})"
    digits = np.format_float_scientific(single, unique=True, trim="0")
    mantissa, _, exponent = digits.partition("e")
    if -4 <= int(exponent) <= 6:
        return f"{np.format_float_positional(single, unique=True, trim='0')}(REAL32)"
    return f"{mantissa}E{int(exponent):+03d}(REAL32)"


def operation(left: str, operator: str, right: str) -> str:
    """Return two operands with their operator, in brackets."""
    return f"({left} {operator} {right})"


def negative(operand: str) -> str:
    """Return the negative, in brackets."""
    return f"(-{operand})"


def call(function: str, argument: str) -> str:
    """Return a call of a function."""
    return f"{function} ({without_brackets(argument)})"


def without_brackets(expression: str) -> str:
    """Return an expression without brackets round the whole of it."""
    if not (expression.startswith("(") and expression.endswith(")")):
        return expression
    depth = 0
    for place, character in enumerate(expression):
        depth += (character == "(") - (character == ")")
        if depth == 0 and place < len(expression) - 1:
            return expression
    return expression[1:-1]


def table(values: Iterable[float]) -> str:
    """Return a table of REAL32 literals."""
    return f"[{', '.join(real32(value) for value in values)}]"


def slices(name: str, size: int, places: Sequence[int]) -> list[str]:
    """Return the parts of an array that hold its elements at ascending places, as few as can be."""
    found: list[list[int]] = []
    for place in places:
        if found and found[-1][-1] == place - 1:
            found[-1].append(place)
        else:
            found.append([place])
    return [_slice(name, size, run[0], len(run)) for run in found]


def _slice(name: str, size: int, first: int, count: int) -> str:
    if count == size:
        return name
    return f"{name}[{first}]" if count == 1 else f"[{name} FROM {first} FOR {count}]"
