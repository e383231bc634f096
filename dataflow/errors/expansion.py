"""What the operations of one node compute, as a sum of terms, and the noise that they add.

A node of the graph is a sum of terms; its operations multiply, scale, cut, add and round. Written
out, their result is a sum of terms again, with the constants that are in hardware, plus noise: each
cut or rounding adds a number from a known interval, carried on by adders alone.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from dataflow.graph.graph import Factors
from dataflow.numbers.formats import Rounding
from dataflow.operation import Operation
from dataflow.operators import Operator

_SIGNS = {
    "ADD": (1.0, 1.0),
    "SUBTRACT": (1.0, -1.0),
    "NEGATE": (-1.0,),
    "SUM_3": (1.0, 1.0, 1.0),
    "SUM_2_1": (1.0, 1.0, -1.0),
    "SUM_1_2": (1.0, -1.0, -1.0),
}
"""Operators that add, by name, and the sign of each operand."""


class UnknownOperation(ValueError):
    """An operation of which no linear error system is known."""


@dataclass(frozen=True)
class Interval:
    """What a noise may be."""

    low: float = 0.0
    high: float = 0.0

    @property
    def centre(self) -> float:
        """Its middle."""
        return (self.low + self.high) / 2.0

    @property
    def radius(self) -> float:
        """Its largest distance from the middle."""
        return (self.high - self.low) / 2.0

    def plus(self, other: Interval, sign: float = 1.0) -> Interval:
        """Return the sum with another, or the difference."""
        if sign < 0.0:
            return Interval(self.low - other.high, self.high - other.low)
        return Interval(self.low + other.low, self.high + other.high)


@dataclass(frozen=True)
class Expansion:
    """A result: coefficients by product of nodes, and the noise beside them."""

    terms: dict[Factors, float]
    noise: Interval = Interval()


class Expander:
    """Expands operations down to the results of nodes.

    Parameters
    ----------
    operations
        All of the design.
    nodes
        The node of which an operation is the result, by the operation's index.
    """

    def __init__(self, operations: Sequence[Operation], nodes: Mapping[int, int]) -> None:
        self.operations, self.nodes = operations, nodes

    def of_node(self, index: int) -> Expansion:
        """Return what an operation that is a node's result computes from other nodes.

        Raises
        ------
        UnknownOperation
            There is an operation that is none of adders, multipliers and constants.
        """
        operation = self.operations[index]
        if operation.operator is Operator.CONSTANT:
            value = math.ldexp(float(operation.constant), -operation.format.fraction)
            return Expansion({(): value})
        if operation.operator is Operator.MULTIPLY:
            return self._product(operation)
        if operation.operator is Operator.SCALE:
            return self._scaled(operation)
        if operation.operator.name in _SIGNS:
            return self._sum(operation, _SIGNS[operation.operator.name])
        raise UnknownOperation(f"{operation.name}: {operation.operator.name}")

    def operand(self, index: int) -> Expansion:
        """Return an operand: a node's value as it is, anything else expanded."""
        if index in self.nodes:
            return Expansion({(self.nodes[index],): 1.0})
        return self.of_node(index)

    def _product(self, operation: Operation) -> Expansion:
        left, right = operation.operands
        if left not in self.nodes or right not in self.nodes:
            raise UnknownOperation(f"{operation.name}: a product of what are no nodes")
        a, b = self.nodes[left], self.nodes[right]
        exact = sum(self.operations[o].format.fraction for o in operation.operands)
        return Expansion({(min(a, b), max(a, b)): 1.0}, rounding_noise(operation, exact))

    def _scaled(self, operation: Operation) -> Expansion:
        (operand,) = operation.operands
        inner = self.operand(operand)
        factor = math.ldexp(float(operation.constant), -operation.constant_fraction)
        terms = {factors: factor * c for factors, c in inner.terms.items()}
        ends = (factor * inner.noise.low, factor * inner.noise.high)
        exact = self.operations[operand].format.fraction + operation.constant_fraction
        noise = Interval(min(ends), max(ends)).plus(rounding_noise(operation, exact))
        return Expansion(terms, noise)

    def _sum(self, operation: Operation, signs: Sequence[float]) -> Expansion:
        terms: dict[Factors, float] = {}
        noise = rounding_noise(operation, operation.sum_fraction)
        for operand, sign in zip(operation.operands, signs, strict=True):
            inner = self.operand(operand)
            for factors, c in inner.terms.items():
                terms[factors] = terms.get(factors, 0.0) + sign * c
            noise = noise.plus(inner.noise, sign)
            fraction = self.operations[operand].format.fraction
            noise = noise.plus(cut(fraction, operation.sum_fraction), sign)
        return Expansion({factors: c for factors, c in terms.items() if c}, noise)


def rounding_noise(operation: Operation, exact: int) -> Interval:
    """Return what rounding from ``exact`` fraction bits into an operation's format may add."""
    fraction = operation.format.fraction
    if exact <= fraction or operation.rounding is Rounding.EXACT:
        return Interval()
    if operation.rounding is Rounding.TRUNCATE:
        return cut(exact, fraction)
    return rounded_half_up(exact, fraction)


def rounded_half_up(exact: int, fraction: int) -> Interval:
    """Return what rounding half up from more fraction bits to ``fraction`` adds."""
    last, first = 2.0**-fraction, 2.0**-exact
    return Interval(first - last / 2.0, last / 2.0)


def cut(exact: int, fraction: int) -> Interval:
    """Return what dropping low bits adds."""
    if exact <= fraction:
        return Interval()
    return Interval(2.0**-exact - 2.0**-fraction, 0.0)
