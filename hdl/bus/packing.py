"""Sets packed into beats: as many as their bits need, the lowest bits first."""

from __future__ import annotations

from typing import Any

from amaranth.hdl import Cat, Module, Mux, Signal
from amaranth.lib import stream, wiring
from amaranth.lib.wiring import In, Out

from hdl.bus.axi import stream_signature


def beats(set_bits: int, beat_bits: int) -> int:
    """Return how many beats a set takes."""
    return max(1, -(-set_bits // beat_bits))


class Gather(wiring.Component):
    """Sets from packets of beats.

    A packet ends with TLAST. One of another length than a set has is dropped whole, and told by
    ``malformed`` for one cycle: no set is ever made of two packets. Bits beyond the set's in the
    last beat are ignored. With a consumer that waits for nobody a beat is taken in every cycle;
    a set is offered in the cycle after its last beat.

    Members
    -------
    i : In, AXI4-Stream
    o : Out, stream of ``set_bits`` bits
    malformed : Out
    """

    def __init__(self, set_bits: int, beat_bits: int) -> None:
        self.set_bits, self.beat_bits = set_bits, beat_bits
        super().__init__(
            {
                "i": In(stream_signature(beat_bits)),
                "o": Out(stream.Signature(set_bits)),
                "malformed": Out(1),
            }
        )

    def elaborate(self, platform: Any) -> Module:
        """Shift beats in from above, so that the first ends up lowest."""
        m = Module()
        count = beats(self.set_bits, self.beat_bits)
        held = Signal(count * self.beat_bits, reset_less=True)
        place = Signal(range(count + 1))
        full, wrong = Signal(), Signal()
        taken = self.i.tvalid & self.i.tready
        complete = place == count - 1
        ends = taken & self.i.tlast
        m.d.comb += [
            self.i.tready.eq(~full | self.o.ready),
            self.o.valid.eq(full),
            self.o.payload.eq(held[: self.set_bits]),
            self.malformed.eq(wrong),
        ]
        m.d.sync += [
            full.eq(Mux(full & ~self.o.ready, 1, ends & complete)),
            wrong.eq(ends & ~complete),
            # It stays beyond the last place in a packet that is too long.
            place.eq(Mux(ends, 0, Mux(taken & (place != count), place + 1, place))),
            held.eq(Mux(taken, Cat(held, self.i.tdata)[self.beat_bits :], held)),
        ]
        return m


class Scatter(wiring.Component):
    """Packets of beats from sets; TLAST is on each packet's last.

    Bits beyond the set's in the last beat are zero. The first beat is offered in the cycle after
    the set was taken; a consumer that waits for nobody gets one in every cycle.

    Members
    -------
    i : In, stream of ``set_bits`` bits
    o : Out, AXI4-Stream
    """

    def __init__(self, set_bits: int, beat_bits: int) -> None:
        self.set_bits, self.beat_bits = set_bits, beat_bits
        super().__init__(
            {"i": In(stream.Signature(set_bits)), "o": Out(stream_signature(beat_bits))}
        )

    def elaborate(self, platform: Any) -> Module:
        """Shift a set down beat by beat."""
        m = Module()
        count = beats(self.set_bits, self.beat_bits)
        held = Signal(count * self.beat_bits, reset_less=True)
        left = Signal(range(count + 1))  # beats that are still to be offered
        sent = self.o.tvalid & self.o.tready
        taken = self.i.valid & self.i.ready
        m.d.comb += [
            self.o.tvalid.eq(left != 0),
            self.o.tlast.eq(left == 1),
            self.o.tdata.eq(held[: self.beat_bits]),
            self.i.ready.eq((left == 0) | ((left == 1) & self.o.tready)),
        ]
        m.d.sync += [
            left.eq(Mux(taken, count, left - sent)),
            held.eq(Mux(taken, self.i.payload, Mux(sent, held >> self.beat_bits, held))),
        ]
        return m
