"""How wide the values of a design are, beside what the proof of ranges says."""

from __future__ import annotations

import math
from collections.abc import Container, Mapping
from dataclasses import dataclass, field

from dataflow.graph.graph import Graph, Node, NodeKind, Term
from dataflow.operators import Operator
from dataflow.timing.units import Sharing


@dataclass(frozen=True)
class Rules:
    """How wide values are.

    ``width`` bits for what is multiplied, ``guard`` more for what is only added; constants have
    ``width`` bits. Nodes whose name is in ``trims`` have as many fewer, and those in
    ``guard_trims`` add up products of as many fewer; terms whose name is in ``constant_trims`` have
    constants of as many fewer (`term_name`).
    """

    width: int
    guard: int = 4
    trims: Mapping[str, int] = field(default_factory=dict)
    constant_trims: Mapping[str, int] = field(default_factory=dict)
    guard_trims: Mapping[str, int] = field(default_factory=dict)

    def width_of(self, node: Node, factors: Container[int]) -> int:
        """Return the bits that a sum may have; ``factors`` are the nodes that are multiplied."""
        guard = 0 if node.index in factors else self.guard
        return self.width + guard - self.trims.get(node.name, 0)

    def guard_of(self, node: Node) -> int:
        """Return the bits behind its last at which a node adds up its terms."""
        return guard_bits(len(node.terms)) - self.guard_trims.get(node.name, 0)


def multiplied(graph: Graph, sharing: Sharing) -> set[int]:
    """Return the nodes that some multiplier reads, so that they want factors' width."""

    def multiplies(term: Term) -> bool:
        scales = Operator.SCALE in sharing.operators
        return term.is_product or (scales and abs(term.coefficient) != 1.0)

    found = {f for node in graph.nodes for t in node.terms if multiplies(t) for f in t.factors}
    # A reciprocal's steps multiply by what it divides by.
    return found | {n.factors[0] for n in graph.nodes if n.source is NodeKind.RECIPROCAL}


def guard_bits(terms: int) -> int:
    """Return the bits behind the last at which a sum adds up: its cuts stay below a quarter."""
    return math.ceil(math.log2(terms)) + 2


def term_name(node: Node, place: int) -> str:
    """Return what a node's term in a place is called: as the node if there is no other."""
    return node.name if len(node.terms) == 1 else f"{node.name}_{place}"
