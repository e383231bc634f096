"""Processes made of others, all processes together, and the source that holds them."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TypeAlias

from occam.parsed.actions import (
    Assembly,
    Assignment,
    DelayedInput,
    Input,
    Instance,
    Item,
    Output,
    Skip,
    Stop,
)
from occam.parsed.expressions import Expression
from occam.parsed.nodes import Node
from occam.parsed.specifications import Specification


@dataclass(frozen=True)
class Replicator(Node):
    """``name = start FOR count``."""

    name: str
    start: Expression
    count: Expression


@dataclass(frozen=True)
class Specified(Node):
    """A specification and the process it is made for."""

    specification: Specification
    process: Process


@dataclass(frozen=True)
class Sequence(Node):
    """``SEQ``; with a replicator there is exactly one process."""

    replicator: Replicator | None
    processes: tuple[Process, ...]


@dataclass(frozen=True)
class Parallel(Node):
    """``PAR`` or ``PRI PAR``; with a replicator there is exactly one process."""

    priority: bool
    replicator: Replicator | None
    processes: tuple[Process, ...]


@dataclass(frozen=True)
class While(Node):
    """``WHILE condition``."""

    condition: Expression
    process: Process


@dataclass(frozen=True)
class GuardedChoice(Node):
    """``condition`` and the process that runs if it is the first to be true."""

    specifications: tuple[Specification, ...]
    condition: Expression
    process: Process


@dataclass(frozen=True)
class Conditional(Node):
    """``IF``; a choice may be a Conditional again, whose choices then take their turn.

    ``specifications`` are those written before a nested one.
    """

    replicator: Replicator | None
    choices: tuple[GuardedChoice | Conditional, ...]
    specifications: tuple[Specification, ...] = ()


@dataclass(frozen=True)
class Option(Node):
    """One branch of CASE; values None: ELSE."""

    specifications: tuple[Specification, ...]
    values: tuple[Expression, ...] | None
    process: Process


@dataclass(frozen=True)
class Selection(Node):
    """``CASE selector``."""

    selector: Expression
    options: tuple[Option, ...]


@dataclass(frozen=True)
class Variant(Node):
    """``tag; items`` and a process: one branch of ``channel ? CASE``.

    ``specifications`` are those written before the tag.
    """

    specifications: tuple[Specification, ...]
    tag: str
    items: tuple[Item, ...]
    process: Process


@dataclass(frozen=True)
class CaseInput(Node):
    """``channel ? CASE`` and its variants; ``channel ? CASE tag; items`` is one with SKIP."""

    channel: Expression
    variants: tuple[Variant, ...]


@dataclass(frozen=True)
class Guard(Node):
    """``condition & input`` and its process; input is a Skip in ``condition & SKIP``.

    A CaseInput as ``input`` brings its own processes; ``process`` is then None.
    """

    specifications: tuple[Specification, ...]
    condition: Expression | None
    input: Input | DelayedInput | CaseInput | Skip
    process: Process | None


@dataclass(frozen=True)
class Alternation(Node):
    """``ALT`` or ``PRI ALT``; an alternative may be an Alternation again."""

    priority: bool
    replicator: Replicator | None
    alternatives: tuple[Guard | Alternation, ...]
    specifications: tuple[Specification, ...] = ()


@dataclass(frozen=True)
class Processor(Node):
    """``PROCESSOR number type`` and its process; type is as written (``T8``, ``T800``) or None."""

    number: Expression
    type: str | None
    process: Process


@dataclass(frozen=True)
class PlacedParallel(Node):
    """``PLACED PAR``; each part is a Processor, a PlacedParallel or one of these specified."""

    replicator: Replicator | None
    parts: tuple[Process, ...]


Process: TypeAlias = (
    Skip
    | Stop
    | Assembly
    | Assignment
    | Input
    | DelayedInput
    | CaseInput
    | Output
    | Sequence
    | Parallel
    | PlacedParallel
    | Processor
    | Conditional
    | Selection
    | While
    | Alternation
    | Instance
    | Specified
)


@dataclass(frozen=True)
class Source(Node):
    """A whole source: specifications, and the process they are made for if there is one.

    Without a process the program is the last procedure. ``files`` are those it was read from,
    ``predefined`` the definitions of the predefined routines it names that are written in occam.
    """

    specifications: tuple[Specification, ...]
    process: Process | None
    files: frozenset[str] = field(default=frozenset(), compare=False)
    predefined: tuple[Specification, ...] = field(default=(), compare=False)
