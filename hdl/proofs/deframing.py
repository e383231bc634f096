"""That a frame is handed on if all of it is right, as it was sent, and that no other ever is."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from amaranth.hdl import Array, Cat, Module, Mux, Signal
from amaranth.lib import wiring
from amaranth.lib.wiring import In, Out

from hdl.proofs.checksum import BEHIND_ITSELF, begun, stepped
from hdl.proofs.faults import tell_apart
from hdl.serial.frames import END, Frame
from hdl.serial.framing import TAG_BITS, Deframer

_CHECKSUM = {
    "part.checksum.crc_reg": "crc", "part.checksum.valid": "summed", "part.checksum.data": "read",
    "part.checksum.match_detected": "matches",
}  # fmt: skip


@dataclass(frozen=True)
class _Line:
    """What the observer knows of the bytes since the last end.

    Attributes
    ----------
    count
        How many, up to two more than a frame has ahead of its end.
    due
        By how many there are: how many there will be when the next code is due.
    content
        What each stands for but the first, a code: another code stands for a zero.
    given, read
        There is a byte that stands for something now, and for what.
    running
        The CRC's register.
    spoiled
        One was broken.
    """

    count: Any
    due: list[Any]
    content: list[Any]
    given: Any
    read: Any
    running: Any
    spoiled: Any


class DeframerObserver(wiring.Component):
    """`Deframer` between a line and a reader that may do anything in any cycle, and an observer.

    The observer keeps the bytes since the last end, and judges them at the next: it follows COBS
    from code to code, and has a CRC of its own, which tells whether they end in the CRC of all
    before it. ``bad`` is high if a set is shown that no right frame brought, or another than it
    brought, or none though one did and there was room; if a frame that is dropped is not told in
    the next cycle, or one is told that was none; and in every state outside the invariant: the
    part's registers follow from the bytes since the last end.

    Attributes
    ----------
    inside
        As of `hdl.proofs.order.OrderObserver`.
    """

    def __init__(self, frame: Frame) -> None:
        self.frame = frame
        length = frame.content_bytes
        registers = {
            "held": In(8 * length), "place": In(range(length + 2)), "left": In(8),
            "begun": In(1), "spoiled": In(1),
        }  # fmt: skip
        self.inside = {f"part.{name}": name for name in registers} | _CHECKSUM
        super().__init__(
            {
                "byte": In(8), "valid": In(1), "broken": In(1), "ready": In(1), "bad": Out(1),
                "crc": In(32), "summed": In(1), "read": In(8), "matches": In(1), **registers,
            }
        )  # fmt: skip

    def part(self) -> wiring.Component:
        """Return what is watched."""
        return Deframer(self.frame)

    def elaborate(self, platform: Any) -> Module:
        """Keep a frame's bytes, and what a right one held."""
        m = Module()
        m.submodules.part = part = self.part()
        m.d.comb += [
            part.byte.eq(self.byte), part.valid.eq(self.valid), part.broken.eq(self.broken),
            part.o.ready.eq(self.ready),
        ]  # fmt: skip
        whole = self.frame.content_bytes + 1  # ahead of the end
        ends = self.valid & (self.byte == END)
        line = self._line(m, whole, ends)
        told, waits, expected = Signal(), Signal(), Signal(TAG_BITS + self.frame.set_bits)
        is_framed = (line.count == whole) & (line.due[whole] == whole)
        is_sound = (line.running == BEHIND_ITSELF) & ~line.spoiled & ~self.broken
        handed = ends & is_framed & is_sound & (~waits | self.ready)
        m.d.sync += [
            waits.eq(handed | (waits & ~self.ready)),
            expected.eq(Mux(handed, Cat(*line.content), expected)),
            told.eq(ends & ((line.count != 0) | line.spoiled) & ~handed),
        ]
        faults = [
            *self.invariant(line),
            part.o.valid != waits,
            waits & (part.o.payload != expected),
            part.dropped != told,
        ]
        tell_apart(m, self.bad, faults)
        return m

    def _line(self, m: Module, whole: int, ends: Any) -> _Line:
        """Keep the bytes since the last end, so many at most, and undo their COBS."""
        held = Array(Signal(8, name=f"line_{k}") for k in range(whole))
        count, spoiled, start = Signal(range(whole + 2)), Signal(), begun(self.frame.start)
        with m.If(self.valid & ~ends & (count < whole)):
            m.d.sync += held[count].eq(self.byte)
        due, content = [Signal(10, name="due_0")], []
        for k, byte in enumerate(held):
            following = Signal(10, name=f"due_{k + 1}")
            m.d.comb += following.eq(Mux(due[k] == k, k + byte, due[k]))
            due.append(following)
            content.append(Mux(due[k] == k, 0, byte))
        running, given = Signal(32, init=start), self.valid & ~ends & (count != 0)
        read = Mux(Array(due)[count] == count, 0, self.byte)
        after = stepped(m, running, read)
        m.d.sync += [
            count.eq(Mux(ends, 0, count + (self.valid & (count <= whole)))),
            spoiled.eq(~ends & (spoiled | self.broken)),
            running.eq(Mux(ends, start, Mux(given, after, running))),
        ]
        return _Line(count, due, content[1:], given, read, running, spoiled)

    def invariant(self, line: _Line) -> list[Any]:
        """Return each way in which the part's registers can be other than the bytes tell."""
        whole, count = self.frame.content_bytes + 1, line.count
        wrong = [count > whole + 1, self.begun != (count != 0), self.spoiled != line.spoiled]
        for k in range(whole + 1):
            here, had = count == k, line.content[: max(k - 1, 0)]
            wrong += [
                here & (self.left != line.due[k] - k),
                here & (self.place != len(had)),
                here & (self.held[8 * (whole - 1 - len(had)) :] != Cat(*had)),
            ]
        known = count <= whole
        return [
            *wrong,
            (count > whole) & (self.place != whole),
            known & (self.summed != line.given),
            known & line.given & (self.read != line.read),
            known & (self.crc[::-1] != line.running),
            known & (self.matches != (line.running == BEHIND_ITSELF)),
        ]
