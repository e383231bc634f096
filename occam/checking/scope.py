"""Names and what they stand for, one block inside the other."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import TypeAlias

from common.place import Place
from occam import typed
from occam.checking import hints
from occam.language import predefined
from occam.language.types import Protocol

NamedSymbol: TypeAlias = typed.Declared | typed.Index | typed.Abbreviated | typed.Parameter
ConstantValue: TypeAlias = typed.Constant | typed.ConstantTable
Entity: TypeAlias = (
    NamedSymbol
    | typed.Constant
    | typed.ConstantTable
    | Protocol
    | typed.Procedure
    | typed.Function
    | predefined.Signature
)


class Scope:
    """The names that a block makes known, over those known around it.

    A name may be made known again, in an inner block or a later specification; until that ends it
    has the new meaning only.
    """

    def __init__(self, parent: Scope | None = None) -> None:
        self.parent = parent
        self._names: dict[str, Entity] = {}
        self._places: dict[str, Place] = parent._places if parent is not None else {}

    def define(self, name: str, entity: Entity) -> None:
        """Make a name known from here on."""
        self._names[name] = entity
        if not isinstance(entity, Protocol | predefined.Signature):
            self._places[name] = entity.place

    def look_up(self, name: str) -> Entity | None:
        """Return what a name stands for, if anything."""
        if name in self._names:
            return self._names[name]
        return self.parent.look_up(name) if self.parent is not None else None

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
        """Return all names known, inner ones first."""
        yield from self._names
        if self.parent is not None:
            yield from self.parent.names()


def outermost() -> Scope:
    """Return the scope of what every program knows."""
    scope = Scope()
    for signature in (*predefined.FUNCTIONS.values(), *predefined.PROCEDURES.values()):
        scope.define(signature.name, signature)
    return scope


@dataclass(frozen=True)
class Processor:
    """The processor of a network whose process is checked.

    Attributes
    ----------
    number
        As written behind PROCESSOR.
    outside
        What is declared for all processors.
    links
        Its links, by the channel's symbol and constant subscripts.
    """

    number: int
    outside: frozenset[typed.Symbol]
    links: dict[tuple[typed.Symbol, tuple[int, ...]], typed.LinkUse]


@dataclass(frozen=True)
class Context:
    """Where something is checked.

    Attributes
    ----------
    scope
        The names known there.
    routines
        All procedures and functions defined so far, anywhere in the program.
    owner
        The procedure or function it is part of.
    function
        The name of the function, or "VALOF", whose value it computes; "" elsewhere.
    processor
        The processor it runs on, inside PLACED PAR.
    """

    scope: Scope
    routines: list[typed.Procedure | typed.Function]
    owner: typed.Procedure | typed.Function | None = None
    function: str = ""
    processor: Processor | None = None

    def inner(self) -> Context:
        """Return the context of a block inside."""
        return replace(self, scope=Scope(self.scope))
