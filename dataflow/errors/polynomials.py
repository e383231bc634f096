"""Polynomials whose coefficients are multiples of a tape's slots, and sums of products of them."""

from __future__ import annotations

from dataclasses import dataclass, field

from dataflow.numbers.approximate import ROUNDING

Monomial = tuple[int, ...]
"""What is multiplied, in order: inputs by their nodes, then cosines and sines by `Symbols`."""

ONE = 0
"""The slot of the number one."""


@dataclass(frozen=True)
class Coefficient:
    """A factor times a slot; the factor may be off by ``off``, by its own rounding."""

    factor: float
    off: float
    slot: int = ONE

    def times(self, other: Coefficient) -> tuple[float, float]:
        """Return the product of the factors, and how far it may be off."""
        factor = self.factor * other.factor
        off = abs(self.factor) * other.off + abs(other.factor) * self.off + self.off * other.off
        return factor, off + ROUNDING * abs(factor)


Polynomial = dict[Monomial, Coefficient]

UNIT = Coefficient(1.0, 0.0)


@dataclass(frozen=True)
class Symbols:
    """Numbers for cosines and sines in monomials, beyond those of all nodes."""

    nodes: int

    def turn(self, angle: int) -> tuple[Polynomial, Polynomial]:
        """Return an angle's cosine and sine."""
        cosine = self.nodes + 2 * angle
        return {(cosine,): UNIT}, {(cosine + 1,): UNIT}

    def products(self, one: Monomial, two: Monomial) -> list[tuple[Monomial, float]]:
        """Return the product of two monomials as monomials with at most one sine of each angle."""
        merged = tuple(sorted(one + two))
        for i in range(len(merged) - 1):
            symbol = merged[i]
            if symbol >= self.nodes and symbol == merged[i + 1] and (symbol - self.nodes) % 2:
                rest = merged[:i] + merged[i + 2 :]
                cosine = symbol - 1
                return [
                    *self.products(rest, ()),
                    *((m, -factor) for m, factor in self.products(rest, (cosine, cosine))),
                ]
        return [(merged, 1.0)]

    def split(self, monomial: Monomial) -> tuple[Monomial, Monomial]:
        """Return a monomial's inputs, and the angles of its cosines and sines: what is alike is
        of one degree in each."""
        inputs = tuple(symbol for symbol in monomial if symbol < self.nodes)
        turns = tuple(sorted((s - self.nodes) // 2 for s in monomial if s >= self.nodes))
        return inputs, turns


@dataclass
class Sum:
    """Terms that will be one slot, by the slots that they multiply."""

    terms: dict[tuple[int, int], tuple[float, float]] = field(default_factory=dict)

    def add(self, left: int, right: int, factor: float, off: float) -> None:
        """Add a term; one of the same slots is added to it."""
        key = (left, right) if left <= right else (right, left)
        factor_so_far, off_so_far = self.terms.get(key, (0.0, 0.0))
        total = factor_so_far + factor
        self.terms[key] = total, off_so_far + off + ROUNDING * abs(total)


Sums = dict[Monomial, Sum]


def gather(sums: Sums, polynomial: Polynomial, factor: float) -> None:
    """Add a multiple of a polynomial."""
    if factor == 0.0:
        return
    exact = Coefficient(factor, ROUNDING * abs(factor))
    for monomial, c in polynomial.items():
        sums.setdefault(monomial, Sum()).add(ONE, c.slot, *c.times(exact))
