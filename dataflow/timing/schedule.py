"""When each operation starts.

Lowering starts everything as soon as it can, which fixes the latency. What need not be early is
moved later here if that saves registers: the least total of register bits at unchanged latency is a
linear programme of differences, so its solutions are whole numbers (Leiserson and Saxe, "Retiming
synchronous circuitry", Algorithmica 6, 1991).
"""

from __future__ import annotations

import dataclasses
from collections import Counter
from collections.abc import Container, Sequence

import numpy as np

from dataflow.graph.graph import Graph, Node, NodeKind
from dataflow.operation import Operation
from dataflow.operators import Operator, Target, UnitKind

_EARLY = 1000
"""What it is worth, in bits that wait, that a block's own registers take a product's operands."""


def most_urgent_first(
    graph: Graph, results: dict[int, int], operations: Sequence[Operation]
) -> list[Node]:
    """Return the nodes by the latest start that their results may have, inputs first.

    Where units are short, what the last result waits for gets them first.

    Parameters
    ----------
    results
        The operation that is each node's value.
    operations
        The same graph lowered once without a limit of units.
    """
    end = max(operation.ready for operation in operations)
    latest = [end - (operation.ready - operation.start) for operation in operations]
    for operation in reversed(operations):
        for operand in operation.operands:
            source = operations[operand]
            start = latest[operation.index] - (source.ready - source.start)
            latest[operand] = min(latest[operand], start)
    return sorted(
        graph.nodes,
        key=lambda node: (
            node.source is not NodeKind.INPUT,
            latest[results[node.index]],
            node.index,
        ),
    )


def early_products(
    operations: Sequence[Operation], interval: int, target: Target
) -> frozenset[int]:
    """Return the products that take their operands a cycle early if all are there by then.

    Where products take one cycle, the registers at a block's operands are left over. In a block
    that products share they would have to be there for all of them.
    """
    if interval > 1 or target.multiply > 1:
        return frozenset()
    return frozenset(o.index for o in operations if o.operator is Operator.MULTIPLY)


def with_fewest_registers(
    operations: tuple[Operation, ...],
    outputs: tuple[int, ...],
    early: Container[int] = frozenset(),
) -> tuple[Operation, ...]:
    """Return the same operations with starts that need the fewest bits of delay.

    A value waits in every stage that reads it, from its readiness to that stage's last reading;
    results wait for the last one. Shared multipliers keep their cycles.

    Parameters
    ----------
    early
        Operations that take their operands a cycle before they start if all are there by then,
        into registers that cost nothing. As many as can be do.
    """
    problem = DelayProblem(operations, outputs, early)
    starts = problem.solve()
    return tuple(
        dataclasses.replace(o, start=start, ready=start + o.ready - o.start)
        for o, start in zip(operations, starts, strict=True)
    )


class DelayProblem:
    """The linear programme: a variable per start, and per value and reading stage its last use.

    What may take its operands early has one more, when it reads them.
    """

    def __init__(
        self,
        operations: tuple[Operation, ...],
        outputs: tuple[int, ...],
        early: Container[int] = frozenset(),
    ) -> None:
        self.operations = operations
        self.end = max(operations[o].ready for o in outputs)
        self.variables = len(operations)
        self.last_uses: dict[tuple[int, str], int] = {}
        self.cost: Counter[int] = Counter()
        self.rows: list[tuple[int, int, int]] = []  # variable a - variable b <= bound
        for operation in operations:
            reads = operation.index
            if operation.index in early:
                reads = self.read_early(operation.index)
            for operand in operation.operands:
                self.read(operand, operation.stage, reads)
        self.join_sines_to_cosines()
        for output in outputs:
            latency = operations[output].ready - operations[output].start
            self.cost[output] -= operations[output].format.width
            self.rows.append((output, -1, self.end - latency))

    def new_variable(self) -> int:
        """Return the number of a further variable."""
        self.variables += 1
        return self.variables - 1

    def read_early(self, operation: int) -> int:
        """Return when an operation reads that may do so in the cycle before its first."""
        reads = self.new_variable()
        self.rows += [(reads, operation, 0), (operation, reads, 1)]
        self.cost[reads] += _EARLY
        self.cost[operation] -= _EARLY
        return reads

    def read(self, operand: int, stage: str, reader: int) -> None:
        """Let ``reader`` start no earlier than ``operand`` is ready, which is alive till then."""
        source = self.operations[operand]
        if source.operator is Operator.CONSTANT:
            return
        self.rows.append((operand, reader, source.start - source.ready))
        key = (operand, stage)
        if key not in self.last_uses:
            self.last_uses[key] = self.new_variable()
            self.cost[self.last_uses[key]] += source.format.width
            self.cost[operand] -= source.format.width
        self.rows.append((reader, self.last_uses[key], 0))

    def join_sines_to_cosines(self) -> None:
        """Let the sine and cosine of an angle start together: one unit gives both."""
        first: dict[int, int] = {}
        for operation in self.operations:
            if operation.operator.unit is UnitKind.TRIGONOMETRY:
                twin = first.setdefault(operation.operands[0], operation.index)
                self.rows += [(twin, operation.index, 0), (operation.index, twin, 0)]

    def solve(self) -> list[int]:
        """Return the starts."""
        # Imported here because it takes longer than all that commands need to say what they do.
        from scipy.optimize import linprog
        from scipy.sparse import lil_array

        count = self.variables
        matrix = lil_array((len(self.rows), count))
        limits = np.zeros(len(self.rows))
        for row, (a, b, bound) in enumerate(self.rows):
            matrix[row, a] += 1.0
            if b >= 0:
                matrix[row, b] -= 1.0
            limits[row] = bound
        cost = np.array([float(self.cost[i]) for i in range(count)])
        bounds = [self.bounds(o) for o in self.operations]
        bounds += [(0, self.end)] * (count - len(bounds))
        result = linprog(cost, matrix.tocsr(), limits, bounds=bounds, method="highs-ds")
        if result.status != 0:
            raise RuntimeError(f"the delay programme has no solution: {result.message}")
        starts = np.rint(result.x[: len(self.operations)])
        if np.max(np.abs(starts - result.x[: len(self.operations)]), initial=0.0) > 1e-6:
            raise RuntimeError("the delay programme's solution is not whole")
        return [int(start) for start in starts]

    def bounds(self, operation: Operation) -> tuple[int, int]:
        """Return a start's range: fixed for ports, constants and shared units, else free."""
        fixed = operation.operator in (Operator.PORT, Operator.CONSTANT)
        if fixed or operation.unit is not None:
            return operation.start, operation.start
        return 0, self.end
