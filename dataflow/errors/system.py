"""The exact linear error system of a design.

With v the true value of a node, v' the fixed-point one and e = v' - v, a product's error is
a' b' - a b = a e_b + b e_a + e_a e_b, a scaled value's k' x' - k x = k' e_x + (k' - k) x, and a
reciprocal's 1 / d' - 1 / d = -e_d / d^2 + e_d^2 / (d^2 d'). So, with TRUE multipliers a, b and
1 / d^2, and the constants k' of the hardware, errors follow linearly from noise: roundings, inputs,
sines, what constants are off, and e_a e_b or e_d^2 / (d^2 d'), which the proof of each node
(`dataflow.numbers.knowledge`) bounds. Nothing is left out, nothing is of first order only.

The error of a result is then the sum over all nodes of adjoint times noise, the adjoint being the
result's derivative by the node's value, with k' for k, at the true values.
"""

from __future__ import annotations

import enum
import math
from collections.abc import Mapping
from dataclasses import dataclass

from dataflow.errors.expansion import Expander, UnknownOperation
from dataflow.graph.graph import Factors, Node, NodeKind
from dataflow.lowering.steps import State
from dataflow.numbers.formats import Format
from dataflow.numbers.knowledge import SLACK, Fact
from dataflow.numbers.proof import least_divisor, reciprocal_noise
from dataflow.numbers.reciprocal import ReciprocalFormat


class Role(enum.Enum):
    """What a node is in the system."""

    ANGLE = "angle"
    ANGLE_SUM = "sum of angles"
    INPUT = "input"
    COSINE = "cosine"
    SINE = "sine"
    RECIPROCAL = "reciprocal"
    SUM = "sum"


class Origin(enum.Enum):
    """Where noise comes from."""

    INPUT = "inputs"
    CONSTANT = "constants"
    SINE = "sines"
    ROUNDING = "roundings"
    PRODUCT = "products of errors"


@dataclass(frozen=True)
class ErrorTerm:
    """One summand of a node: ``used`` is the coefficient in hardware, ``true`` the real one."""

    used: float
    true: float
    factors: Factors


@dataclass(frozen=True)
class ErrorNode:
    """A node: its value, how errors come through it, and the noise that it adds itself.

    Attributes
    ----------
    operand
        Of a sine or cosine its angle's node, of a reciprocal the node that it divides one by.
    centre
        The known part of the noise, by origin.
    radius
        The largest distance of the noise from ``centre``, by origin.
    reach
        The true value's largest magnitude; of an angle, infinite: it wraps.
    constant
        The true value's summand without a factor.
    """

    index: int
    name: str
    stage: str
    role: Role
    terms: tuple[ErrorTerm, ...]
    operand: int
    centre: Mapping[Origin, float]
    radius: Mapping[Origin, float]
    reach: float
    constant: float = 0.0

    @property
    def bias(self) -> float:
        """The known part of the noise."""
        return sum(self.centre.values())

    @property
    def spread(self) -> float:
        """The largest distance of the noise from its known part."""
        return sum(self.radius.values()) * SLACK


@dataclass(frozen=True)
class ErrorSystem:
    """All nodes, operands first; which of them are the results, and which the inputs, by name."""

    nodes: tuple[ErrorNode, ...]
    outputs: Mapping[str, int]
    inputs: Mapping[str, int]


def error_system(state: State) -> ErrorSystem:
    """Return the error system of a design after the step ``formatted`` or a later one.

    Raises
    ------
    UnknownOperation
        There is an operation that does not fit in.
    """
    builder = _Builder(state)
    nodes = tuple(builder.node(node) for node in state.graph.nodes)
    inputs = {n.name: n.index for n in state.graph.nodes if n.source is NodeKind.INPUT}
    return ErrorSystem(nodes, state.graph.outputs, inputs)


