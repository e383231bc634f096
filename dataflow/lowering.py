"""From the nodes of a graph to hardware operations: formats with their proof, adders, times.

Each node is lowered alone, in the graph's order. Its width follows from what is proved of its
value (`dataflow.proof`); its products are cut to a few guard bits, then added two at a time, the
earliest first, so that a late operand meets few adders; the last adder rounds half up. So a sum of
any length is rounded once, and its cuts stay below a quarter of the last bit.
"""

from __future__ import annotations

import heapq
import math
from collections.abc import Callable
from dataclasses import dataclass, field

from dataflow.formats import (
    Constant,
    Format,
    Rounding,
    TrigonometricFormat,
    integer_bits,
    shift_rounded,
    width_of,
)
from dataflow.graph import Graph, Kind, Node, Term
from dataflow.operation import Operation, Operator, Target, latency_of
from dataflow.proof import SLACK, Knowledge, product_error

WIDEST = 62
"""Bits of the widest integer: what the emulator's 64-bit arithmetic holds with room to spare."""


@dataclass(frozen=True)
class Rules:
    """How wide values are.

    ``width`` bits for what is multiplied, ``guard`` more for what is only added; constants have
    ``width`` bits.
    """

    width: int
    guard: int = 4


Reserve = Callable[[str, int], tuple[int, int | None]]
"""Asked for a multiplier of a stage from a cycle on; tells the cycle and the unit it gives."""


@dataclass
class Draft:
    """Operations under construction and what is known of each."""

    operations: list[Operation] = field(default_factory=list)
    known: list[Knowledge] = field(default_factory=list)

    def add(self, operation: Operation, knowledge: Knowledge) -> int:
        """Append; returns the index."""
        self.operations.append(operation)
        self.known.append(knowledge)
        return operation.index


@dataclass(frozen=True)
class Summand:
    """A signed operand of a sum: an operation's result, or its negative."""

    ready: int
    index: int
    sign: int


class Overflow(ValueError):
    """A result does not fit the format that was tried."""


