"""Registers of an ECP5 that no tool makes one of: copies, each near to what reads it.

Of registers that are written from the same wires Yosys leaves one, and what it feeds may be all
over the chip; so these are instantiated. Yosys's ``ecp5/cells_ff.vh`` models them for
simulators.
"""

from __future__ import annotations

from typing import Any

from amaranth.hdl import ClockSignal, Instance, Module, ResetSignal, Signal


def own_register(m: Module, name: str, wires: Any) -> Signal:
    """Add a register without a reset for signed wires, and return what it holds."""
    held = Signal.like(wires, name=name)
    for place, bit in enumerate(wires):
        m.submodules[f"{name}_{place}"] = Instance(
            "FD1S3AX", p_GSR="DISABLED", i_D=bit, i_CK=ClockSignal(), o_Q=held[place]
        )
    return held


def own_register_from(m: Module, name: str, wires: Any, init: int) -> Signal:
    """Add a register that a reset sets to ``init``, and return what it holds."""
    held = Signal.like(wires, name=name)
    for place, bit in enumerate(wires):
        cell, reset = ("FD1S3JX", "i_PD") if init >> place & 1 else ("FD1S3IX", "i_CD")
        m.submodules[f"{name}_{place}"] = Instance(
            cell,
            p_GSR="DISABLED",
            i_D=bit,
            i_CK=ClockSignal(),
            o_Q=held[place],
            **{reset: ResetSignal()},
        )
    return held
