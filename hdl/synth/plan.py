"""A machine as its placement sees it: operations, and how slow the ways between them would be."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from dataflow.design import Design
from dataflow.multiples.adder_graph import AdderGraph, odd
from dataflow.operation import Operation
from dataflow.operators import Operator
from dataflow.timing.early_operands import is_early, reads_early

_TILE_NS = 0.076
"""What nextpnr counts for a tile of route on the fastest grade, and six of them for none at all."""

_SUM_NS, _THIRD_NS = 1.1, 1.1
"""From a wire into an adder's register; what a third summand adds: a table, and a route behind."""

_REGISTER_NS, _BLOCK_NS, _TABLE_NS = 0.31, 0.48, 1.42
"""From clock to output of a register, a block and a sine's table."""

_INTO_BLOCK_NS = 2.18
"""What a block needs before the clock if its operands have no register in it: if one comes late."""

_CHOICE_NS = 0.7
"""What a choice by the phase adds before a shared unit's operand, and the route behind it."""


def _block_name(operation: Operation) -> str:
    """Return the submodule of a stage in which a product's block is."""
    if operation.unit is not None:
        return f"multiplier_{operation.unit}"
    kind = "multiply" if operation.operator is Operator.MULTIPLY else "scale"
    return f"{kind}_{operation.name}"


@dataclass(frozen=True)
class Link:
    """A way from a node to another: its delay if they stood together, and what a tile adds, ns.

    Registers on the way do not share it out: the placer puts them anywhere, often all at one end.
    So the delay is that of one hop that goes all the way.
    """

    begins: int
    ends: int
    together: float
    tile: float


@dataclass(frozen=True)
class _Source:
    """Where a value comes from: a node, the delay from the clock to it, the cycle it is ready."""

    node: int
    leaves: float
    ready: int


