"""Which elements of one dimension a subscript or slice takes, as far as that is known.

A span reaches from ``low`` to ``high``, counted from ``factor * symbol``: so parts at ``i``,
``i + 1`` and from ``4 * i`` on can be told apart without knowing ``i``. Where a subscript is
another function of a replicator's index, ``values`` takes the place of ``factor * symbol``.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from occam import typed
from occam.language.types import Primitive
from occam.layout.tabulation import tabulate

_ADDITIONS = ("+", "PLUS")
_SUBTRACTIONS = ("-", "MINUS")
_PRODUCTS = ("*", "TIMES")


@dataclass(frozen=True)
class Span:
    """``factor * symbol + low`` to ``factor * symbol + high``; None: not known.

    With ``values``, one for each value of the symbol, these are instead of ``factor * symbol``.
    """

    low: int | None
    high: int | None
    symbol: typed.Symbol | None = None
    factor: int = 0
    values: tuple[int, ...] = ()

    def same_start(self, other: Span) -> bool:
        """Tell whether both count from the same place whatever the symbol's value is."""
        return (
            self.symbol is other.symbol
            and self.factor == other.factor
            and self.values == other.values
        )

    def at(self, position: int, value: int) -> Span:
        """Return where it lies for one value of the symbol, which is that of ``position``."""
        start = self.values[position] if self.values else self.factor * value
        low = None if self.low is None else self.low + start
        return Span(low, None if self.high is None else self.high + start)


UNKNOWN = Span(None, None)


def affine(value: typed.Expression) -> Span:
    """Return an index as a span of one element; UNKNOWN if it is no function of one symbol."""
    found = _affine(value)
    if found != UNKNOWN:
        return found
    table = tabulate(value)
    return Span(0, 0, table[0], 0, table[1]) if table else UNKNOWN


def _affine(value: typed.Expression) -> Span:
    match value:
        case typed.Constant(value=number):
            return Span(number, number)
        case typed.Variable(symbol=typed.Abbreviated(value=True, expression=inner) as symbol):
            found = _affine(inner) if value.type is Primitive.INT else UNKNOWN
            if found == UNKNOWN and tabulate(value):
                return UNKNOWN
            return found if found != UNKNOWN else Span(0, 0, symbol, 1)
        case typed.Variable(symbol=symbol, type=Primitive.INT):
            return Span(0, 0, symbol, 1)
        case typed.Binary(operator=sign, left=left, right=right):
            return _combined(sign, _affine(left), _affine(right))
    return UNKNOWN


def _combined(sign: str, left: Span, right: Span) -> Span:
    if sign in _ADDITIONS:
        return added(left, right)
    if sign in _SUBTRACTIONS:
        return added(left, scaled(right, -1))
    if sign in _PRODUCTS and right.symbol is None and right.low is not None:
        return scaled(left, right.low)
    if sign in _PRODUCTS and left.symbol is None and left.low is not None:
        return scaled(right, left.low)
    return UNKNOWN


def scaled(span: Span, factor: int) -> Span:
    """Return a single index times a number."""
    if span.low is None:
        return UNKNOWN
    return _tidy(Span(span.low * factor, span.low * factor, span.symbol, span.factor * factor))


def _tidy(span: Span) -> Span:
    return replace(span, symbol=None, factor=0) if span.factor == 0 else span


def added(start: Span, part: Span) -> Span:
    """Return a part counted from the start of another; UNKNOWN if two symbols are needed."""
    if start.low is None or (start.symbol and part.symbol and start.symbol is not part.symbol):
        return UNKNOWN
    if (start.values and part.symbol) or (part.values and start.symbol):
        return UNKNOWN
    low = None if part.low is None else start.low + part.low
    high = None if part.high is None else start.low + part.high
    values = start.values or part.values
    total = Span(low, high, start.symbol or part.symbol, start.factor + part.factor, values)
    return total if values else _tidy(total)


def slice_span(start: typed.Expression, count: typed.Expression) -> Span:
    """Return the elements of a slice."""
    first = affine(start)
    if not isinstance(count, typed.Constant) or first.low is None:
        return replace(first, high=None)
    return replace(first, high=first.low + count.value - 1)


def bounds(span: Span) -> Span:
    """Return a span without its symbol: where it can lie for any value of that."""
    if span.symbol is None:
        return span
    if not isinstance(span.symbol, typed.Index) or span.symbol.range is None:
        return UNKNOWN
    ends = span.values or [span.factor * value for value in span.symbol.range]
    low = None if span.low is None else span.low + min(ends)
    high = None if span.high is None else span.high + max(ends)
    return Span(low, high)


def is_known(span: Span) -> bool:
    """Tell whether both ends are known, but for the symbol's value."""
    return span.low is not None and span.high is not None


def meet(one: Span, other: Span) -> bool:
    """Tell whether two spans of one dimension may have an element in common."""
    if one.symbol is other.symbol and (one.values or other.values):
        numbers = numbers_of(one.symbol)
        return any(meet(one.at(*number), other.at(*number)) for number in numbers)
    if not one.same_start(other):
        one, other = bounds(one), bounds(other)
    return (
        _not_after(one.low, other.high)
        and _not_after(other.low, one.high)
        and not (_empty(one) or _empty(other))
    )


def _not_after(low: int | None, high: int | None) -> bool:
    return low is None or high is None or low <= high


def _empty(span: Span) -> bool:
    return not _not_after(span.low, span.high)


def numbers_of(index: typed.Symbol | None) -> list[tuple[int, int]]:
    """Return the values of an index of known range, each with its position."""
    assert isinstance(index, typed.Index)
    assert index.range is not None
    return list(enumerate(range(index.range[0], index.range[1] + 1)))


def differences(one: Span, other: Span, most: int) -> tuple[int, int]:
    """Return for which differences of the index (one's less the other's) two spans may meet."""
    factor = one.factor
    low = None if other.low is None or one.high is None else other.low - one.high
    high = None if other.high is None or one.low is None else other.high - one.low
    if factor < 0:
        low, high, factor = (
            None if high is None else -high,
            None if low is None else -low,
            -factor,
        )
    first = -most if low is None else -(-low // factor)
    last = most if high is None else high // factor
    return first, last
