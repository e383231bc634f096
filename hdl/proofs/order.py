"""That credit and queue lose no set, double none, keep their order and never hold one back."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from amaranth.hdl import Cat, Module, Mux, Signal
from amaranth.lib import wiring
from amaranth.lib.wiring import In, Out

from hdl.parts.stream import Credit, Queue

PAYLOAD_BITS = 2
"""Enough: the environment chooses which set is watched, and its payload."""


@dataclass(frozen=True)
class Flow:
    """What goes through the parts: transfers in and out, and the pipeline's steps, newest first.

    ``store`` is the last of those under way once more.
    """

    queue: Queue
    taken: Any
    left: Any
    under_way: Any
    store: Any
    steps: list[Any]


@dataclass(frozen=True)
class Watch:
    """What the observer remembers, and whether it has seen what must not be.

    Attributes
    ----------
    count
        Sets under way, in pipeline and queue.
    watched, word, ahead
        Whether a set is watched, its payload, and how many are ahead of it.
    quiet
        Cycles in a row in which none was shown while one was under way.
    waited, before
        Whether a set was shown and not taken a cycle ago, and what was shown.
    """

    count: Any
    watched: Any
    word: Any
    ahead: Any
    quiet: Any
    waited: Any
    before: Any
    bad: Any


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

    Attributes
    ----------
    inside
        Names of members by those of registers inside the parts, for which they stand.
    """

    def __init__(self, depth: int, interval: int, credit: int | None = None) -> None:
        self.depth, self.interval = depth, interval
        self.places = -(-(depth + 2) // interval)
        self.ring = max(2, self.places)
        self.credit = self.places if credit is None else credit
        self.inside = {register: name for register, (name, _) in self.registers().items()}
        super().__init__(
            {
                "valid": In(1), "ready": In(1), "payload": In(PAYLOAD_BITS), "mark": In(1),
                "bad": Out(1), **dict(self.registers().values()),
            }
        )  # fmt: skip

    def registers(self) -> dict[str, tuple[str, Any]]:
        """Return members by the registers that they stand for: their names, what they are."""
        return {}

    def elaborate(self, platform: Any) -> Module:
        """Put the parts together and watch them."""
        m = Module()
        m.submodules.credit = credit = Credit(self.credit)
        m.submodules.queue = queue = Queue(PAYLOAD_BITS, self.places)
        phase = Signal(range(max(2, self.interval)))
        taken, left = Signal(), Signal()
        under_way, store = Signal(self.depth), Signal()
        m.d.sync += [
            phase.eq(Mux(phase == self.interval - 1, 0, phase + 1)),
            under_way.eq((under_way << 1) | taken),
            store.eq(Cat(taken, under_way)[self.depth - 1]),
        ]
        m.d.comb += [
            taken.eq(self.valid & credit.available & (phase == 0)),
            left.eq(queue.o.valid & self.ready),
            credit.take.eq(taken),
            credit.give.eq(left),
            queue.write.eq(under_way[-1]),
            queue.store.eq(store),
            queue.o.ready.eq(self.ready),
        ]
        steps = [Signal(PAYLOAD_BITS, name=f"step_{k}") for k in range(self.depth)]
        m.d.sync += [step.eq(e) for step, e in zip(steps, (self.payload, *steps[:-1]), strict=True)]
        m.d.comb += queue.payload.eq(steps[-1])
        flow = Flow(queue, taken, left, under_way, store, steps)
        m.d.comb += self.bad.eq(self.judged(m, flow, self._watch(m, flow)))
        return m

    def judged(self, m: Module, flow: Flow, watch: Watch) -> Any:
        """Return whether all is lost."""
        return watch.bad

    def _watch(self, m: Module, flow: Flow) -> Watch:
        """Count what is under way, and follow one set through it."""
        queue, taken, left = flow.queue, flow.taken, flow.left
        bits = range(2 * self.places + 3)
        count, ahead = Signal(bits), Signal(bits)
        watched, word = Signal(), Signal(PAYLOAD_BITS)
        begins = taken & self.mark & ~watched
        comes = left & watched & (ahead == 0)
        m.d.sync += [
            count.eq(count + taken - left),
            watched.eq(Mux(begins, 1, watched & ~comes)),
            word.eq(Mux(begins, self.payload, word)),
            ahead.eq(Mux(begins, count - left, ahead - (left & watched & (ahead != 0)))),
        ]
        waited, before, shown = Signal(), Signal(PAYLOAD_BITS), queue.o.payload
        quiet = Signal(range(self.depth + 4))
        silent = (count != 0) & ~queue.o.valid
        m.d.sync += [
            waited.eq(queue.o.valid & ~self.ready),
            before.eq(shown),
            quiet.eq(Mux(silent, quiet + (quiet != self.depth + 3), 0)),
        ]
        bad = (
            (waited & (~queue.o.valid | (shown != before)))
            | (queue.o.valid & watched & (ahead == 0) & (shown != word))
            | (queue.o.valid & (count == 0))
            | (count > self.places)
            | (quiet > self.depth + 1)
        )
        return Watch(count, watched, word, ahead, quiet, waited, before, bad)
