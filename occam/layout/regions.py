"""Which part of an array an element or slice is, as far as it is known before the program runs.

A part is described dimension by dimension, each by a span. Dimensions that are not described are
meant whole.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from occam import typed
from occam.layout.spans import (
    Span,
    added,
    affine,
    bounds,
    differences,
    is_known,
    meet,
    numbers_of,
    slice_span,
)


@dataclass(frozen=True)
class Region:
    """Spans from the outermost dimension on; ``sliced``: subscripts count from the last one."""

    spans: tuple[Span, ...] = ()
    sliced: bool = False


_WHOLE = Region()


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
            return whole, compose(region, Region((slice_span(start, count),), True))
    return None, _WHOLE


def forget(region: Region, symbols: frozenset[typed.Symbol]) -> Region:
    """Return a region that does not speak of some symbols, for where they are not known."""
    if not any(span.symbol in symbols for span in region.spans):
        return region
    spans = tuple(bounds(span) if span.symbol in symbols else span for span in region.spans)
    return replace(region, spans=spans)


def overlap(one: Region, other: Region) -> bool:
    """Tell whether two parts of one array may have an element in common."""
    return all(meet(a, b) for a, b in zip(one.spans, other.spans, strict=False))


def surely_overlap(one: Region, other: Region) -> bool:
    """Tell whether two parts have an element in common whatever the indices are."""
    return all(
        a.same_start(b) and is_known(a) and is_known(b) and meet(a, b)
        for a, b in zip(one.spans, other.spans, strict=False)
    )


def overlap_replicated(one: Region, other: Region, index: typed.Symbol, count: int) -> bool:
    """Tell whether parts may meet in two different processes of a replicated PAR.

    They may if for a difference of the two indices other than 0 they meet in every dimension.
    """
    if any(span.values and span.symbol is index for span in one.spans + other.spans):
        return _overlap_tabulated(one, other, index)
    least, greatest = 1 - count, count - 1
    for a, b in zip(one.spans, other.spans, strict=False):
        if a.symbol is index and b.symbol is index and a.factor == b.factor:
            first, last = differences(a, b, greatest)
            least, greatest = max(least, first), min(greatest, last)
        elif not meet(a, b):
            return False
    return least <= greatest and not least == greatest == 0


def _overlap_tabulated(one: Region, other: Region, index: typed.Symbol) -> bool:
    """Tell whether parts meet for any two different values of an index of known range."""
    numbers = numbers_of(index)
    mine = [_fixed(one, index, position, value) for position, value in numbers]
    others = [_fixed(other, index, position, value) for position, value in numbers]
    return any(overlap(a, b) for i, a in enumerate(mine) for j, b in enumerate(others) if i != j)


def _fixed(region: Region, index: typed.Symbol, position: int, value: int) -> Region:
    spans = (span.at(position, value) if span.symbol is index else span for span in region.spans)
    return Region(tuple(spans), region.sliced)
