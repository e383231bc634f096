"""Symbols: what the names of a program stand for. They are compared by identity.

An abbreviation holds an expression, a routine a process, and both hold symbols: the language is
recursive here, so the names of both are known to annotations only.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, TypeAlias

from common.place import Place
from occam.language.types import Type
from occam.program import Module

if TYPE_CHECKING:
    from occam.typed.constructions import Process
    from occam.typed.expressions import Expression


@dataclass(eq=False)
class Symbol:
    """A name that was made known.

    ``shared``, ``aliased``: it may be used by parallel processes, or by several names, as a pragma
    says; nothing is checked then.
    """

    name: str
    place: Place
    type: Type
    shared: bool = field(default=False, kw_only=True)
    aliased: bool = field(default=False, kw_only=True)


@dataclass(eq=False)
class Declared(Symbol):
    """A variable, channel (or array of them) or timer.

    ``address`` is the word from #80000000 that PLACE gave it: 0 to 3 links out, 4 to 7 links in,
    8 the event. A placed array of channels takes consecutive words from there. ``space``:
    "WORKSPACE" or "VECSPACE" where PLACE says in which an array lies.
    """

    address: int | None = None
    space: str = ""


@dataclass(eq=False)
class Index(Symbol):
    """A replicator's index; its value lies in ``range`` if start and count are constants."""

    range: tuple[int, int] | None = None


@dataclass(eq=False)
class Abbreviated(Symbol):
    """``VAL name IS expression`` (value) or ``name IS element``; also what RETYPES gives.

    Constants never come here: they are put in the place of their names. The expression is
    evaluated once, where the abbreviation stands. If lengths of ``type`` are None they are the
    expression's own; a retyping may have one, which follows from the expression's size in bytes.

    ``apart`` has the abbreviations around it that may stand for the same element, as far as is
    known before the program runs: then it is to be looked at that they do not.
    """

    value: bool = True
    retypes: bool = False
    expression: Expression = None  # type: ignore[assignment]
    apart: list[Abbreviated] = field(default_factory=list)


@dataclass(eq=False)
class Parameter(Symbol):
    """A formal parameter; VAL if ``value``. Open lengths are passed after it, outermost first."""

    value: bool = False


NamedSymbol: TypeAlias = Declared | Index | Abbreviated | Parameter
Specification: TypeAlias = Declared | Abbreviated


@dataclass(eq=False)
class Procedure:
    """A procedure; its body may use what is known around it (``outer`` is where it is nested).

    ``instruction``: what it is on a T800, if it is one. ``modules``: those of the object file that
    has its code; its body is empty then.
    """

    name: str
    place: Place
    parameters: tuple[Parameter, ...]
    body: Process = None  # type: ignore[assignment]
    outer: Procedure | Function | None = None
    instruction: str = ""
    modules: tuple[Module, ...] = ()


@dataclass(eq=False)
class Function:
    """A function of one or more results. ``body`` runs first, then ``results`` are evaluated.

    If ``body`` is a Scope, its symbols live on until the results are evaluated. ``instruction``:
    what it is on a T800, if it is one.
    """

    name: str
    place: Place
    parameters: tuple[Parameter, ...]
    types: tuple[Type, ...]
    body: Process = None  # type: ignore[assignment]
    results: tuple[Expression, ...] = ()
    outer: Procedure | Function | None = None
    instruction: str = ""
    modules: tuple[Module, ...] = ()


Routine: TypeAlias = Procedure | Function
"""What is called: its code is generated once, whatever the number of calls."""
