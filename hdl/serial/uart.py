"""Bytes on a wire: eight data bits, the lowest first, no parity, one stop bit."""

from __future__ import annotations

from typing import Any

from amaranth.hdl import Cat, Module, Signal
from amaranth.lib import stream, wiring
from amaranth.lib.cdc import FFSynchronizer
from amaranth.lib.wiring import In, Out


class Receiver(wiring.Component):
    """Bytes from a wire, each sampled in the middle of its bits.

    A line cannot wait: ``valid`` is high for one cycle. A byte whose stop bit is missing is not
    given: ``broken`` tells it, and nothing is taken until the line has rested. A start bit that is
    gone by its middle is noise, and passed over.

    Members
    -------
    rx : In
    byte : Out, 8 bits
    valid, broken : Out
    """

    def __init__(self, cycles: int) -> None:
        self.cycles = cycles
        super().__init__({"rx": In(1), "byte": Out(8), "valid": Out(1), "broken": Out(1)})

    def elaborate(self, platform: Any) -> Module:
        """Count cycles from the start bit's edge."""
        m = Module()
        line = Signal(init=1)
        m.submodules.synchronizer = FFSynchronizer(self.rx, line, init=1)
        wait = Signal(range(self.cycles))
        place = Signal(range(8))
        middle = wait == 0
        m.d.sync += [wait.eq(wait - 1), self.valid.eq(0), self.broken.eq(0)]
        with m.If(middle):
            m.d.sync += wait.eq(self.cycles - 1)
        with m.FSM(name="receiver"):
            with m.State("REST"), m.If(~line):
                m.d.sync += wait.eq(self.cycles // 2 - 1)
                m.next = "START"
            with m.State("START"), m.If(middle):
                m.d.sync += place.eq(0)
                with m.If(line):
                    m.next = "REST"
                with m.Else():
                    m.next = "DATA"
            with m.State("DATA"), m.If(middle):
                m.d.sync += [self.byte.eq(Cat(self.byte[1:], line)), place.eq(place + 1)]
                with m.If(place == 7):
                    m.next = "STOP"
            with m.State("STOP"), m.If(middle):
                m.d.sync += [self.valid.eq(line), self.broken.eq(~line)]
                with m.If(line):
                    m.next = "REST"
                with m.Else():
                    m.next = "BREAK"
            with m.State("BREAK"), m.If(line):
                m.next = "REST"
        return m


class Transmitter(wiring.Component):
    """Bytes onto a wire, one in ten times ``cycles`` and one more.

    After reset the line rests for as long: whoever was in the middle of a byte hears the next one.

    Members
    -------
    i : In, stream of bytes
    tx : Out, high at rest and in reset
    """

    def __init__(self, cycles: int) -> None:
        self.cycles = cycles
        super().__init__({"i": In(stream.Signature(8)), "tx": Out(1, init=1)})

    def elaborate(self, platform: Any) -> Module:
        """Shift start bit, data and stop bit out."""
        m = Module()
        wait = Signal(range(self.cycles), init=self.cycles - 1)
        left = Signal(range(11), init=10)
        held = Signal(9, init=-1)
        m.d.comb += self.i.ready.eq(left == 0)
        with m.If(left == 0), m.If(self.i.valid):
            # The line falls at once; data and the stop bit follow.
            m.d.sync += [
                self.tx.eq(0), held.eq(Cat(self.i.payload, 1)), left.eq(10),
                wait.eq(self.cycles - 1),
            ]  # fmt: skip
        with m.Elif(wait == 0):
            m.d.sync += [
                self.tx.eq(held[0]), held.eq(Cat(held[1:], 1)), left.eq(left - 1),
                wait.eq(self.cycles - 1),
            ]  # fmt: skip
        with m.Else():
            m.d.sync += wait.eq(wait - 1)
        return m
