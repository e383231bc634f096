"""That registers on AXI4-Lite answer every request once, with what was last written."""

from __future__ import annotations

from typing import Any

from amaranth.hdl import Cat, Module, Mux, Signal
from amaranth.lib import wiring
from amaranth.lib.wiring import In, Out

from hdl.bus.axi import Response, lite_signature
from hdl.bus.registers import ADDRESS_BITS, Registers

CONSTANT, WORD, COUNTER, WRITABLE = 0x000, 0x5451_464C, 0x040, 0x800
"""The registers: a word at the first address, a counter, and one that is written."""


class AnswersObserver(wiring.Component):
    """`Registers`, a master that may do anything in any cycle, and an observer.

    ``bad`` is high if an answer is shown that nobody waits for, or none while somebody waits: each
    request is answered in the cycle after it was taken, once. It is high if an answer waits and
    changes; if a read's is not the word that stood there when it was taken, or tells OKAY where
    nothing stands; if a write's is OKAY and the register does not have the word, or other than
    OKAY and it does; and if a request waits although no answer is in its way. Induction shows that
    it never is.

    Attributes
    ----------
    inside
        As of `hdl.proofs.order.OrderObserver`.
    """

    def __init__(self) -> None:
        self.inside = {"registers.count_0": "counted"}
        super().__init__(
            {
                "bus": In(lite_signature(ADDRESS_BITS)), "event": In(1), "counted": In(32),
                "bad": Out(1),
            }
        )  # fmt: skip

    def elaborate(self, platform: Any) -> Module:
        """Watch both ways."""
        m = Module()
        m.submodules.registers = registers = self.registers()
        wiring.connect(m, wiring.flipped(self.bus), registers.bus)
        m.d.comb += registers.events.eq(self.event)
        held = self._held(m)
        faults = [*self._reads(m, held), *self._writes(m), registers.values != held]
        m.d.comb += self.bad.eq(Cat(*faults).any())
        return m

    def registers(self) -> Registers:
        """Return what is watched."""
        return Registers({CONSTANT: WORD}, 1, COUNTER, 1, WRITABLE)

    def _reads(self, m: Module, held: Any) -> list[Any]:
        """Return what may go wrong with reads."""
        bus = self.bus
        asked, answered = bus.arvalid & bus.arready, bus.rvalid & bus.rready
        count = Signal(32)
        m.d.sync += count.eq(count + self.event)
        word, known = Signal(32), Signal()
        here = {at: bus.araddr[2:] == at // 4 for at in (CONSTANT, COUNTER, WRITABLE)}
        stands = Mux(here[CONSTANT], WORD, Mux(here[COUNTER], count, held))
        waits = Signal()
        m.d.sync += [
            word.eq(Mux(asked, stands, word)),
            known.eq(Mux(asked, Cat(*here.values()).any(), known)),
            waits.eq(asked | (waits & ~answered)),
        ]
        return [
            self.counted != count,
            bus.rvalid != waits,
            waits & known & ((bus.rdata != word) | (bus.rresp != Response.OKAY)),
            waits & ~known & (bus.rresp == Response.OKAY),
            bus.arvalid & ~bus.arready & ~(bus.rvalid & ~bus.rready),
        ]

    def _held(self, m: Module) -> Any:
        """Return what was last written."""
        bus = self.bus
        held = Signal(32)
        taken = bus.awvalid & bus.awready & (bus.awaddr[2:] == WRITABLE // 4) & bus.wstrb.all()
        m.d.sync += held.eq(Mux(taken, bus.wdata, held))
        return held

    def _writes(self, m: Module) -> list[Any]:
        """Return what may go wrong with writes."""
        bus = self.bus
        asked, answered = bus.awvalid & bus.awready, bus.bvalid & bus.bready
        is_right, waits = Signal(), Signal()
        fits = (bus.awaddr[2:] == WRITABLE // 4) & bus.wstrb.all()
        m.d.sync += [
            is_right.eq(Mux(asked, fits, is_right)),
            waits.eq(asked | (waits & ~answered)),
        ]
        return [
            asked != (bus.wvalid & bus.wready),
            bus.bvalid != waits,
            waits & ((bus.bresp == Response.OKAY) != is_right),
            bus.awvalid & bus.wvalid & ~asked & ~(bus.bvalid & ~bus.bready),
        ]
