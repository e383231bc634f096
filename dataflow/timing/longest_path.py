"""What a design's latency is made of: the operations that wait for one another the longest."""

from __future__ import annotations

from dataflow.design import Design
from dataflow.operation import Operation
from dataflow.operators import Operator


def longest_path(design: Design) -> tuple[Operation, ...]:
    """Return the operations of the longest path, first to last: from an input to a result.

    Each reads the one before it; where units are shared, it may wait for its unit between. Of paths
    of one length it is one. Empty if no result depends on an operation.
    """
    reach: list[int] = []
    for operation in design.operations:
        begin = max((reach[operand] for operand in operation.operands), default=0)
        reach.append(begin + operation.ready - operation.start)
    last = max((port.operation for port in design.outputs), key=lambda index: reach[index])
    path: list[Operation] = []
    current = design.operations[last]
    while current.operator not in (Operator.PORT, Operator.CONSTANT):
        path.append(current)
        current = design.operations[max(current.operands, key=lambda operand: reach[operand])]
    return tuple(reversed(path))
