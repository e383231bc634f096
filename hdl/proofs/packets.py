"""That packets of AXI4-Stream become the sets that they hold, and sets such packets."""

from __future__ import annotations

from typing import Any

from amaranth.hdl import Array, Cat, Const, Module, Mux, Signal
from amaranth.lib import stream, wiring
from amaranth.lib.wiring import In, Out

from hdl.bus.axi import stream_signature
from hdl.bus.packing import Gather, Scatter, beats


class GatherObserver(wiring.Component):
    """`Gather` between a sender and a receiver that may do anything in any cycle, and an observer.

    The observer writes each beat at its place in a packet. ``bad`` is high if a set is shown that
    no packet of the right length brought, or another than it brought, or none though one did and
    was not taken; if a packet of another length is not told in the next cycle, or one is told that
    was none; if a beat is refused though no set is in its way; and in every state outside the
    invariant: the part's register holds the beats of the packet so far, at its end.

    Attributes
    ----------
    inside
        As of `hdl.proofs.order.OrderObserver`.
    """

    def __init__(self, set_bits: int, beat_bits: int) -> None:
        self.set_bits, self.beat_bits = set_bits, beat_bits
        self.count = beats(set_bits, beat_bits)
        self.inside = {"part.held": "held", "part.place": "place"}
        super().__init__(
            {
                "i": In(stream_signature(beat_bits)), "ready": In(1), "bad": Out(1),
                "held": In(self.count * beat_bits), "place": In(range(self.count + 1)),
            }
        )  # fmt: skip

    def part(self) -> wiring.Component:
        """Return what is watched."""
        return Gather(self.set_bits, self.beat_bits)

    def elaborate(self, platform: Any) -> Module:
        """Keep a packet's beats by their places, and what a whole one held."""
        m = Module()
        m.submodules.part = part = self.part()
        wiring.connect(m, wiring.flipped(self.i), part.i)
        m.d.comb += part.o.ready.eq(self.ready)
        count, width = self.count, self.beat_bits
        words = Array(Signal(width, name=f"beat_{k}") for k in range(count))
        length, waits, told = Signal(range(count + 1)), Signal(), Signal()
        expected = Signal(count * width)
        taken = self.i.tvalid & part.i.tready
        ends = taken & self.i.tlast
        whole = ends & (length == count - 1)
        with m.If(taken & (length < count)):
            m.d.sync += words[length].eq(self.i.tdata)
        with m.If(whole):
            m.d.sync += expected.eq(Cat(*list(words)[:-1], self.i.tdata))
        m.d.sync += [
            length.eq(Mux(ends, 0, Mux(taken & (length < count), length + 1, length))),
            waits.eq(whole | (waits & ~self.ready)),
            told.eq(ends & ~whole),
        ]
        faults = [
            part.o.valid != waits,
            waits & (part.o.payload != expected[: self.set_bits]),
            part.malformed != told,
            part.i.tready != (~waits | self.ready),
            self.place != length,
            length > count,
            waits & (self.held != expected),
            waits & (length != 0),
            *(
                (length == k) & (self.held[(count - k) * width :] != Cat(*list(words)[:k]))
                for k in range(1, count)
            ),
        ]
        m.d.comb += self.bad.eq(Cat(*faults).any())
        return m


class ScatterObserver(wiring.Component):
    """`Scatter` likewise: each set that it takes, beat by beat, TLAST on the last alone.

    ``bad`` is high if a beat is shown that is not the next of the set taken, zeros beyond it, or
    none though some are left; if TLAST is elsewhere than on a set's last; if a set is refused
    though no beat but one that leaves is in its way; and outside the invariant.

    Attributes
    ----------
    inside
        As of `hdl.proofs.order.OrderObserver`.
    """

    def __init__(self, set_bits: int, beat_bits: int) -> None:
        self.set_bits, self.beat_bits = set_bits, beat_bits
        self.count = beats(set_bits, beat_bits)
        self.inside = {"part.held": "held", "part.left": "left"}
        super().__init__(
            {
                "i": In(stream.Signature(set_bits)), "tready": In(1), "bad": Out(1),
                "held": In(self.count * beat_bits), "left": In(range(self.count + 1)),
            }
        )  # fmt: skip

    def part(self) -> wiring.Component:
        """Return what is watched."""
        return Scatter(self.set_bits, self.beat_bits)

    def elaborate(self, platform: Any) -> Module:
        """Keep the set taken and how many of its beats have left."""
        m = Module()
        m.submodules.part = part = self.part()
        wiring.connect(m, wiring.flipped(self.i), part.i)
        m.d.comb += part.o.tready.eq(self.tready)
        count, width = self.count, self.beat_bits
        given, sent, busy = Signal(self.set_bits), Signal(range(count + 1)), Signal()
        padded = Cat(given, Const(0, count * width - self.set_bits))
        parts = Array(padded[k * width : (k + 1) * width] for k in range(count))
        last = sent == count - 1
        leaves = busy & self.tready
        taken = self.i.valid & (~busy | (leaves & last))
        m.d.sync += [
            given.eq(Mux(taken, self.i.payload, given)),
            sent.eq(Mux(taken, 0, sent + leaves)),
            busy.eq(taken | (busy & ~(leaves & last))),
        ]
        faults = [
            part.i.ready != (~busy | (leaves & last)),
            part.o.tvalid != busy,
            busy & (part.o.tdata != parts[sent]),
            busy & (part.o.tlast != last),
            busy & (sent >= count),
            self.left != Mux(busy, count - sent, 0),
            *(
                busy & (sent == k) & (self.held[: (count - k) * width] != padded[k * width :])
                for k in range(count)
            ),
        ]
        m.d.comb += self.bad.eq(Cat(*faults).any())
        return m
