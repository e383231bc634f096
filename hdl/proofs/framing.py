"""That a set goes out as one frame that is right: what undoes it gives the set back."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from amaranth.hdl import Array, Cat, Module, Mux, Signal
from amaranth.lib import stream, wiring
from amaranth.lib.wiring import In, Out

from hdl.proofs.checksum import begun, stepped
from hdl.proofs.faults import tell_apart
from hdl.serial.frames import CRC_BYTES, END, Frame
from hdl.serial.framing import TAG_BITS, Framer

_REST, _SUM, _JOIN, _CODE, _DATA, _END = range(6)
"""The framer's states, in the order in which it names them."""


@dataclass(frozen=True)
class _Way:
    """How far a set's frame is: what the observer counts.

    Attributes
    ----------
    fresh
        The end that is sent after reset has not left.
    busy, age
        A set is on its way, and the cycles since it was taken, until its first byte.
    sent, due
        Bytes of its frame that have left; how many have when the next code is.
    turns
        The next byte, a code or the end, comes in a cycle.
    content
        Bytes of tag, set and CRC.
    """

    fresh: Any
    busy: Any
    age: Any
    sent: Any
    due: Any
    turns: Any
    content: list[Any]


class FramerObserver(wiring.Component):
    """`Framer` between a sender and a line that may do anything in any cycle, and an observer.

    The observer keeps the set that was taken, has its own CRC of it, and undoes COBS as bytes
    leave. ``bad`` is high if a byte is shown that is not the next of tag, set and CRC, an end
    elsewhere than behind them, or a code has left that leads to no zero of theirs, over one, or
    beyond them; if no byte is shown when one must be; if a set is refused though no byte is left;
    and in every state outside the invariant.

    Attributes
    ----------
    inside
        As of `hdl.proofs.order.OrderObserver`.
    """

    def __init__(self, frame: Frame) -> None:
        self.frame = frame
        length = frame.content_bytes
        registers = {
            "held": In(8 * length), "left": In(range(length + 1)), "run": In(range(length + 1)),
            "framer_state": In(3),
        }  # fmt: skip
        self.inside = {f"part.{name}": name for name in registers}
        self.inside["part.checksum.crc_reg"] = "crc"
        super().__init__(
            {
                "i": In(stream.Signature(TAG_BITS + frame.set_bits)), "ready": In(1),
                "bad": Out(1), "crc": In(32), **registers,
            }
        )  # fmt: skip

    def part(self) -> wiring.Component:
        """Return what is watched."""
        return Framer(self.frame)

    def elaborate(self, platform: Any) -> Module:
        """Keep the set, and how far its frame is."""
        m = Module()
        m.submodules.part = part = self.part()
        wiring.connect(m, wiring.flipped(self.i), part.i)
        m.d.comb += part.o.ready.eq(self.ready)
        length, body = self.frame.content_bytes, self.frame.content_bytes - CRC_BYTES
        whole, start = length + 1, begun(self.frame.start)
        given, running = Signal(8 * body), Signal(32, init=start)
        fresh, busy = Signal(init=1, name="fresh"), Signal(name="busy")
        age, sent, due = Signal(range(body + 2)), Signal(range(whole + 1)), Signal(10)
        turns, leaves = Signal(name="turns"), part.o.valid & self.ready
        taken = self.i.valid & ~fresh & ~busy
        last = leaves & (sent == whole)
        here = Mux(sent == due, sent + part.o.payload, due)
        bytes_given = [given[8 * k : 8 * k + 8] for k in range(body)]
        summed = stepped(m, running, Array(bytes_given)[age])
        m.d.sync += [
            fresh.eq(fresh & ~leaves),
            busy.eq(taken | (busy & ~last)),
            given.eq(Mux(taken, self.i.payload, given)),
            running.eq(Mux(taken, start, Mux(busy & (age < body), summed, running))),
            age.eq(Mux(taken, 0, age + (busy & (age <= body)))),
            sent.eq(Mux(taken, 0, sent + (busy & leaves & ~last))),
            due.eq(Mux(taken, 0, Mux(busy & leaves & ~last, here, due))),
            turns.eq(busy & leaves & ~last & (sent + 1 == here)),
        ]
        checksum = [(~running)[8 * k : 8 * k + 8] for k in range(CRC_BYTES)]
        way = _Way(fresh, busy, age, sent, due, turns, [*bytes_given, *checksum])
        faults = [
            *self.invariant(way, running),
            part.i.ready != (~fresh & ~busy),
            *self._shown(part, way),
            *self._ahead(way),
        ]
        tell_apart(m, self.bad, faults)
        return m

    def _shown(self, part: Any, way: _Way) -> list[Any]:
        """Return what may be wrong with the byte that is shown, a code apart."""
        whole, body = len(way.content) + 1, len(way.content) - CRC_BYTES
        out = way.busy & (way.age == body + 1) & ~way.turns
        byte = part.o.payload
        return [
            part.o.valid != (way.fresh | out),
            (way.fresh | (out & (way.sent == whole))) & (byte != END),
            out & (way.sent < whole) & (byte == END),
            *(
                out & (way.sent == k) & (way.due != k) & (byte != way.content[k - 1])
                for k in range(1, whole)
            ),
        ]

    def _ahead(self, way: _Way) -> list[Any]:
        """Return what may be wrong with where the last code leads."""
        whole, some = len(way.content) + 1, way.busy & (way.sent > 0)
        wrong = [some & ((way.due < way.sent) | (way.due > whole)), ~some & (way.turns)]
        for k in range(1, whole):
            is_zero = way.content[k - 1] == 0
            wrong.append(some & (way.sent <= k) & (k < way.due) & is_zero)
            wrong.append(some & (way.due == k) & ~is_zero)
        return wrong

    def invariant(self, way: _Way, running: Any) -> list[Any]:
        """Return each way in which the part's registers can be other than the set tells."""
        length, body = len(way.content), len(way.content) - CRC_BYTES
        state, sent = self.framer_state, way.sent
        out = way.busy & (way.age == body + 1)
        codes, ends = out & (sent == way.due) & ~way.turns, sent == length + 1
        wrong = [
            way.busy & (way.age <= body) & (self.crc[::-1] != running),
            way.fresh & (way.busy | (state != _END)),
            ~way.fresh & ~way.busy & (state != _REST),
            way.age > body + 1,
            way.busy & (way.age <= body) & ((sent != 0) | (way.due != 0)),
            sent > length + 1,
            out & (sent == 0) & ((way.due != 0) | way.turns),
            codes & (state != Mux(ends, _END, _CODE)),
            out & ~codes & ((state != _DATA) | (self.run != way.due - sent)),
            out & way.turns & (sent != way.due),
        ]
        for k in range(body + 1):
            at = way.busy & (way.age == k)
            turned = Cat(*way.content[k:body], *way.content[:k])
            wrong += [
                at & (state != (_SUM if k < body else _JOIN)),
                at & (self.left != body - k),
                at & (self.held[: 8 * body] != turned),
            ]
        for k in range(length + 1):  # bytes that have left the register, or zeros that were told
            at = out & Mux(codes, ~ends & (sent == k), sent == k + 1)
            rest = Cat(*way.content[k:])
            wrong += [at & (self.left != length - k), at & (self.held[: len(rest)] != rest)]
        return wrong
