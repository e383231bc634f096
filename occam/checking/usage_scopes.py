"""Aliasing: while an abbreviation lives, what it stands for has no other name."""

from __future__ import annotations

from occam import typed
from occam.checking.accesses import CHANNEL, Access, Accesses, Kind, resolve, show
from occam.language.types import ArrayType, ChannelType, base_of
from occam.layout import regions
from occam.layout.regions import Region
from occam.layout.sizes import size_in_words

_OUTPUT_LINKS = range(4)
_INPUT_LINKS = range(4, 9)


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
        if access.kind is not Kind.WRITE or access.symbol is symbol:
            continue
        if _same(read.symbol, read.region, access):
            access.place.fail(
                f"{show(access)} is changed while {symbol.name}, made from it in line "
                f"{symbol.place.line}, lives",
                "no change of what an abbreviation was made from",
            )


def _element(symbol: typed.Abbreviated, inside: Accesses) -> Accesses:
    """Check that the element is not used by its old name; give its uses that name."""
    base, region = regions.of_element(symbol.expression)
    assert base is not None
    found = Accesses()
    for access in inside:
        if access.symbol is symbol:
            part = region if symbol.retypes else regions.compose(region, access.region)
            access = Access(base, part, access.kind, access.paired, access.place)
        elif _same(base, region, access):
            if isinstance(access.symbol, typed.Abbreviated):
                symbol.place.fail(
                    f"{symbol.name} abbreviates what {access.symbol.name} in line "
                    f"{access.symbol.place.line} does, or a part of it",
                    f"elements that are surely others, or {access.symbol.name}",
                )
            access.place.fail(
                f"{show(access)} is {access.kind.value} by its old name while {symbol.name}, "
                f"which abbreviates it in line {symbol.place.line}, lives",
                symbol.name,
            )
        found.add(access.forget(frozenset((symbol,))))
    return found


def _same(symbol: typed.Symbol, region: Region, access: Access) -> bool:
    """Tell whether an access may be to a part of a symbol."""
    one, first = resolve(symbol, region)
    other, second = resolve(access.symbol, access.region)
    return one is not None and one is other and regions.overlap(first, second)


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
    inputs = [access for access in found if access.kind is Kind.INPUT]
    for output in found:
        if output.kind is not Kind.OUTPUT:
            continue
        for access in inputs:
            both = access.paired and output.paired
            if not both and regions.overlap(access.region, output.region):
                later = max(access, output, key=lambda one: (one.place.line, one.place.column))
                later.place.fail(
                    f"{show(later)} is used for input and output by the same process", allowed
                )


def link_direction(symbol: typed.Declared, inside: Accesses) -> None:
    """Refuse input from a link out, and output to a link in."""
    for access in inside.of(symbol):
        if access.kind not in CHANNEL:
            continue
        found = _addresses(symbol, access.region)
        wanted = _OUTPUT_LINKS if access.kind is Kind.OUTPUT else _INPUT_LINKS
        if not set(found) & set(wanted):
            access.place.fail(
                f"{show(access)} is {access.kind.value} and placed at {found[0]}",
                "output to 0 to 3, input from 4 to 8",
            )


def _addresses(symbol: typed.Declared, region: Region) -> range:
    """Return where the channels of a part of a placed channel or array of them may lie."""
    assert symbol.address is not None
    if not isinstance(symbol.type, ArrayType):
        return range(symbol.address, symbol.address + 1)
    inner = size_in_words(symbol.type.element)
    span = regions.bounds(region.spans[0]) if region.spans else regions.UNKNOWN
    low, high = span.low or 0, span.high
    if high is None:
        high = (symbol.type.length or 1) - 1
    return range(symbol.address + low * inner, symbol.address + (high + 1) * inner)
