"""What a bit less is worth on a device: registers and look-up tables, multiplier blocks weighed in.

An ECP5 has a look-up table and a register to each of its slices' halves, and one multiplier block
to some hundreds of them. A product of two operands of 18 bits is one block, whose registers are its
own. With a wider operand the registers stand in the fabric. Of an operand of 19 bits Yosys leaves
one to look-up tables (19 by 19 bits: one block, 117 tables, 94 registers); more bits double the
blocks (20 by 20: four, 48, 100).
"""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Mapping, Sequence

from dataflow.lowering.steps import State
from dataflow.multiples.search import adders_alone
from dataflow.multiples.shared import shared_multiples
from dataflow.numbers.formats import Rounding
from dataflow.operation import Operation
from dataflow.operators import Operator, UnitKind

BLOCK_BITS = 18
"""Bits of a multiplier block's operand."""

_BLOCK = 84_000 / 156
"""Look-up tables to a block, on the largest device."""

_FABRIC = 5.0
"""Register bits of a product that stand in the fabric, to a bit of an operand: at the operand,
behind the product and at the output."""

_SPILT = 3.0
"""Look-up tables that an operand of one bit too many takes, to a bit of the other operand."""

_ADDERS_A_BIT = 0.22
"""Adders that each bit of a constant costs, from 8 to 24 bits, measured on random ones."""


class Savings:
    """What dropped bits of nodes save, by the node's index."""

    def __init__(self, state: State) -> None:
        found = state.operations
        self.operations, self.results = found.operations, found.results
        self.waiting, self.adders = _waiting(self.operations), _adders(state)
        self.readers: dict[int, list[Operation]] = defaultdict(list)
        for operation in self.operations:
            for operand in operation.operands:
                self.readers[operand].append(operation)
        self.inner = {node: self._inner(result) for node, result in self.results.items()}

    def of_value(self, node: int) -> float:
        """Return what a bit of a value saves: where it is made, waits, and is multiplied."""
        result = self.results[node]
        own = self.operations[result]
        read = sum(self._read(reader) for reader in self.readers[result])
        return self.waiting[result] + self._made(own) + read + self.of_guard(node)

    def of_guard(self, node: int) -> float:
        """Return what a bit less of what a sum adds up saves."""
        operations = self.inner[node]
        inner = sum(self._made(o) + self.waiting[o.index] for o in operations)
        return inner + self._made(self.operations[self.results[node]])

    def of_constants(self, node: int) -> float:
        """Return what a bit less of a sum's constants saves: now and then a whole adder."""
        made = (*self.inner[node], self._result(node))
        scales = [o for o in made if o.operator is Operator.SCALE and o.unit is None]
        return sum(2.0 * _ADDERS_A_BIT * o.format.width for o in scales)

    def of_blocks(self, node: int) -> tuple[int, float]:
        """Return how many bits are too many, and what is saved without them beside each bit.

        They are those that double the blocks; where none do, the one that goes to look-up tables.
        """
        result = self.results[node]
        products = [r for r in self.readers[result] if r.operator is Operator.MULTIPLY]
        width = self.operations[result].format.width
        if width <= BLOCK_BITS or not products:
            return 0, 0.0
        if width > BLOCK_BITS + 1:
            return width - BLOCK_BITS - 1, _BLOCK * len(products)
        others = [self._beside(each, result) for each in products]
        registers = _FABRIC * BLOCK_BITS * sum(other <= BLOCK_BITS for other in others)
        return 1, _SPILT * sum(others) + registers

    def _beside(self, product: Operation, operand: int) -> int:
        """Return the bits of a product's other operand."""
        left, right = product.operands
        return self.operations[right if left == operand else left].format.width

    def cut(self, node: int) -> float:
        """Return what cutting the products that a sum adds up may cost it: each its lowest bit."""
        return sum(o.format.resolution for o in self.inner[node] if o.rounding is Rounding.TRUNCATE)

    def rounding(self, node: int) -> float:
        """Return what rounding a node's own result may cost: half its lowest bit, or all of it."""
        result = self._result(node)
        return result.format.resolution * (1.0 if result.rounding is Rounding.TRUNCATE else 0.5)

    def _read(self, operation: Operation) -> float:
        """Return registers and look-up tables to a bit of an operand."""
        if operation.operator is Operator.MULTIPLY:
            widths = [self.operations[o].format.width for o in operation.operands]
            return _FABRIC if max(widths) > BLOCK_BITS else 0.0
        if operation.operator is Operator.SCALE:
            return 2.0 * self.adders.get(operation.index, 0.0)
        return 0.0

    def _made(self, operation: Operation) -> float:
        return _made(operation, self.adders)

    def _result(self, node: int) -> Operation:
        return self.operations[self.results[node]]

    def _inner(self, result: int) -> list[Operation]:
        """Return the operations of a sum before its last: no node's results."""
        nodes, found = set(self.results.values()), []
        left = [o for o in self.operations[result].operands if o not in nodes]
        while left:
            operation = self.operations[left.pop()]
            found.append(operation)
            left += [o for o in operation.operands if o not in nodes]
        return found


