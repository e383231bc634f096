"""Which part of an array an element or slice is, as far as it is known before the program runs.

A part is described dimension by dimension. In each it reaches from ``low`` to ``high``, counted
from ``factor * symbol``: so parts at ``i``, ``i + 1`` and from ``4 * i`` on can be told apart
without knowing ``i``. Where a subscript is another function of a replicator's index, ``values``
takes the place of ``factor * symbol``. Dimensions that are not described are meant whole.
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


@dataclass(frozen=True)
class Region:
    """Spans from the outermost dimension on; ``sliced``: subscripts count from the last one."""

    spans: tuple[Span, ...] = ()
    sliced: bool = False


_WHOLE = Region()


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


def _slice_span(start: typed.Expression, count: typed.Expression) -> Span:
    """Return the elements of a slice."""
    first = affine(start)
    if not isinstance(count, typed.Constant) or first.low is None:
        return replace(first, high=None)
    return replace(first, high=first.low + count.value - 1)


def compose(outer: Region, inner: Region) -> Region:
    """Return a part of a part."""
    if not inner.spans:
        return outer
    if not outer.sliced:
        return Region(outer.spans + inner.spans, inner.sliced)
    last = added(outer.spans[-1], inner.spans[0])
    if last.low is None:
        # Where inside is unknown, so it may be all of the slice.
        last = outer.spans[-1]
    elif last.high is None:
        last = replace(last, high=_end(outer.spans[-1], last))
    return Region((*outer.spans[:-1], last, *inner.spans[1:]), inner.sliced)


def _end(whole: Span, part: Span) -> int | None:
    return whole.high if whole.same_start(part) else None


def of_element(value: typed.Expression) -> tuple[typed.Symbol | None, Region]:
    """Return the symbol that an element or slice is part of, and which part; None: of a value."""
    match value:
        case typed.Variable(symbol=symbol):
            return symbol, _WHOLE
        case typed.Element(base=base, index=index):
            whole, region = of_element(base)
            return whole, compose(region, Region((affine(index),)))
        case typed.Slice(base=base, start=start, count=count):
            whole, region = of_element(base)
            return whole, compose(region, Region((_slice_span(start, count),), True))
    return None, _WHOLE


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


def forget(region: Region, symbols: frozenset[typed.Symbol]) -> Region:
    """Return a region that does not speak of some symbols, for where they are not known."""
    if not any(span.symbol in symbols for span in region.spans):
        return region
    spans = tuple(bounds(span) if span.symbol in symbols else span for span in region.spans)
    return replace(region, spans=spans)


def overlap(one: Region, other: Region) -> bool:
    """Tell whether two parts of one array may have an element in common."""
    return all(_meet(a, b) for a, b in zip(one.spans, other.spans, strict=False))


def surely_overlap(one: Region, other: Region) -> bool:
    """Tell whether two parts have an element in common whatever the indices are."""
    return all(
        a.same_start(b) and _known(a) and _known(b) and _meet(a, b)
        for a, b in zip(one.spans, other.spans, strict=False)
    )


def _known(span: Span) -> bool:
    return span.low is not None and span.high is not None


def _meet(one: Span, other: Span) -> bool:
    if one.symbol is other.symbol and (one.values or other.values):
        numbers = _numbers(one.symbol)
        return any(_meet(one.at(*number), other.at(*number)) for number in numbers)
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


def overlap_replicated(one: Region, other: Region, index: typed.Symbol, count: int) -> bool:
    """Tell whether parts may meet in two different processes of a replicated PAR.

    They may if for a difference of the two indices other than 0 they meet in every dimension.
    """
    if any(span.values and span.symbol is index for span in one.spans + other.spans):
        return _overlap_tabulated(one, other, index)
    least, greatest = 1 - count, count - 1
    for a, b in zip(one.spans, other.spans, strict=False):
        if a.symbol is index and b.symbol is index and a.factor == b.factor:
            first, last = _differences(a, b, greatest)
            least, greatest = max(least, first), min(greatest, last)
        elif not _meet(a, b):
            return False
    return least <= greatest and not least == greatest == 0


def _overlap_tabulated(one: Region, other: Region, index: typed.Symbol) -> bool:
    """Tell whether parts meet for any two different values of an index of known range."""
    numbers = _numbers(index)
    mine = [_fixed(one, index, position, value) for position, value in numbers]
    others = [_fixed(other, index, position, value) for position, value in numbers]
    return any(overlap(a, b) for i, a in enumerate(mine) for j, b in enumerate(others) if i != j)


def _numbers(index: typed.Symbol | None) -> list[tuple[int, int]]:
    """Return the values of an index of known range, each with its position."""
    assert isinstance(index, typed.Index)
    assert index.range is not None
    return list(enumerate(range(index.range[0], index.range[1] + 1)))


def _fixed(region: Region, index: typed.Symbol, position: int, value: int) -> Region:
    spans = (span.at(position, value) if span.symbol is index else span for span in region.spans)
    return Region(tuple(spans), region.sliced)


def _differences(one: Span, other: Span, most: int) -> tuple[int, int]:
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
