"""Products with constants that a device's spare multipliers do, in place of adders."""

from __future__ import annotations

import dataclasses

from dataflow.design import Design
from dataflow.multiples.adder_graph import odd
from dataflow.multiples.search import multiples
from dataflow.operation import Operation
from dataflow.operators import scale_levels


def with_spare_blocks(design: Design, spare: int, bits: int) -> Design:
    """Return a design whose largest constants take multiplier blocks, ready in the same cycles.

    Only products are moved that share no adders in turns, and whose own take as many cycles as a
    multiplier or more, first those without which most adders are gone: results, cycles and errors
    are the same. A block that takes fewer begins later.

    Parameters
    ----------
    spare
        How many blocks there are for it; none if negative.
    bits
        Of the widest operand that one block takes.
    """
    chosen = _chosen(design, spare, bits)
    moved = {
        o.index: dataclasses.replace(o, start=o.ready - design.target.multiply) for o in chosen
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


def _chosen(design: Design, spare: int, bits: int) -> list[Operation]:
    """Return the products that take a block, each the one that saves most beside those before."""
    operations = design.operations
    group_of = {i: set(each.operations) for each in design.multiples for i in each.operations}
    movable = [operations[i] for i in group_of if _is_movable(design, operations[i], bits)]
    saved = {o: _saved(design, group_of[o.index], o) for o in movable}
    chosen: list[Operation] = []
    while len(chosen) < spare and any(saved.values()):
        best = max(saved, key=lambda o: (saved[o], -o.index))
        chosen.append(best)
        del saved[best]
        group_of[best.index].remove(best.index)
        for o in saved:
            if o.index in group_of[best.index]:
                saved[o] = _saved(design, group_of[o.index], o)
    return chosen


def _saved(design: Design, group: set[int], operation: Operation) -> int:
    """Return how many adders of a group are gone without one product."""
    constants = {i: odd(design.operations[i].constant) for i in group}
    rest = frozenset(c for i, c in constants.items() if i != operation.index)
    width = design.operations[operation.operands[0]].format.width
    return multiples(frozenset(constants.values()), width).adders - multiples(rest, width).adders


def _is_movable(design: Design, operation: Operation, bits: int) -> bool:
    """Tell whether an operation's adders can give way to a block."""
    target = design.target
    return (
        target.add * scale_levels(operation.constant) >= target.multiply
        and operation.constant.bit_length() + 1 <= bits
        and design.operations[operation.operands[0]].format.width <= bits
    )
