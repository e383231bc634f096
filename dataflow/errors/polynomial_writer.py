"""Values of nodes as polynomials in what is no position, whose coefficients become a tape's slots.

A position may stand among the rates too: then it has no slots. Of an angle, monomials are in cosine
and sine, the square of the sine being one less that of the cosine, so that c^d and c^(d-1) s are
what there is of degree d. As a vector these two are no longer than one, so their coefficients count
by their Euclidean length, as do the four of two angles, and so on.

A reciprocal is no polynomial. It and all values that depend on one stand among the rates, as if
each were free within its reach: so the sum is a trigonometric polynomial in the positions again,
and its largest magnitude for free ones bounds that for the true ones.
"""

from __future__ import annotations

import math
from collections.abc import Collection, Iterable, Mapping

import numpy as np

from common.arrays import Integers
from dataflow.errors.polynomials import (
    ONE,
    UNIT,
    Coefficient,
    Monomial,
    Polynomial,
    Sum,
    Sums,
    Symbols,
    gather,
)
from dataflow.errors.system import ErrorNode, ErrorSystem, Role
from dataflow.errors.tape import Tape, Turn, Variable
from dataflow.numbers.approximate import ROUNDING


class TooLong(ValueError):
    """A tape of more terms than it may have."""


LARGEST = 400_000
"""Terms of a tape; to write out more takes longer than its grid."""


