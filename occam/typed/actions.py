"""Checked processes that hold no other."""

from __future__ import annotations

from dataclasses import dataclass

from common.place import Place
from occam.language.types import ItemType
from occam.typed.expressions import Expression
from occam.typed.symbols import Function, Procedure


@dataclass(frozen=True, eq=False)
class Step:
    """A process; ``place`` is its first character's."""

    place: Place


@dataclass(frozen=True, eq=False)
class Skip(Step):
    """``SKIP``."""


@dataclass(frozen=True, eq=False)
class Stop(Step):
    """``STOP``."""


@dataclass(frozen=True, eq=False)
class AssemblyLine:
    """A line of ASM, its mnemonic in capitals ("" for a label); see `parsed.AssemblyLine`."""

    place: Place
    mnemonic: str
    operands: tuple[Expression, ...] = ()
    labels: tuple[str, ...] = ()
    address: bool = False


@dataclass(frozen=True, eq=False)
class Assembly(Step):
    """``ASM``."""

    lines: tuple[AssemblyLine, ...]


@dataclass(frozen=True, eq=False)
class Assignment(Step):
    """``targets := values``, as many of each. All values are evaluated before any is stored.

    Where lengths are known at run time only they are to be compared then.
    """

    targets: tuple[Expression, ...]
    values: tuple[Expression, ...]


@dataclass(frozen=True, eq=False)
class MultipleCall(Step):
    """``targets := f (arguments)`` with a function of as many results."""

    targets: tuple[Expression, ...]
    function: Function
    arguments: tuple[Expression, ...]


@dataclass(frozen=True, eq=False)
class MultipleBuiltin(Step):
    """``targets := LONGADD (...)`` and the like: a predefined function of several results."""

    targets: tuple[Expression, ...]
    name: str
    arguments: tuple[Expression, ...]


@dataclass(frozen=True, eq=False)
class Transfer:
    """One message of an input or output: ``value`` whole, or ``count::value`` of a counted item.

    ``item`` is the protocol's. In a counted input ``count`` is the variable that takes the count,
    of the type ``item.count``; it must not exceed the array's length.
    """

    item: ItemType
    value: Expression
    count: Expression | None = None


@dataclass(frozen=True, eq=False)
class Input(Step):
    """``channel ? transfers``."""

    channel: Expression
    transfers: tuple[Transfer, ...]


@dataclass(frozen=True, eq=False)
class TimerRead(Step):
    """``timer ? target``."""

    target: Expression


@dataclass(frozen=True, eq=False)
class Delay(Step):
    """``timer ? AFTER time``."""

    time: Expression


@dataclass(frozen=True, eq=False)
class Output(Step):
    """``channel ! transfers``; ``tag`` is the number that goes before them, if any."""

    channel: Expression
    tag: int | None
    transfers: tuple[Transfer, ...]


@dataclass(frozen=True, eq=False)
class Instance(Step):
    """A procedure's call; actuals fit the formals."""

    procedure: Procedure
    actuals: tuple[Expression, ...]


@dataclass(frozen=True, eq=False)
class BuiltinInstance(Step):
    """A call of a predefined procedure, by its name; see `predefined.PROCEDURES`."""

    name: str
    actuals: tuple[Expression, ...]
