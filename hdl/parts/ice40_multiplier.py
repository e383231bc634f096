"""iCE40's multiplier block with its own registers: none of a product's stands in the fabric.

SB_MAC16 is instantiated (Lattice TN1295): signed, 16 by 16 bits, with the registers at its
operands, between its four partial products and their sum (the pipeline's) and behind the sum.
Inferring it goes wrong: Yosys 0.70's ``ice40_dsp`` ties low bits of a product to nought where the
cut leaves them unread, and tells it by a warning of a driver conflict alone.
"""

from __future__ import annotations

from typing import Any

from amaranth.hdl import ClockSignal, Const, Instance, Module, Signal, signed

BITS = 16
"""Of an operand, at most."""

_PRODUCT = 3
"""What the output shows: the registered product of all 16 bits."""


def ice40_block(m: Module, a: Any, b: Any, latency: int) -> Any:
    """Add a block and return the signed product, ``latency`` cycles later; see ECP5's."""
    product = Signal(signed(2 * BITS), name="product")
    wide = [Signal(signed(BITS), name=f"{name}_{BITS}") for name in ("a", "b")]
    m.d.comb += [wire.eq(operand) for wire, operand in zip(wide, (a, b), strict=True)]
    held, between = int(latency > 1), int(latency > 2)
    m.submodules.block = Instance(
        "SB_MAC16",
        p_A_REG=held, p_B_REG=held, p_A_SIGNED=1, p_B_SIGNED=1,
        p_TOP_8x8_MULT_REG=between, p_BOT_8x8_MULT_REG=between, p_PIPELINE_16x16_MULT_REG1=between,
        p_PIPELINE_16x16_MULT_REG2=1,
        p_TOPOUTPUT_SELECT=_PRODUCT, p_BOTOUTPUT_SELECT=_PRODUCT,
        i_A=wide[0], i_B=wide[1], i_C=Const(0, BITS), i_D=Const(0, BITS),
        i_CLK=ClockSignal(), i_CE=Const(1),
        **{f"i_{name}": Const(0) for name in _IDLE},
        o_O=product,
    )  # fmt: skip
    return product


_IDLE = (
    "AHOLD", "BHOLD", "CHOLD", "DHOLD", "IRSTTOP", "IRSTBOT", "ORSTTOP", "ORSTBOT", "OLOADTOP",
    "OLOADBOT", "ADDSUBTOP", "ADDSUBBOT", "OHOLDTOP", "OHOLDBOT", "CI", "ACCUMCI", "SIGNEXTIN",
)  # fmt: skip
"""Inputs of what a product alone leaves unused."""
