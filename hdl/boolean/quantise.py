"""An input port as the number of a cell, and as a word of a table."""

from __future__ import annotations

from typing import Any

from amaranth.hdl import Cat, Const, Module, Mux, Signal, signed
from amaranth.lib import wiring
from amaranth.lib.wiring import In, Out

from dataflow.boolean.quantiser import InputCode, Quantiser
from dataflow.numbers.formats import signed_digits


class Quantise(wiring.Component):
    """The cell that an input lies in, as `dataflow.boolean.quantiser.Quantiser` says.

    Combinational: wiring, a comparison with the range's ends, and adders where its scale is no
    power of two.

    Members
    -------
    i : In, the port's integer
    o : Out, unsigned, the cell
    """

    def __init__(self, quantiser: Quantiser) -> None:
        self.quantiser = quantiser
        width = quantiser.word.port.format.width
        super().__init__({"i": In(signed(width)), "o": Out(max(1, quantiser.bits))})

    def elaborate(self, platform: Any) -> Module:
        """Scale, drop, saturate."""
        m = Module()
        quantiser = self.quantiser
        offset = self.i - quantiser.middle
        scaled = Const(0)
        for sign, place in signed_digits(quantiser.factor):
            shifted = offset << place
            scaled = scaled + shifted if sign > 0 else scaled - shifted
        number = scaled.shift_right(quantiser.shift)  # without the copies of its sign
        half = 1 << quantiser.bits >> 1
        wide = Signal(signed(len(number)))
        m.d.comb += wide.eq(number)
        if quantiser.word.turns:
            kept = wide  # an angle fills its port
        else:
            kept = Mux(wide < -half, -half, Mux(wide >= half, half - 1, wide))
        m.d.comb += self.o.eq(kept + half)
        return m


def word_bits(cell: Any, bits: int, width: int, code: InputCode, *, even: bool) -> list[Any]:
    """Return a term's input bits from a cell's number, the highest first.

    Parameters
    ----------
    cell
        The number, of `bits` bits.
    width, code, even
        Bits of the term's word, its code, and whether the term is even in it.
    """
    if width == 0:
        return []
    upper = [cell[place] for place in range(bits - 1, bits - 1 - width, -1)]
    first, *others = upper
    if code is InputCode.GRAY:
        written = [first, *(a ^ b for a, b in zip(upper, others, strict=False))]
    elif even:
        written = [first, *(~first ^ bit for bit in others)]
    else:
        written = upper
    return written[even:]


def pattern(words: list[list[Any]]) -> Any:
    """Return the words' bits as a pattern, the first word's in the upper bits."""
    return Cat(*reversed([bit for word in words for bit in word]))
