"""The registers and memories in which values wait."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Mapping

from dataflow.cells.cells import Cells, memory, total
from dataflow.design import Design, Stage
from dataflow.operation import Operation
from dataflow.operators import Operator
from dataflow.timing.early_operands import is_early
from dataflow.timing.registers import Reading

_LONGEST_IN_REGISTERS = 3
"""Steps above which a value waits in a memory."""

_Place = tuple[object, ...]
"""What a register holds, and of how many it is the last: equal registers are one."""


def read_widths(design: Design) -> list[int]:
    """Return the bits of each operation's result that something reads.

    A sum drops the low bits of an operand that has more fraction bits than it works with.
    """
    dropped: dict[int, int] = {port.operation: 0 for port in design.outputs}
    for reader in design.operations:
        for operand in reader.operands:
            fraction = design.operations[operand].format.fraction
            aligned = reader.operator.value.aligned
            below = max(0, fraction - reader.sum_fraction) if aligned else 0
            dropped[operand] = min(below, dropped.get(operand, below))
    return [o.format.width - dropped.get(o.index, 0) for o in design.operations]


class Delays:
    """What waits in registers of its own, step by step.

    Equal registers are one: a value that waits in several stages waits in all of them alike.
    """

    def __init__(self, design: Design, widths: list[int]) -> None:
        self.design, self.widths = design, widths
        self._registers: dict[_Place, int] = {}
        self._memories: list[Cells] = []
        self._taps: dict[tuple[str, int, int], _Place] = {}

    @property
    def cells(self) -> Cells:
        """What all of it takes."""
        return Cells(0, sum(self._registers.values())) + total(self._memories)

    def add_stage(self, stage: Stage, bound: Collection[Reading]) -> None:
        """Add what a stage reads late, but for readings of registers that values share."""
        design = self.design
        late: dict[int, set[int]] = defaultdict(set)
        for reader in stage.operations:
            cycle = reader.start - is_early(design, reader)
            for position, operand in enumerate(reader.operands):
                source = design.operations[operand]
                waits = cycle > source.ready and source.operator is not Operator.CONSTANT
                if waits and (reader.index, position) not in bound:
                    late[operand].add(-(-(cycle - source.ready) // design.initiation_interval))
        for operand, steps in late.items():
            self._add(stage.name, operand, steps)

    def add_outputs(self) -> None:
        """Add what results wait for the last of them."""
        design = self.design
        for port in design.outputs:
            result = design.operations[port.operation]
            steps = -(-(design.depth - result.ready) // design.initiation_interval)
            if steps > 0 and result.operands:
                self._add(port.name, result.index, {steps})

    def add_behind(self, operation: Operation, position: int, waits: Mapping[int, int]) -> None:
        """Add registers behind an operation's operand: bits by the cycles waited.

        Where a set enters every cycle, they are those of the operand's own delay as far as it goes.
        """
        operand = operation.operands[position]
        steps = operation.start - self.design.operations[operand].ready
        place = self._taps.get((operation.stage, operand, steps), ("value", operand))
        if self.design.initiation_interval > 1:
            place = ("adders", operation.index, position)
        for cycles, bits in waits.items():
            last = place
            for _ in range(cycles):
                last = ("behind", last)
            self._registers[last] = max(self._registers.get(last, 0), bits)

    def _add(self, stage: str, index: int, steps: Collection[int]) -> None:
        """Add a delay from tap to tap, each distance in the cheaper way."""
        place: _Place = ("value", index)
        width, reached = self.widths[index], 0
        for tap in sorted(steps):
            distance = tap - reached
            if distance > _LONGEST_IN_REGISTERS:
                place = ("memory", stage, index, tap)
                address = max(1, (distance - 2).bit_length())
                self._memories.append(memory(width, distance - 1) + Cells(address, address))
            else:
                for _ in range(distance):
                    place = ("behind", place)
                    self._registers[place] = max(width, self._registers.get(place, 0))
            reached = tap
            self._taps[stage, index, tap] = place
