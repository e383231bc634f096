"""Subscripts that are no multiple of a replicator's index, such as ``(i + 1) \\ 5``: all values."""

from __future__ import annotations

from occam import typed
from occam.language import arithmetic
from occam.language.types import Primitive

_MOST = 128
"""For how many values of an index a subscript is computed, at most."""


def tabulate(value: typed.Expression) -> tuple[typed.Index, tuple[int, ...]] | None:
    """Return the one index an INT depends on, and its value at each of that index's.

    None if it depends on anything else, or has no value somewhere.
    """
    found: set[typed.Symbol] = set()
    if not _collect(value, found) or len(found) != 1:
        return None
    (index,) = found
    if not isinstance(index, typed.Index) or index.range is None:
        return None
    first, last = index.range
    if not 0 <= last - first < _MOST:
        return None
    try:
        return index, tuple(_value(value, number) for number in range(first, last + 1))
    except arithmetic.ConstantError:
        return None


def _collect(value: typed.Expression, found: set[typed.Symbol]) -> bool:
    """Add what an expression depends on; tell whether it is made of operators on INT only."""
    if value.type is not Primitive.INT:
        return False
    match value:
        case typed.Constant():
            return True
        case typed.Variable(symbol=typed.Abbreviated(value=True, retypes=False, expression=inner)):
            return _collect(inner, found)
        case typed.Variable(symbol=symbol):
            found.add(symbol)
            return True
        case typed.Unary(operand=operand):
            return _collect(operand, found)
        case typed.Binary(left=left, right=right):
            return _collect(left, found) and _collect(right, found)
    return False


def _value(value: typed.Expression, index: int) -> int:
    match value:
        case typed.Constant(value=number):
            assert isinstance(number, int)
            return number
        case typed.Variable(symbol=typed.Abbreviated(expression=inner)):
            return _value(inner, index)
        case typed.Unary(operator=sign, operand=operand):
            return arithmetic.monadic(sign, Primitive.INT, _value(operand, index))
        case typed.Binary(operator=sign, left=left, right=right):
            left_value, right_value = _value(left, index), _value(right, index)
            return arithmetic.dyadic(sign, Primitive.INT, left_value, right_value)
    return index
