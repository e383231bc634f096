"""What a design's latency is made of: the operations that wait for one another the longest."""

from __future__ import annotations

from collections.abc import Sequence

from dataflow.design import Design
from dataflow.operation import Operation
from dataflow.operators import Operator


def longest_path(design: Design, ends: Sequence[int] | None = None) -> tuple[Operation, ...]:
    """Return the operations of the longest path, first to last: from an input to a result.

    Each reads the one before it; where units are shared, it may wait for its unit between. Of paths
    of one length it is one. Empty if no result depends on an operation.

    Parameters
    ----------
    ends
        The operations, by index, that it may end in; those of all outputs if None.
    """
    if ends is None:
        ends = [port.operation for port in design.outputs]
    reach: list[int] = []
    for operation in design.operations:
        begin = max((reach[operand] for operand in operation.operands), default=0)
        reach.append(begin + operation.ready - operation.start)
    path: list[Operation] = []
    current = design.operations[max(ends, key=lambda index: reach[index])]
    while current.operator not in (Operator.PORT, Operator.CONSTANT):
        path.append(current)
        current = design.operations[max(current.operands, key=lambda operand: reach[operand])]
    return tuple(reversed(path))
