"""What is known of a graph's terms, before anything is cut or rounded."""

from __future__ import annotations

import dataclasses
import math
from collections.abc import Mapping

from dataflow.graph.graph import Factors, Graph, Node, NodeKind, Term
from dataflow.lowering.draft import Draft
from dataflow.lowering.quotients import Quotients
from dataflow.numbers import proof
from dataflow.numbers.formats import Constant
from dataflow.numbers.knowledge import SLACK, Fact


class Terms:
    """Facts of the terms of nodes whose factors are operations already.

    Parameters
    ----------
    width
        Bits of a constant; ``trims`` are the bits that those of the node which is worked on lose.
    draft, results
        The operations so far, and which of them is each node's value.
    """

    def __init__(self, graph: Graph, width: int, draft: Draft, results: Mapping[int, int]) -> None:
        self.graph, self.width, self.draft, self.results = graph, width, draft, results
        self.trims: Mapping[Term, int] = {}
        self.quotients = Quotients(graph, draft, results)

    def rotation_error(self, node: Node, inner: int) -> float:
        """Return a closer bound of the unrounded error if the sum is a rotation, else infinity."""
        pairs = {term: pair for term in node.terms if (pair := self._turn_first(term))}
        turns = [turn for turn, _ in pairs.values()]
        angles = {self.graph.nodes[turn].factors for turn in turns}
        if len(pairs) != 2 or len(angles) != 1 or turns[0] == turns[1]:
            return math.inf
        facts = [[self.fact(n) for n in pair] for pair in pairs.values()]
        error = proof.rotation_error([f[0] for f in facts], [f[1] for f in facts])
        cuts = 2.0**-inner
        for term in node.terms:
            counted = term in pairs or not term.factors
            error += (0.0 if counted else self.exact(term).known.error) + cuts
        return error * SLACK

    def _turn_first(self, term: Term) -> tuple[int, int] | None:
        """Return a product's factors, sine or cosine first; None unless just one is such."""
        if not term.is_product or abs(term.coefficient) != 1.0:
            return None
        trigonometric = (NodeKind.SINE, NodeKind.COSINE)
        a, b = term.factors
        turns = [self.graph.nodes[f].source in trigonometric for f in (a, b)]
        if turns[0] == turns[1]:
            return None
        return (a, b) if turns[0] else (b, a)

    def exact(self, term: Term) -> Fact:
        """Return what is known of a term, its sign apart, before anything is cut."""
        size, facts = abs(term.coefficient), [self.fact(f) for f in term.factors]
        if term.is_product:
            return self._product(term.factors, proof.product(facts[0], facts[1]))
        if facts and size == 1.0:
            return facts[0]
        nearest = self.constant(term)
        if not facts:
            return proof.constant(size, nearest.fraction)
        return proof.scaled(facts[0], nearest, size)

    def constant(self, term: Term) -> Constant:
        """Return what stands in hardware for the magnitude of a term's coefficient."""
        return Constant.nearest(abs(term.coefficient), self.width - self.trims.get(term, 0))

    def _product(self, factors: Factors, fact: Fact) -> Fact:
        """Return what is known of a product, with the closer bound where it is a quotient's."""
        known = fact.known
        error = min(known.error, self.quotients.error(factors))
        return Fact(dataclasses.replace(known, error=error), fact.fraction)

    def fact(self, node: int) -> Fact:
        """Return what is known of a node's value."""
        return self.draft.fact(self.results[node])
