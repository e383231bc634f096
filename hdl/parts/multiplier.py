"""A pipelined signed multiplier, registered as an FPGA's multiplier block is."""

from __future__ import annotations

from typing import Any

from amaranth.hdl import Module, Signal, signed
from amaranth.lib import wiring
from amaranth.lib.wiring import In, Out

from hdl.parts import ecp5_multiplier, gowin_multiplier, ice40_multiplier
from hdl.parts.family import INFERRING, Family
from hdl.parts.fixed import dropped

LATENCY = 3
"""Cycles: a register at the operands, one behind the product, one at the output."""

LATENCIES = (1, 2, LATENCY)
"""What can be built: with two cycles none stands behind the product, with one only the output's."""

_BLOCKS = {
    Family.ECP5: (ecp5_multiplier.multiplier_block, ecp5_multiplier.BITS),
    Family.GOWIN: (gowin_multiplier.gowin_block, gowin_multiplier.BITS),
    Family.ICE40: (ice40_multiplier.ice40_block, ice40_multiplier.BITS),
}
"""What puts a product into a family's block by name, and how many bits of an operand it takes."""


class Multiplier(wiring.Component):
    """``o`` is ``a * b`` without its lowest ``dropped`` bits, ``latency`` cycles later.

    A new pair may enter every cycle.

    Parameters
    ----------
    a_width, b_width
        Bits of the signed operands.
    dropped
        Low bits of the product that the output leaves out: truncation towards minus infinity.
    o_width
        Bits of the output; the higher ones must be known to repeat the sign.
    latency
        One of `LATENCIES`.

    Members
    -------
    a, b : In
    o : Out
    """

    def __init__(
        self, a_width: int, b_width: int, dropped: int, o_width: int, latency: int = LATENCY
    ) -> None:
        if latency not in LATENCIES:
            raise ValueError(f"a multiplier takes {LATENCIES} cycles, not {latency!r}")
        self.dropped, self.latency = dropped, latency
        super().__init__(
            {
                "a": In(signed(a_width)),
                "b": In(signed(b_width)),
                "o": Out(signed(o_width)),
            }
        )

    def elaborate(self, platform: Any) -> Module:
        """Put the registers in a row, a family's own where its block holds the operands."""
        m = Module()
        widest = max(len(self.a), len(self.b))
        block, bits = _BLOCKS.get(platform, (None, 0))
        if block is not None and widest <= bits:
            product = block(m, self.a, self.b, self.latency)
            m.d.comb += self.o.eq(dropped(product, self.dropped))
            return m
        a, b = (Signal.like(port, reset_less=True) for port in (self.a, self.b))
        product = Signal(signed(len(a) + len(b)), reset_less=True)
        # A block's own output register holds the whole product; simulators hold what is read.
        whole = platform in INFERRING
        output = Signal.like(product if whole else self.o, reset_less=True)
        before = m.d.sync if self.latency > 1 else m.d.comb
        behind = m.d.sync if self.latency > 2 else m.d.comb
        kept = product if whole else dropped(product, self.dropped)
        behind += product.eq(a * b)
        before += [a.eq(self.a), b.eq(self.b)]
        m.d.sync += output.eq(kept)
        m.d.comb += self.o.eq(dropped(output, self.dropped) if whole else output)
        return m
