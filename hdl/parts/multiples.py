"""Products of one operand with constants: adders whose sums they share."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from amaranth import hdl
from amaranth.hdl import Module, Signal, signed
from amaranth.lib import wiring
from amaranth.lib.wiring import In, Out

from dataflow.multiples.adder_graph import Sum, Term
from dataflow.numbers.formats import width_of
from hdl.parts.fixed import dropped


@dataclass(frozen=True)
class Product:
    """One result: the operand times a positive ``constant``, without its lowest bits.

    Attributes
    ----------
    dropped, width
        As for `hdl.parts.multiplier.Multiplier`.
    """

    constant: int
    dropped: int
    width: int


class Multiples(wiring.Component):
    """``o_k`` is ``i`` times the k-th product's constant.

    A result is there as many cycles after the operand as its sum's level says, at once for a power
    of two. A new operand may enter every cycle.

    Parameters
    ----------
    i_width
        Bits of the signed operand.
    sums
        The adders, each behind those that it reads.

    Raises
    ------
    ValueError
        A product's constant is not positive or is made by no sum, or a sum reads what is not there.
    """

    def __init__(self, i_width: int, sums: Sequence[Sum], products: Sequence[Product]) -> None:
        self.sums, self.products = tuple(sums), tuple(products)
        self._level = {1: 0}
        for each in self.sums:
            for term in (each.left, each.right):
                if self._level.get(term.fundamental, each.level) >= each.level:
                    raise ValueError(f"{term.fundamental} is read before it is there")
            self._level[_factor(each.left) + _factor(each.right)] = each.level
        for product in self.products:
            if product.constant < 1:
                raise ValueError(f"a constant must be positive, not {product.constant!r}")
            if odd_part(product.constant)[0] not in self._level:
                raise ValueError(f"no sum makes {product.constant}")
        super().__init__(
            {
                "i": In(signed(i_width)),
                **{f"o_{k}": Out(signed(each.width)) for k, each in enumerate(self.products)},
            }
        )

    @property
    def results(self) -> tuple[Any, ...]:
        """The wires of every product, in their order."""
        return tuple(getattr(self, f"o_{k}") for k in range(len(self.products)))

    def elaborate(self, platform: Any) -> Module:
        """Add a register behind each sum, and further ones where it waits."""
        m = Module()
        there: dict[tuple[int, int], hdl.Value] = {(1, 0): self.i}
        alone = self._read_alone()
        for each in self.sums:
            left, right = (
                self._summand(m, there, term, each.level - 1) for term in (each.left, each.right)
            )
            total = _total(left, each.left.sign, right, each.right.sign)
            factor = _factor(each.left) + _factor(each.right)
            if factor in alone:
                self._cut_at_the_register(m, total, factor, alone[factor])
                continue
            register = self._register(factor, each.level)
            m.d.sync += register.eq(total)
            there[factor, each.level] = register
        for k, product in enumerate(self.products):
            factor, zeros = odd_part(product.constant)
            if factor not in alone:
                wires = there[factor, self._level[factor]]
                m.d.comb += self.results[k].eq(_cut(wires, zeros, product))
        return m

    def _read_alone(self) -> dict[int, int]:
        """Return the factors that one product and no sum reads, with the product's place."""
        readers = Counter(t.fundamental for each in self.sums for t in (each.left, each.right))
        readers.update(odd_part(product.constant)[0] for product in self.products)
        places = {odd_part(product.constant)[0]: k for k, product in enumerate(self.products)}
        return {f: k for f, k in places.items() if readers[f] == 1 and self._level[f] > 0}

    def _cut_at_the_register(self, m: Module, total: hdl.Value, factor: int, place: int) -> None:
        """Keep of a sum that is only a result what is kept of the result."""
        product, output = self.products[place], self.results[place]
        register = Signal.like(output, name=f"times_{factor}", reset_less=True)
        m.d.sync += register.eq(_cut(total, odd_part(product.constant)[1], product))
        m.d.comb += output.eq(register)

    def _summand(
        self, m: Module, there: dict[tuple[int, int], hdl.Value], term: Term, level: int
    ) -> hdl.Value:
        """Return a term of the operand as it is at a level, without its sign."""
        first = self._level[term.fundamental]
        for waited in range(first + 1, level + 1):
            if (term.fundamental, waited) not in there:
                register = self._register(term.fundamental, waited)
                m.d.sync += register.eq(there[term.fundamental, waited - 1])
                there[term.fundamental, waited] = register
        return there[term.fundamental, level].shift_left(term.place)

    def _register(self, factor: int, level: int) -> Signal:
        """Return a register for the operand times a factor."""
        reach = 1 << (len(self.i) - 1)
        shape = signed(width_of(-reach * factor, (reach - 1) * factor))
        return Signal(shape, name=f"times_{factor}_at_{level}", reset_less=True)


def _total(left: hdl.Value, left_sign: int, right: hdl.Value, right_sign: int) -> hdl.Value:
    """Return a sum by one adder: one of its signs at least is positive."""
    if left_sign < 0:
        return right - left
    return left + right if right_sign > 0 else left - right


def _factor(term: Term) -> int:
    return term.sign * (term.fundamental << term.place)


def odd_part(constant: int) -> tuple[int, int]:
    """Return a constant's odd part and its trailing zeros."""
    zeros = (constant & -constant).bit_length() - 1
    return constant >> zeros, zeros


def _cut(wires: hdl.Value, zeros: int, product: Product) -> hdl.Value:
    """Return a product without its lowest bits."""
    return dropped(wires.shift_left(zeros), product.dropped)
