"""Checked processes made of others, and all processes together."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

from common.place import Place
from occam.typed.actions import (
    Assembly,
    Assignment,
    BuiltinInstance,
    Delay,
    Input,
    Instance,
    MultipleBuiltin,
    MultipleCall,
    Output,
    Skip,
    Step,
    Stop,
    TimerRead,
    Transfer,
)
from occam.typed.expressions import Expression
from occam.typed.symbols import Index, Specification


@dataclass(frozen=True, eq=False)
class Scope(Step):
    """Symbols that live as long as the process does, in the order they were made.

    Procedures and functions are not among them: they are reached from their calls.
    """

    specifications: tuple[Specification, ...]
    process: Process


@dataclass(frozen=True, eq=False)
class Replicator:
    """``index = start FOR count``; with constants the count is not negative."""

    index: Index
    start: Expression
    count: Expression


@dataclass(frozen=True, eq=False)
class Sequence(Step):
    """``SEQ``; with a replicator there is one process."""

    replicator: Replicator | None
    processes: tuple[Process, ...]


@dataclass(frozen=True, eq=False)
class Parallel(Step):
    """``PAR``, or ``PRI PAR`` of two processes; the count of a replicated PAR is constant."""

    priority: bool
    replicator: Replicator | None
    processes: tuple[Process, ...]


@dataclass(frozen=True, eq=False)
class While(Step):
    """``WHILE condition``."""

    condition: Expression
    process: Process


@dataclass(frozen=True, eq=False)
class Choice:
    """``condition`` and its process; ``specifications`` are made before the condition."""

    place: Place
    specifications: tuple[Specification, ...]
    condition: Expression
    process: Process


@dataclass(frozen=True, eq=False)
class Conditional(Step):
    """``IF``; a choice may be a Conditional again. STOP if nothing is true."""

    specifications: tuple[Specification, ...]
    replicator: Replicator | None
    choices: tuple[Choice | Conditional, ...]


@dataclass(frozen=True, eq=False)
class Option:
    """One branch of CASE; values () for ELSE."""

    place: Place
    values: tuple[int, ...]
    process: Process


@dataclass(frozen=True, eq=False)
class Selection(Step):
    """``CASE``; STOP if no branch fits. No value stands twice."""

    selector: Expression
    options: tuple[Option, ...]


@dataclass(frozen=True, eq=False)
class VariantBranch:
    """What is done when the tag with number ``tag`` comes: take the items, run the process.

    ``specifications`` are made before the items are taken.
    """

    place: Place
    specifications: tuple[Specification, ...]
    tag: int
    transfers: tuple[Transfer, ...]
    process: Process


@dataclass(frozen=True, eq=False)
class CaseInput(Step):
    """``channel ? CASE``; a tag without a branch is as STOP."""

    channel: Expression
    branches: tuple[VariantBranch, ...]


@dataclass(frozen=True, eq=False)
class Guard:
    """An alternative: condition (None: TRUE), what is waited for (None: SKIP), and its process.

    For a CaseInput the branches bring the processes, and ``process`` is None. ``specifications``
    are made before the condition.
    """

    place: Place
    specifications: tuple[Specification, ...]
    condition: Expression | None
    input: Input | Delay | CaseInput | None
    process: Process | None


@dataclass(frozen=True, eq=False)
class Alternation(Step):
    """``ALT`` or ``PRI ALT``; an alternative may be an Alternation again."""

    specifications: tuple[Specification, ...]
    replicator: Replicator | None
    alternatives: tuple[Guard | Alternation, ...]


Process: TypeAlias = (
    Skip
    | Stop
    | Assembly
    | Assignment
    | MultipleCall
    | MultipleBuiltin
    | Input
    | TimerRead
    | Delay
    | CaseInput
    | Output
    | Sequence
    | Parallel
    | Conditional
    | Selection
    | While
    | Alternation
    | Instance
    | BuiltinInstance
    | Scope
)
