"""Which products with constants have sums in common: those of one operand in the same cycles."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Container, Sequence
from dataclasses import dataclass

from dataflow.multiples.adder_graph import AdderGraph, odd
from dataflow.multiples.search import multiples
from dataflow.operation import Operation
from dataflow.operators import Operator, Target, scale_levels, takes_block


@dataclass(frozen=True)
class SharedMultiples:
    """Products that read one operand in the same cycle, and the adders that make them all.

    Attributes
    ----------
    operations
        Their indices, ascending; all are of one stage.
    """

    operations: tuple[int, ...]
    graph: AdderGraph


def shared_multiples(
    operations: Sequence[Operation], apart: Container[int], target: Target
) -> tuple[SharedMultiples, ...]:
    """Return the products with constants that have adders of their own, by operand and cycle.

    Results and cycles are what they are without: products are exact before they are rounded, and
    none comes later than by its own adders alone.

    Parameters
    ----------
    operations
        All of a design, by index.
    apart
        Operations that take a multiplier block or a tree of adders in turns with others.
    """
    groups: dict[tuple[str, int, int], list[Operation]] = defaultdict(list)
    for o in operations:
        if o.index not in apart and has_adders(o, target):
            groups[o.stage, o.operands[0], o.start].append(o)
    return tuple(
        SharedMultiples(
            tuple(o.index for o in group),
            multiples(frozenset(odd(o.constant) for o in group), operations[operand].format.width),
        )
        for (_, operand, _), group in groups.items()
    )


def has_adders(operation: Operation, target: Target) -> bool:
    """Tell whether an operation is a product with a constant that adders make."""
    return (
        operation.operator is Operator.SCALE
        and operation.unit is None
        and scale_levels(operation.constant) > 0
        and not takes_block(target, operation.constant)
    )
