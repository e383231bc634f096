"""What a process does to variables and channels that are known around it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace
from enum import Enum

from common.place import Place
from occam import typed
from occam.layout import regions
from occam.layout.regions import Region


class Kind(Enum):
    """What is done, as messages say it."""

    READ = "used"
    WRITE = "changed"
    INPUT = "used for input"
    OUTPUT = "used for output"


CHANNEL = (Kind.INPUT, Kind.OUTPUT)


@dataclass(frozen=True)
class Access:
    """One use of a symbol, or part of it; ``paired``: a channel's ends met in an inner PAR."""

    symbol: typed.Symbol
    region: Region
    kind: Kind
    paired: bool = False
    place: Place = field(compare=False, default=Place("", 0, 0))

    def forget(self, symbols: frozenset[typed.Symbol]) -> Access:
        """Return the access as it is seen where some symbols are not known."""
        region = regions.forget(self.region, symbols)
        return self if region is self.region else replace(self, region=region)


class Accesses:
    """Uses without repetitions, in the order they were found."""

    def __init__(self, found: Iterable[Access] = ()) -> None:
        self._found = {access: access for access in found}

    def __iter__(self) -> Iterator[Access]:
        return iter(self._found)

    def __bool__(self) -> bool:
        return bool(self._found)

    def add(self, access: Access) -> None:
        """Add one use."""
        self._found.setdefault(access, access)

    def update(self, others: Iterable[Access]) -> None:
        """Add uses."""
        for access in others:
            self.add(access)

    def without(self, symbols: Iterable[typed.Symbol]) -> Accesses:
        """Return what is left outside of where some symbols live."""
        gone = frozenset(symbols)
        return Accesses(one.forget(gone) for one in self if one.symbol not in gone)

    def of(self, symbol: typed.Symbol) -> list[Access]:
        """Return the uses of one symbol."""
        return [access for access in self if access.symbol is symbol]


def resolve(symbol: typed.Symbol, region: Region) -> tuple[typed.Symbol | None, Region]:
    """Follow abbreviations to what was declared; None for VAL abbreviations, which have a value."""
    while isinstance(symbol, typed.Abbreviated):
        if symbol.value:
            return None, region
        base, outer = regions.of_element(symbol.expression)
        if base is None:
            return None, region
        region = outer if symbol.retypes else regions.compose(outer, region)
        symbol = base
    return symbol, region


def conflict(one: Access, other: Access) -> bool:
    """Tell whether two parallel processes may not do this to the same element."""
    if one.kind in CHANNEL:
        return one.kind is other.kind
    return Kind.WRITE in (one.kind, other.kind)


def show(access: Access) -> str:
    """Return the symbol with its constant subscripts."""
    shown = access.symbol.name
    for span in access.region.spans:
        if span.symbol is not None or span.low is None or span.low != span.high:
            break
        shown += f"[{span.low}]"
    return shown
