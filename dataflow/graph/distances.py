"""How far the values of a graph may be from those of the exact robot.

Coefficients that were dropped or that are off (`dataflow.graph.graph.Node.neglected`) move a node,
and all that is computed from it.
"""

from __future__ import annotations

import math

from dataflow.graph.graph import Graph, Node, NodeKind
from dataflow.numbers.knowledge import SLACK


def neglected_distances(graph: Graph, translated: float) -> list[float]:
    """Return how far every node's real value may be from that of the exact robot.

    Parameters
    ----------
    translated
        How far an angle may be, rad, of whose sum with others a sine or cosine is taken.
    """
    distances: list[float] = []
    for node in graph.nodes:
        if node.source is NodeKind.INPUT:
            distances.append(0.0)
        elif node.source is NodeKind.DOT:
            distances.append(_of_sum(graph, node, distances))
        elif node.source is NodeKind.RECIPROCAL:
            distances.append(_of_reciprocal(node, distances[node.factors[0]]))
        else:  # a sine or cosine, or a sum of angles: one more angle is translated
            distances.append(translated + sum(distances[factor] for factor in node.factors))
    return distances


def _of_sum(graph: Graph, node: Node, distances: list[float]) -> float:
    """Return a sum's: |a b - a* b*| <= |a| |b - b*| + |b| |a - a*| + |a - a*| |b - b*|."""
    total = node.neglected
    for term in node.terms:
        off = [distances[factor] for factor in term.factors]
        if len(off) == 2:
            a, b = (graph.reach(factor) for factor in term.factors)
            total += abs(term.coefficient) * (a * off[1] + b * off[0] + off[0] * off[1])
        elif off:
            total += abs(term.coefficient) * off[0]
    return total * SLACK


def _of_reciprocal(node: Node, off: float) -> float:
    """Return a reciprocal's: |1 / x - 1 / x*| = |x - x*| / (x x*), and x is at least ``lowest``."""
    least = node.lowest - off
    return off / (node.lowest * least) * SLACK if least > 0.0 else math.inf
