"""Products with constants that a device's spare multipliers do, in place of adders."""

from __future__ import annotations

import dataclasses

from dataflow.design import Design
from dataflow.numbers.formats import signed_digits
from dataflow.operation import Operation
from dataflow.operators import Operator, scale_levels, takes_block


def with_spare_blocks(design: Design, spare: int, bits: int) -> Design:
    """Return a design whose largest constants take multiplier blocks, ready in the same cycles.

    Only products are moved that share no adders, and whose own take as many cycles as a multiplier
    or more, most adders first: results, cycles and errors are the same. A block that takes fewer
    begins later.

    Parameters
    ----------
    spare
        How many blocks there are for it; none if negative.
    bits
        Of the widest operand that one block takes.
    """
    shared = {index for tree in design.trees for index in tree}
    movable = sorted(
        (o for o in design.operations if o.index not in shared and _is_movable(design, o, bits)),
        key=lambda o: (-len(signed_digits(o.constant)), o.index),
    )
    moved = {
        o.index: dataclasses.replace(o, start=o.ready - design.target.multiply)
        for o in movable[: max(0, spare)]
    }
    return dataclasses.replace(
        design,
        in_blocks=frozenset(moved),
        operations=tuple(moved.get(o.index, o) for o in design.operations),
        stages=tuple(
            dataclasses.replace(
                stage, operations=tuple(moved.get(o.index, o) for o in stage.operations)
            )
            for stage in design.stages
        ),
    )


def _is_movable(design: Design, operation: Operation, bits: int) -> bool:
    """Tell whether an operation's adders can give way to a block."""
    target = design.target
    return (
        operation.operator is Operator.SCALE
        and operation.unit is None
        and not takes_block(target, operation.constant)
        and target.add * scale_levels(operation.constant) >= target.multiply
        and operation.constant.bit_length() + 1 <= bits
        and design.operations[operation.operands[0]].format.width <= bits
    )
