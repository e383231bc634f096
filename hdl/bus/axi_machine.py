"""A machine on AXI: sets in packets of AXI4-Stream, registers on AXI4-Lite."""

from __future__ import annotations

from typing import Any

from amaranth.hdl import ClockDomain, Module
from amaranth.lib import wiring
from amaranth.lib.wiring import In, Out

from hdl.bus.axi import lite_signature, stream_signature
from hdl.bus.axi_plan import COUNTED, COUNTERS, VALUES, AxiPlan
from hdl.bus.packing import Gather, Scatter
from hdl.bus.registers import ADDRESS_BITS, Registers
from hdl.machine import Machine
from hdl.payloads import bits


class AxiMachine(wiring.Component):
    """A machine with an AXI4-Stream in and out and AXI4-Lite registers, on one clock.

    A packet holds a set: its fields one after the other, the first in the lowest bits of the first
    beat. Inputs that the plan holds in registers are not in it: a set has what the registers have
    when it is taken.

    Members
    -------
    aclk, aresetn : In
        The clock, and its reset, active low.
    s_axis, m_axis : AXI4-Stream
    s_axil : AXI4-Lite, 32 bits
    """

    def __init__(self, plan: AxiPlan) -> None:
        self.plan = plan
        super().__init__(
            {
                "aclk": In(1),
                "aresetn": In(1),
                "s_axis": In(stream_signature(plan.beats_in)),
                "m_axis": Out(stream_signature(plan.beats_out)),
                "s_axil": In(lite_signature(ADDRESS_BITS)),
            }
        )

    def elaborate(self, platform: Any) -> Module:
        """Join machine, packets and registers."""
        m = Module()
        m.domains.sync = clock = ClockDomain()
        m.d.comb += [clock.clk.eq(self.aclk), clock.rst.eq(~self.aresetn)]
        plan, design = self.plan, self.plan.design
        m.submodules.machine = machine = Machine(design)
        m.submodules.gather = gather = Gather(bits(plan.streamed), plan.beats_in)
        m.submodules.scatter = scatter = Scatter(bits(design.outputs), plan.beats_out)
        m.submodules.registers = registers = Registers(
            plan.constants, len(COUNTED), COUNTERS, len(plan.held), VALUES
        )
        wiring.connect(m, wiring.flipped(self.s_axis), gather.i)
        wiring.connect(m, scatter.o, wiring.flipped(self.m_axis))
        wiring.connect(m, wiring.flipped(self.s_axil), registers.bus)
        m.d.comb += [
            machine.i.valid.eq(gather.o.valid),
            gather.o.ready.eq(machine.i.ready),
            scatter.i.valid.eq(machine.o.valid),
            machine.o.ready.eq(scatter.i.ready),
            scatter.i.payload.eq(machine.o.payload.as_value()),
            registers.events[0].eq(machine.i.valid & machine.i.ready),
            registers.events[1].eq(machine.o.valid & machine.o.ready),
            registers.events[2].eq(gather.malformed),
        ]
        place = 0
        for port in plan.streamed:
            field = machine.i.payload[port.name].as_value()
            m.d.comb += field.eq(gather.o.payload[place : place + port.format.width])
            place += port.format.width
        for k, port in enumerate(plan.held):
            field = machine.i.payload[port.name].as_value()
            m.d.comb += field.eq(registers.values[32 * k : 32 * k + port.format.width])
        return m
