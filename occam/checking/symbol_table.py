"""Names and what they stand for, one block inside the other."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TypeAlias

from common.place import Place
from occam import typed
from occam.checking import hints
from occam.language import predefined
from occam.language.types import Protocol

Entity: TypeAlias = (
    typed.NamedSymbol
    | typed.Constant
    | typed.ConstantTable
    | typed.ChannelTable
    | Protocol
    | typed.Procedure
    | typed.Function
    | predefined.Signature
)


class SymbolTable:
    """The names that a block makes known, over those known around it.

    A name may be made known again, in an inner block or a later specification; until that ends it
    has the new meaning only.
    """

    def __init__(self, around: SymbolTable | None = None) -> None:
        self.around = around
        self._names: dict[str, Entity] = {}
        self._places: dict[str, Place] = around._places if around is not None else {}

    def define(self, name: str, entity: Entity) -> None:
        """Make a name known from here on."""
        self._names[name] = entity
        if not isinstance(entity, Protocol | predefined.Signature):
            self._places[name] = entity.place

    def look_up(self, name: str) -> Entity | None:
        """Return what a name stands for, if anything."""
        if name in self._names:
            return self._names[name]
        return self.around.look_up(name) if self.around is not None else None

    def find(self, name: str, place: Place, wanted: str = "a name that is known here") -> Entity:
        """Return what a name stands for; raise the InputError of an unknown name otherwise."""
        entity = self.look_up(name)
        if entity is not None:
            return entity
        other = self._places.get(name)
        if other is not None and other.file == place.file:
            wanted += f"; {name} of line {other.line} is known to what follows it only"
        else:
            wanted += hints.for_name(name, self.names())
        place.fail(f"{name} is not known here", wanted)

    def names(self) -> Iterator[str]:
        """Yield all names known, inner ones first."""
        yield from self._names
        if self.around is not None:
            yield from self.around.names()


def outermost() -> SymbolTable:
    """Return the names that every program knows."""
    table = SymbolTable()
    for signature in (*predefined.FUNCTIONS.values(), *predefined.PROCEDURES.values()):
        table.define(signature.name, signature)
    return table
