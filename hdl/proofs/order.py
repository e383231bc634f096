"""That credit and queue lose no set, double none, keep their order and never hold one back."""

from __future__ import annotations

from typing import Any

from amaranth.hdl import Module, Mux, Signal
from amaranth.lib import wiring
from amaranth.lib.wiring import In, Out

from hdl.parts.stream import Credit, Queue

_PAYLOAD_BITS = 2
"""Enough: the environment chooses which set is watched, and its payload."""


class OrderObserver(wiring.Component):
    """Credit and queue around a pipeline of ``depth``, as `hdl.machine` has them, and an observer.

    The environment drives everything, and once chooses a set to watch (``mark``). ``bad`` is high
    if what is shown waits and changes; if the watched set is not the one that comes after all that
    went before it, with its payload; if a set is shown that nobody sent; if more are under way than
    the queue holds; or if none is shown for more than ``depth`` + 1 cycles while one is under way.

    Parameters
    ----------
    credit
        How many sets may be under way, for `Credit`; that of a design if None.
    """

    def __init__(self, depth: int, interval: int, credit: int | None = None) -> None:
        self.depth, self.interval = depth, interval
        self.places = -(-(depth + 2) // interval)
        self.credit = self.places if credit is None else credit
        super().__init__(
            {
                "valid": In(1), "ready": In(1), "payload": In(_PAYLOAD_BITS), "mark": In(1),
                "bad": Out(1),
            }
        )  # fmt: skip

    def elaborate(self, platform: Any) -> Module:
        """Put the parts together and watch them."""
        m = Module()
        m.submodules.credit = credit = Credit(self.credit)
        m.submodules.queue = queue = Queue(_PAYLOAD_BITS, self.places)
        phase = Signal(range(max(2, self.interval)))
        taken, left = Signal(), Signal()
        under_way = Signal(self.depth)
        m.d.sync += [
            phase.eq(Mux(phase == self.interval - 1, 0, phase + 1)),
            under_way.eq((under_way << 1) | taken),
        ]
        m.d.comb += [
            taken.eq(self.valid & credit.available & (phase == 0)),
            left.eq(queue.o.valid & self.ready),
            credit.take.eq(taken),
            credit.give.eq(left),
            queue.write.eq(under_way[-1]),
            queue.o.ready.eq(self.ready),
        ]
        payload: Any = self.payload
        for k in range(self.depth):
            step = Signal(_PAYLOAD_BITS, name=f"step_{k}")
            m.d.sync += step.eq(payload)
            payload = step
        m.d.comb += queue.payload.eq(payload)
        self._watch(m, queue, taken, left)
        return m

    def _watch(self, m: Module, queue: Queue, taken: Signal, left: Signal) -> None:
        """Count what is under way, and follow one set through it."""
        bits = range(2 * self.places + 3)
        count, ahead = Signal(bits), Signal(bits)
        watched, word = Signal(), Signal(_PAYLOAD_BITS)
        begins = taken & self.mark & ~watched
        comes = left & watched & (ahead == 0)
        m.d.sync += [
            count.eq(count + taken - left),
            watched.eq(Mux(begins, 1, watched & ~comes)),
            word.eq(Mux(begins, self.payload, word)),
            ahead.eq(Mux(begins, count - left, ahead - (left & watched & (ahead != 0)))),
        ]
        waited, before, shown = Signal(), Signal(_PAYLOAD_BITS), queue.o.payload
        quiet = Signal(range(self.depth + 4))
        silent = (count != 0) & ~queue.o.valid
        m.d.sync += [
            waited.eq(queue.o.valid & ~self.ready),
            before.eq(shown),
            quiet.eq(Mux(silent, quiet + (quiet != self.depth + 3), 0)),
        ]
        m.d.comb += self.bad.eq(
            (waited & (~queue.o.valid | (shown != before)))
            | (queue.o.valid & watched & (ahead == 0) & (shown != word))
            | (queue.o.valid & (count == 0))
            | (count > self.places)
            | (quiet > self.depth + 1)
        )
