"""One output's worst error as a straight-line program over sines, cosines and slides.

At fixed positions every value and every adjoint is a polynomial in the rates (and in whatever else
is no position). Its coefficients depend on positions alone; written out once, they are sums of
products of sines, cosines, slides and each other: the tape. With the largest magnitude of each
monomial,

    E = sum over nodes of spread * sum over monomials of |coefficient of the adjoint| * reach
        + sum over monomials of |coefficient of the bias| * reach

bounds the error for every rate. No vector is turned as a box, so nothing wraps.
"""

from __future__ import annotations

import math
from collections.abc import Collection, Mapping
from dataclasses import dataclass, field

import numpy as np

from common.arrays import Flags, Integers, Reals
from dataflow.errors.system import ErrorNode, ErrorSystem, Role
from dataflow.numbers.approximate import ROUNDING

Monomial = tuple[int, ...]
"""The nodes of the inputs that are multiplied, in order."""

_ONE = 0
"""The slot of the number one."""


@dataclass(frozen=True)
class Coefficient:
    """A factor times a slot; the factor may be off by ``off``, by its own rounding."""

    factor: float
    off: float
    slot: int = _ONE

    def times(self, other: Coefficient) -> tuple[float, float]:
        """Return the product of the factors, and how far it may be off."""
        factor = self.factor * other.factor
        off = abs(self.factor) * other.off + abs(other.factor) * self.off + self.off * other.off
        return factor, off + ROUNDING * abs(factor)


Polynomial = dict[Monomial, Coefficient]


@dataclass(frozen=True)
class Variable:
    """A position: an angle with its slots of cosine and sine, or a slide with its own."""

    node: int
    name: str
    turns: bool
    slots: tuple[int, ...]
    reach: float


@dataclass(frozen=True)
class Tape:
    """The program. Slot 0 is one, then come those of the variables, then computed ones.

    Attributes
    ----------
    start
        The terms of computed slot i are those from ``start[i]`` up to ``start[i + 1]``.
    factor, off, left, right
        Of each term: slots left and right are multiplied, then by the factor, which may be off by
        as much as ``off``.
    summed, weight
        E is the sum of weight times magnitude of these slots.
    """

    variables: tuple[Variable, ...]
    leaves: int
    start: Integers
    factor: Reals
    off: Reals
    left: Integers
    right: Integers
    summed: Integers
    weight: Reals

    @property
    def slots(self) -> int:
        """How many slots there are."""
        return self.leaves + len(self.start) - 1

    def reached_from(self, given: Flags) -> Flags:
        """Return which slots depend on any of those given that are marked."""
        reached = np.zeros(self.slots, dtype=bool)
        reached[: self.leaves] = given
        for i in range(len(self.start) - 1):
            terms = slice(self.start[i], self.start[i + 1])
            reached[self.leaves + i] = (
                reached[self.left[terms]].any() or reached[self.right[terms]].any()
            )
        return reached

    def degrees(self) -> Integers:
        """Return E's formal degree in each variable: the highest of any summed slot.

        Of a slide: as a polynomial. Of an angle: as a trigonometric polynomial.
        """
        degree = np.zeros((self.slots, len(self.variables)), dtype=np.int64)
        for v, variable in enumerate(self.variables):
            degree[list(variable.slots), v] = 1
        for i in range(len(self.start) - 1):
            terms = slice(self.start[i], self.start[i + 1])
            products = degree[self.left[terms]] + degree[self.right[terms]]
            degree[self.leaves + i] = np.max(products, axis=0)
        highest: Integers = np.max(degree[self.summed], axis=0, initial=0)
        return highest


def tape_of(system: ErrorSystem, output: str, positions: Collection[str]) -> Tape:
    """Return the tape of one output.

    Parameters
    ----------
    positions
        Names of the inputs that are no angles but positions all the same: slides.
    """
    writer = _Writer(system, positions)
    return writer.run(system.outputs[output])


@dataclass
class _Sum:
    """Terms that will be one slot, by the slots that they multiply."""

    terms: dict[tuple[int, int], list[float]] = field(default_factory=dict)

    def add(self, left: int, right: int, factor: float, off: float) -> None:
        key = (left, right) if left <= right else (right, left)
        have = self.terms.setdefault(key, [0.0, 0.0])
        have[0] += factor
        have[1] += off + ROUNDING * abs(have[0])


_Sums = dict[Monomial, _Sum]


