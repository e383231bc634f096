"""Gowin's multiplier block with its own registers: none of a product's stands in the fabric.

Yosys infers MULT18X18 with its registers off, so it is instantiated with them on: at both operands,
behind the product (the pipeline's) and at the output (Gowin UG287, MULT18X18).
`gowin_multiplier.v` is a model of it for simulators.
"""

from __future__ import annotations

from typing import Any

from amaranth.hdl import ClockSignal, Const, Instance, Module, Signal, signed

BITS = 18
"""Of an operand, at most."""


def gowin_block(m: Module, a: Any, b: Any, latency: int) -> Any:
    """Add a block and return the signed product, ``latency`` cycles later; see ECP5's."""
    product = Signal(signed(2 * BITS), name="product")
    wide = [Signal(signed(BITS), name=f"{name}_{BITS}") for name in ("a", "b")]
    m.d.comb += [wire.eq(operand) for wire, operand in zip(wide, (a, b), strict=True)]
    held = int(latency > 1)
    m.submodules.block = Instance(
        "MULT18X18",
        p_AREG=held, p_BREG=held, p_PIPE_REG=int(latency > 2), p_OUT_REG=1,
        p_ASIGN_REG=0, p_BSIGN_REG=0, p_SOA_REG=0, p_MULT_RESET_MODE="SYNC",
        i_A=wide[0], i_B=wide[1], i_SIA=Const(0, BITS), i_SIB=Const(0, BITS),
        i_ASIGN=Const(1), i_BSIGN=Const(1), i_ASEL=Const(0), i_BSEL=Const(0),
        i_CE=Const(1), i_CLK=ClockSignal(), i_RESET=Const(0),
        o_DOUT=product,
    )  # fmt: skip
    return product
