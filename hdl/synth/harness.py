"""A machine behind six pins, so that it can be placed on an FPGA that has fewer pins than it bits.

Inputs are shifted in and results out, a bit a cycle; between pins and machine there is nothing but
registers, and what the machine shows ends in one a bit, so every path that counts is the machine's
own.
"""

from __future__ import annotations

from typing import Any

from amaranth.back import rtlil
from amaranth.hdl import Module, Mux, Signal
from amaranth.lib import wiring
from amaranth.lib.wiring import In, Out

from dataflow.design import Design
from hdl.machine import Machine, layout
from hdl.parts.family import Family

TOP = "harness"
"""The name of the module."""


class Harness(wiring.Component):
    """A `Machine` with its streams on shift registers.

    Members
    -------
    shift_in, valid, ready, load : In
    shift_out, taken : Out
    """

    def __init__(self, design: Design) -> None:
        self.design = design
        super().__init__(
            {
                "shift_in": In(1), "valid": In(1), "ready": In(1), "load": In(1),
                "shift_out": Out(1), "taken": Out(1),
            }
        )  # fmt: skip

    def elaborate(self, platform: Any) -> Module:
        """Put registers on both sides."""
        m = Module()
        m.submodules.machine = machine = Machine(self.design)
        given = Signal(layout(self.design.inputs).size, name="given", reset_less=True)
        results = Signal(layout(self.design.outputs).size, name="results", reset_less=True)
        valid, ready, load = (Signal(name=f"{name}_held") for name in ("valid", "ready", "load"))
        taken = Signal(name="taken_held")
        shown = Signal(name="shown_held")
        offered = Signal.like(results, name="offered_held", reset_less=True)
        loads = Signal(name="loads_held")
        m.d.sync += [
            valid.eq(self.valid),
            ready.eq(self.ready),
            load.eq(self.load),
            given.eq((given << 1) | self.shift_in),
            taken.eq(machine.i.ready),
            offered.eq(machine.o.payload.as_value()),
            loads.eq(load & machine.o.valid),
            results.eq(Mux(loads, offered, results >> 1)),
            shown.eq(results[0]),
        ]
        m.d.comb += [
            machine.i.valid.eq(valid),
            machine.i.payload.as_value().eq(given),
            machine.o.ready.eq(ready),
            self.shift_out.eq(shown),
            self.taken.eq(taken),
        ]
        return m


def harness_netlist(design: Design, blocks: Family | None = Family.ECP5) -> str:
    """Return a machine and its harness in RTLIL, of a family's own multiplier blocks."""
    return str(rtlil.convert(Harness(design), name=TOP, platform=blocks, emit_src=False))
