"""What a process does to variables and channels that are known around it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace
from enum import Enum

from common.place import Place
from occam import typed
from occam.layout import regions
from occam.layout.areas import Area


class Use(Enum):
    """What is done to a variable or channel, as messages say it."""

    READ = "used"
    WRITE = "changed"
    INPUT = "used for input"
    OUTPUT = "used for output"

    @property
    def communicates(self) -> bool:
        """Whether it is done to a channel."""
        return self in (Use.INPUT, Use.OUTPUT)


@dataclass(frozen=True)
class Access:
    """One use of a symbol, or part of it.

    Attributes
    ----------
    paired
        Whether a channel's ends met in an inner PAR.
    through
        The abbreviations by whose names it is used, the outermost first, inside of a routine.
    """

    area: Area
    use: Use
    paired: bool = False
    through: tuple[typed.Abbreviated, ...] = ()
    place: Place = field(compare=False, default=Place("", 0, 0))

    def __str__(self) -> str:
        """Return the symbol with its constant subscripts."""
        shown = self.symbol.name
        for span in self.area.region.spans:
            if span.symbol is not None or span.low is None or span.low != span.high:
                break
            shown += f"[{span.low}]"
        return shown

    @property
    def symbol(self) -> typed.Symbol:
        """What is used, or a part of what is used."""
        return self.area.symbol

    def forget(self, symbols: frozenset[typed.Symbol]) -> Access:
        """Return the access as it is seen where some symbols are not known."""
        region = regions.forget(self.area.region, symbols)
        if region is self.area.region:
            return self
        return replace(self, area=Area(self.symbol, region))


class Accesses:
    """Uses without repetitions, in the order they were found."""

    def __init__(self, found: Iterable[Access] = ()) -> None:
        self._found = {access: access for access in found}

    def __iter__(self) -> Iterator[Access]:
        return iter(self._found)

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


def conflict(one: Access, other: Access) -> bool:
    """Tell whether two parallel processes may not do this to the same element."""
    if one.use.communicates:
        return one.use is other.use
    return Use.WRITE in (one.use, other.use)
