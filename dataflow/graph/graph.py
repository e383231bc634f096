"""The algebra of a computation: nodes in static single assignment, each a sum of terms.

Arithmetic has one form only: ``node = c1 x1 y1 + c2 x2 y2 + ...``, where a term has a constant
coefficient and no, one or two earlier nodes as factors. The textbook's operations are its special
cases, and `Node.kind` names them: add, negate, multiply, scale, dot. A node is rounded once.
"""

from __future__ import annotations

import dataclasses
import enum
import hashlib
import math
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

from dataflow.numbers.knowledge import SLACK

Factors = tuple[int, ...]


class NodeKind(enum.Enum):
    """What a node does."""

    INPUT = "input"
    ANGLE_SUM = "angle sum"
    SINE = "sine"
    COSINE = "cosine"
    POSITIVE = "positive"
    NEGATIVE = "negative"
    RECIPROCAL = "reciprocal"
    CONSTANT = "constant"
    ADD = "add"
    NEGATE = "negate"
    MULTIPLY = "multiply"
    SCALE = "scale"
    DOT = "dot"


@dataclass(frozen=True)
class Term:
    """One summand: a constant coefficient times the nodes named in ``factors`` (at most two)."""

    coefficient: float
    factors: Factors

    @property
    def is_product(self) -> bool:
        """Whether two nodes are multiplied."""
        return len(self.factors) == 2


@dataclass(frozen=True)
class Node:
    """One value.

    Attributes
    ----------
    index
        Position in the graph; factors have smaller ones.
    name
        What the value is called in the equations, unique in the graph.
    stage
        The step that computes it, such as ``forward_3``.
    source
        INPUT, ANGLE_SUM, SINE, COSINE, POSITIVE, NEGATIVE, RECIPROCAL, or DOT for everything that
        has terms.
    terms
        The summands of a DOT.
    factors
        The angle of a SINE or COSINE, the two of an ANGLE_SUM, what a RECIPROCAL divides one by;
        the number that is POSITIVE or NEGATIVE, 1 if so, else 0.
    bound
        A proven upper limit of the real value's magnitude, or infinity. Interval arithmetic may
        find a smaller one; this one comes from vector norms, which intervals cannot see.
    neglected
        How far the sum of its terms may be from that of the exact numbers, for the same factors:
        what was dropped, how far coefficients may be off.
    lowest
        A proven lower limit, above zero, of what a RECIPROCAL divides by.
    """

    index: int
    name: str
    stage: str
    source: NodeKind
    terms: tuple[Term, ...] = ()
    factors: Factors = ()
    bound: float = math.inf
    neglected: float = 0.0
    lowest: float = 0.0

    @property
    def kind(self) -> NodeKind:
        """The textbook's name of the operation."""
        if self.source is not NodeKind.DOT:
            return self.source
        if all(not term.factors for term in self.terms):
            return NodeKind.CONSTANT
        if len(self.terms) > 1:
            plain = all(abs(t.coefficient) == 1 and len(t.factors) == 1 for t in self.terms)
            return NodeKind.ADD if plain else NodeKind.DOT
        term = self.terms[0]
        if term.is_product:
            return NodeKind.MULTIPLY
        if abs(term.coefficient) != 1:
            return NodeKind.SCALE
        return NodeKind.NEGATE if term.coefficient < 0 else NodeKind.ADD  # a copy adds nothing

    def operands(self) -> Iterator[int]:
        """Yield the index of every node that this one reads, as often as it is read."""
        yield from self.factors
        for term in self.terms:
            yield from term.factors


@dataclass(frozen=True)
class Ranges:
    """Magnitudes of nodes that were proved of a graph beside what it knows of itself.

    Attributes
    ----------
    digest
        The graph's: in another, nodes of the same names may be other values.
    bounds
        By the node's name, in the order of names.
    """

    digest: str = ""
    bounds: tuple[tuple[str, float], ...] = ()


