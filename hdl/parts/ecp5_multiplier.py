"""ECP5's multiplier block with its own registers: none of a product's stands in the fabric.

The open flow packs no registers into the block, so it is instantiated: MULT18X18D, signed, with the
registers at its operands, behind the product (the pipeline's) and at its output on one clock.
`ecp5_multiplier.v` is a model of it for simulators.
"""

from __future__ import annotations

from typing import Any

from amaranth.hdl import Cat, ClockSignal, Const, Instance, Module, Signal, signed

BITS = 18
"""Of an operand, at most."""


def multiplier_block(m: Module, a: Any, b: Any, latency: int) -> Any:
    """Add a block and return the signed product, ``latency`` cycles later.

    Of its three registers the one behind the product goes first, then those at the operands.
    """
    product = Signal(signed(2 * BITS), name="product")
    held, piped = latency > 1, latency > 2
    clocks = {"INPUTA": held, "INPUTB": held, "PIPELINE": piped, "OUTPUT": True}
    registers = {f"p_REG_{name}_CLK": "CLK0" for name, used in clocks.items() if used}
    ports: dict[str, Any] = {}
    for name, operand in (("A", a), ("B", b)):
        wide = Signal(signed(BITS), name=f"{name.lower()}_{BITS}")
        m.d.comb += wide.eq(operand)
        ports |= {f"i_{name}{k}": wide[k] for k in range(BITS)}
        ports |= {f"i_SIGNED{name}": Const(1), f"i_SOURCE{name}": Const(0)}
    outputs = [Signal(name=f"p{k}") for k in range(2 * BITS)]
    ports |= {f"o_P{k}": wire for k, wire in enumerate(outputs)}
    m.submodules.block = Instance(
        "MULT18X18D",
        i_CLK0=ClockSignal(),
        i_CE0=Const(1),
        i_RST0=Const(0),
        **registers,
        **ports,
    )
    m.d.comb += product.eq(Cat(*outputs))
    return product
