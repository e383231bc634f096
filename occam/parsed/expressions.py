"""Expressions and elements as they are written.

A value process holds a process and its specifications, which hold expressions: the language is
recursive here, so both names are known to annotations only.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeAlias

from occam.parsed.nodes import Node, PrimitiveNode

if TYPE_CHECKING:
    from occam.parsed.constructions import Process
    from occam.parsed.specifications import Specification


@dataclass(frozen=True)
class Literal(Node):
    """A number, character or truth value.

    ``kind`` is integer, real, byte or boolean. ``text`` is as written, without the type that may
    follow in brackets, which is ``type``: ``#FF``, ``1.0E-3``, ``'*n'``, ``TRUE``.
    """

    kind: str
    text: str
    type: PrimitiveNode | None = None


@dataclass(frozen=True)
class StringLiteral(Node):
    """A string: its bytes, with ``*n``, ``*c``, ``*#0A`` and ``*l`` (the length) replaced."""

    data: bytes


@dataclass(frozen=True)
class Name(Node):
    """A name, which may hold full stops."""

    text: str


@dataclass(frozen=True)
class Subscript(Node):
    """``base[index]``."""

    base: Expression
    index: Expression


@dataclass(frozen=True)
class Slice(Node):
    """``[base FROM start FOR count]``; start None: from 0; count None: to the end."""

    base: Expression
    start: Expression | None
    count: Expression | None


@dataclass(frozen=True)
class Table(Node):
    """``[a, b, c]``."""

    items: tuple[Expression, ...]


@dataclass(frozen=True)
class Monadic(Node):
    """``operator operand``; ``-``, ``MINUS``, ``NOT``, ``~`` (also for BITNOT) or ``SIZE``."""

    operator: str
    operand: Expression


@dataclass(frozen=True)
class Dyadic(Node):
    """``left operator right``.

    Operators: ``+ - * / \\ PLUS MINUS TIMES /\\ \\/ >< << >> = <> < > <= >= AFTER AND OR``; REM,
    BITAND and BITOR are given as ``\\``, ``/\\`` and ``\\/``. ``place`` is the operator's.
    """

    operator: str
    left: Expression
    right: Expression


@dataclass(frozen=True)
class Conversion(Node):
    """``REAL32 ROUND x``; mode is ``""``, ``"ROUND"`` or ``"TRUNC"``."""

    type: PrimitiveNode
    mode: str
    operand: Expression


@dataclass(frozen=True)
class Limit(Node):
    """``MOSTPOS INT`` (most True) or ``MOSTNEG INT``."""

    positive: bool
    type: PrimitiveNode


@dataclass(frozen=True)
class Call(Node):
    """A function's call in an expression."""

    function: str
    arguments: tuple[Expression, ...]


@dataclass(frozen=True)
class ValueProcess(Node):
    """``specifications VALOF process RESULT results``, the body of a function or in brackets."""

    specifications: tuple[Specification, ...]
    process: Process
    results: tuple[Expression, ...]


Expression: TypeAlias = (
    Literal
    | StringLiteral
    | Name
    | Subscript
    | Slice
    | Table
    | Monadic
    | Dyadic
    | Conversion
    | Limit
    | Call
    | ValueProcess
)
