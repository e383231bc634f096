"""Checked expressions, each with its type.

A value process holds a process, and processes hold expressions: the language is recursive here, so
the name of processes is known to annotations only.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeAlias

from common.place import Place
from occam.language.types import Type
from occam.typed.symbols import Function, NamedSymbol

if TYPE_CHECKING:
    from occam.typed.constructions import Process


@dataclass(frozen=True, eq=False)
class Typed:
    """An expression; ``place`` is where an error in it is reported."""

    place: Place
    type: Type


@dataclass(frozen=True, eq=False)
class Constant(Typed):
    """A number of a primitive type.

    ``value``: BOOL 0 or 1; BYTE 0 to 255; integers signed; REAL32 and REAL64 as their bit
    patterns, not negative.
    """

    value: int


@dataclass(frozen=True, eq=False)
class ConstantTable(Typed):
    """An array known before the program runs: strings, tables of constants, their slices.

    ``data`` holds the elements as they lie in memory, low bytes first. Tables with the same data
    may be the same object.
    """

    data: bytes


@dataclass(frozen=True, eq=False)
class ChannelTable(Typed):
    """``[a, b]`` of channels, which may be chosen by subscripts only."""

    channels: tuple[Expression, ...]


@dataclass(frozen=True, eq=False)
class Variable(Typed):
    """A symbol's value or place."""

    symbol: NamedSymbol


@dataclass(frozen=True, eq=False)
class Element(Typed):
    """``base[index]``; ``in_range``: the index is known to lie inside, and needs no check."""

    base: Expression
    index: Expression
    in_range: bool


@dataclass(frozen=True, eq=False)
class Slice(Typed):
    """``[base FROM start FOR count]``; ``in_range``: known to lie inside."""

    base: Expression
    start: Expression
    count: Expression
    in_range: bool


@dataclass(frozen=True, eq=False)
class Table(Typed):
    """``[a, b, c]`` of which not all are constants."""

    items: tuple[Expression, ...]


@dataclass(frozen=True, eq=False)
class Unary(Typed):
    """``-`` (checked), ``MINUS`` (modulo), ``NOT``, ``~``."""

    operator: str
    operand: Expression


@dataclass(frozen=True, eq=False)
class Binary(Typed):
    """``left operator right``, operators as in `parsed.Dyadic`; both sides have one type.

    The right side of a shift is an INT. Comparisons and AFTER have the type BOOL. ``a AFTER b`` is
    ``(a MINUS b) > 0``.
    """

    operator: str
    left: Expression
    right: Expression


@dataclass(frozen=True, eq=False)
class Convert(Typed):
    """A conversion; ``mode`` is "", "ROUND" or "TRUNC"; "" where the value keeps its meaning."""

    mode: str
    operand: Expression


@dataclass(frozen=True, eq=False)
class SizeOf(Typed):
    """``SIZE array`` where the length is known at run time only."""

    operand: Expression


@dataclass(frozen=True, eq=False)
class Call(Typed):
    """A call of a function with one result."""

    function: Function
    arguments: tuple[Expression, ...]


@dataclass(frozen=True, eq=False)
class Builtin(Typed):
    """A call of a predefined function, by its name; ``type`` is its first result's.

    ABS, DABS, SQRT, DSQRT, and those of `predefined.FUNCTIONS`.
    """

    name: str
    arguments: tuple[Expression, ...]


@dataclass(frozen=True, eq=False)
class ValueOf(Typed):
    """``(... VALOF process RESULT result)``: run the process, then evaluate the result.

    If ``process`` is a Scope, its symbols live on until the result is evaluated.
    """

    process: Process
    result: Expression


Expression: TypeAlias = (
    Constant
    | ConstantTable
    | ChannelTable
    | Variable
    | Element
    | Slice
    | Table
    | Unary
    | Binary
    | Convert
    | SizeOf
    | Call
    | Builtin
    | ValueOf
)
