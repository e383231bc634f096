"""What a graph costs before its values have formats: cycles in a row, and operations.

It is what lowering at an initiation interval of 1 comes to, reckoned from the graph alone.
"""

from __future__ import annotations

import heapq
from dataclasses import dataclass

from dataflow.graph.graph import Graph, Node, NodeKind, Term
from dataflow.numbers.formats import Constant
from dataflow.operators import Operator, Target


@dataclass(frozen=True)
class Estimate:
    """``latency``: cycles to the last output; ``operations``: products, constants, additions."""

    latency: int
    operations: int


def estimated(graph: Graph, target: Target, width: int, *, sums_of_three: bool) -> Estimate:
    """Return what a simplified graph costs with constants of ``width`` bits."""
    ready: list[int] = []
    operations = 0
    for node in graph.nodes:
        if node.source is NodeKind.INPUT:
            ready.append(0)
        elif node.source is NodeKind.ANGLE_SUM:
            ready.append(max(ready[f] for f in node.factors) + target.add)
            operations += 1
        elif node.source is not NodeKind.DOT:
            ready.append(ready[node.factors[0]] + target.trigonometry)
        else:
            summands = [_term_ready(term, ready, target, width) for term in node.terms]
            ready.append(_sum_ready(node, summands, target, sums_of_three))
            operations += _operations(node)
    return Estimate(max((ready[i] for i in graph.outputs.values()), default=0), operations)


def _term_ready(term: Term, ready: list[int], target: Target, width: int) -> int:
    start = max((ready[f] for f in term.factors), default=0)
    if term.is_product:
        return start + target.multiply
    if term.factors and abs(term.coefficient) != 1.0:
        constant = Constant.nearest(abs(term.coefficient), width).integer
        return start + Operator.SCALE.latency(target, constant)
    return start


def _sum_ready(node: Node, summands: list[int], target: Target, sums_of_three: bool) -> int:
    if len(summands) == 1:
        (term,) = node.terms
        free = term.coefficient > 0.0 and (term.is_product or term.coefficient != 1.0)
        return summands[0] + (0 if free or not term.factors else target.add)
    heapq.heapify(summands)
    while len(summands) > 1:
        _, second, *rest = heapq.nsmallest(3, summands)
        three = sums_of_three and (len(summands) == 3 or target.hurried)
        if rest and three and second + target.add > rest[0]:
            heapq.heappop(summands)
            second = rest[0]
        heapq.heappop(summands)
        heapq.heapreplace(summands, second + target.add)
    return summands[0] if summands else 0


def _operations(node: Node) -> int:
    multiplied = sum(
        bool(term.factors) and (term.is_product or abs(term.coefficient) != 1.0)
        for term in node.terms
    )
    return multiplied + max(0, len(node.terms) - 1)
