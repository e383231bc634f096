"""The cost table: the numbers of the declarations, as the compiled functions read them."""

from __future__ import annotations

import numpy as np

from common.arrays import Integers
from emulator.transputer.isa.instruction import Encoding, Rule
from emulator.transputer.isa.instruction_set import INSTRUCTIONS
from emulator.transputer.processor import state

_FIRST_ROW = {
    Encoding.DIRECT: 0,
    Encoding.OPERATION: state.OPERATIONS,
    Encoding.FPU_ENTRY: state.ENTRIES,
}


def row(encoding: Encoding, code: int) -> int:
    """Return the row of the cost table that an instruction has."""
    return _FIRST_ROW[encoding] + code


def cost_table(variant: str) -> Integers:
    """Return the numbers of every instruction's cost rule, four a row, -1 where there is none.

    For floating-point instructions with a memory operand they are the FPU's part alone; the
    CPU's is the cost of the load of the same length.
    """
    table = np.full((state.ROWS, 4), -1, np.int64)
    for instruction in INSTRUCTIONS:
        if variant in instruction.variants:
            cost = instruction.cycles
            numbers = [number - cost.cpu for number in cost.parameters]
            if cost.rule is Rule.FIXED:
                numbers *= 4
            table[row(instruction.encoding, instruction.code), : len(numbers)] = numbers
    return table
