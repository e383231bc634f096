"""Scalars that record what is done with them: the tracer behind every dataflow graph.

A `Scalar` is a linear form over nodes and products of nodes. Sums are collected, constants folded
and signs moved while the equations run; a node comes into being when a form is multiplied or kept
under a name. So the textbook's named quantities are the nodes, and nothing else is.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass, field

from dataflow.graph.graph import Factors, Graph, NodeKind, Term
from dataflow.numbers.approximate import ROUNDING, deviation_of

NEGLIGIBLE = 1e-14
"""Coefficients below this are rounding noise of the robot's constants, not physics."""


@dataclass(frozen=True)
class Scalar:
    """A linear form: coefficient per product of nodes; the empty product holds the constant.

    ``neglected`` bounds its distance from the form of the exact numbers: what was dropped from it,
    how far its coefficients may be off, and their rounding.
    """

    tracer: Tracer
    terms: dict[Factors, float]
    neglected: float = 0.0

    def __add__(self, other: Scalar | float) -> Scalar:
        terms, other = dict(self.terms), self.tracer.scalar(other)
        neglected = self.neglected + other.neglected
        for factors, coefficient in other.terms.items():
            total = terms.get(factors, 0.0) + coefficient
            neglected += ROUNDING * abs(total) * self.tracer.reach(factors)
            if abs(total) > NEGLIGIBLE:
                terms[factors] = total
            else:
                neglected += self.tracer.size({factors: total})
                terms.pop(factors, None)
        return Scalar(self.tracer, terms, neglected)

    __radd__ = __add__

    def __neg__(self) -> Scalar:
        return self * -1.0

    def __sub__(self, other: Scalar | float) -> Scalar:
        return self + self.tracer.scalar(other) * -1.0

    def __rsub__(self, other: float) -> Scalar:
        return -self + other

    def __mul__(self, other: Scalar | float) -> Scalar:
        other = self.tracer.scalar(other)
        for factor, form in ((self, other), (other, self)):
            if factor.constant is not None:
                return form.scaled(factor.constant, factor.neglected)
        (left, a), (right, b) = self.single(), other.single()
        pair = (min(a, b), max(a, b))
        product: dict[Factors, float] = {pair: left * right}
        one, two = self.carried(a), other.carried(b)
        sizes = self.tracer.size({(a,): left}), self.tracer.size({(b,): right})
        neglected = (
            ROUNDING * self.tracer.size(product) + one * sizes[1] + two * sizes[0] + one * two
        )
        return Scalar(self.tracer, product, neglected)

    __rmul__ = __mul__

    @property
    def constant(self) -> float | None:
        """The value if it is known before any input is, else None."""
        if not self.terms:
            return 0.0
        return self.terms.get(()) if len(self.terms) == 1 else None

    def scaled(self, constant: float, deviation: float) -> Scalar:
        """Return the form times a constant that may be off by as much as ``deviation``."""
        scaled = {f: c * constant for f, c in self.terms.items()}
        kept = {f: c for f, c in scaled.items() if abs(c) > NEGLIGIBLE}
        neglected = self.neglected * (abs(constant) + deviation)
        neglected += ROUNDING * self.tracer.size(scaled)
        neglected += self.tracer.size({f: c for f, c in scaled.items() if f not in kept})
        if deviation:
            neglected += deviation * self.tracer.size(self.terms)
        return Scalar(self.tracer, kept, neglected)

    def carried(self, node: int) -> float:
        """Return what is neglected beside ``node``, which `single` gave: nothing if it was made."""
        return self.neglected if (node,) in self.terms else 0.0

    def single(self) -> tuple[float, int]:
        """Return the form as coefficient times one node, made now if there is none."""
        if len(self.terms) == 1:
            ((factors, coefficient),) = self.terms.items()
            if len(factors) == 1:
                return coefficient, factors[0]
            if len(factors) == 2:
                neglected = self.neglected / abs(coefficient)
                return coefficient, self.tracer.node({factors: 1.0}, neglected=neglected)
        return self.tracer.signed_node(self.terms, neglected=self.neglected)


