"""A pipelined signed multiplier, registered as an FPGA's multiplier block is."""

from __future__ import annotations

from typing import Any

from amaranth.hdl import Module, Signal, signed
from amaranth.lib import wiring
from amaranth.lib.wiring import In, Out

from hdl.parts.fixed import dropped

LATENCY = 3
"""Cycles: a register at the operands, one behind the product, one at the output."""


class Multiplier(wiring.Component):
    """``o`` is ``a * b`` without its lowest ``dropped`` bits, `LATENCY` cycles later.

    A new pair may enter every cycle.

    Parameters
    ----------
    a_width, b_width
        Bits of the signed operands.
    dropped
        Low bits of the product that the output leaves out: truncation towards minus infinity.
    o_width
        Bits of the output; the higher ones must be known to repeat the sign.

    Members
    -------
    a, b : In
    o : Out
    """

    def __init__(self, a_width: int, b_width: int, dropped: int, o_width: int) -> None:
        self.dropped = dropped
        super().__init__(
            {
                "a": In(signed(a_width)),
                "b": In(signed(b_width)),
                "o": Out(signed(o_width)),
            }
        )

    def elaborate(self, platform: Any) -> Module:
        """Put three registers in a row."""
        m = Module()
        a, b = (Signal.like(port, reset_less=True) for port in (self.a, self.b))
        product = Signal(signed(len(a) + len(b)), reset_less=True)
        output = Signal.like(self.o, reset_less=True)
        m.d.sync += [
            a.eq(self.a),
            b.eq(self.b),
            product.eq(a * b),
            output.eq(dropped(product, self.dropped)),
        ]
        m.d.comb += self.o.eq(output)
        return m
