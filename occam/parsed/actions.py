"""Processes that hold no other: what a program does in one step."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

from occam.parsed.expressions import Expression
from occam.parsed.nodes import Node


@dataclass(frozen=True)
class Skip(Node):
    """``SKIP``."""


@dataclass(frozen=True)
class Stop(Node):
    """``STOP``."""


@dataclass(frozen=True)
class Assignment(Node):
    """``targets := values``; one value may be a call of a function with several results."""

    targets: tuple[Expression, ...]
    values: tuple[Expression, ...]


@dataclass(frozen=True)
class AssemblyLine(Node):
    """A line of ASM: an instruction with its operands, or a label (``mnemonic`` is "")."""

    mnemonic: str
    operands: tuple[Expression, ...] = ()
    labels: tuple[str, ...] = ()
    address: bool = False


@dataclass(frozen=True)
class Assembly(Node):
    """``ASM`` or ``GUY`` and its lines.

    A line's ``labels`` are the labels among its operands, or the one that it is; ``address``: its
    operand stands behind ADDRESSOF.
    """

    lines: tuple[AssemblyLine, ...]


@dataclass(frozen=True)
class CountedItem(Node):
    """``count :: array`` in an input or output."""

    count: Expression
    array: Expression


Item: TypeAlias = Expression | CountedItem


@dataclass(frozen=True)
class Input(Node):
    """``channel ? items``; also a timer's ``tim ? now``, which only types tell apart."""

    channel: Expression
    items: tuple[Item, ...]


@dataclass(frozen=True)
class DelayedInput(Node):
    """``timer ? AFTER time``."""

    timer: Expression
    time: Expression


@dataclass(frozen=True)
class Output(Node):
    """``channel ! items``; the first item may be the Name of a variant protocol's tag."""

    channel: Expression
    items: tuple[Item, ...]


@dataclass(frozen=True)
class Instance(Node):
    """A procedure's call."""

    procedure: str
    actuals: tuple[Expression, ...]
