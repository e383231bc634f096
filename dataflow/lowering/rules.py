"""How wide the values of a design are, beside what the proof of ranges says."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass, field

from dataflow.graph.graph import Node


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


def guard_bits(terms: int) -> int:
    """Return the bits behind the last at which a sum adds up: its cuts stay below a quarter."""
    return math.ceil(math.log2(terms)) + 2


def term_name(node: Node, place: int) -> str:
    """Return what a node's term in a place is called: as the node if there is no other."""
    return node.name if len(node.terms) == 1 else f"{node.name}_{place}"
