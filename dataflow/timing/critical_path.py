"""Where the latency goes: the chain of operations that the last result waits for."""

from __future__ import annotations

from dataclasses import dataclass

from dataflow.design import Design
from dataflow.operation import Operation
from dataflow.timing.longest_path import longest_path


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
    outputs = [port.operation for port in design.outputs]
    last = [index for index in outputs if design.operations[index].ready == design.depth]
    arrived = 0
    steps = []
    for operation in longest_path(design, last or outputs):
        steps.append(Step(operation, operation.start - arrived))
        arrived = operation.ready
    return tuple(steps)