@dataclass
class Tracer:
    """Builds a `Graph` from the equations that run over its scalars.

    ``stage`` is the step being traced; every new node belongs to it.
    """

    graph: Graph = field(default_factory=Graph)
    stage: str = ""
    _unnamed: int = 0

    def scalar(self, value: Scalar | float) -> Scalar:
        """Return a number as a constant form; forms stay as they are."""
        if isinstance(value, Scalar):
            return value
        number, deviation = float(value), deviation_of(value)
        if abs(number) > NEGLIGIBLE:
            return Scalar(self, {(): number}, deviation)
        return Scalar(self, {}, deviation + abs(number))

    def reach(self, factors: Factors) -> float:
        """Return the largest magnitude of a product of nodes."""
        return math.prod(self.graph.reach(factor) for factor in factors)

    def size(self, terms: Mapping[Factors, float]) -> float:
        """Return the largest magnitude of a sum of terms."""
        return sum(abs(c) * self.reach(f) if c else 0.0 for f, c in terms.items())

    def input(self, name: str, bound: float) -> Scalar:
        """Add a port whose real value's magnitude stays within ``bound``."""
        return Scalar(self, {(self.graph.input(name, self.stage, bound),): 1.0})

    def angle_sum(self, first: Scalar, second: Scalar, name: str) -> Scalar:
        """Return the sum of two angles, each a port or such a sum."""
        (_, a), (_, b) = first.single(), second.single()
        return Scalar(self, {(self.graph.angle_sum(a, b, name, self.stage),): 1.0})

    def cosine_and_sine(self, angle: Scalar, joint: str) -> tuple[Scalar, Scalar]:
        """Return cosine and sine of an angle: a port, or a sum of such."""
        _, index = angle.single()
        cosine = self.graph.trigonometric(NodeKind.COSINE, index, f"cos_{joint}", self.stage)
        sine = self.graph.trigonometric(NodeKind.SINE, index, f"sin_{joint}", self.stage)
        return Scalar(self, {(cosine,): 1.0}), Scalar(self, {(sine,): 1.0})

    def reciprocal(self, name: str, value: Scalar | float, lowest: float) -> Scalar:
        """Return one over a value that is proved to be at least ``lowest`` > 0."""
        form = self.scalar(value)
        if form.constant is not None:
            return self.scalar(1.0 / form.constant)
        index = self.node(form.terms)  # not the sum's negative: it is positive as it stands
        return Scalar(self, {(self.graph.reciprocal(index, name, self.stage, lowest),): 1.0})

    def keep(self, name: str, value: Scalar | float, bound: float = math.inf) -> Scalar:
        """Round ``value`` here and call it ``name``; constants and plain copies need no node."""
        form = self.scalar(value)
        if form.constant is not None or is_copy(form.terms):
            return form
        sign, index = self.signed_node(form.terms, name, float(bound), form.neglected)
        return Scalar(self, {(index,): sign})

    def output(self, name: str, value: Scalar | float) -> None:
        """Declare a result; a copy or a constant becomes a node of its own."""
        form = self.scalar(value)
        terms = tuple(self.term(f, c) for f, c in form.terms.items())
        self.graph.outputs[name] = self.graph.dot(terms, name, self.stage, neglected=form.neglected)

    def signed_node(
        self,
        terms: dict[Factors, float],
        name: str = "",
        bound: float = math.inf,
        neglected: float = 0.0,
    ) -> tuple[float, int]:
        """Return the node of a sum whose first term is positive, and the sign that restores it.

        So a value and its negative are one node, and a sign costs nothing: its reader subtracts.
        """
        first = terms[min(terms, key=lambda factors: (not factors, factors))]
        sign = math.copysign(1.0, first)
        return sign, self.node({f: c * sign for f, c in terms.items()}, name, bound, neglected)

    def node(
        self,
        terms: dict[Factors, float],
        name: str = "",
        bound: float = math.inf,
        neglected: float = 0.0,
    ) -> int:
        """Return the node of a sum, new or shared."""
        summands = tuple(self.term(f, c) for f, c in terms.items())
        if not name:
            self._unnamed += 1
            name = f"{self.stage}_t{self._unnamed}"
        return self.graph.dot(summands, name, self.stage, bound, neglected)

    def term(self, factors: Factors, coefficient: float) -> Term:
        """Return a term; a product with a coefficient of its own becomes a node, then is scaled."""
        if len(factors) == 2 and abs(coefficient) != 1.0:
            return Term(coefficient, (self.node({factors: 1.0}),))
        return Term(coefficient, factors)


def is_copy(terms: dict[Factors, float]) -> bool:
    """Tell whether a form is a node or its negative, and so needs no arithmetic."""
    if len(terms) != 1:
        return False
    ((factors, coefficient),) = terms.items()
    return len(factors) == 1 and abs(coefficient) == 1.0
