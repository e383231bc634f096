"""Last passes over a traced graph: shared products get a node, what no output needs goes.

Folding of constants, collecting of like terms and moving of signs happen while the equations are
traced (`dataflow.graph.scalar`); regrouping of inertial parameters happens before
(`dataflow.equations.joint_frames`).
"""

from __future__ import annotations

from collections import Counter

from dataflow.graph.graph import Factors, Graph, Node, NodeKind, Term
from dataflow.graph.outputs import without_copies


def simplified(graph: Graph) -> Graph:
    """Return the graph of what the outputs need, each product of two nodes computed once.

    Inputs stay even where unused: they are ports.
    """
    graph = without_copies(graph)
    needed = needed_nodes(graph)
    uses = Counter(term.factors for i in needed for term in graph.nodes[i].terms if term.is_product)
    shared = {factors for factors, count in uses.items() if count > 1}
    rebuilt = Rebuilder(graph, shared)
    for node in graph.nodes:
        if node.index in needed or node.source is NodeKind.INPUT:
            rebuilt.copy(node)
    outputs = {name: rebuilt.moved[i] for name, i in graph.outputs.items()}
    return Graph(rebuilt.graph.nodes, outputs)


def needed_nodes(graph: Graph) -> set[int]:
    """Return every node that an output depends on."""
    needed = set(graph.outputs.values())
    for node in reversed(graph.nodes):
        if node.index in needed:
            needed.update(node.operands())
    return needed


class Rebuilder:
    """Copies nodes into a new graph, giving each shared product a node before its first use."""

    def __init__(self, old: Graph, shared: set[Factors]) -> None:
        self.old, self.shared = old, shared
        self.graph = Graph()
        self.moved: dict[int, int] = {}

    def copy(self, node: Node) -> None:
        """Add ``node`` with its factors renumbered."""
        if node.source is NodeKind.INPUT:
            new = self.graph.input(node.name, node.stage, node.bound)
        elif node.source is NodeKind.RECIPROCAL:
            divisor = self.moved[node.factors[0]]
            new = self.graph.reciprocal(divisor, node.name, node.stage, node.lowest)
        elif node.source is NodeKind.ANGLE_SUM:
            first, second = (self.moved[f] for f in node.factors)
            new = self.graph.angle_sum(first, second, node.name, node.stage)
        elif node.source is not NodeKind.DOT:
            angle = self.moved[node.factors[0]]
            new = self.graph.trigonometric(node.source, angle, node.name, node.stage)
        else:
            terms = [self.term(term, node) for term in node.terms]
            new = self.graph.dot(terms, node.name, node.stage, node.bound, node.neglected)
        self.moved[node.index] = new

    def term(self, term: Term, user: Node) -> Term:
        """Return the term in the new graph."""
        factors = tuple(self.moved[f] for f in term.factors)
        is_the_product = len(user.terms) == 1 and term.coefficient == 1.0
        if term.factors not in self.shared or is_the_product:
            return Term(term.coefficient, factors)
        left, right = (self.old.nodes[f] for f in term.factors)
        name = f"{left.name}_times_{right.name}"
        bound = left.bound * right.bound
        product = self.graph.dot([Term(1.0, factors)], name, user.stage, bound)
        return Term(term.coefficient, (product,))
