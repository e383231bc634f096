"""What units that operations share take: the choice of their operands, and shared adders.

An operand is one of several arms, each what some operations read from the same wires, or a
constant. A table of four inputs chooses between two arms, and multiplexers that cost nothing join
tables. The figures are fitted to 280 choices of eight machines, counted by Yosys (measured).
"""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from dataflow.cells.cells import Cells, carry_chain, total
from dataflow.cells.parts import BLOCK_BITS, multiplier_cells
from dataflow.design import Design, Stage
from dataflow.operation import Operation
from dataflow.operators import Operator, UnitKind
from dataflow.timing.registers import Reading
from dataflow.timing.sources import Source, place_of, source_of

_ARM, _CONSTANTS, _INVERTED = 0.53, 0.8, 0.34
"""Tables of a bit of an arm, of up to sixteen constants, of what is inverted in some phases."""

_IN_A_TABLE = 16

_MOST_READERS = 64
"""Tables that a register chooses for: of more it has copies."""

_APART = 0.02
"""Of an arm's register that others have too: how much stays apart, times the root of the interval.

The hardware's registers are found by a search that moves one value at a time, and in the longer
intervals of larger machines it leaves some apart."""

_REGISTER = 1.5
"""Tables that say when a register takes a value or is cleared."""


@dataclass
class _Choice:
    """One operand of a unit: the bits that each arm may set, and constants."""

    arms: dict[Source, int] = field(default_factory=dict)
    width: int = 0
    constants: int = 0
    inverted: bool = False

    def cells(self, interval: int) -> Cells:
        """Return what it takes, with the registers that hold the number of the chosen."""
        which = len(self.arms) + self.constants
        if which < 2 and not self.inverted:
            return Cells()
        luts = _ARM * sum(self.arms.values())
        luts += _CONSTANTS * -(-self.constants // _IN_A_TABLE) * self.width
        luts += _INVERTED * self.width * self.inverted
        digits = (which - 1).bit_length() + self.inverted
        tables = -(-len(self.arms) // 2) + -(-self.constants // _IN_A_TABLE)
        copies = -(-tables * self.width // _MOST_READERS)
        held = digits * (copies + 1 if copies > 1 else 1)  # copies, and what they are written from
        return Cells(luts + digits * tables_of_phase(interval), held)


def tables_of_phase(interval: int) -> int:
    """Return the tables that a function of the cycle of the interval takes."""
    return max(1, (1 << (interval - 1).bit_length()) // _IN_A_TABLE)


def shared_cells(
    design: Design, stage: Stage, bound: Mapping[Reading, int], widths: Sequence[int]
) -> Cells:
    """Return what a stage's shared units take, and the registers in which values wait for them.

    Parameters
    ----------
    bound
        The register, by number, of each reading of one.
    widths
        By operation, the bits of its result that something reads.
    """
    held: dict[int, int] = defaultdict(int)
    arms: dict[Source, int] = defaultdict(int)
    for (reader, position), register in bound.items():
        o = design.operations[reader]
        width = widths[o.operands[position]]
        arm = (register, o.operator.unit, o.unit, place_of(o, position))
        held[register], arms[arm] = max(held[register], width), max(arms[arm], width)
    bits: float = sum(held.values())
    bits += _APART * math.sqrt(design.initiation_interval) * (sum(arms.values()) - bits)
    bits += len(held) * design.shares_adders  # what says when each of a ring's takes a value
    return Cells(_REGISTER * len(held), bits) + total(
        _unit_cells(design, kind, jobs, bound) for kind, jobs in _units(design, stage)
    )


def _units(design: Design, stage: Stage) -> Iterator[tuple[UnitKind | None, list[Operation]]]:
    """Yield a stage's units and, of no kind, trees of adders, with the operations of each."""
    users: dict[tuple[UnitKind, int], list[Operation]] = defaultdict(list)
    for o in stage.operations:
        if o.operator.unit is not None and o.unit is not None:
            users[o.operator.unit, o.unit].append(o)
    for (kind, _), jobs in users.items():
        yield kind, jobs
    for tree in design.trees:
        if design.operations[tree[0]].stage == stage.name:
            yield None, [design.operations[index] for index in tree]


def _unit_cells(
    design: Design,
    kind: UnitKind | None,
    jobs: Sequence[Operation],
    bound: Mapping[Reading, int],
) -> Cells:
    choices = _choices(design, kind, jobs, bound)
    cells = total(each.cells(design.initiation_interval) for each in choices.values())
    kept = max(o.format.width for o in jobs)
    if design.target.choice and kind in (UnitKind.ADDER, UnitKind.TRIGONOMETRY):
        cells += Cells(0, sum(each.width for each in choices.values()))
    if kind is UnitKind.ADDER:
        places = max(o.sum_fraction - o.format.fraction for o in jobs)
        return cells + Cells(carry_chain(max(0, places) + kept), kept)
    if kind is UnitKind.MULTIPLIER:
        a, b = (choices[place].width for place in (0, 1))
        held = a + b if max(a, b) > BLOCK_BITS and design.target.multiply > 1 else 0
        return cells + multiplier_cells(a, b, kept, design.target.multiply) + Cells(0, held)
    return cells


def _choices(
    design: Design,
    kind: UnitKind | None,
    jobs: Sequence[Operation],
    bound: Mapping[Reading, int],
) -> dict[int, _Choice]:
    """Return the operands of a unit by their place."""
    found: dict[int, _Choice] = defaultdict(_Choice)
    for o in jobs:
        for position, operand in enumerate(o.operands):
            choice, source = found[place_of(o, position)], design.operations[operand]
            if source.operator is Operator.CONSTANT:
                choice.constants += 1
                choice.width = max(choice.width, source.format.width)
                continue
            wires: tuple[Any, ...] = source_of(
                design.operations, o, position, design.initiation_interval
            )
            register = bound.get((o.index, position))
            if register is not None:
                wires = (*wires, register)
            bits = source.format.width
            if o.operator.value.aligned:
                bits -= max(0, source.format.fraction - o.sum_fraction)
            choice.arms[wires] = max(bits, choice.arms.get(wires, 0))
            choice.width = max(choice.width, bits)
        if kind is UnitKind.MULTIPLIER and o.operator is Operator.SCALE:
            found[1].constants += 1
            found[1].width = max(found[1].width, o.constant.bit_length() + 1)
        if o.operator in (Operator.SUBTRACT, Operator.NEGATE):
            found[1].inverted = True
    return found
