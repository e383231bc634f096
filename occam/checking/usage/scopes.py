"""Aliasing: while an abbreviation lives, what it stands for has no other name."""

from __future__ import annotations

from dataclasses import replace

from occam import typed
from occam.checking.usage.accesses import Access, Accesses, Use
from occam.language.links import EVENT, INPUT_LINKS, OUTPUT_LINKS
from occam.language.types import ArrayType, ChannelType, base_of
from occam.layout import spans
from occam.layout.areas import Area, abbreviated, area_of, declared, may_overlap, surely_overlap
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
    area = area_of(symbol.expression)
    for access in read:
        _refuse_changes(symbol, access, inside, itself=access.area == area)
    found = inside.without((symbol,)) if symbol.value else _element(symbol, inside)
    for access in read:
        found.add(replace(access, through=(symbol,)) if access.area == area else access)
    return found


def _refuse_changes(
    symbol: typed.Abbreviated, read: Access, inside: Accesses, itself: bool
) -> None:
    """Refuse changes of what an abbreviation was made from.

    ``itself``: it is the element that is abbreviated; another abbreviation may stand for another.
    """
    for access in inside:
        if access.use is not Use.WRITE or access.symbol is symbol:
            continue
        if _same(read.area, access) and not (itself and _apart(symbol, read.area, access)):
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
            access = replace(access, area=part, through=(symbol, *access.through))
        elif _same(area, access) and not _apart(symbol, area, access):
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


def _apart(symbol: typed.Abbreviated, area: Area, access: Access) -> bool:
    """Let the program look at run time that two abbreviations stand for different elements.

    Return whether it can: the access is by another abbreviation's name, around this one or inside
    of where it lives, and is not surely to the same element.
    """
    one, other = declared(area), declared(access.area)
    if one is None or other is None or surely_overlap(one, other):
        return False
    if isinstance(access.symbol, typed.Abbreviated):
        _look(symbol, access.symbol)
        return True
    if access.through:
        _look(access.through[0], symbol)
        return True
    return False


def _look(inner: typed.Abbreviated, outer: typed.Abbreviated) -> None:
    if outer not in inner.apart:
        inner.apart.append(outer)


def _same(area: Area, access: Access) -> bool:
    """Tell whether an access may be to a part of an area, whatever names both have."""
    one, other = declared(area), declared(access.area)
    if one is None or other is None or one.symbol.aliased:
        return False
    return may_overlap(one, other)


def declaration(symbol: typed.Declared, inside: Accesses) -> None:
    """Check the direction of links that are declared; other channels may be used at both ends."""
    if isinstance(base_of(symbol.type), ChannelType) and symbol.address is not None:
        link_direction(symbol, inside)


def one_direction(found: list[Access], allowed: str) -> None:
    """Refuse a channel parameter that a routine uses at both ends."""
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