class PolynomialWriter:
    """Writes out polynomials, and what a tape sums of them.

    Parameters
    ----------
    positions, symbolic, most
        As for `dataflow.errors.tape_writer.tape_of`.
    """

    def __init__(
        self,
        system: ErrorSystem,
        positions: Collection[str],
        symbolic: Collection[str],
        most: int,
    ) -> None:
        self.system, self.symbols, self.most = system, Symbols(len(system.nodes)), most
        self.free = _free(system)
        self.variables: list[Variable] = []
        self.turns: dict[int, tuple[Polynomial, Polynomial]] = {}
        self.slide: dict[int, int] = {}
        self.leaves = 1
        self.sums: list[Turn] = []
        for node in system.nodes:
            if node.role is Role.ANGLE and node.name in symbolic:
                self.turns[node.index] = self.symbols.turn(node.index)
            elif node.role is Role.ANGLE:
                slots = self._turned(node.index)
                self.variables.append(Variable(node.index, node.name, True, slots, math.pi))
            elif node.name in positions and node.name not in symbolic:
                self.slide[node.index] = self.leaves
                slot = (self.leaves,)
                self.variables.append(Variable(node.index, node.name, False, slot, node.reach))
                self.leaves += 1
        angle_sums = [node for node in system.nodes if node.role is Role.ANGLE_SUM]
        for node in angle_sums:
            self._place(node)
        self.start, self.known = [0], self.leaves
        self.written: list[tuple[float, float, int, int]] = []
        self.weights: dict[tuple[int, int], float] = {}
        self.groups: list[tuple[int, list[tuple[int, float]]]] = []
        for node in angle_sums:
            if node.index not in self.turns:
                self._expand(node)

    def _turned(self, node: int) -> tuple[int, int]:
        """Give an angle slots of its own."""
        slots = (self.leaves, self.leaves + 1)
        at_points: list[Polynomial] = [{(): Coefficient(1.0, 0.0, slot)} for slot in slots]
        self.turns[node] = at_points[0], at_points[1]
        self.leaves += 2
        return slots

    def _place(self, node: ErrorNode) -> None:
        """Give a sum of angles slots of its own, if all its angles are variables."""
        parts = self._summed(node.index)
        places = {variable.node: v for v, variable in enumerate(self.variables)}
        if all(part in places for part in parts):
            slots = self._turned(node.index)
            self.sums.append(Turn(node.index, tuple(places[part] for part in parts), slots))

    def _expand(self, node: ErrorNode) -> None:
        """Write the cosine and sine of a sum of angles, one of which stands among the rates."""
        (first, second) = (term.factors[0] for term in node.terms)
        (c1, s1), (c2, s2) = self.turns[first], self.turns[second]
        cosine: Sums = {}
        self.multiply(cosine, c1, c2, 1.0)
        self.multiply(cosine, s1, s2, -1.0)
        sine: Sums = {}
        self.multiply(sine, s1, c2, 1.0)
        self.multiply(sine, c1, s2, 1.0)
        self.turns[node.index] = self.finished(cosine), self.finished(sine)

    def _summed(self, angle: int) -> tuple[int, ...]:
        """Return the angles that a sum of angles adds up."""
        node = self.system.nodes[angle]
        if node.role is Role.ANGLE:
            return (angle,)
        return tuple(part for term in node.terms for part in self._summed(term.factors[0]))

    def values(self, output: int) -> dict[int, Polynomial]:
        """Write the true values of a node and of all that it needs."""
        needed = self._needed(output)
        found: dict[int, Polynomial] = {}
        for node in self.system.nodes:
            if node.index in needed:
                found[node.index] = self._value(node, found)
        return found

    def _needed(self, output: int) -> set[int]:
        needed = {output}
        for node in reversed(self.system.nodes):
            if node.index in needed:
                needed.update(f for term in node.terms for f in term.factors)
                if node.role is Role.RECIPROCAL:
                    needed.add(node.operand)
        return needed

    def _value(self, node: ErrorNode, values: Mapping[int, Polynomial]) -> Polynomial:
        """Return a node's true value."""
        if node.role in (Role.COSINE, Role.SINE):
            return self.turns[node.operand][node.role is Role.SINE]
        if node.index in self.slide:
            return {(): Coefficient(1.0, 0.0, self.slide[node.index])}
        if node.role is Role.INPUT or node.index in self.free:
            return {(node.index,): UNIT}
        sums: Sums = {}
        if node.constant:
            gather(sums, {(): UNIT}, node.constant)
        for term in node.terms:
            if len(term.factors) == 1:
                gather(sums, values[term.factors[0]], term.true)
            else:
                self.multiply(sums, values[term.factors[0]], values[term.factors[1]], term.true)
        return self.finished(sums)

    def multiply(self, sums: Sums, x: Polynomial, y: Polynomial, factor: float) -> None:
        """Add a multiple of a product of polynomials."""
        exact = Coefficient(factor, ROUNDING * abs(factor))
        for one, a in x.items():
            scaled = Coefficient(*a.times(exact))
            for two, b in y.items():
                number, off = scaled.times(b)
                for monomial, sign in self.symbols.products(one, two):
                    sums.setdefault(monomial, Sum()).add(a.slot, b.slot, sign * number, off)

    def finished(self, sums: Sums) -> Polynomial:
        """Return a polynomial whose sums are slots; what is one slot's multiple needs no other."""
        found: Polynomial = {}
        for monomial, total in sums.items():
            terms = [(*value, *key) for key, value in total.terms.items() if any(value)]
            if not terms:
                continue
            if len(terms) == 1 and terms[0][2] == ONE:
                factor, off, _, slot = terms[0]
                found[monomial] = Coefficient(factor, off, slot)
                continue
            self.written += terms
            if len(self.written) > self.most:
                raise TooLong(f"more than {self.most} terms")
            self.start.append(len(self.written))
            found[monomial] = Coefficient(1.0, 0.0, self.known)
            self.known += 1
        return found

    def weigh(self, owner: int, polynomial: Polynomial, size: float) -> None:
        """Add the magnitude of a polynomial, times ``size``, to E."""
        groups: dict[tuple[Monomial, Monomial], list[tuple[int, float]]] = {}
        for monomial, c in polynomial.items():
            inputs, turns = self.symbols.split(monomial)
            weight = size * (abs(c.factor) + c.off)
            for node in inputs:
                weight *= self.system.nodes[node].reach
            groups.setdefault((inputs, turns), []).append((c.slot, weight))
        for group in groups.values():
            if len(group) > 1:
                self.groups.append((owner, group))
            else:
                ((slot, weight),) = group
                key = (owner, slot)
                self.weights[key] = self.weights.get(key, 0.0) + weight

    def tape(self) -> Tape:
        """Return the tape of all that was weighed."""
        factor, off, left, right = zip(*self.written, strict=True) if self.written else ((),) * 4
        single = [(owner, [(slot, size)]) for (owner, slot), size in self.weights.items()]
        owners, groups = zip(*single, *self.groups, strict=True)
        summed = [slot for group in groups for slot, _ in group]
        weight = [size for group in groups for _, size in group]
        return Tape(
            variables=tuple(self.variables),
            turns=tuple(self.sums),
            leaves=self.leaves,
            start=_integers(self.start),
            factor=np.array(factor, dtype=float),
            off=np.array(off, dtype=float),
            left=_integers(left),
            right=_integers(right),
            summed=_integers(summed),
            weight=np.array(weight, dtype=float),
            group=np.cumsum([0, *map(len, groups)], dtype=np.int64),
            owner=_integers(owners),
        )


def _integers(values: Iterable[int]) -> Integers:
    return np.array(list(values), dtype=np.int64)


def _free(system: ErrorSystem) -> set[int]:
    """Return the reciprocals, and the nodes whose values depend on one."""
    found: set[int] = set()
    for node in system.nodes:
        factors = (f for term in node.terms for f in term.factors)
        if node.role is Role.RECIPROCAL or any(factor in found for factor in factors):
            found.add(node.index)
    return found
