"""The tree of an occam source as it was written: what the parser gives and the checker reads.

Names follow the occam 2 Reference Manual (INMOS, Prentice-Hall 1988). Every node knows its place.
Nothing here is checked beyond the grammar: names may be unknown, types may not fit.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TypeAlias

from common.place import Place


@dataclass(frozen=True)
class Node:
    """Something written at a place: that of its first character, or of its operator."""

    place: Place


# Types as written


@dataclass(frozen=True)
class PrimitiveNode(Node):
    """``BOOL``, ``BYTE``, ``INT``, ``INT16``, ``INT32``, ``INT64``, ``REAL32``, ``REAL64``."""

    name: str


@dataclass(frozen=True)
class TimerNode(Node):
    """``TIMER``."""


@dataclass(frozen=True)
class ArrayNode(Node):
    """``[length]element``; ``[]element`` (length None) in formals, abbreviations and protocols."""

    length: Expression | None
    element: TypeNode


@dataclass(frozen=True)
class ChannelNode(Node):
    """``CHAN OF protocol``."""

    protocol: ProtocolNode


TypeNode: TypeAlias = PrimitiveNode | TimerNode | ArrayNode | ChannelNode


@dataclass(frozen=True)
class AnyProtocolNode(Node):
    """``ANY``."""


@dataclass(frozen=True)
class NamedProtocolNode(Node):
    """The name of a protocol that a definition gave."""

    name: str


@dataclass(frozen=True)
class SimpleProtocolNode(Node):
    """One value: a primitive or an array type."""

    type: TypeNode


@dataclass(frozen=True)
class CountedProtocolNode(Node):
    """``count::[]element``."""

    count: TypeNode
    array: ArrayNode


ItemProtocolNode: TypeAlias = AnyProtocolNode | SimpleProtocolNode | CountedProtocolNode
ProtocolNode: TypeAlias = ItemProtocolNode | NamedProtocolNode


# Expressions and elements


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


# Processes


@dataclass(frozen=True)
class Replicator(Node):
    """``name = start FOR count``."""

    name: str
    start: Expression
    count: Expression


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
class Output(Node):
    """``channel ! items``; the first item may be the Name of a variant protocol's tag."""

    channel: Expression
    items: tuple[Item, ...]


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
class While(Node):
    """``WHILE condition``."""

    condition: Expression
    process: Process


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
class Instance(Node):
    """A procedure's call."""

    procedure: str
    actuals: tuple[Expression, ...]


@dataclass(frozen=True)
class Specified(Node):
    """A specification and the process it is made for."""

    specification: Specification
    process: Process


Process: TypeAlias = (
    Skip
    | Stop
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


# Specifications


@dataclass(frozen=True)
class NewName(Node):
    """A name at the place where it is made known."""

    text: str


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
class SequentialProtocolNode(Node):
    """The items of a protocol definition, or of one variant."""

    items: tuple[ItemProtocolNode, ...]


@dataclass(frozen=True)
class TaggedProtocolNode(Node):
    """``tag; items`` of a variant protocol."""

    tag: str
    items: tuple[ItemProtocolNode, ...]


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

    ``channel`` is a Name, or a Subscript inside PLACED PAR: ``PLACE pipe[i] AT 4:``.
    """

    channel: Expression
    address: Expression


Specification: TypeAlias = (
    Declaration
    | Abbreviation
    | Retyping
    | ProtocolDefinition
    | ProcedureDefinition
    | FunctionDefinition
    | Placement
)


@dataclass(frozen=True)
class Source(Node):
    """A whole source: specifications, and the process they are made for if there is one.

    Without a process the program is the last procedure. ``files`` are those it was read from.
    """

    specifications: tuple[Specification, ...]
    process: Process | None
    files: frozenset[str] = field(default=frozenset(), compare=False)
