"""From the nodes of a graph to hardware operations.

Each node is lowered alone, in the graph's order. Its products are cut to a few guard bits, then
added two at a time, the earliest first, so that a late operand meets few adders; where adders are
not shared, the last three are added at once if that ends earlier. The last adder rounds half up.
So a sum of any length is rounded once, and its cuts stay below a quarter of the last bit. Its
format is the narrowest that `dataflow.numbers.proof` shows to hold every result.
"""

from __future__ import annotations

import heapq
import itertools
import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from dataflow.graph.graph import Graph, Node, NodeKind, Term
from dataflow.lowering.draft import Draft, FormatError, Goal, Overflow
from dataflow.lowering.terms import Terms
from dataflow.numbers import proof
from dataflow.numbers.formats import (
    Constant,
    Format,
    Rounding,
    TrigonometricFormat,
    integer_bits,
)
from dataflow.numbers.knowledge import SLACK, Fact, Knowledge
from dataflow.numbers.reciprocal import ReciprocalFormat
from dataflow.operators import Operator


@dataclass(frozen=True)
class Rules:
    """How wide values are.

    ``width`` bits for what is multiplied, ``guard`` more for what is only added; constants have
    ``width`` bits. Nodes whose name is in ``trims`` have as many fewer, and those in
    ``constant_trims`` have constants of as many fewer; those in ``guard_trims`` add up products of
    as many fewer.
    """

    width: int
    guard: int = 4
    trims: Mapping[str, int] = field(default_factory=dict)
    constant_trims: Mapping[str, int] = field(default_factory=dict)
    guard_trims: Mapping[str, int] = field(default_factory=dict)


def guard_bits(terms: int) -> int:
    """Return the bits behind the last at which a sum adds up: its cuts stay below a quarter."""
    return math.ceil(math.log2(terms)) + 2


