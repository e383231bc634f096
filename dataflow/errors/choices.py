"""What may be chosen of a design's formats: bits of values, of what they add up, of constants.

A `Value` is a node's sum, in which dropped bits make noise by roundings and cuts (`noise_of`); a
`Coefficient` is a constant in it, of which every candidate is the nearest number of so many bits.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

from dataflow.errors.device import Taken, adder_tables, multiples_of, waiting
from dataflow.errors.expansion import Interval, cut, rounded_half_up
from dataflow.graph.graph import Node, NodeKind, Term
from dataflow.lowering.rules import Rules, guard_bits, multiplied, term_name
from dataflow.lowering.steps import State
from dataflow.numbers.formats import Constant
from dataflow.operation import Operation
from dataflow.operators import Operator, UnitKind

_FEWEST_BITS = 3
"""Bits that are left of a value or a constant."""


class Cut(NamedTuple):
    """A term of a sum: its fraction bits before anything is cut, and its sign; 0 if it is exact."""

    fraction: int
    sign: int


@dataclass(frozen=True)
class Value:
    """A node's value, as it is at present.

    Attributes
    ----------
    operation
        The operation that is its value, of ``width`` bits.
    dropped, guard_dropped
        The bits that it and what it adds up do without.
    guard
        The bits behind its last at which it adds up its terms if none are dropped.
    terms
        What it adds up; a single term is cut, and nothing added.
    each, each_guard
        What a bit of it, or of what it adds up, takes, besides what reads it.
    products, multiples
        The operations that multiply it with another value, and the places in `Choices.multiples` of
        those that multiply it with constants.
    """

    node: int
    name: str
    operation: int
    width: int
    fraction: int
    dropped: int
    guard_dropped: int
    guard: int
    terms: tuple[Cut, ...]
    each: float
    each_guard: float
    products: tuple[Operation, ...]
    multiples: frozenset[int]

    @property
    def most(self) -> int:
        """The most bits that it may do without."""
        return self.dropped + self.width - _FEWEST_BITS

    def noise(self, dropped: int, guard_dropped: int) -> Interval:
        """Return what its roundings and cuts may add to it if it does without so many bits."""
        fraction = self.fraction + self.dropped - dropped
        return noise_of(fraction, self.guard - guard_dropped, self.terms)


@dataclass(frozen=True)
class Coefficient:
    """A constant of a node.

    Attributes
    ----------
    operation
        The product with it; ``operand`` is the node that it is multiplied with.
    size
        The real number's magnitude.
    candidates
        Bits that it does without, and the constant then: the one after the other has fewer.
    present
        Which of them it is.
    """

    node: int
    name: str
    operation: int
    operand: int
    size: float
    candidates: tuple[tuple[int, Constant], ...]
    present: int

    def off(self, candidate: int) -> float:
        """Return how far a candidate is from the real number."""
        return abs(self.candidates[candidate][1].value - self.size)


@dataclass(frozen=True)
class Choices:
    """All that may be chosen; ``multiples`` are the operations that share adders for constants."""

    values: tuple[Value, ...]
    coefficients: tuple[Coefficient, ...]
    multiples: tuple[tuple[int, ...], ...]


def choices_of(state: State) -> Choices:
    """Return what may be chosen of a scheduled design."""
    finder = _Finder(state)
    nodes = [n for n in state.graph.nodes if n.source is NodeKind.DOT and n.terms]
    values = [finder.value(n) for n in nodes if n.index not in finder.angles]
    coefficients = [c for n in nodes for c in finder.coefficients(n)]
    groups = tuple(each.operations for each in finder.multiples)
    return Choices(tuple(v for v in values if v is not None), tuple(coefficients), groups)


def noise_of(fraction: int, guard: int, terms: Sequence[Cut]) -> Interval:
    """Return what cutting terms and rounding their sum half up to ``fraction`` bits may add.

    They are added up at ``guard`` bits more, or at all that they have; a single one is cut to
    ``fraction`` bits.
    """
    exact = max(term.fraction for term in terms)
    inner = fraction if len(terms) == 1 else min(exact, fraction + guard)
    noise = Interval()
    for term in terms:
        if term.sign:
            noise = noise.plus(cut(term.fraction, inner), term.sign)
    if inner > fraction:
        noise = noise.plus(rounded_half_up(inner, fraction))
    return noise


class _Finder:
    def __init__(self, state: State) -> None:
        found, request = state.operations, state.request
        self.state, self.operations, self.results = state, found.operations, found.results
        self.waits, self.multiples = waiting(state), multiples_of(state)
        self.group = {i: k for k, m in enumerate(self.multiples) for i in m.operations}
        self.factors = multiplied(state.graph, found.units.sharing)
        self.rules = Rules(request.width, guard_trims=dict(request.guard_trims))
        self.trims = dict(request.constant_trims)
        turns = (NodeKind.SINE, NodeKind.COSINE)
        self.angles = {n.factors[0] for n in state.graph.nodes if n.source in turns}
        self.readers: dict[int, list[Operation]] = defaultdict(list)
        self.inner = self._inner()
        for operation in self.operations:
            for operand in set(operation.operands):
                self.readers[operand].append(operation)

    def value(self, node: Node) -> Value | None:
        """Return a node's value; None if it is a constant."""
        own = self.operations[self.results[node.index]]
        if own.operator is Operator.CONSTANT:
            return None
        form = own.format
        inner = self.inner.get(own.index, [])
        guard = sum((self._made(o) + self.waits[o.index].footprint for o in inner), 0.0)
        guard += self._made(own) - self._register(own)
        readers = self.readers[own.index]
        return Value(
            node=node.index,
            name=node.name,
            operation=own.index,
            width=form.width,
            fraction=form.fraction,
            dropped=self.rules.width_of(node, self.factors) - form.width,
            guard_dropped=guard_bits(len(node.terms)) - self.rules.guard_of(node),
            guard=guard_bits(len(node.terms)),
            terms=tuple(self._cut(node, place) for place in range(len(node.terms))),
            each=self._register(own) + self.waits[own.index].footprint,
            each_guard=guard if len(node.terms) > 1 else 0.0,
            products=tuple(o for o in readers if o.operator is Operator.MULTIPLY),
            multiples=frozenset(self.group[o.index] for o in readers if o.index in self.group),
        )

    def coefficients(self, node: Node) -> list[Coefficient]:
        """Return the constants of a node that adders make."""
        found = []
        for place, term in enumerate(node.terms):
            name = term_name(node, place)
            made = self._product(node, place)
            if made is None or made.index not in self.group:
                continue
            candidates, present = self._candidates(term, self._constant(node, place))
            found.append(
                Coefficient(
                    node.index, name, made.index, term.factors[0], abs(term.coefficient),
                    candidates, present,
                )
            )  # fmt: skip
        return found

    def _candidates(
        self, term: Term, now: Constant
    ) -> tuple[tuple[tuple[int, Constant], ...], int]:
        """Return the different constants of fewer and fewer bits, and which it is at present."""
        width = self.rules.width
        found: dict[Constant, int] = {}
        for dropped in range(width - _FEWEST_BITS + 1):
            constant = Constant.nearest(abs(term.coefficient), width - dropped)
            if constant.integer:
                found.setdefault(constant, dropped)
        return tuple((bits, c) for c, bits in found.items()), list(found).index(now)

    def _cut(self, node: Node, place: int) -> Cut:
        term = node.terms[place]
        if not term.factors:
            return Cut(self._constant(node, place).fraction, 0)
        fraction = sum(self.operations[self.results[f]].format.fraction for f in term.factors)
        if len(term.factors) == 1 and abs(term.coefficient) != 1.0:
            fraction += self._constant(node, place).fraction
        return Cut(fraction, 1 if term.coefficient > 0.0 else -1)

    def _constant(self, node: Node, place: int) -> Constant:
        bits = self.rules.width - self.trims.get(term_name(node, place), 0)
        return Constant.nearest(abs(node.terms[place].coefficient), bits)

    def _product(self, node: Node, place: int) -> Operation | None:
        """Return the operation that multiplies a term with its constant; None if there is none."""
        own = self.results[node.index]
        names = (term_name(node, place), f"{node.name}_{place}")
        for operation in (self.operations[own], *self.inner.get(own, [])):
            if operation.operator is Operator.SCALE and operation.name in names:
                return operation
        return None

    def _made(self, operation: Operation) -> float:
        """Return what a bit of a result takes where it is made."""
        if operation.operator.unit is not UnitKind.ADDER:
            return self._register(operation)
        return Taken(adder_tables(operation), 1.0).footprint

    def _register(self, operation: Operation) -> float:
        """Return the register behind a bit of a result; a product's is its block's."""
        return 0.0 if operation.operator is Operator.MULTIPLY else 1.0

    def _inner(self) -> dict[int, list[Operation]]:
        """Return the operations of each sum before its last: no node's results."""
        nodes = set(self.results.values())
        found: dict[int, list[Operation]] = {result: [] for result in nodes}
        for result, inner in found.items():
            left = [o for o in self.operations[result].operands if o not in nodes]
            while left:
                operation = self.operations[left.pop()]
                inner.append(operation)
                left += [o for o in operation.operands if o not in nodes]
        return found
