"""Registers on AXI4-Lite: what the machine is, what it has counted, and inputs that are held."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from amaranth.hdl import Cat, Const, Module, Mux, Signal, Value
from amaranth.lib import wiring
from amaranth.lib.wiring import In, Out

from hdl.bus.axi import Response, lite_signature

ADDRESS_BITS = 12
"""4 KiB, the least that a system gives a peripheral."""


class Registers(wiring.Component):
    """A file of 32-bit registers; one request at a time each way, answered in the next cycle.

    A write needs all four byte strobes and the address of a writable register; a read any
    register's. Others are answered SLVERR and change nothing. Addresses are of bytes; the lowest
    two bits are ignored.

    Parameters
    ----------
    constants
        Words by address.
    counters
        How many there are, from ``counters_at`` on: each counts the cycles in which its bit of
        ``events`` is high, modulo 2**32.
    writable
        How many there are, from ``writable_at`` on: each is zero from reset until it is written.

    Members
    -------
    bus : In, AXI4-Lite
    events : In, one bit a counter
    values : Out, 32 bits a writable register, the first in the lowest
    """

    def __init__(
        self,
        constants: Mapping[int, int],
        counters: int,
        counters_at: int,
        writable: int,
        writable_at: int,
    ) -> None:
        self.constants, self.counters, self.writable = dict(constants), counters, writable
        self.counters_at, self.writable_at = counters_at, writable_at
        super().__init__(
            {
                "bus": In(lite_signature(ADDRESS_BITS)),
                "events": In(counters),
                "values": Out(32 * writable),
            }
        )

    def elaborate(self, platform: Any) -> Module:
        """Answer reads and writes."""
        m = Module()
        counts = [Signal(32, name=f"count_{k}") for k in range(self.counters)]
        held = [Signal(32, name=f"held_{k}") for k in range(self.writable)]
        for k, count in enumerate(counts):
            m.d.sync += count.eq(count + self.events[k])
        m.d.comb += self.values.eq(Cat(*held))
        self._read(m, counts, held)
        self._write(m, held)
        return m

    def _read(self, m: Module, counts: list[Signal], held: list[Signal]) -> None:
        bus = self.bus
        words: dict[int, Any] = {at: Const(word, 32) for at, word in self.constants.items()}
        words |= {self.counters_at + 4 * k: count for k, count in enumerate(counts)}
        words |= {self.writable_at + 4 * k: word for k, word in enumerate(held)}
        word, known = Const(0, 32), Const(0, 1)
        for at, each in words.items():
            here = bus.araddr[2:] == at // 4
            word = word | Mux(here, Value.cast(each), 0)
            known = known | here
        asked = bus.arvalid & bus.arready
        m.d.comb += bus.arready.eq(~bus.rvalid | bus.rready)
        m.d.sync += [
            bus.rvalid.eq(asked | (bus.rvalid & ~bus.rready)),
            bus.rdata.eq(Mux(asked, word, bus.rdata)),
            bus.rresp.eq(Mux(asked, Mux(known, Response.OKAY, Response.SLVERR), bus.rresp)),
        ]

    def _write(self, m: Module, held: list[Signal]) -> None:
        bus = self.bus
        free = ~bus.bvalid | bus.bready
        asked = bus.awvalid & bus.wvalid & free
        known = Const(0, 1)
        for k, register in enumerate(held):
            here = (bus.awaddr[2:] == self.writable_at // 4 + k) & bus.wstrb.all()
            known = known | here
            m.d.sync += register.eq(Mux(asked & here, bus.wdata, register))
        m.d.comb += [bus.awready.eq(asked), bus.wready.eq(asked)]
        m.d.sync += [
            bus.bvalid.eq(asked | (bus.bvalid & ~bus.bready)),
            bus.bresp.eq(Mux(asked, Mux(known, Response.OKAY, Response.SLVERR), bus.bresp)),
        ]