class Plan:
    """Operations, and how slow a way from one to the next would be.

    Attributes
    ----------
    blocks
        Multiplier blocks by the netlist's names, and the nodes that they are.
    links
        Between nodes, of which there are ``nodes``.
    """

    def __init__(self, design: Design) -> None:
        self.design = design
        self.blocks: dict[str, int] = {}
        self.links: list[Link] = []
        self.nodes = 0
        self._source: dict[int, _Source] = {}
        self._together = {each.operations[0]: each for each in design.multiples}
        self._tree_of = {index: tree for tree in design.trees for index in tree}
        self._sums: dict[tuple[int, int], int] = {}
        for port in design.inputs:
            self._leaves(port.operation, self._node(), _REGISTER_NS)
        self._tables: dict[tuple[str, int, int], tuple[str, int]] = {}
        for operation in design.operations:  # operands first, which stages may not have
            self._add(operation)
        queue = self._node()
        for port in design.outputs:
            self._link([port.operation], queue, design.depth, _REGISTER_NS)

    def _node(self) -> int:
        self.nodes += 1
        return self.nodes - 1

    def _block(self, stage: str, name: str) -> int:
        """Return the node of a block, which its first user adds."""
        full = f"machine.{stage}.{name}.block"
        if full not in self.blocks:
            self.blocks[full] = self._node()
        return self.blocks[full]

    def _add(self, operation: Operation) -> None:
        """Add an operation's nodes, unless those before have them, and the links to them."""
        start = operation.start
        match operation.operator:
            case Operator.PORT | Operator.CONSTANT:
                return
            case Operator.SCALE if operation.ready == start:
                self._source[operation.index] = self._source[operation.operands[0]]
                return
            case Operator.SINE | Operator.COSINE:
                self._add_turning(operation)
                return
            case Operator.MULTIPLY | Operator.SCALE if self._has_block(operation):
                self._add_product(operation)
                return
            case Operator.SCALE:
                if operation.index in self._tree_of:
                    tree = self._tree_of[operation.index]
                    self._add_multiples(operation.index, self.design.adders_in_turns(tree), tree)
                elif operation.index in self._together:
                    found = self._together[operation.index]
                    self._add_multiples(operation.index, found.graph, found.operations)
                return
            case _:
                node, into = self._node(), _SUM_NS
                if len(operation.operands) > 2:
                    into += _THIRD_NS
        self._link(operation.operands, node, start, into)
        self._leaves(operation.index, node, _REGISTER_NS)

    def _add_product(self, operation: Operation) -> None:
        """Add a product's block, and the registers of its own in which operands wait."""
        block = self._block(operation.stage, _block_name(operation))
        into = self._into_block(operation)
        early = is_early(self.design, operation)
        for position, operand in enumerate(operation.operands):
            if operand not in self._source or operand in operation.operands[:position]:
                continue
            source = self._source[operand]
            if reads_early(self.design, operation, position) and not early:
                register = self._node()
                self._join(source, register, operation.start - 1, 0.0)
                source = _Source(register, _REGISTER_NS, operation.start)
            self._join(source, block, operation.start - early, into)
        self._leaves(operation.index, block, _BLOCK_NS)

    def _has_block(self, operation: Operation) -> bool:
        if operation.operator is Operator.MULTIPLY or operation.unit is not None:
            return True
        return self.design.has_block(operation)

    def _into_block(self, operation: Operation) -> float:
        """Return the delay from a product's operand to a register in its block."""
        has_register = self.design.target.multiply > 1 or is_early(self.design, operation)
        choice = 0.0 if operation.unit is None else _CHOICE_NS
        return choice + (0.0 if has_register else _INTO_BLOCK_NS)

    def _add_multiples(self, first: int, graph: AdderGraph, operations: Sequence[int]) -> None:
        """Add the adders that make products with constants, and what the first one reads.

        Those of one operand go on from there together; those that share a tree do so in turns.
        """
        operation = self.design.operations[first]
        in_turns = first in self._tree_of
        made = {1: self._source[operation.operands[0]]}
        for each in graph.sums:
            node, start = self._sum(operations[0], each.fundamental), operation.start + each.level
            for fundamental in dict.fromkeys((each.left.fundamental, each.right.fundamental)):
                choice = _CHOICE_NS if in_turns and fundamental == 1 else 0.0
                self._join(made[fundamental], node, start - 1, _SUM_NS + choice)
            made[each.fundamental] = _Source(node, _REGISTER_NS, start)
        for index in (first,) if in_turns else operations:
            self._source[index] = made[odd(self.design.operations[index].constant)]

    def _sum(self, first: int, fundamental: int) -> int:
        """Return the node of an adder, by the first operation that it works for."""
        if (first, fundamental) not in self._sums:
            self._sums[first, fundamental] = self._node()
        return self._sums[first, fundamental]

    def _add_turning(self, operation: Operation) -> None:
        """Add a sine or cosine: the table that both read, a block, and the sum behind it."""
        reading = operation.stage, operation.operands[0], operation.start
        if reading not in self._tables:
            self._tables[reading] = f"trigonometry_{operation.name}", self._node()
            self._link(operation.operands, self._tables[reading][1], operation.start, _SUM_NS)
        unit, table = self._tables[reading]
        block = self._block(operation.stage, f"{unit}.multiply_{operation.operator.name.lower()}")
        total = self._node()
        # Its products have registers at their operands, whatever others have.
        self._join(_Source(table, _TABLE_NS, 0), block, 0, 0.0)
        self._join(_Source(block, _BLOCK_NS, 0), total, 0, _SUM_NS)
        self._leaves(operation.index, total, _REGISTER_NS)

    def _leaves(self, operation: int, node: int, leaves: float) -> None:
        """Let an operation's result come from a node."""
        self._source[operation] = _Source(node, leaves, self.design.operations[operation].ready)

    def _link(self, operands: Iterable[int], reader: int, cycle: int, into: float) -> None:
        """Link operands, unless they are constants, to who reads them in a cycle."""
        for operand in dict.fromkeys(operands):
            if operand in self._source:
                self._join(self._source[operand], reader, cycle, into)

    def _join(self, source: _Source, reader: int, cycle: int, into: float) -> None:
        """Link a value to who reads it in a cycle: if it waits, from a register on the way."""
        leaves = source.leaves if cycle == source.ready else _REGISTER_NS
        self.links.append(Link(source.node, reader, leaves + 6 * _TILE_NS + into, _TILE_NS))
