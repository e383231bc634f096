"""Which part of which variable an expression stands for, and when two of them overlap.

Whoever asks for overlap asks here: calls, retyping, communication and assignment.
"""

from __future__ import annotations

from dataclasses import dataclass

from occam import typed
from occam.layout import regions
from occam.layout.regions import Region


@dataclass(frozen=True)
class Area:
    """A variable, channel or array of these, and which part of it."""

    symbol: typed.Symbol
    region: Region

    def part(self, region: Region) -> Area:
        """Return a part of this part."""
        return Area(self.symbol, regions.compose(self.region, region))


def area_of(value: typed.Expression) -> Area | None:
    """Return what an element or slice is part of, and which part; None: of a value."""
    symbol, region = regions.of_element(value)
    return None if symbol is None else Area(symbol, region)


def abbreviated(symbol: typed.Abbreviated, region: Region) -> Area | None:
    """Return what a part of an abbreviation or retyping is part of, by its old name.

    The bytes of a retyping are counted in other elements, so a part of it may be any part.
    """
    area = area_of(symbol.expression)
    if area is None or symbol.retypes:
        return area
    return area.part(region)


def declared(area: Area) -> Area | None:
    """Follow abbreviations to what was declared; None for VAL abbreviations, which have a value."""
    found: Area | None = area
    while found is not None and isinstance(found.symbol, typed.Abbreviated):
        found = None if found.symbol.value else abbreviated(found.symbol, found.region)
    return found


def may_overlap(one: Area, other: Area) -> bool:
    """Tell whether two areas may have an element in common."""
    return one.symbol is other.symbol and regions.overlap(one.region, other.region)


def surely_overlap(one: Area, other: Area) -> bool:
    """Tell whether two areas have an element in common whatever the indices are."""
    return one.symbol is other.symbol and regions.surely_overlap(one.region, other.region)


def spoils_itself(target: typed.Expression, value: typed.Expression) -> bool:
    """Tell whether a copy may overwrite what is still to be copied: parts of one variable.

    Only a slice can lie across another part, and not where both surely are the same elements, or
    surely others.
    """
    if not isinstance(target, typed.Slice) and not isinstance(value, typed.Slice):
        return False
    to, part = area_of(target), area_of(value)
    if to is None or part is None or _same_elements(to.region, part.region):
        return False
    return may_overlap(to, part)


def _same_elements(one: Region, other: Region) -> bool:
    known = all(span.low is not None and span.high is not None for span in one.spans)
    return known and one == other
