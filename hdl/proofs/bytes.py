"""That each byte which goes onto a serial line comes off it, the same and once."""

from __future__ import annotations

from typing import Any

from amaranth.hdl import Cat, Const, Module, Mux, Signal
from amaranth.lib import stream, wiring
from amaranth.lib.wiring import In, Out

from hdl.serial.uart import Receiver, Transmitter

_BITS = 10
"""Of a byte on the line: start, eight of data, stop."""

_REST, _START, _DATA, _STOP = range(4)
"""The receiver's states, in the order in which it names them."""

_LATE = 3
"""Cycles from the line's fall to the receiver's first count: two registers, and its own."""


class BytesObserver(wiring.Component):
    """A `Transmitter` on a `Receiver`, a sender that may do anything in any cycle, an observer.

    ``bad`` is high if the receiver gives a byte at another time than once, half a bit into the stop
    bit of a byte that was sent, or another than was sent; if it calls one broken; and in every
    state outside the invariant: what either part's registers hold follows from the byte on the
    line, and from the cycles since it was taken.

    Parameters
    ----------
    cycles
        Of a bit, at least 7: with fewer a byte may begin before the one ahead of it was given.

    Attributes
    ----------
    inside
        As of `hdl.proofs.order.OrderObserver`.
    """

    def __init__(self, cycles: int) -> None:
        if cycles < 7:
            raise ValueError(f"a bit takes 7 cycles or more, not {cycles!r}")
        self.cycles = cycles
        registers = self._registers()
        self.inside = {register: name for register, (name, _) in registers.items()}
        super().__init__({"i": In(stream.Signature(8)), "bad": Out(1), **dict(registers.values())})

    def _registers(self) -> dict[str, tuple[str, Any]]:
        """Return members by the registers that they stand for: their names, what they are."""
        wait = In(range(self.cycles))
        return {
            "sender.left": ("left", In(range(11))), "sender.wait": ("sender_wait", wait),
            "sender.held": ("rest", In(9)),
            "receiver.synchronizer.stage0": ("first", In(1)),
            "receiver.synchronizer.stage1": ("line", In(1)),
            "receiver.receiver_state": ("state", In(range(5))),
            "receiver.wait": ("receiver_wait", wait), "receiver.place": ("place", In(range(8))),
        }  # fmt: skip

    def sender(self) -> wiring.Component:
        """Return what puts bytes onto the line."""
        return Transmitter(self.cycles)

    def receiver(self) -> wiring.Component:
        """Return what takes them off."""
        return Receiver(self.cycles)

    def elaborate(self, platform: Any) -> Module:
        """Keep the byte on the line, and count the cycles since it was taken."""
        m = Module()
        m.submodules.sender = sender = self.sender()
        m.submodules.receiver = receiver = self.receiver()
        wiring.connect(m, wiring.flipped(self.i), sender.i)
        m.d.comb += receiver.rx.eq(sender.tx)
        whole = _BITS * self.cycles
        age, busy = Signal(range(whole + 1)), Signal()
        frame = Signal(_BITS, init=-1)  # after reset the line rests for as long as a byte takes
        m.d.comb += busy.eq(age < whole)
        taken = self.i.valid & ~busy
        m.d.sync += [
            age.eq(Mux(taken, 0, age + busy)),
            frame.eq(Mux(taken, Cat(Const(0, 1), self.i.payload, Const(1, 1)), frame)),
        ]
        faults = [
            *self._sending(sender, age, busy, frame),
            *self._receiving(receiver, age, busy, frame),
        ]
        m.d.comb += self.bad.eq(Cat(*faults).any())
        return m

    def _sending(self, sender: Any, age: Any, busy: Any, frame: Any) -> list[Any]:
        """Return what may be wrong with the line and with what puts bytes onto it."""
        cycles = self.cycles
        faults = [
            age > _BITS * cycles,
            sender.i.ready != ~busy,
            ~busy & ((self.left != 0) | ~sender.tx),
            ~frame[-1] | (frame[0] & ~frame.all()),
            self.first != self._bit(frame, age, busy, 1),
            self.line != self._bit(frame, age, busy, 2),
        ]
        for k in range(_BITS):
            here = (age >= k * cycles) & (age < (k + 1) * cycles)
            rest = Cat(frame[k + 1 :], Const((1 << k) - 1, k))
            faults += [
                here & (self.left != _BITS - k),
                here & (self.sender_wait != (k + 1) * cycles - 1 - age),
                here & (sender.tx != frame[k]),
                here & (self.rest != rest),
            ]
        return faults

    def _bit(self, frame: Any, age: Any, busy: Any, late: int) -> Any:
        """Return what was on the line some cycles ago; ahead of a byte it rests."""
        found: Any = 1
        for k in range(_BITS):
            begun = busy & (age >= k * self.cycles + late)
            found = Mux(begun, frame[k], found)
        return found

    def _receiving(self, receiver: Any, age: Any, busy: Any, frame: Any) -> list[Any]:
        """Return what may be wrong with the receiver: where it is, what it has."""
        cycles, sent = self.cycles, ~frame[0]
        # It samples in the middle of each bit, as it sees it.
        samples = [_LATE + cycles // 2 - 1 + k * cycles for k in range(_BITS)]
        given = sent & busy & (age == samples[-1] + 1)
        hears = sent & busy & (age >= _LATE) & (age <= samples[-1])
        faults = [
            receiver.broken,
            receiver.valid != given,
            given & (receiver.byte != frame[1:9]),
            ~hears & (self.state != _REST),
        ]
        begins = _LATE
        for k, sample in enumerate(samples):
            here = hears & (age >= begins) & (age <= sample)
            state = _START if k == 0 else _STOP if k == _BITS - 1 else _DATA
            faults += [here & (self.state != state), here & (self.receiver_wait != sample - age)]
            if state == _DATA:
                faults.append(here & (self.place != k - 1))
            if k > 1:
                had = frame[1 : min(k, 9)]
                faults.append(here & (receiver.byte[8 - len(had) :] != had))
            begins = sample + 1
        return faults
