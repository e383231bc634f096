"""The adders of products with constants."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Sequence
from dataclasses import dataclass

from dataflow.cells.cells import Cells, carry_chain
from dataflow.multiples.adder_graph import Sum, Term, odd

Waits = dict[tuple[int, int], int]
"""Bits of registers in which multiples wait, by fundamental and level."""


@dataclass(frozen=True)
class Product:
    """A result: the operand times a constant, of which ``dropped`` low bits are left out."""

    constant: int
    dropped: int
    width: int

    @property
    def first(self) -> int:
        """The lowest bit of the constant's odd multiple that is kept."""
        return max(0, self.dropped - _zeros(self.constant))

    @property
    def end(self) -> int:
        """The place above its highest bit that is kept."""
        return self.width + self.dropped - _zeros(self.constant)


def multiples_cells(
    width: int, sums: Sequence[Sum], products: Sequence[Product]
) -> tuple[Cells, Waits]:
    """Return what sums take, and the registers beside theirs, which others may have too.

    Of a sum that one product alone reads what the product keeps is kept. Below the shift of one
    summand the other passes as it is: those bits are its own, a cycle later.

    Parameters
    ----------
    width
        Bits of the operand.
    """
    alone = _read_alone(sums, products)
    level = {1: 0} | {each.fundamental: each.level for each in sums}
    waits: Waits = defaultdict(int)
    cells = Cells()
    for each in sums:
        for term in (each.left, each.right):
            for waited in range(level[term.fundamental] + 1, each.level):
                waits[term.fundamental, waited] = _bits(width, term.fundamental)
        low, passed = _passed(each)
        first, end = 0, _bits(width, each.fundamental)
        if each.fundamental in alone:
            product = alone[each.fundamental]
            first, end = product.first, min(end, product.end)
        kept = max(0, passed - first)
        cells += Cells(carry_chain(end - passed), max(0, end - first - kept))
        place = low.fundamental, each.level
        if kept:
            waits[place] = max(waits[place], kept)
    return cells, waits


def _read_alone(sums: Sequence[Sum], products: Sequence[Product]) -> dict[int, Product]:
    """Return the products by fundamental that is read by nothing else."""
    readers = Counter(t.fundamental for each in sums for t in (each.left, each.right))
    readers.update(odd(product.constant) for product in products)
    made = {odd(product.constant): product for product in products}
    return {f: product for f, product in made.items() if readers[f] == 1}


def _passed(each: Sum) -> tuple[Term, int]:
    """Return the lower summand, and how many of its bits pass as they are."""
    low, high = sorted((each.left, each.right), key=lambda term: term.place)
    return low, high.place if low.sign > 0 else 0


def _bits(width: int, fundamental: int) -> int:
    return width if fundamental == 1 else width + fundamental.bit_length()


def _zeros(constant: int) -> int:
    return (constant & -constant).bit_length() - 1
