"""Stages and the design made of them: the unit of exchange between emulator and hardware."""

from __future__ import annotations

import math
from dataclasses import dataclass, field
from functools import cached_property

from dataflow.multiples.adder_graph import AdderGraph, odd
from dataflow.multiples.search import multiples
from dataflow.multiples.shared import SharedMultiples, shared_multiples
from dataflow.numbers.formats import Format, TrigonometricFormat
from dataflow.numbers.knowledge import Knowledge
from dataflow.operation import Operation
from dataflow.operators import Operator, Target, UnitKind, takes_block

Trees = tuple[tuple[int, ...], ...]
"""Operations by the tree of adders that they share, two or more each."""


@dataclass(frozen=True)
class Stage:
    """One step of one link: simplified, formatted and scheduled.

    Attributes
    ----------
    name
        ``forward_1`` ... ``forward_n``, ``backward_n`` ... ``backward_1``.
    operations
        What is computed here, operands first.
    inputs
        Indices of the ports and of other stages' operations that are read here.
    outputs
        Indices of the operations here that other stages read or that are results.
    """

    name: str
    operations: tuple[Operation, ...]
    inputs: tuple[int, ...]
    outputs: tuple[int, ...]


@dataclass(frozen=True)
class Port:
    """One number at the edge of a design.

    Attributes
    ----------
    name
        As the computation names it, such as ``qd1``.
    joint
        The joint that it belongs to, counted from 1; None if to none.
    operation
        Index of the operation whose result it is.
    format
        Its number format; a binary angle has as many fraction bits (of a turn) as bits.
    unit
        ``turn``, or an SI unit such as ``rad/s`` or ``N m``.
    array, column
        Where the number stands in the computation's states or results.
    limit
        The largest magnitude that occurs, in the unit (of angles: rad).
    """

    name: str
    joint: int | None
    operation: int
    format: Format
    unit: str
    array: str = ""
    column: int = 0
    limit: float = math.inf

    @property
    def place(self) -> str:
        """Which number it is, for messages."""
        return self.name if self.joint is None else f"joint {self.joint}, {self.name}"


@dataclass(frozen=True)
class Design:
    """An array of stages that makes one computation for one robot.

    The timing contract, which emulator and hardware each implement on their own. Cycles are counted
    from the first one after reset; a register written in cycle c shows its value from c + 1 on.

    Input. A set of all inputs is taken in cycle c if the producer offers one (valid) and the array
    is ready. It is ready if it has credit and ``initiation_interval`` divides c. Credit starts at
    ``queue_depth``; a set taken in cycle c lowers it by one from c + 1 on, a set delivered in cycle
    c raises it by one from c + 1 on. A producer that offers a set goes on offering it until taken.

    Pipeline. In a set taken in cycle c, an operation's result is there from cycle c + ``ready`` on.
    All outputs are brought to cycle c + ``depth`` and written into the queue at its end.

    Output. From the next cycle on the set is in the queue. Sets are delivered in order: valid is
    high while the queue holds one, and the first is delivered in a cycle in which the consumer is
    ready. The outputs shown do not change while valid waits.

    Reset. In a cycle with reset high nothing is taken or delivered; what was under way or queued is
    gone, credit is full, and the count of cycles starts again after it.

    Attributes
    ----------
    robot, algorithm
        The robot's name, and the computation's.
    module
        The name of its Verilog module.
    target
        The latencies of the parts that the schedule counts on.
    operations, knowledge
        Every operation by index, and what is proved of its result.
    in_blocks
        Indices of products with constants that take a multiplier block for as many cycles as their
        adders would (`dataflow.timing.blocks`).
    trees
        Indices of products with one constant that share a tree of adders, tree by tree
        (`dataflow.timing.trees`). Other constants of one operand share sums (``multiples``).
    beats
        How many beats a set leaves in where a serializer stands behind the output
        (`dataflow.beats`): the cycles from its being shown to its delivery, with nobody waiting.
    latency
        Cycles from the transfer of a set at the input to that of its results at the output, or of
        their first beat, with nobody waiting: ``depth`` and one for the queue.
    """

    robot: str
    algorithm: str
    initiation_interval: int
    trigonometry: TrigonometricFormat
    operations: tuple[Operation, ...]
    knowledge: tuple[Knowledge, ...]
    stages: tuple[Stage, ...]
    inputs: tuple[Port, ...]
    outputs: tuple[Port, ...]
    module: str = "array"
    target: Target = field(default_factory=Target)
    in_blocks: frozenset[int] = frozenset()
    trees: Trees = ()
    beats: int = 1

    @property
    def depth(self) -> int:
        """Cycles from the inputs to the last result."""
        return max(1, *(self.operations[port.operation].ready for port in self.outputs))

    @property
    def error_bounds(self) -> tuple[float, ...]:
        """What the operations' proof says of each output's error, in its port's unit."""
        return tuple(self.knowledge[port.operation].error for port in self.outputs)

    @property
    def latency(self) -> int:
        """Cycles from input transfer to output transfer when neither side waits."""
        return self.depth + 1

    @property
    def queue_depth(self) -> int:
        """Sets that may be under way: as many as keep the pipeline full without waiting."""
        return -(-(self.depth + 1 + self.beats) // self.initiation_interval)

    @cached_property
    def multiples(self) -> tuple[SharedMultiples, ...]:
        """The products with constants that adders of their own make, by who shares them."""
        apart = self.in_blocks.union(*self.trees)
        return shared_multiples(self.operations, apart, self.target)

    @cached_property
    def shares_adders(self) -> bool:
        """Whether sums are on adders that they share, as a ring's are."""
        adders = (o for o in self.operations if o.operator.unit is UnitKind.ADDER)
        return any(operation.unit is not None for operation in adders)

    def has_block(self, operation: Operation) -> bool:
        """Tell whether a product with a constant has a multiplier block, though it shares none."""
        return operation.operator is Operator.SCALE and (
            operation.index in self.in_blocks or takes_block(self.target, operation.constant)
        )

    def adders_in_turns(self, tree: tuple[int, ...]) -> AdderGraph:
        """Return the adders that products with one constant share in turns, each in its cycle."""
        width = max(self.operations[self.operations[i].operands[0]].format.width for i in tree)
        return multiples(frozenset({odd(self.operations[tree[0]].constant)}), width)

    @cached_property
    def stage_of(self) -> dict[int, str]:
        """The stage that computes an operation, by index; ports have none."""
        return {o.index: stage.name for stage in self.stages for o in stage.operations}


def divided_into_stages(
    operations: tuple[Operation, ...], outputs: tuple[int, ...]
) -> tuple[Stage, ...]:
    """Return the operations by their stage, with what crosses between stages."""
    names = list(dict.fromkeys(o.stage for o in operations if o.operator is not Operator.PORT))
    home = {o.index: o.stage for o in operations if o.operator is not Operator.PORT}
    members: dict[str, list[Operation]] = {name: [] for name in names}
    reads: dict[str, dict[int, None]] = {name: {} for name in names}
    crossing = set(outputs)
    for operation in operations:
        if operation.operator is Operator.PORT:
            continue
        members[operation.stage].append(operation)
        for operand in operation.operands:
            if home.get(operand) != operation.stage:
                reads[operation.stage][operand] = None
                crossing.add(operand)
    return tuple(
        Stage(
            name,
            tuple(members[name]),
            tuple(sorted(reads[name])),
            tuple(o.index for o in members[name] if o.index in crossing),
        )
        for name in names
    )
