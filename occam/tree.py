"""The checked program: what the checker gives and the code generator reads.

Every name is resolved to its symbol, every expression has its type, whatever can be computed is a
constant, every rule of the language that can be checked before the program runs has been checked.
Symbols are compared by identity.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

from common.place import Place
from occam.types import ItemType, Type

# Symbols


@dataclass(eq=False)
class Symbol:
    """A name that was made known."""

    name: str
    place: Place
    type: Type


@dataclass(eq=False)
class Declared(Symbol):
    """A variable, channel (or array of them) or timer.

    ``address`` is the word from #80000000 that PLACE gave it: 0 to 3 links out, 4 to 7 links in,
    8 the event. A placed array of channels takes consecutive words from there.
    """

    address: int | None = None


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
    """

    value: bool = True
    retypes: bool = False
    expression: Expression = None  # type: ignore[assignment]


@dataclass(eq=False)
class Parameter(Symbol):
    """A formal parameter; VAL if ``value``. Open lengths are passed after it, outermost first."""

    value: bool = False


@dataclass(eq=False)
class Procedure:
    """A procedure; its body may use what is known around it (``outer`` is where it is nested)."""

    name: str
    place: Place
    parameters: tuple[Parameter, ...]
    body: Process = None  # type: ignore[assignment]
    outer: Procedure | Function | None = None


@dataclass(eq=False)
class Function:
    """A function of one or more results. ``body`` runs first, then ``results`` are evaluated.

    If ``body`` is a Scope, its symbols live on until the results are evaluated.
    """

    name: str
    place: Place
    parameters: tuple[Parameter, ...]
    types: tuple[Type, ...]
    body: Process = None  # type: ignore[assignment]
    results: tuple[Expression, ...] = ()
    outer: Procedure | Function | None = None


# Expressions


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
class Variable(Typed):
    """A symbol's value or place: Declared, Index, Abbreviated or Parameter."""

    symbol: Declared | Index | Abbreviated | Parameter


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
    """``left operator right``, operators as in `syntax.Dyadic`; both sides have one type.

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

    ABS, DABS, SQRT, DSQRT, and those of `builtins.FUNCTIONS`.
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

# Processes


@dataclass(frozen=True, eq=False)
class Step:
    """A process; ``place`` is its first character's."""

    place: Place


@dataclass(frozen=True, eq=False)
class Replicator:
    """``index = start FOR count``; with constants the count is not negative."""

    index: Index
    start: Expression
    count: Expression


@dataclass(frozen=True, eq=False)
class Skip(Step):
    """``SKIP``."""


@dataclass(frozen=True, eq=False)
class Stop(Step):
    """``STOP``."""


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
class Output(Step):
    """``channel ! transfers``; ``tag`` is the number that goes before them, if any."""

    channel: Expression
    tag: int | None
    transfers: tuple[Transfer, ...]


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
class While(Step):
    """``WHILE condition``."""

    condition: Expression
    process: Process


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


@dataclass(frozen=True, eq=False)
class Instance(Step):
    """A procedure's call; actuals fit the formals."""

    procedure: Procedure
    actuals: tuple[Expression, ...]


@dataclass(frozen=True, eq=False)
class BuiltinInstance(Step):
    """A call of a predefined procedure, by its name; see `builtins.PROCEDURES`."""

    name: str
    actuals: tuple[Expression, ...]


@dataclass(frozen=True, eq=False)
class Scope(Step):
    """Symbols that live as long as the process does, in the order they were made.

    Procedures and functions are not among them: they are reached from their calls.
    """

    specifications: tuple[Specification, ...]
    process: Process


Specification: TypeAlias = Declared | Abbreviated

Process: TypeAlias = (
    Skip
    | Stop
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

# Programs


@dataclass(frozen=True, eq=False)
class LinkUse:
    """A channel between processors, as one of them uses it.

    ``channel`` names it in the whole network, as ``pipe[3]``; the processor's own ``symbol`` for
    it has the link's address: 0 to 3 for output, 4 to 7 for input.
    """

    place: Place
    channel: str
    symbol: Declared


@dataclass(frozen=True, eq=False)
class PlacedProcess:
    """What runs on one processor of a network.

    ``type`` is "T800", "T414" or None where the source does not say. Replicators of PLACED PAR
    have been written out, so their indices are constants here.
    """

    place: Place
    number: int
    type: str | None
    links: tuple[LinkUse, ...]
    process: Process


@dataclass(frozen=True, eq=False)
class Program:
    """A whole program: one procedure for one processor, or processes for a network.

    ``main`` is the last procedure; it has no parameters, or two channels from and to the host, and
    perhaps the free memory as ``[]INT``.
    """

    main: Procedure | None
    processors: tuple[PlacedProcess, ...] = ()