class _Writer:
    def __init__(self, system: ErrorSystem, positions: Collection[str]) -> None:
        self.system = system
        self.variables: list[Variable] = []
        self.turn: dict[int, tuple[int, int]] = {}
        self.slide: dict[int, int] = {}
        self.leaves = 1
        for node in system.nodes:
            if node.role is Role.ANGLE:
                slots = (self.leaves, self.leaves + 1)
                self.turn[node.index] = slots
                self.variables.append(Variable(node.index, node.name, True, slots, math.pi))
                self.leaves += 2
            elif node.role is Role.INPUT and node.name in positions:
                self.slide[node.index] = self.leaves
                slot = (self.leaves,)
                self.variables.append(Variable(node.index, node.name, False, slot, node.reach))
                self.leaves += 1
        self.start, self.known = [0], self.leaves
        self.written: list[tuple[float, float, int, int]] = []
        self.weights: dict[int, float] = {}

    def run(self, output: int) -> Tape:
        """Write the whole tape."""
        needed = self._needed(output)
        values: dict[int, Polynomial] = {}
        for node in self.system.nodes:
            if node.index in needed:
                values[node.index] = self._value(node, values)
        self._adjoints(output, values)
        factor, off, left, right = zip(*self.written, strict=True) if self.written else ((),) * 4
        return Tape(
            tuple(self.variables), self.leaves, np.array(self.start, dtype=np.int64),
            np.array(factor, dtype=float), np.array(off, dtype=float),
            np.array(left, dtype=np.int64), np.array(right, dtype=np.int64),
            np.array(list(self.weights), dtype=np.int64), np.array(list(self.weights.values())),
        )  # fmt: skip

    def _needed(self, output: int) -> set[int]:
        needed = {output}
        for node in reversed(self.system.nodes):
            if node.index in needed:
                needed.update(f for term in node.terms for f in term.factors)
        return needed

    def _value(self, node: ErrorNode, values: Mapping[int, Polynomial]) -> Polynomial:
        """Return a node's true value."""
        if node.role in (Role.COSINE, Role.SINE):
            return {(): Coefficient(1.0, 0.0, self.turn[node.angle][node.role is Role.SINE])}
        if node.index in self.slide:
            return {(): Coefficient(1.0, 0.0, self.slide[node.index])}
        if node.role is Role.INPUT:
            return {(node.index,): Coefficient(1.0, 0.0)}
        sums: _Sums = {}
        if node.constant:
            _gather(sums, {(): Coefficient(node.constant, 0.0)}, 1.0)
        for term in node.terms:
            if len(term.factors) == 1:
                _gather(sums, values[term.factors[0]], term.true)
            else:
                _multiply(sums, values[term.factors[0]], values[term.factors[1]], term.true)
        return self._finished(sums)

    def _adjoints(self, output: int, values: Mapping[int, Polynomial]) -> None:
        """Write every adjoint, from the output back, and what E sums of it."""
        adjoint: dict[int, _Sums] = {}
        bias: _Sums = {}
        _gather(adjoint.setdefault(output, {}), {(): Coefficient(1.0, 0.0)}, 1.0)
        for node in reversed(self.system.nodes):
            if node.index not in adjoint:
                continue
            own = self._finished(adjoint.pop(node.index))
            self._weigh(own, node.spread)
            _gather(bias, own, node.bias)
            if node.role in (Role.COSINE, Role.SINE):
                cosine, sine = self.turn[node.angle]
                other = (sine, -1.0) if node.role is Role.COSINE else (cosine, 1.0)
                slope = {(): Coefficient(1.0, 0.0, other[0])}
                _multiply(adjoint.setdefault(node.angle, {}), own, slope, other[1])
            for term in node.terms:
                if len(term.factors) == 1:
                    (only,) = term.factors
                    _gather(adjoint.setdefault(only, {}), own, term.used)
                    if term.used != term.true:
                        _multiply(bias, own, values[only], term.used - term.true)
                else:
                    a, b = term.factors
                    _multiply(adjoint.setdefault(a, {}), own, values[b], term.used)
                    _multiply(adjoint.setdefault(b, {}), own, values[a], term.used)
        self._weigh(self._finished(bias), 1.0)

    def _weigh(self, polynomial: Polynomial, size: float) -> None:
        """Add the magnitude of a polynomial, times ``size``, to E."""
        for monomial, c in polynomial.items():
            weight = size * (abs(c.factor) + c.off)
            for node in monomial:
                weight *= self.system.nodes[node].reach
            self.weights[c.slot] = self.weights.get(c.slot, 0.0) + weight

    def _finished(self, sums: _Sums) -> Polynomial:
        """Return a polynomial whose sums are slots; what is one slot's multiple needs no other."""
        found: Polynomial = {}
        for monomial, total in sums.items():
            terms = [(*key, *value) for key, value in total.terms.items() if any(value)]
            if not terms:
                continue
            if len(terms) == 1 and terms[0][0] == _ONE:
                _, slot, factor, off = terms[0]
                found[monomial] = Coefficient(factor, off, slot)
                continue
            for left, right, factor, off in terms:
                self.written.append((factor, off, left, right))
            self.start.append(len(self.written))
            found[monomial] = Coefficient(1.0, 0.0, self.known)
            self.known += 1
        return found


def _gather(sums: _Sums, polynomial: Polynomial, factor: float) -> None:
    """Add a multiple of a polynomial."""
    if factor == 0.0:
        return
    exact = Coefficient(factor, ROUNDING * abs(factor))
    for monomial, c in polynomial.items():
        sums.setdefault(monomial, _Sum()).add(_ONE, c.slot, *c.times(exact))


def _multiply(sums: _Sums, x: Polynomial, y: Polynomial, factor: float) -> None:
    """Add a multiple of a product of polynomials."""
    exact = Coefficient(factor, ROUNDING * abs(factor))
    for one, a in x.items():
        scaled = Coefficient(*a.times(exact))
        for two, b in y.items():
            monomial = tuple(sorted(one + two))
            sums.setdefault(monomial, _Sum()).add(a.slot, b.slot, *scaled.times(b))