@dataclass
class Graph:
    """Nodes in topological order, and which of them are the results.

    ``outputs`` maps a result's name to its node. Two requests for the same sum give the same node.
    """

    nodes: list[Node] = field(default_factory=list)
    outputs: dict[str, int] = field(default_factory=dict)
    _shared: dict[object, int] = field(default_factory=dict, repr=False)
    _names: set[str] = field(default_factory=set, repr=False)
    _reach: dict[int, float] = field(default_factory=dict, repr=False, compare=False)

    def input(self, name: str, stage: str, bound: float = math.inf) -> int:
        """Add a port of the whole computation."""
        return self._add(Node(len(self.nodes), name, stage, NodeKind.INPUT, bound=bound), key=None)

    def angle_sum(self, first: int, second: int, name: str, stage: str) -> int:
        """Add the sum of two angle nodes; it wraps, as they do."""
        node = Node(len(self.nodes), name, stage, NodeKind.ANGLE_SUM, factors=(first, second))
        return self._add(node, key=(NodeKind.ANGLE_SUM, first, second))

    def trigonometric(self, source: NodeKind, angle: int, name: str, stage: str) -> int:
        """Add the sine or cosine of an angle node, or whether a node is positive or negative."""
        node = Node(len(self.nodes), name, stage, source, factors=(angle,), bound=1.0)
        return self._add(node, key=(source, angle))

    def reciprocal(self, divisor: int, name: str, stage: str, lowest: float) -> int:
        """Add one over a node whose real value is proved to be at least ``lowest`` > 0."""
        node = Node(
            len(self.nodes), name, stage, NodeKind.RECIPROCAL, factors=(divisor,),
            bound=1.0 / lowest, lowest=lowest,
        )  # fmt: skip
        return self._add(node, key=(NodeKind.RECIPROCAL, divisor))

    def reach(self, index: int) -> float:
        """Return the largest magnitude of a node's real value: its bound, or what its terms say."""
        if index not in self._reach:
            node, reach = self.nodes[index], math.inf
            if node.source is NodeKind.DOT:
                reach = sum(
                    abs(t.coefficient) * math.prod(self.reach(f) for f in t.factors)
                    for t in node.terms
                )
            self._reach[index] = min(node.bound, reach * SLACK)
        return self._reach[index]

    def within(self, ranges: Ranges) -> Graph:
        """Return the graph with closer bounds of nodes; as it is if they are another graph's."""
        if not ranges.bounds or ranges.digest != self.digest():
            return self
        bounds = dict(ranges.bounds)
        nodes = [
            dataclasses.replace(n, bound=min(n.bound, bounds.get(n.name, math.inf)))
            for n in self.nodes
        ]
        return Graph(nodes, self.outputs)

    def digest(self) -> str:
        """Return what tells its nodes, their bounds among them, from those of other graphs."""
        return hashlib.sha256(repr(self.nodes).encode()).hexdigest()

    def dot(
        self,
        terms: Iterable[Term],
        name: str,
        stage: str,
        bound: float = math.inf,
        neglected: float = 0.0,
    ) -> int:
        """Add a sum of terms, or find the equal one that is there."""
        ordered = tuple(sorted(terms, key=lambda term: (term.factors, term.coefficient)))
        key = (NodeKind.DOT, ordered)
        if key in self._shared:
            index = self._shared[key]
            self._tighten(index, bound, neglected)
            return index
        node = Node(len(self.nodes), name, stage, NodeKind.DOT, ordered, (), bound, neglected)
        return self._add(node, key)

    def _tighten(self, index: int, bound: float, neglected: float) -> None:
        """Take the closer bound, and the larger of what two readers neglect."""
        node = self.nodes[index]
        self.nodes[index] = dataclasses.replace(
            node, bound=min(bound, node.bound), neglected=max(neglected, node.neglected)
        )
        self._reach.pop(index, None)

    def _add(self, node: Node, key: object) -> int:
        if key is not None and key in self._shared:
            return self._shared[key]
        if node.name in self._names:
            raise ValueError(f"two nodes are named {node.name!r}")
        self._names.add(node.name)
        self.nodes.append(node)
        if key is not None:
            self._shared[key] = node.index
        return node.index