class Lowering:
    """Turns a graph's nodes into operations.

    Parameters
    ----------
    graph
        Only nodes that an output needs.
    ports
        Format, largest true magnitude and rounding error of each input, by name; a binary angle
        has the magnitude of its integer.
    multiplied
        Nodes that some product reads.
    """

    def __init__(
        self,
        graph: Graph,
        ports: dict[str, Format],
        rules: Rules,
        trigonometry: TrigonometricFormat,
        target: Target,
        reserve: Reserve,
    ) -> None:
        self.graph, self.ports, self.rules = graph, ports, rules
        self.trigonometry, self.target, self.reserve = trigonometry, target, reserve
        self.multiplied = {
            f for node in graph.nodes for t in node.terms if t.is_product for f in t.factors
        }
        self.results: dict[int, int] = {}
        self.draft = Draft()

    def run(self) -> Draft:
        """Lower every node in order."""
        for node in self.graph.nodes:
            if node.source is Kind.INPUT:
                self.results[node.index] = self.port(node)
            elif node.source is Kind.DOT:
                self.results[node.index] = self.sum(node)
            else:
                self.results[node.index] = self.trigonometric(node)
        return self.draft

    def port(self, node: Node) -> int:
        """An input, ready in cycle 0, with any pattern on it."""
        form = self.ports[node.name]
        magnitude = math.ldexp(float(-form.lowest), -form.fraction)
        known = Knowledge(form.lowest, form.highest, magnitude, form.resolution / 2.0)
        operation = Operation(
            len(self.draft.operations), node.name, "", Operator.PORT, (), form,
            Rounding.EXACT,
        )  # fmt: skip
        return self.draft.add(operation, known)

    def trigonometric(self, node: Node) -> int:
        """A sine or cosine."""
        spec = self.trigonometry
        operator = Operator.SINE if node.source is Kind.SINE else Operator.COSINE
        operand = self.results[node.factors[0]]
        one = 1 << spec.fraction
        known = Knowledge(-one, one, 1.0, (spec.error + spec.angle_error) * SLACK)
        return self.emit(
            node.name, node, operator, (operand,), spec.format, Rounding.HALF_UP, known
        )

    def sum(self, node: Node) -> int:
        """A sum of terms, in the narrowest format that the proof allows."""
        magnitude = min(node.bound, sum(self.term_magnitude(t) for t in node.terms) * SLACK)
        width = self.rules.width
        if node.index not in self.multiplied:
            width += self.rules.guard
        bits = integer_bits(magnitude) if magnitude > 0 else 1
        mark = len(self.draft.operations)
        for extra in range(8):
            try:
                return self.sum_in_format(node, Format(width, width - bits - extra), magnitude)
            except Overflow:
                del self.draft.operations[mark:]
                del self.draft.known[mark:]
        raise ValueError(
            f"{node.name}: its error is larger than its value in {self.rules.width} bits; "
            "use a larger width"
        )

    def sum_in_format(self, node: Node, form: Format, magnitude: float) -> int:
        """The operations of one sum; raises `Overflow` if the result may not fit ``form``."""
        terms = node.terms
        exact = max((self.term_fraction(t) for t in terms), default=0)
        if exact < form.fraction:
            form = Format(form.width - (form.fraction - exact), exact)
        if len(terms) == 1:
            return self.single(node, terms[0], form, magnitude)
        guard = math.ceil(math.log2(len(terms))) + 2
        inner = min(exact, form.fraction + guard)
        heap = [self.summand(node, i, term, inner) for i, term in enumerate(terms)]
        entries = [(s.ready, s.index, s) for s in heap]
        heapq.heapify(entries)
        while len(entries) > 1:
            *_, first = heapq.heappop(entries)
            *_, second = heapq.heappop(entries)
            last = not entries
            merged = self.merge(node, first, second, inner, form if last else None, magnitude)
            heapq.heappush(entries, (merged.ready, merged.index, merged))
        return entries[0][2].index

    def single(self, node: Node, term: Term, form: Format, magnitude: float) -> int:
        """A node of one term: a product, a scaled value, a negative or a constant."""
        if not term.factors:
            constant = Constant.nearest(term.coefficient, form.width)
            integer = shift_rounded(
                constant.integer, constant.fraction - form.fraction, Rounding.HALF_UP
            )
            error = abs(form.value(integer) - term.coefficient)
            known = Knowledge(integer, integer, abs(term.coefficient), error)
            return self.emit(
                node.name, node, Operator.CONSTANT, (), self.fitted(known, form), Rounding.EXACT, known,
                constant=integer,
            )  # fmt: skip
        if term.is_product or abs(term.coefficient) != 1.0:
            summand = self.summand(
                node, 0, term, form.fraction, name=node.name, final=(form, magnitude)
            )
            if summand.sign > 0:
                return summand.index
            term = Term(-1.0, ())
            operand = summand.index
        else:
            operand = self.results[term.factors[0]]
            if term.coefficient > 0.0:
                operand_known = self.draft.known[operand]
                zero = self.emit(
                    f"{node.name}_zero", node, Operator.CONSTANT, (), Format(1, 0), Rounding.EXACT,
                    Knowledge(0, 0, 0.0, 0.0),
                )  # fmt: skip
                del operand_known
                return self.add(
                    node, Operator.ADD, node.name, operand, zero, form.fraction, form, magnitude
                )
        return self.add(
            node, Operator.NEGATE, node.name, operand, None, form.fraction, form, magnitude
        )

    def summand(
        self,
        node: Node,
        position: int,
        term: Term,
        fraction: int,
        name: str = "",
        final: tuple[Format, float] | None = None,
    ) -> Summand:
        """One term of a sum as an operand with ``fraction`` fraction bits at most."""
        sign = 1 if term.coefficient > 0.0 else -1
        name = name or f"{node.name}_{position}"
        if not term.factors:
            index = self.constant_operand(node, name, abs(term.coefficient), fraction)
            return Summand(0, index, sign)
        operands = tuple(self.results[f] for f in term.factors)
        if term.is_product:
            index = self.product(node, name, operands, fraction, final)
        elif abs(term.coefficient) != 1.0:
            index = self.scaled(node, name, operands[0], abs(term.coefficient), fraction, final)
        else:
            index = operands[0]
        return Summand(self.draft.operations[index].ready, index, sign)

    def constant_operand(self, node: Node, name: str, value: float, fraction: int) -> int:
        """A known number as an operand."""
        integer = round(math.ldexp(value, fraction))
        known = Knowledge(integer, integer, value, abs(math.ldexp(integer, -fraction) - value))
        form = Format(width_of(integer, integer), fraction)
        return self.emit(
            name, node, Operator.CONSTANT, (), form, Rounding.EXACT, known, constant=integer
        )

    def product(
        self,
        node: Node,
        name: str,
        operands: tuple[int, ...],
        fraction: int,
        final: tuple[Format, float] | None,
    ) -> int:
        """A product, cut to ``fraction`` bits."""
        a, b = (self.draft.known[o] for o in operands)
        fa, fb = (self.draft.operations[o].format.fraction for o in operands)
        places = max(0, fa + fb - fraction)
        corners = [x * y for x in (a.lowest, a.highest) for y in (b.lowest, b.highest)]
        error = product_error(a, fa, b, fb) + (2.0**-fraction if places else 0.0)
        known = Knowledge(
            min(corners) >> places, max(corners) >> places, a.magnitude * b.magnitude * SLACK, error
        )
        return self.rounded(
            node, name, Operator.MULTIPLY, operands, fa + fb - places, places, known, final
        )

    def scaled(
        self,
        node: Node,
        name: str,
        operand: int,
        coefficient: float,
        fraction: int,
        final: tuple[Format, float] | None,
    ) -> int:
        """A value times a positive constant, cut to ``fraction`` bits."""
        known, form = self.draft.known[operand], self.draft.operations[operand].format
        constant = Constant.nearest(coefficient, self.rules.width)
        total = form.fraction + constant.fraction
        places = max(0, total - fraction)
        ends = (known.lowest * constant.integer, known.highest * constant.integer)
        error = (
            constant.value * known.error
            + abs(constant.value - coefficient) * known.magnitude
            + (2.0**-fraction if places else 0.0)
        )
        result = Knowledge(
            min(ends) >> places, max(ends) >> places, known.magnitude * coefficient * SLACK,
            error * SLACK,
        )  # fmt: skip
        return self.rounded(
            node, name, Operator.SCALE, (operand,), total - places, places, result, final,
            constant=constant.integer, constant_fraction=constant.fraction,
        )  # fmt: skip

    def rounded(
        self,
        node: Node,
        name: str,
        operator: Operator,
        operands: tuple[int, ...],
        fraction: int,
        places: int,
        known: Knowledge,
        final: tuple[Format, float] | None,
        **extra: int,
    ) -> int:
        """A product in its final format, or in just the bits that its own range needs."""
        rounding = Rounding.TRUNCATE if places else Rounding.EXACT
        if final is not None:
            form, magnitude = final
            known = known.narrowed(magnitude, fraction)
            form = self.fitted(known, Format(form.width, fraction))
        else:
            form = Format(width_of(known.lowest, known.highest), fraction)
        return self.emit(name, node, operator, operands, form, rounding, known, **extra)

    def merge(
        self,
        node: Node,
        first: Summand,
        second: Summand,
        inner: int,
        form: Format | None,
        magnitude: float,
    ) -> Summand:
        """Two summands into one; into the node itself where ``form`` is given."""
        sign = 1
        if first.sign == second.sign:
            operator, sign = Operator.ADD, first.sign
        else:
            operator = Operator.SUBTRACT
            if first.sign < 0:
                first, second = second, first
        name = node.name
        if form is None:
            name = f"{node.name}_{len(self.draft.operations)}"
        elif sign < 0:
            # All terms are negative: only a result may be, for inner nodes move the sign on.
            negated = self.add(
                node, Operator.NEGATE, f"{node.name}_n", first.index, None, inner, None, magnitude
            )
            first = Summand(self.draft.operations[negated].ready, negated, 1)
            operator, sign = Operator.SUBTRACT, 1
        index = self.add(node, operator, name, first.index, second.index, inner, form, magnitude)
        return Summand(self.draft.operations[index].ready, index, sign)

    def add(
        self,
        node: Node,
        operator: Operator,
        name: str,
        left: int,
        right: int | None,
        inner: int,
        form: Format | None,
        magnitude: float,
    ) -> int:
        """ADD, SUBTRACT or NEGATE at ``inner`` fraction bits, rounded into ``form`` if given."""
        operands = (left,) if right is None else (left, right)
        spans, size, error = [], 0.0, 0.0
        for operand in operands:
            known, fraction = (
                self.draft.known[operand],
                self.draft.operations[operand].format.fraction,
            )
            spans.append(
                tuple(
                    shift_rounded(v, fraction - inner, Rounding.TRUNCATE)
                    for v in (known.lowest, known.highest)
                )
            )
            size += known.magnitude
            error += known.error + (2.0**-inner if fraction > inner else 0.0)
        low, high = total_span(operator, spans)
        places = inner - form.fraction if form is not None else 0
        rounding = Rounding.HALF_UP if places > 0 else Rounding.EXACT
        if places > 0:
            low, high = (shift_rounded(v, places, rounding) for v in (low, high))
            error += 2.0 ** -(inner - places) / 2.0
        known = Knowledge(low, high, size * SLACK, error * SLACK)
        if form is not None:
            error = min(error, self.rotation_error(node, inner, inner - places) or error)
            known = Knowledge(low, high, size * SLACK, error * SLACK)
            known = known.narrowed(magnitude, inner - places)
            result = self.fitted(known, Format(form.width, inner - places))
        else:
            result = Format(width_of(low, high), inner)
        return self.emit(
            name, node, operator, operands, result, rounding, known, sum_fraction=inner
        )

    def rotation_error(self, node: Node, inner: int, fraction: int) -> float | None:
        """A closer error bound of c x + s y + ...: the pair (c, s) has length one.

        So the errors of x and y count by their Euclidean length, not by their sum.
        """
        products = [t for t in node.terms if t.is_product]
        pairs = [
            (a, b) if self.is_trigonometric(a) else (b, a) for a, b in (t.factors for t in products)
            if self.is_trigonometric(a) != self.is_trigonometric(b)
        ]  # fmt: skip
        if len(pairs) != 2 or len({self.graph.nodes[c].factors for c, _ in pairs}) != 1:
            return None
        if pairs[0][0] == pairs[1][0]:
            return None
        carried = [self.draft.known[self.results[x]] for _, x in pairs]
        trig = [self.draft.known[self.results[c]] for c, _ in pairs]
        error = math.hypot(*(k.error for k in carried))
        error += sum(t.error * (k.magnitude + k.error) for t, k in zip(trig, carried, strict=True))
        for term in node.terms:
            if term.is_product and tuple(term.factors) in {(min(p), max(p)) for p in pairs}:
                error += 2.0**-inner
                continue
            operands = [self.results[f] for f in term.factors]
            if term.is_product:
                forms = [self.draft.operations[o].format.fraction for o in operands]
                a, b = (self.draft.known[o] for o in operands)
                error += product_error(a, forms[0], b, forms[1]) + 2.0**-inner
            elif operands:
                known = self.draft.known[operands[0]]
                constant = Constant.nearest(abs(term.coefficient), self.rules.width).value
                error += constant * known.error + 2.0**-inner
                error += abs(constant - abs(term.coefficient)) * known.magnitude
            else:
                error += 2.0**-inner
        return (error + 2.0**-fraction / 2.0) * SLACK

    def is_trigonometric(self, node: int) -> bool:
        """Whether a node is a sine or cosine."""
        return self.graph.nodes[node].source in (Kind.SINE, Kind.COSINE)

    def term_magnitude(self, term: Term) -> float:
        """Largest true magnitude of a term."""
        size = abs(term.coefficient)
        for factor in term.factors:
            size *= self.draft.known[self.results[factor]].magnitude
        return size

    def term_fraction(self, term: Term) -> int:
        """Fraction bits of a term's exact value."""
        bits = sum(self.draft.operations[self.results[f]].format.fraction for f in term.factors)
        if not term.factors or (len(term.factors) == 1 and abs(term.coefficient) != 1.0):
            bits += Constant.nearest(term.coefficient, self.rules.width).fraction
        return bits

    def fitted(self, known: Knowledge, form: Format) -> Format:
        """``form``, if every integer fits."""
        if known.lowest < form.lowest or known.highest > form.highest:
            raise Overflow
        return form

    def emit(
        self,
        name: str,
        node: Node,
        operator: Operator,
        operands: tuple[int, ...],
        form: Format,
        rounding: Rounding,
        known: Knowledge,
        **extra: int,
    ) -> int:
        """Append an operation that starts as soon as its operands are there."""
        widest = width_of(known.lowest, known.highest) + max(
            0, extra.get("sum_fraction", 0) - form.fraction
        )
        if max(widest, form.width) > WIDEST:
            raise ValueError(f"{name}: {widest} bits are more than {WIDEST}; use a smaller width")
        start = max((self.draft.operations[o].ready for o in operands), default=0)
        unit = None
        if operator is Operator.MULTIPLY:
            start, unit = self.reserve(node.stage, start)
        ready = start + latency_of(operator, extra.get("constant", 0), self.target)
        operation = Operation(
            len(self.draft.operations), name, node.stage, operator, operands, form, rounding,
            start=start, ready=ready, unit=unit, **extra,
        )  # fmt: skip
        return self.draft.add(operation, known)


def total_span(operator: Operator, spans: list[tuple[int, ...]]) -> tuple[int, int]:
    """The interval of a sum, difference or negative of intervals."""
    low, high = spans[0]
    if operator is Operator.NEGATE:
        return -high, -low
    other_low, other_high = spans[1]
    if operator is Operator.ADD:
        return low + other_low, high + other_high
    return low - other_high, high - other_low