@dataclass(frozen=True)
class Summand:
    """A signed operand of a sum: an operation's result, or its negative."""

    ready: int
    index: int
    sign: int


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
        self.multiplied = {
            f for node in graph.nodes for t in node.terms if self.multiplies(t) for f in t.factors
        }
        turning = (NodeKind.SINE, NodeKind.COSINE)
        self.angles = {node.factors[0] for node in graph.nodes if node.source in turning}
        # A reciprocal's steps multiply by what it divides by.
        self.multiplied |= {
            node.factors[0] for node in graph.nodes if node.source is NodeKind.RECIPROCAL
        }
        self.results: dict[int, int] = {}
        self.terms = Terms(graph, rules.width, draft, self.results)

    def multiplies(self, term: Term) -> bool:
        """Tell whether a term takes a multiplier, so wants factors of the multiplier's width."""
        scales = Operator.SCALE in self.draft.units.sharing.operators
        return term.is_product or (scales and abs(term.coefficient) != 1.0)

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
            self.summand(node, f"{node.name}_{i}", term, inner) for i, term in enumerate(node.terms)
        ]
        if len(summands) == 1:
            nothing = self.draft.emit(
                f"{node.name}_zero", node.stage, Operator.CONSTANT, (), proof.constant(0.0, 0)
            )
            summands.append(Summand(0, nothing, 1))
        return self.merged(node, summands, inner, goal)

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
        self.terms.width = self.rules.width - self.rules.constant_trims.get(node.name, 0)
        terms = [self.terms.exact(term) for term in node.terms]
        magnitude = min(node.bound, sum(fact.known.magnitude for fact in terms) * SLACK)
        width = self.rules.width + (0 if node.index in self.multiplied else self.rules.guard)
        width -= self.rules.trims.get(node.name, 0)
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
        guard = guard_bits(len(node.terms)) - self.rules.guard_trims.get(node.name, 0)
        inner = min(exact, goal.format.fraction + guard)
        summands = [
            self.summand(node, f"{node.name}_{i}", term, inner) for i, term in enumerate(node.terms)
        ]
        return self.merged(node, summands, inner, goal)

    def merged(self, node: Node, summands: Sequence[Summand], inner: int, goal: Goal) -> int:
        """Append the adders of two summands or more, the last one rounding."""
        # The count decides where a sum has a value twice.
        counts = itertools.count()
        queue = [(s.ready, s.index, next(counts), s) for s in summands]
        heapq.heapify(queue)
        while len(queue) > 2:
            earliest = heapq.nsmallest(3, queue)
            if self.three_are_better([ready for ready, _, _, _ in earliest], len(queue)):
                three = [heapq.heappop(queue)[-1] for _ in range(3)]
                found = self.add_three(node, three, inner, None if queue else goal)
                if not queue:
                    return found.index
                heapq.heappush(queue, (found.ready, found.index, next(counts), found))
                continue
            first, second = heapq.heappop(queue)[-1], heapq.heappop(queue)[-1]
            merged = self.merge(node, first, second, inner)
            heapq.heappush(queue, (merged.ready, merged.index, next(counts), merged))
        return self.last_merge(node, queue[0][-1], queue[1][-1], inner, goal)

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
            return self.summand(node, node.name, term, fraction, goal).index
        operand = self.summand(node, f"{node.name}_0", term, fraction)
        if operand.sign < 0:
            return self.add(node, Operator.NEGATE, (operand.index,), fraction, goal)
        zero = self.draft.emit(
            f"{node.name}_zero", node.stage, Operator.CONSTANT, (), proof.constant(0.0, 0)
        )
        return self.add(node, Operator.ADD, (operand.index, zero), fraction, goal)

    def summand(
        self, node: Node, name: str, term: Term, fraction: int, goal: Goal | None = None
    ) -> Summand:
        """Return one term of a sum as an operand, products cut to ``fraction`` fraction bits."""
        sign = 1 if term.coefficient > 0.0 else -1
        size = abs(term.coefficient)
        operands = tuple(self.results[f] for f in term.factors)
        draft = self.draft
        if term.is_product:
            index = self.cut(
                name,
                node.stage,
                Operator.MULTIPLY,
                operands,
                self.terms.exact(term),
                fraction,
                goal,
            )
        elif not operands:
            fact = proof.constant(size, fraction)
            index = draft.emit(
                name, node.stage, Operator.CONSTANT, (), fact, constant=fact.known.lowest
            )
        elif size != 1.0:
            factor = Constant.nearest(size, self.terms.width)
            index = self.cut(
                name, node.stage, Operator.SCALE, operands, self.terms.exact(term), fraction, goal,
                constant=factor.integer, constant_fraction=factor.fraction,
            )  # fmt: skip
        else:
            index = operands[0]
        return Summand(draft.operations[index].ready, index, sign)

    def cut(
        self,
        name: str,
        stage: str,
        operator: Operator,
        operands: tuple[int, ...],
        exact: Fact,
        fraction: int,
        goal: Goal | None,
        **extra: int,
    ) -> int:
        """Append a product with its low bits dropped."""
        fact = exact.cut_to(fraction)
        rounding = Rounding.EXACT if fact is exact else Rounding.TRUNCATE
        return self.draft.emit(name, stage, operator, operands, fact, rounding, goal, **extra)

    def merge(self, node: Node, first: Summand, second: Summand, inner: int) -> Summand:
        """Merge two of many summands into one; a common minus sign moves on."""
        if first.sign == second.sign:
            operator, sign = Operator.ADD, first.sign
        else:
            operator, sign = Operator.SUBTRACT, 1
            if first.sign < 0:
                first, second = second, first
        index = self.add(node, operator, (first.index, second.index), inner, None)
        return Summand(self.draft.operations[index].ready, index, sign)

    def last_merge(
        self, node: Node, first: Summand, second: Summand, inner: int, goal: Goal
    ) -> int:
        """Merge the last two summands into the node."""
        if first.sign < 0 and second.sign < 0:
            # Only a result can be all negative: other nodes give their sign to their readers.
            index = self.add(node, Operator.NEGATE, (first.index,), inner, None)
            first = Summand(self.draft.operations[index].ready, index, 1)
        if first.sign < 0:
            first, second = second, first
        operator = Operator.ADD if second.sign > 0 else Operator.SUBTRACT
        return self.add(node, operator, (first.index, second.index), inner, goal)

    def three_are_better(self, ready: Sequence[int], left: int) -> bool:
        """Tell whether the first three of ``left`` summands, ready so, are to be added at once.

        That is where it ends earlier than one by one: of the last three, or of any if hurried.
        """
        target = self.draft.target
        if self.draft.units.sharing.unit_of(Operator.ADD, 0) is not None:
            return False
        _, second, third = sorted(ready)
        return second + target.add > third and (left == 3 or target.hurried)

    def add_three(
        self, node: Node, summands: Sequence[Summand], inner: int, goal: Goal | None
    ) -> Summand:
        """Add three summands, into the node if there is a goal."""
        ordered = sorted(summands, key=lambda summand: -summand.sign)
        positive, sign = sum(summand.sign > 0 for summand in summands), 1
        if positive == 0 and goal is not None:
            index = self.add(node, Operator.NEGATE, (ordered[0].index,), inner, None)
            ordered[0] = Summand(self.draft.operations[index].ready, index, 1)
            return self.add_three(node, ordered, inner, goal)
        if positive == 0:
            positive, sign = 3, -1
        operator = {3: Operator.SUM_3, 2: Operator.SUM_2_1, 1: Operator.SUM_1_2}[positive]
        index = self.add(node, operator, tuple(each.index for each in ordered), inner, goal)
        return Summand(self.draft.operations[index].ready, index, sign)

    def add(
        self,
        node: Node,
        operator: Operator,
        operands: tuple[int, ...],
        inner: int,
        goal: Goal | None,
    ) -> int:
        """Append a sum or negative at ``inner`` fraction bits, rounded into any goal."""
        fact = proof.total(operator, [self.draft.fact(o) for o in operands], inner)
        if goal is None:
            name = f"{node.name}_{len(self.draft.operations)}"
            return self.draft.emit(name, node.stage, operator, operands, fact, sum_fraction=inner)
        known = fact.known
        error = min(known.error, self.terms.rotation_error(node, inner))
        fact = Fact(Knowledge(known.lowest, known.highest, known.magnitude, error), inner)
        result = proof.rounded(fact, goal.format.fraction)
        rounding = Rounding.EXACT if result is fact else Rounding.HALF_UP
        return self.draft.emit(
            node.name, node.stage, operator, operands, result, rounding, goal, sum_fraction=inner
        )
