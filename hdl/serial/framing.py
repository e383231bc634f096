"""Frames in hardware: sets from bytes that are all right, and bytes from sets.

`hdl.serial.frames` tells what a frame is, and is the same on the host's side.
"""

from __future__ import annotations

from typing import Any

from amaranth.hdl import Cat, Const, Module, Mux, Signal
from amaranth.lib import crc, stream, wiring
from amaranth.lib.wiring import In, Out

from hdl.serial.frames import CRC_BYTES, END, TAG_BYTES, Frame

TAG_BITS = 8 * TAG_BYTES
"""Bits of a tag."""


def _checksum(frame: Frame) -> Any:
    """Return the CRC of a frame's bytes."""
    start = int(f"{frame.start ^ 0xFFFF_FFFF:032b}"[::-1], 2)  # Amaranth has the highest bit first
    algorithm = crc.Algorithm(
        crc_width=32, polynomial=0x04C1_1DB7, initial_crc=start, reflect_input=True,
        reflect_output=True, xor_output=0xFFFF_FFFF,
    )  # fmt: skip
    return algorithm(data_width=8).create()


class Deframer(wiring.Component):
    """Tags and sets from bytes.

    A frame of another length, with a wrong checksum, with a broken byte in it, or for which there
    is no room, is dropped whole, and told by ``dropped`` for one cycle. The set is offered in the
    cycle after the frame's end and held until it is taken; bytes go on being read meanwhile.

    Members
    -------
    byte : In, 8 bits
    valid, broken : In
        There is a byte; one was lost.
    o : Out, stream
        The tag in the lowest bits, the set above it.
    dropped : Out
    """

    def __init__(self, frame: Frame) -> None:
        self.frame = frame
        super().__init__(
            {
                "byte": In(8),
                "valid": In(1),
                "broken": In(1),
                "o": Out(stream.Signature(TAG_BITS + frame.set_bits)),
                "dropped": Out(1),
            }
        )

    def elaborate(self, platform: Any) -> Module:
        """Undo COBS byte by byte, and judge at the end."""
        m = Module()
        length = self.frame.content_bytes
        m.submodules.checksum = checksum = _checksum(self.frame)
        held = Signal(8 * length)
        place = Signal(range(length + 2))  # one more than the length: too long, for good
        left = Signal(8)  # bytes of the block that are still to come
        begun, spoiled = Signal(name="begun"), Signal(name="spoiled")
        full = Signal()
        ends = self.valid & (self.byte == END)
        is_code = left == 0
        content = Mux(is_code, 0, self.byte)
        given = self.valid & ~ends & (begun | ~is_code)
        right = is_code & (place == length) & checksum.match_detected & ~spoiled & ~self.broken
        room = ~full | self.o.ready
        m.d.comb += [
            self.o.valid.eq(full),
            checksum.start.eq(ends),
            checksum.valid.eq(given),
            checksum.data.eq(content),
        ]
        m.d.sync += [
            full.eq(Mux(ends & right & room, 1, full & ~self.o.ready)),
            self.dropped.eq(ends & (begun | spoiled) & ~(right & room)),
            spoiled.eq(~ends & (spoiled | self.broken)),
        ]
        with m.If(ends & right & room):
            m.d.sync += self.o.payload.eq(held[: TAG_BITS + self.frame.set_bits])
        with m.If(ends):
            m.d.sync += [begun.eq(0), place.eq(0), left.eq(0)]
        with m.Elif(self.valid):
            m.d.sync += [begun.eq(1), left.eq(Mux(is_code, self.byte, left) - 1)]
        with m.If(given):
            m.d.sync += [
                held.eq(Cat(held, content)[8:]),
                place.eq(Mux(place == length + 1, place, place + 1)),
            ]
        return m


class Framer(wiring.Component):
    """Bytes from tags and sets.

    The first byte after reset is an end: what a reset has cut short does not spoil the frame behind
    it. A frame's first byte is offered as many cycles after its set was taken as tag and set have
    bytes, and two.

    Members
    -------
    i : In, stream
        The tag in the lowest bits, the set above it.
    o : Out, stream of bytes
    """

    def __init__(self, frame: Frame) -> None:
        self.frame = frame
        super().__init__(
            {
                "i": In(stream.Signature(TAG_BITS + frame.set_bits)),
                "o": Out(stream.Signature(8)),
            }
        )

    def elaborate(self, platform: Any) -> Module:
        """Sum the bytes up in a turn of the register, then send block by block."""
        m = Module()
        length = self.frame.content_bytes
        body = length - CRC_BYTES
        m.submodules.checksum = checksum = _checksum(self.frame)
        held = Signal(8 * length)
        left = Signal(range(length + 1))  # bytes of the content that are still to be sent
        run = Signal(range(length + 1))  # and of those, up to the next zero
        byte, rest = held[:8], Cat(held[8:], Const(0, 8))
        sent = self.o.valid & self.o.ready
        with m.FSM(init="END", name="framer"):
            with m.State("REST"):
                m.d.comb += [self.i.ready.eq(1), checksum.start.eq(1)]
                with m.If(self.i.valid):
                    m.d.sync += [held.eq(self.i.payload), left.eq(body)]
                    m.next = "SUM"
            with m.State("SUM"):
                m.d.comb += [checksum.valid.eq(1), checksum.data.eq(byte)]
                m.d.sync += [held.eq(Cat(held[8 : 8 * body], byte)), left.eq(left - 1)]
                with m.If(left == 1):
                    m.next = "JOIN"
            with m.State("JOIN"):
                m.d.sync += [held.eq(Cat(held[: 8 * body], checksum.crc)), left.eq(length)]
                m.next = "CODE"
            with m.State("CODE"):
                m.d.comb += [self.o.valid.eq(1), self.o.payload.eq(self._zero(held, left) + 1)]
                m.d.sync += run.eq(self._zero(held, left))
                with m.If(sent):
                    m.next = "DATA"
            with m.State("DATA"):
                m.d.comb += [self.o.valid.eq(run != 0), self.o.payload.eq(byte)]
                with m.If(sent):
                    m.d.sync += [held.eq(rest), left.eq(left - 1), run.eq(run - 1)]
                with m.Elif((run == 0) & (left == 0)):
                    m.next = "END"
                with m.Elif(run == 0):
                    m.d.sync += [held.eq(rest), left.eq(left - 1)]  # the zero, told by the code
                    m.next = "CODE"
            with m.State("END"):
                m.d.comb += [self.o.valid.eq(1), self.o.payload.eq(END)]
                with m.If(sent):
                    m.next = "REST"
        return m

    def _zero(self, held: Any, left: Any) -> Any:
        """Return how many bytes stand ahead of the first zero, or of the end."""
        found: Any = left
        for k in reversed(range(self.frame.content_bytes)):
            found = Mux((held[8 * k : 8 * k + 8] == 0) & (left > k), k, found)
        return found