def _waiting(operations: tuple[Operation, ...]) -> dict[int, int]:
    """Return the cycles that each result waits, over all stages that read it."""
    last: dict[tuple[int, str], int] = {}
    for operation in operations:
        for operand in operation.operands:
            key = (operand, operation.stage)
            last[key] = max(last.get(key, 0), operation.start)
    waiting = dict.fromkeys(range(len(operations)), 0)
    for (operand, _), start in last.items():
        waiting[operand] += start - operations[operand].ready
    return waiting


def _adders(state: State) -> dict[int, float]:
    """Return by product with a constant its part of the adders that make it and others.

    Those in multipliers and powers of two, which have none, are left out.
    """
    found, operations = state.operations, state.operations.operations
    in_turns = {i for tree in found.trees for i in tree}
    together = shared_multiples(operations, in_turns, state.request.target)
    parts: dict[int, float] = {}
    for each in together:
        alone = {i: adders_alone(operations[i].constant) for i in each.operations}
        parts |= {i: each.graph.adders * n / sum(alone.values()) for i, n in alone.items()}
    for tree in found.trees:
        parts |= dict.fromkeys(tree, adders_alone(operations[tree[0]].constant) / len(tree))
    return parts


def _made(operation: Operation, adders: Mapping[int, float]) -> float:
    """Return registers and look-up tables to a bit of a result."""
    if operation.operator is Operator.SCALE:
        return 2.0 * adders.get(operation.index, 0.0)
    if operation.operator.unit is UnitKind.ADDER:
        return 2.0 * float(max(1, operation.operator.value.arity - 1))
    return 0.0


def footprint(state: State) -> float:
    """Return what a design takes of a device: registers, look-up tables, and blocks weighed in."""
    operations = state.operations.operations
    waiting, adders = _waiting(operations), _adders(state)
    total = 0.0
    for operation in operations:
        width = operation.format.width
        total += width * (_made(operation, adders) + waiting[operation.index])
        if operation.operator is Operator.MULTIPLY and operation.unit is None:
            total += _product([operations[o].format.width for o in operation.operands])
    return total


def blocks(widths: Sequence[int]) -> int:
    """Return the multiplier blocks of a product, given its operands' bits."""
    return math.prod(1 if width <= BLOCK_BITS + 1 else -(-width // BLOCK_BITS) for width in widths)


def _product(widths: Sequence[int]) -> float:
    fabric = _FABRIC * sum(widths) / 2.0 if max(widths) > BLOCK_BITS else 0.0
    first, second = widths
    for width, other in ((first, second), (second, first)):
        fabric += _SPILT * other if width == BLOCK_BITS + 1 else 0.0
    return _BLOCK * blocks(widths) + fabric