class _Builder:
    def __init__(self, state: State) -> None:
        self.state, self.lowered = state, state.operations
        self.angles = self._angles()
        results = {operation: node for node, operation in self.lowered.results.items()}
        self.expander = Expander(self.lowered.operations, results)

    def node(self, node: Node) -> ErrorNode:
        """Return a graph's node with its noise."""
        if node.source is NodeKind.INPUT:
            return self._input(node)
        if node.source in _TURNS:
            return self._turn(node)
        if node.source is NodeKind.RECIPROCAL:
            return self._reciprocal(node)
        if node.source.name == Role.ANGLE_SUM.name:
            terms = tuple(ErrorTerm(1.0, 1.0, (factor,)) for factor in node.factors)
            return _made(node, Role.ANGLE_SUM, terms, radius={})
        if node.source is NodeKind.DOT:
            return self._sum(node)
        raise UnknownOperation(f"{node.name}: {node.source.value}")

    def _angles(self) -> set[int]:
        """Return the nodes of which there are sines and cosines, or sums of which there are."""
        found: set[int] = set()
        for node in reversed(self.state.graph.nodes):
            if node.source in _TURNS or node.index in found:
                found.update(node.factors)
        return found

    def angle_radius(self, index: int) -> float:
        """Return by how much an angle, or a sum of angles, may be off, rad."""
        node = self.state.graph.nodes[index]
        if node.source is not NodeKind.INPUT:
            return sum(self.angle_radius(factor) for factor in node.factors)
        return _angle_radius(self.state.formats[node.name])

    def error(self, node: int) -> float:
        """Return the proved bound of a node's error."""
        return self.lowered.knowledge[self.lowered.results[node]].error

    def reach(self, node: Node) -> float:
        """Return the largest magnitude of a node's true value."""
        known = self.lowered.knowledge[self.lowered.results[node.index]]
        return min(known.magnitude, node.bound)

    def _input(self, node: Node) -> ErrorNode:
        form = self.state.formats[node.name]
        if node.index in self.angles:
            return _made(node, Role.ANGLE, radius={Origin.INPUT: _angle_radius(form)})
        radius = {Origin.INPUT: form.resolution / 2.0}
        return _made(node, Role.INPUT, radius=radius, reach=self.reach(node))

    def _turn(self, node: Node) -> ErrorNode:
        angle = node.factors[0]
        off = self.angle_radius(angle)
        radius = {Origin.SINE: self.state.trigonometry.error, Origin.PRODUCT: off * off / 2.0}
        role = _TURNS[node.source]
        return _made(node, role, radius=radius, reach=1.0, operand=angle)

    def _reciprocal(self, node: Node) -> ErrorNode:
        divisor, inverse = (
            self.lowered.operations[self.lowered.results[n]] for n in (node.factors[0], node.index)
        )
        known, error = self.lowered.knowledge[divisor.index], self.error(node.factors[0])
        least = least_divisor(Fact(known, divisor.format.fraction), node.lowest)
        noise = reciprocal_noise(least, ReciprocalFormat(divisor.format, inverse.format))
        squared = error * error / (node.lowest * node.lowest * least) * SLACK
        return _made(
            node, Role.RECIPROCAL, radius={Origin.ROUNDING: noise, Origin.PRODUCT: squared},
            reach=1.0 / node.lowest, operand=node.factors[0],
        )  # fmt: skip

    def _sum(self, node: Node) -> ErrorNode:
        found = self.expander.of_node(self.lowered.results[node.index])
        true: dict[Factors, float] = {}
        for term in node.terms:  # simplified, a sum may have the same node twice
            true[term.factors] = true.get(term.factors, 0.0) + term.coefficient
        noise, terms, products = found.noise, [], 0.0
        known = {Origin.ROUNDING: noise.centre, Origin.CONSTANT: 0.0}
        for factors in sorted(true.keys() | found.terms.keys()):
            used, exact = found.terms.get(factors, 0.0), true.get(factors, 0.0)
            if not factors:
                known[Origin.CONSTANT] += used - exact
            elif len(factors) == 2 and used != exact:
                raise UnknownOperation(f"{node.name}: a product with a rounded coefficient")
            else:
                terms.append(ErrorTerm(used, exact, factors))
                if len(factors) == 2:
                    products += abs(used) * self.error(factors[0]) * self.error(factors[1])
        if any(len(f) == 2 and f not in found.terms for f in true):
            raise UnknownOperation(f"{node.name}: a product is missing")
        return _made(
            node, Role.SUM, tuple(terms), known, reach=self.reach(node),
            radius={Origin.ROUNDING: noise.radius, Origin.PRODUCT: products * SLACK},
            constant=true.get((), 0.0),
        )  # fmt: skip


_TURNS = {NodeKind.SINE: Role.SINE, NodeKind.COSINE: Role.COSINE}


def _made(
    node: Node,
    role: Role,
    terms: tuple[ErrorTerm, ...] = (),
    centre: Mapping[Origin, float] | None = None,
    *,
    radius: Mapping[Origin, float],
    reach: float = math.inf,
    operand: int = -1,
    constant: float = 0.0,
) -> ErrorNode:
    return ErrorNode(
        node.index,
        node.name,
        node.stage,
        role,
        terms,
        operand,
        centre or {},
        radius,
        reach,
        constant,
    )


def _angle_radius(form: Format) -> float:
    """Return half a step of a binary angle, rad; `dataflow.errors.reference` counts float64's."""
    return math.pi * form.resolution
