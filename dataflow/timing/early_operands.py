"""Which operands of a product wait their last cycle in registers of the product's own."""

from __future__ import annotations

from dataflow.design import Design
from dataflow.operation import Operation
from dataflow.operators import Operator


def reads_early(design: Design, operation: Operation, position: int) -> bool:
    """Tell whether a product's operand waits its last cycle in a register of the product's own.

    Where products take one cycle, a block needs its operands well ahead of the clock: what waits
    does so next to it, not where others read it too.
    """
    source = design.operations[operation.operands[position]]
    return (
        design.initiation_interval == 1
        and design.target.multiply == 1
        and (operation.operator is Operator.MULTIPLY or design.has_block(operation))
        and source.operator is not Operator.CONSTANT
        and operation.start > source.ready
    )


def is_early(design: Design, operation: Operation) -> bool:
    """Tell whether a product takes its operands a cycle before its first, into its block.

    It does if all wait. nextpnr counts a register at one of a block's operands alone as none.
    """
    return all(
        design.operations[operand].operator is Operator.CONSTANT
        or reads_early(design, operation, position)
        for position, operand in enumerate(operation.operands)
    )
