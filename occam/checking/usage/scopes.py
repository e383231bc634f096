"""Aliasing: while an abbreviation lives, what it stands for has no other name."""

from __future__ import annotations

from dataclasses import replace

from occam import typed
from occam.checking.usage.accesses import Access, Accesses, Use
from occam.language.links import EVENT, INPUT_LINKS, OUTPUT_LINKS
from occam.language.types import ArrayType, ChannelType, base_of
from occam.layout import spans
from occam.layout.areas import Area, abbreviated, area_of, declared, may_overlap
from occam.layout.regions import Region
from occam.layout.sizes import size_in_words

_INPUTS = (*INPUT_LINKS, EVENT)


def abbreviation(symbol: typed.Abbreviated, read: Accesses, inside: Accesses) -> Accesses:
    """Return the uses around an abbreviation.

    Parameters
    ----------
    read
        What its expression reads: for an element only its subscripts.
    inside
        The uses where it lives.
    """
    for access in read:
        _refuse_changes(symbol, access, inside)
    found = inside.without((symbol,)) if symbol.value else _element(symbol, inside)
    found.update(read)
    return found


def _refuse_changes(symbol: typed.Abbreviated, read: Access, inside: Accesses) -> None:
    for access in inside:
        if access.use is not Use.WRITE or access.symbol is symbol:
            continue
        if _same(read.area, access):
            access.place.fail(
                f"{access} is changed while {symbol.name}, made from it in line "
                f"{symbol.place.line}, lives",
                "no change of what an abbreviation was made from",
            )


def _element(symbol: typed.Abbreviated, inside: Accesses) -> Accesses:
    """Check that the element is not used by its old name; give its uses that name."""
    area = area_of(symbol.expression)
    assert area is not None
    found = Accesses()
    for access in inside:
        if access.symbol is symbol:
            part = abbreviated(symbol, access.area.region)
            assert part is not None
            access = replace(access, area=part)
        elif _same(area, access):
            if isinstance(access.symbol, typed.Abbreviated):
                symbol.place.fail(
                    f"{symbol.name} abbreviates what {access.symbol.name} in line "
                    f"{access.symbol.place.line} does, or a part of it",
                    f"elements that are surely others, or {access.symbol.name}",
                )
            access.place.fail(
                f"{access} is {access.use.value} by its old name while {symbol.name}, "
                f"which abbreviates it in line {symbol.place.line}, lives",
                symbol.name,
            )
        found.add(access.forget(frozenset((symbol,))))
    return found


def _same(area: Area, access: Access) -> bool:
    """Tell whether an access may be to a part of an area, whatever names both have."""
    one, other = declared(area), declared(access.area)
    return one is not None and other is not None and may_overlap(one, other)


def declaration(symbol: typed.Declared, inside: Accesses) -> None:
    """Check the uses of what is declared: a channel's ends, and the direction of links."""
    if isinstance(base_of(symbol.type), ChannelType):
        if symbol.address is not None:
            link_direction(symbol, inside)
        else:
            one_direction(inside.of(symbol), "parallel processes for its two ends")


def one_direction(found: list[Access], allowed: str) -> None:
    """Refuse a channel that one process uses at both ends; behind a link is another's end."""
    if any(
        isinstance(one.symbol, typed.Declared) and one.symbol.address is not None for one in found
    ):
        return
    inputs = [access for access in found if access.use is Use.INPUT]
    for output in found:
        if output.use is not Use.OUTPUT:
            continue
        for access in inputs:
            both = access.paired and output.paired
            if not both and may_overlap(access.area, output.area):
                later = max(access, output, key=lambda one: (one.place.line, one.place.column))
                later.place.fail(
                    f"{later} is used for input and output by the same process", allowed
                )


def link_direction(symbol: typed.Declared, inside: Accesses) -> None:
    """Refuse input from a link out, and output to a link in."""
    for access in inside.of(symbol):
        if not access.use.communicates:
            continue
        found = _addresses(symbol, access.area.region)
        wanted = OUTPUT_LINKS if access.use is Use.OUTPUT else _INPUTS
        if not set(found) & set(wanted):
            access.place.fail(
                f"{access} is {access.use.value} and placed at {found[0]}",
                "output to 0 to 3, input from 4 to 8",
            )


def _addresses(symbol: typed.Declared, region: Region) -> range:
    """Return where the channels of a part of a placed channel or array of them may lie."""
    assert symbol.address is not None
    if not isinstance(symbol.type, ArrayType):
        return range(symbol.address, symbol.address + 1)
    inner = size_in_words(symbol.type.element)
    span = spans.bounds(region.spans[0]) if region.spans else spans.UNKNOWN
    low, high = span.low or 0, span.high
    if high is None:
        high = (symbol.type.length or 1) - 1
    return range(symbol.address + low * inner, symbol.address + (high + 1) * inner)
