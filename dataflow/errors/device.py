"""What a design takes of an ECP5: look-up tables, registers, multiplier blocks.

There is a look-up table and a register to each of its slices' halves, and one multiplier block to
some hundreds of them. A product of two operands of 18 bits is one block, whose registers are its
own. With a wider operand the registers stand in the fabric. Of an operand of 19 bits Yosys leaves
one to look-up tables (19 by 19 bits: one block, 117 tables, 94 registers); more bits double the
blocks (20 by 20: four, 48, 100). What waits for more than a few steps does so in tables.
"""

from __future__ import annotations

import itertools
import math
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass

from dataflow.lowering.steps import State
from dataflow.multiples.search import adders_alone
from dataflow.multiples.shared import SharedMultiples, shared_multiples
from dataflow.operation import Operation
from dataflow.operators import Operator, UnitKind

BLOCK_BITS = 18
"""Bits of a multiplier block's operand."""

_BLOCK = 84_000 / 156
"""Look-up tables to a block, on the largest device."""

_FABRIC = 2.5
"""Register bits of a product that stand in the fabric, to a bit of its two operands."""

_SPILT = 3.0
"""Look-up tables that an operand of one bit too many takes, to a bit of the other operand."""

_LONGEST_IN_REGISTERS = 3
"""Steps that a value waits in registers; for more of them in a memory, and in one register."""

_WORDS = 16
"""Steps that a memory of look-up tables holds at least."""

_MEMORY = 1.5
"""Look-up tables to a bit of such a memory."""


@dataclass(frozen=True)
class Taken:
    """Look-up tables, registers and multiplier blocks, of a design or of a bit of a value."""

    tables: float = 0.0
    registers: float = 0.0
    blocks: float = 0.0

    @property
    def footprint(self) -> float:
        """All in one number: look-up tables and registers, and blocks as so many of these."""
        return self.tables + self.registers + _BLOCK * self.blocks

    def plus(self, other: Taken, times: float = 1.0) -> Taken:
        """Return the sum with a multiple of another."""
        return Taken(
            self.tables + times * other.tables,
            self.registers + times * other.registers,
            self.blocks + times * other.blocks,
        )


def taken(state: State) -> Taken:
    """Return what a scheduled design takes; sines, cosines and control, which stay, are left out.

    What shares a unit counts as if it had its own adders, and no block.
    """
    operations = state.operations.operations
    waits, total = waiting(state), Taken()
    for operation in operations:
        width = operation.format.width
        total = total.plus(waits[operation.index], width)
        if operation.operator.unit is UnitKind.ADDER:
            chain = width + max(0, operation.sum_fraction - operation.format.fraction)
            total = total.plus(Taken(adder_tables(operation) * chain, width))
        if operation.operator is Operator.MULTIPLY and operation.unit is None:
            total = total.plus(product([operations[o].format.width for o in operation.operands]))
    for each in multiples_of(state):
        (operand,) = operations[each.operations[0]].operands
        half = each.graph.bits(operations[operand].format.width) / 2.0
        total = total.plus(Taken(half, half))
    for tree in state.operations.trees:
        first = operations[tree[0]]
        bits = adders_alone(first.constant) * operations[first.operands[0]].format.width
        total = total.plus(Taken(bits, bits))
    return total


def adder_tables(operation: Operation) -> float:
    """Return look-up tables to a bit of an adder: of three operands a row stands before it."""
    return 3.0 if operation.operator.value.arity > 2 else 1.0


def blocks(widths: Sequence[int]) -> int:
    """Return the multiplier blocks of a product, given its operands' bits."""
    return math.prod(1 if width <= BLOCK_BITS + 1 else -(-width // BLOCK_BITS) for width in widths)


def product(widths: Sequence[int]) -> Taken:
    """Return what a product of two values takes, given its operands' bits."""
    first, second = widths
    tables = sum(
        _SPILT * other
        for width, other in ((first, second), (second, first))
        if width == BLOCK_BITS + 1
    )
    wide = max(widths) > BLOCK_BITS
    return Taken(tables, _FABRIC * sum(widths) if wide else 0.0, blocks(widths))


def multiples_of(state: State) -> tuple[SharedMultiples, ...]:
    """Return the products with constants that have adders of their own, by operand and cycle."""
    found = state.operations
    in_turns = {index for tree in found.trees for index in tree}
    return shared_multiples(found.operations, in_turns, state.request.target)


def waiting(state: State) -> list[Taken]:
    """Return what a bit of each operation's result takes where it waits for those that read it."""
    operations, interval = state.operations.operations, state.request.interval
    steps: dict[tuple[int, str], set[int]] = defaultdict(set)
    for reader in operations:
        for operand in reader.operands:
            late = reader.start - operations[operand].ready
            steps[operand, reader.stage].add(-(-late // interval))
    end = max(operations[o].ready for o in state.outputs.values())
    for output in state.outputs.values():
        steps[output, ""].add(-(-(end - operations[output].ready) // interval))
    found = [Taken() for _ in operations]
    for (index, _), taps in steps.items():
        if operations[index].operator is not Operator.CONSTANT:
            found[index] = found[index].plus(_delay(sorted({0, *taps})))
    return found


def _delay(taps: Sequence[int]) -> Taken:
    """Return what a bit takes that is wanted after so many steps, from each tap to the next."""
    total = Taken()
    for before, tap in itertools.pairwise(taps):
        distance = tap - before
        if distance > _LONGEST_IN_REGISTERS:
            total = total.plus(Taken(_MEMORY * -(-(distance - 1) // _WORDS), 1.0))
        else:
            total = total.plus(Taken(0.0, distance))
    return total
