"""That a frame which goes in comes out, and that no burst of wrong bits does."""

from __future__ import annotations

from typing import Any

from amaranth.hdl import Module, Mux, Signal
from amaranth.lib import wiring
from amaranth.lib.wiring import In, Out

from hdl.serial.frames import END, Frame
from hdl.serial.framing import TAG_BITS, Deframer, Framer

FRAME = Frame(8, 0x1234_5678)
"""Sets of a byte: nine bytes of content, with tag and checksum."""

CYCLES = 2 * FRAME.content_bytes + 9
"""From reset until a frame has come out for sure: a zero takes a cycle more than other bytes."""


class FramingObserver(wiring.Component):
    """A `Framer` and a `Deframer` with a line between, one frame of any content, and an observer.

    The environment chooses tag and set, and, with ``disturbed``, which one byte of the line's data
    is changed (``hit``), and to what (``flips``); bytes that say where zeros stand, and ends, are
    left alone: with others, a frame is another one. ``bad`` is high if what comes out is not what
    went in; without ``disturbed`` also if nothing has come out in time, and with it if anything
    comes out.
    """

    def __init__(self, *, disturbed: bool) -> None:
        self.disturbed = disturbed
        super().__init__(
            {
                "content": In(TAG_BITS + FRAME.set_bits), "hit": In(1), "flips": In(8),
                "bad": Out(1),
            }
        )  # fmt: skip

    def elaborate(self, platform: Any) -> Module:
        """Send one frame."""
        m = Module()
        m.submodules.framer = framer = self.framer()
        m.submodules.deframer = deframer = self.deframer()
        sent, given = Signal(), Signal(TAG_BITS + FRAME.set_bits)
        begins = framer.i.ready & ~sent
        flips, struck = self._disturbance(m, framer)
        m.d.sync += [sent.eq(sent | begins), given.eq(Mux(begins, self.content, given))]
        m.d.comb += [
            framer.i.valid.eq(~sent),
            framer.i.payload.eq(self.content),
            framer.o.ready.eq(1),
            deframer.byte.eq(framer.o.payload ^ (flips if self.disturbed else 0)),
            deframer.valid.eq(framer.o.valid),
            deframer.o.ready.eq(0),  # it stays to be seen
        ]
        came = deframer.o.valid
        if self.disturbed:
            m.d.comb += self.bad.eq(came & struck)
        else:
            cycle = Signal(range(CYCLES + 1))
            m.d.sync += cycle.eq(Mux(cycle == CYCLES, cycle, cycle + 1))
            late = (cycle == CYCLES) & ~came
            m.d.comb += self.bad.eq((came & (deframer.o.payload != given)) | late)
        return m

    def framer(self) -> Framer:
        """Return what writes."""
        return Framer(FRAME)

    def deframer(self) -> Deframer:
        """Return what reads."""
        return Deframer(FRAME)

    def _disturbance(self, m: Module, framer: Framer) -> tuple[Any, Any]:
        """Return the bits that are wrong in what is on the line, and whether some were before."""
        byte, left, struck = framer.o.payload, Signal(8), Signal()
        block = Mux(left == 0, byte, left) - 1  # bytes that are still to come of it
        m.d.sync += left.eq(Mux(framer.o.valid, Mux(byte == END, 0, block), left))
        is_data = framer.o.valid & (left != 0) & (byte != END)
        strikes = self.hit & is_data & ~struck & (self.flips != 0) & (self.flips != byte)
        m.d.sync += struck.eq(struck | strikes)
        return Mux(strikes, self.flips, 0), struck
