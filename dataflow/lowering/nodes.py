"""From the nodes of a graph to hardware operations.

Each node is lowered alone, in the graph's order. Its products are cut to a few guard bits
(`dataflow.lowering.products`), then added (`dataflow.lowering.adders`). So a sum of any length is
rounded once, and its cuts stay below a quarter of the last bit. Its format is the narrowest that
`dataflow.numbers.proof` shows to hold every result.
"""

from __future__ import annotations

import math
from collections.abc import Sequence

from dataflow.graph.graph import Graph, Node, NodeKind, Term
from dataflow.lowering.adders import Adders, Summand
from dataflow.lowering.draft import Draft, FormatError, Goal, Overflow
from dataflow.lowering.products import Products
from dataflow.lowering.rules import Rules, multiplied, term_name
from dataflow.lowering.terms import Terms
from dataflow.numbers import proof
from dataflow.numbers.formats import Format, Rounding, TrigonometricFormat, integer_bits
from dataflow.numbers.knowledge import SLACK, Fact, Knowledge
from dataflow.numbers.reciprocal import ReciprocalFormat
from dataflow.operators import Operator


class Lowering:
    """Turns a graph's nodes into operations; `results` tells which operation is a node's value.

    Parameters
    ----------
    graph
        Only nodes that an output needs, and all inputs.
    ports
        Format of each input, by name.
    draft
        Where the operations go.
    """

    def __init__(
        self,
        graph: Graph,
        ports: dict[str, Format],
        rules: Rules,
        trigonometry: TrigonometricFormat,
        draft: Draft,
    ) -> None:
        self.graph, self.ports, self.rules = graph, ports, rules
        self.trigonometry, self.draft = trigonometry, draft
        self.multiplied = multiplied(graph, draft.units.sharing)
        turning = (NodeKind.SINE, NodeKind.COSINE)
        self.angles = {node.factors[0] for node in graph.nodes if node.source in turning}
        self.results: dict[int, int] = {}
        self.terms = Terms(graph, rules.width, draft, self.results)
        self.products = Products(draft, self.terms)
        self.adders = Adders(draft, self.terms)

    def run(self, order: Sequence[Node] | None = None) -> Draft:
        """Lower every node, in the graph's order or in another in which operands come first."""
        for node in self.graph.nodes if order is None else order:
            try:
                self.results[node.index] = self.lower(node)
            except FormatError as error:
                error.node = node.index
                raise
        return self.draft

    def lower(self, node: Node) -> int:
        """Append one node's operations; return that which is its value."""
        match node.source:
            case NodeKind.INPUT:
                fact = proof.port(self.ports[node.name])
                return self.draft.emit(node.name, "", Operator.PORT, (), fact)
            case NodeKind.ANGLE_SUM:
                return self.angle_sum(node)
            case NodeKind.DOT:
                return self.angle(node) if node.index in self.angles else self.sum(node)
            case NodeKind.POSITIVE | NodeKind.NEGATIVE:
                return self.direction(node)
            case NodeKind.RECIPROCAL:
                return self.reciprocal(node)
            case _:
                return self.trigonometric(node)

    def angle_sum(self, node: Node) -> int:
        """Append a sum of two angles."""
        first, second = (self.results[f] for f in node.factors)
        fact = proof.angle_sum(self.draft.fact(first), self.draft.fact(second))
        return self.draft.emit(
            node.name, node.stage, Operator.ANGLE_SUM, (first, second), fact,
            goal=Goal(node.name, Format(fact.fraction, fact.fraction), math.inf),
        )  # fmt: skip

    def trigonometric(self, node: Node) -> int:
        """Append a sine or cosine."""
        spec = self.trigonometry
        operator = Operator.SINE if node.source is NodeKind.SINE else Operator.COSINE
        one = 1 << spec.fraction
        angle = self.results[node.factors[0]]
        turned = 2.0 * math.pi * self.draft.fact(angle).known.error
        known = Knowledge(-one, one, 1.0, (spec.error + turned) * SLACK)
        return self.draft.emit(
            node.name, node.stage, operator, (angle,),
            Fact(known, spec.fraction), Rounding.HALF_UP, Goal(node.name, spec.format, 1.0),
        )  # fmt: skip

    def direction(self, node: Node) -> int:
        """Append a 1 or a 0: exact, for a speed that its port rounds to zero is rest."""
        operator = Operator.POSITIVE if node.source is NodeKind.POSITIVE else Operator.NEGATIVE
        fact = Fact(Knowledge(0, 1, 1.0, 0.0), 0)
        return self.draft.emit(
            node.name, node.stage, operator, (self.results[node.factors[0]],), fact
        )

    def angle(self, node: Node) -> int:
        """Append a sum of turns: with an angle's fraction bits, and integer bits that wrap away."""
        terms = [self.terms.exact(term) for term in node.terms]
        magnitude = sum(fact.known.magnitude for fact in terms) * SLACK
        fraction = self.trigonometry.angle_bits
        goal = Goal(node.name, Format(integer_bits(magnitude) + 1 + fraction, fraction), magnitude)
        inner = max(fraction, min(max(fact.fraction for fact in terms), fraction + 2))
        summands = [
            self.products.summand(node, f"{node.name}_{i}", term, inner)
            for i, term in enumerate(node.terms)
        ]
        if len(summands) == 1:
            nothing = self.draft.emit(
                f"{node.name}_zero", node.stage, Operator.CONSTANT, (), proof.constant(0.0, 0)
            )
            summands.append(Summand(0, nothing, 1))
        return self.adders.merged(node, summands, inner, goal)

    def reciprocal(self, node: Node) -> int:
        """Append one over a value, in the narrowest format that the proof allows."""
        operand = self.results[node.factors[0]]
        divisor = self.draft.fact(operand)
        pivot = self.draft.operations[operand].format
        for bits in range(integer_bits(node.bound), integer_bits(node.bound) + 8):
            form = Format(self.rules.width, self.rules.width - bits)
            spec = ReciprocalFormat(pivot, form)
            fact = proof.reciprocal(divisor, node.lowest, spec)
            if fact is None:
                raise FormatError(
                    f"{node.name}: what it divides by, at least {node.lowest:.3g}, may vanish by "
                    f"an error of {divisor.known.error:.3g} in {self.rules.width} bits; "
                    "use a larger width"
                )
            try:
                return self.draft.emit(
                    node.name, node.stage, Operator.RECIPROCAL, (operand,), fact,
                    Rounding.HALF_UP, Goal(node.name, form, fact.known.magnitude),
                    constant=spec.steps,
                )  # fmt: skip
            except Overflow:
                continue
        raise FormatError(f"{node.name}: no format holds it in {self.rules.width} bits")

    def sum(self, node: Node) -> int:
        """Append a sum of terms, in the narrowest format that the proof allows."""
        self.terms.trims = {
            term: self.rules.constant_trims.get(term_name(node, place), 0)
            for place, term in enumerate(node.terms)
        }
        terms = [self.terms.exact(term) for term in node.terms]
        magnitude = min(node.bound, sum(fact.known.magnitude for fact in terms) * SLACK)
        width = self.rules.width_of(node, self.multiplied)
        exact = max((fact.fraction for fact in terms), default=0)
        mark = len(self.draft.operations)
        for bits in range(integer_bits(magnitude), integer_bits(magnitude) + 8):
            fraction = min(width - bits, exact)
            goal = Goal(node.name, Format(bits + fraction, fraction), magnitude)
            try:
                return self.sum_to(node, goal, exact)
            except Overflow:
                self.draft.forget_from(mark)
        raise FormatError(
            f"{node.name}: its error is larger than its value in {self.rules.width} bits; "
            "use a larger width"
        )

    def sum_to(self, node: Node, goal: Goal, exact: int) -> int:
        """Append the operations of one sum in one format."""
        if not node.terms:
            fact = proof.constant(0.0, goal.format.fraction)
            return self.draft.emit(node.name, node.stage, Operator.CONSTANT, (), fact, goal=goal)
        if len(node.terms) == 1:
            return self.single(node, node.terms[0], goal)
        inner = min(exact, goal.format.fraction + self.rules.guard_of(node))
        summands = [
            self.products.summand(node, f"{node.name}_{i}", term, inner)
            for i, term in enumerate(node.terms)
        ]
        return self.adders.merged(node, summands, inner, goal)

    def summands(self, node: Node, inner: int) -> list[Summand]:
        """Append the products of a node's terms; return what is to be added up."""
        return [
            self.products.summand(node, f"{node.name}_{i}", term, inner)
            for i, term in enumerate(node.terms)
        ]

    def single(self, node: Node, term: Term, goal: Goal) -> int:
        """Append a node of one term: a constant, product, scaled value, copy or negative."""
        fraction = goal.format.fraction
        if not term.factors:
            fact = proof.constant(term.coefficient, fraction)
            return self.draft.emit(
                node.name, node.stage, Operator.CONSTANT, (), fact, goal=goal,
                constant=fact.known.lowest,
            )  # fmt: skip
        if term.coefficient > 0.0 and (term.is_product or term.coefficient != 1.0):
            return self.products.summand(node, node.name, term, fraction, goal).index
        operand = self.products.summand(node, f"{node.name}_0", term, fraction)
        if operand.sign < 0:
            return self.adders.add(node, Operator.NEGATE, (operand.index,), fraction, goal)
        zero = self.draft.emit(
            f"{node.name}_zero", node.stage, Operator.CONSTANT, (), proof.constant(0.0, 0)
        )
        return self.adders.add(node, Operator.ADD, (operand.index, zero), fraction, goal)
