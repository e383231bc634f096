"""Errors of quotients, and of products with them: closer than those of what they are made of.

A quotient L = W r has r = 1 / d within a noise n: r' = 1 / d' + n. Taken as a product its error
counts that of d by W / d^2, though L itself may be proved far smaller than all W over all d. As a
quotient,

    L' - L = (e_W - L e_d) / d' + W' n.

Times another W, of which V = W / d is a quotient by the same d, that is

    |W (L' - L)| <= |V| (d / d') (e_W + |L| e_d) + |W| |W' n|,    d / d' <= 1 + e_d / d'.

So errors of pivots come to the next ones by L^2, as they do in truth.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass

from dataflow.graph.graph import Factors, Graph, Node, NodeKind
from dataflow.lowering.draft import Draft
from dataflow.numbers.knowledge import SLACK, Fact
from dataflow.numbers.proof import least_divisor, reciprocal_noise
from dataflow.numbers.reciprocal import ReciprocalFormat


@dataclass(frozen=True)
class _Quotient:
    """A dividend over what a reciprocal's node divides by, and the largest magnitude."""

    dividend: int
    inverse: int
    largest: float


@dataclass(frozen=True)
class _Divisor:
    """The least that d' may be, and how far it may be from d."""

    least: float
    error: float


class Quotients:
    """The quotients of a graph, and errors of products by them.

    Parameters
    ----------
    draft, results
        The operations so far, and which of them is each node's value.
    """

    def __init__(self, graph: Graph, draft: Draft, results: Mapping[int, int]) -> None:
        self.graph, self.draft, self.results = graph, draft, results
        self._by_factors: dict[Factors, _Quotient] = {}
        self._by_node: dict[int, _Quotient] = {}
        if any(node.source is NodeKind.RECIPROCAL for node in graph.nodes):
            for node in graph.nodes:
                self._note(node)

    def _note(self, node: Node) -> None:
        """Remember a node that is a quotient."""
        if len(node.terms) != 1 or not node.terms[0].is_product:
            return
        (term,) = node.terms
        for dividend, inverse in (term.factors, term.factors[::-1]):
            if self.graph.nodes[inverse].source is NodeKind.RECIPROCAL:
                size = self.graph.reach(node.index) / abs(term.coefficient) * SLACK
                found = _Quotient(dividend, inverse, size)
                self._by_factors[_sorted(*term.factors)] = found
                if abs(term.coefficient) == 1.0:
                    self._by_node[node.index] = found

    def error(self, factors: Factors) -> float:
        """Return a bound of a product's error before it is cut; infinity for no quotient's."""
        if (own := self._by_factors.get(_sorted(*factors))) is not None:
            return self._own(own)
        for node, other in (factors, factors[::-1]):
            first = self._by_node.get(node)
            if first is None:
                continue
            second = self._by_factors.get(_sorted(other, first.inverse))
            if second is not None:
                return self._times(node, first, other, second)
        return math.inf

    def _fact(self, node: int) -> Fact:
        return self.draft.fact(self.results[node])

    def _own(self, quotient: _Quotient) -> float:
        """Return a bound of |L' - L| before L is cut."""
        divisor, noise = self._divided(quotient)
        dividend = self._fact(quotient.dividend)
        carried = dividend.known.error + quotient.largest * divisor.error
        return (carried / divisor.least + dividend.largest * noise) * SLACK

    def _times(self, node: int, first: _Quotient, other: int, second: _Quotient) -> float:
        """Return a bound of |L' W' - L W| for the node of L and another node of W."""
        divisor, noise = self._divided(first)
        quotient, dividend, factor = (self._fact(n) for n in (node, first.dividend, other))
        cut = quotient.known.error * SLACK - self._own(first) / SLACK
        carried = dividend.known.error + first.largest * divisor.error
        grown = second.largest * (1.0 + divisor.error / divisor.least)
        own = dividend.largest * noise + max(0.0, cut)
        total = grown * carried + factor.known.magnitude * own
        return (total + quotient.largest * factor.known.error) * SLACK

    def _divided(self, quotient: _Quotient) -> tuple[_Divisor, float]:
        """Return what is known of d and d', and the noise of the reciprocal."""
        node = self.graph.nodes[quotient.inverse]
        operand, result = self.results[node.factors[0]], self.results[node.index]
        formats = (self.draft.operations[o].format for o in (operand, result))
        fact = self.draft.fact(operand)
        least = least_divisor(fact, node.lowest)
        noise = reciprocal_noise(least, ReciprocalFormat(*formats))
        return _Divisor(least, fact.known.error), noise


def _sorted(first: int, second: int) -> Factors:
    return (first, second) if first <= second else (second, first)
