"""Where the latency goes: the chain of operations that the last result waits for."""

from __future__ import annotations

from dataclasses import dataclass

from dataflow.design import Design
from dataflow.operation import Operation
from dataflow.operators import Operator


@dataclass(frozen=True)
class Step:
    """One operation of the chain.

    Attributes
    ----------
    operation
        Which.
    waited
        Cycles from the arrival of the operand before it in the chain until it starts: a shared
        unit was not free, or another operand came later.
    """

    operation: Operation
    waited: int

    @property
    def cycles(self) -> int:
        """Cycles of its own."""
        return self.operation.ready - self.operation.start


def critical_path(design: Design) -> tuple[Step, ...]:
    """Return the longest chain from a port to a result of the last cycle, first things first.

    Its cycles of work are the fewest that the design could take with hardware for every operation;
    with the waiting they add up to ``design.depth``.
    """
    operations = design.operations
    work: list[int] = []
    for operation in operations:
        before = max((work[index] for index in operation.operands), default=0)
        work.append(before + operation.ready - operation.start)
    ends = [o for port in design.outputs if (o := operations[port.operation]).ready == design.depth]
    last = max(ends, key=lambda operation: work[operation.index], default=None)
    steps = []
    while last is not None and last.operator not in (Operator.PORT, Operator.CONSTANT):
        before_it = max(last.operands, key=lambda index: (work[index], operations[index].ready))
        steps.append(Step(last, last.start - operations[before_it].ready))
        last = operations[before_it]
    return tuple(reversed(steps))
