"""Results that are another node's value, or its negative, and so need no node of their own."""

from __future__ import annotations

import dataclasses
from collections import Counter

from dataflow.graph.graph import Graph, Node, NodeKind, Term


def without_copies(graph: Graph) -> Graph:
    """Return the graph with each result that only copies a sum taken from the sum itself.

    A negative one too, if nobody else reads the sum and its signs can turn at no cost. The sum
    takes the result's name; the copies stay behind, unused.
    """
    nodes, outputs = list(graph.nodes), dict(graph.outputs)
    readers = Counter(operand for node in nodes for operand in node.operands())
    results = Counter(outputs.values())
    for name, index in outputs.items():
        copied = _copied(nodes, nodes[index])
        if copied is None or nodes[index].name != name or readers[index] or results[index] > 1:
            continue
        sign, source = copied
        if sign < 0 and (readers[source] > 1 or source in results):
            continue
        node = nodes[source]
        if sign < 0:
            if all(term.coefficient > 0.0 for term in node.terms):
                continue
            terms = tuple(Term(-term.coefficient, term.factors) for term in node.terms)
            node = dataclasses.replace(node, terms=terms)
        if source not in outputs.values():
            nodes[index] = dataclasses.replace(nodes[index], name=f"{name}_copy")
            node = dataclasses.replace(node, name=name)
        nodes[source], outputs[name] = node, source
    return Graph(nodes, outputs)


def _copied(nodes: list[Node], node: Node) -> tuple[float, int] | None:
    """Return the sign and the sum that a node copies, or None."""
    if node.source is not NodeKind.DOT or len(node.terms) != 1:
        return None
    (term,) = node.terms
    if len(term.factors) != 1 or abs(term.coefficient) != 1.0:
        return None
    source = nodes[term.factors[0]]
    if source.source is not NodeKind.DOT or source.kind is NodeKind.CONSTANT:
        return None
    return term.coefficient, source.index
