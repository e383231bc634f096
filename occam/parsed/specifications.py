"""Specifications as they are written: what makes names known.

A procedure's body is a process, and a process may hold specifications: the language is recursive
here, so the name of processes is known to annotations only.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeAlias

from occam.parsed.expressions import Expression, ValueProcess
from occam.parsed.nodes import NewName, Node
from occam.parsed.types import SequentialProtocolNode, TaggedProtocolNode, TypeNode
from occam.program import Module

if TYPE_CHECKING:
    from occam.parsed.constructions import Process


@dataclass(frozen=True)
class Declaration(Node):
    """``type names:`` of variables, channels or timers."""

    type: TypeNode
    names: tuple[NewName, ...]


@dataclass(frozen=True)
class Abbreviation(Node):
    """``VAL type name IS expression:`` or ``type name IS element:``; type None: not written."""

    value: bool
    type: TypeNode | None
    name: NewName
    expression: Expression


@dataclass(frozen=True)
class Retyping(Node):
    """``VAL type name RETYPES expression:`` or ``type name RETYPES element:``."""

    value: bool
    type: TypeNode
    name: NewName
    expression: Expression


@dataclass(frozen=True)
class ProtocolDefinition(Node):
    """``PROTOCOL name IS items:`` or ``PROTOCOL name CASE variants:``."""

    name: NewName
    protocol: SequentialProtocolNode | tuple[TaggedProtocolNode, ...]


@dataclass(frozen=True)
class Formal(Node):
    """One formal parameter; ``VAL INT a, b`` gives two."""

    value: bool
    type: TypeNode
    name: NewName


@dataclass(frozen=True)
class ProcedureDefinition(Node):
    """``PROC name (formals)``, a process and ``:``."""

    name: NewName
    formals: tuple[Formal, ...]
    body: Process


@dataclass(frozen=True)
class FunctionDefinition(Node):
    """``types FUNCTION name (formals)``; ``IS results`` gives a ValueProcess of a Skip."""

    name: NewName
    types: tuple[TypeNode, ...]
    formals: tuple[Formal, ...]
    body: ValueProcess


@dataclass(frozen=True)
class Placement(Node):
    """``PLACE channel AT address:``, in words from #80000000: 0 to 3 links out, 4 to 7 links in.

    ``channel`` is a Name, or a Subscript inside PLACED PAR: ``PLACE pipe[i] AT 4:``. It may be a
    variable or port as well, anywhere in memory.
    """

    channel: Expression
    address: Expression


@dataclass(frozen=True)
class Space(Node):
    """``PLACE name IN WORKSPACE:`` or ``IN VECSPACE:``."""

    name: str
    space: str


@dataclass(frozen=True)
class Pragma(Node):
    """``#PRAGMA SHARED names`` or ``#PRAGMA PERMITALIASES names``."""

    word: str
    names: tuple[NewName, ...]


@dataclass(frozen=True)
class UsedObject(Node):
    """``#USE`` of an object file: its modules, and what their interfaces make known."""

    modules: tuple[Module, ...]
    interfaces: tuple[tuple[Specification, ...], ...]


Specification: TypeAlias = (
    Declaration
    | Abbreviation
    | Retyping
    | ProtocolDefinition
    | ProcedureDefinition
    | FunctionDefinition
    | Placement
    | Space
    | Pragma
    | UsedObject
)
