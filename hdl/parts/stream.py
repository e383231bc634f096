"""The two ends of a free-running pipeline: credit at the input, a queue at the output.

No stall reaches a register of the pipeline. A set enters only if the queue is sure to have room
for it when it comes out; that is what the credit counts.
"""

from __future__ import annotations

from typing import Any

from amaranth.hdl import Cat, Module, Mux, ShapeLike, Signal
from amaranth.lib import stream, wiring
from amaranth.lib.memory import Memory
from amaranth.lib.wiring import In, Out


class Credit(wiring.Component):
    """How many sets may still enter.

    ``available`` is high while there is credit. ``take`` lowers it and ``give`` raises it from the
    next cycle on. Reset restores ``depth``. What gives may be at the other end of the machine: it
    ends in a register, and is counted a cycle later, but is there to be taken at once.
    """

    def __init__(self, depth: int) -> None:
        self.depth = depth
        super().__init__({"take": In(1), "give": In(1), "available": Out(1)})

    def elaborate(self, platform: Any) -> Module:
        """Count up and down."""
        m = Module()
        # Without what was given last: if that is taken at once, the two cancel out.
        count = Signal(range(self.depth + 1), init=self.depth)
        given = Signal()
        m.d.sync += [given.eq(self.give), count.eq(_counted(count, given, self.take))]
        m.d.comb += self.available.eq((count != 0) | given)
        return m


class Queue(wiring.Component):
    """A queue of ``depth`` payloads that is never written while full.

    What ``write`` stores in one cycle, ``o`` offers from the next one on, in order.

    Members
    -------
    payload : In
    write : In
    store : In
        High whenever ``write`` is: that counts, this goes to the memory, which may be far from what
        counts. So each can come from a register near to it. In the first cycle after a reset it may
        be high alone: what is stored then is never shown.
    o : Out, stream
    """

    def __init__(self, shape: ShapeLike, depth: int) -> None:
        self.shape, self.depth = shape, depth
        self.places = max(2, depth)  # one place would have an address without bits
        super().__init__(
            {
                "payload": In(shape), "write": In(1), "store": In(1),
                "o": Out(stream.Signature(shape)),
            }
        )  # fmt: skip

    def elaborate(self, platform: Any) -> Module:
        """Keep a ring in memory, read ahead so that its port's register is the output."""
        m = Module()
        m.submodules.memory = memory = Memory(shape=self.shape, depth=self.places, init=[])
        write = memory.write_port()
        read = memory.read_port(transparent_for=(write,))
        first = Signal(range(self.places))
        free = Signal(range(self.places))
        level = Signal(range(self.depth + 1))
        taken = self.o.valid & self.o.ready
        # In registers of their own, whether it holds any and whether just one are known at once.
        held = Signal()
        single = Signal()
        upcoming = Mux(taken, self.after(first), first)
        m.d.comb += [
            write.addr.eq(free),
            write.data.eq(self.payload),
            write.en.eq(self.store),
            read.addr.eq(upcoming),
            read.en.eq(1),
            self.o.payload.eq(read.data),
            self.o.valid.eq(held),
        ]
        m.d.sync += [
            first.eq(upcoming),
            free.eq(Mux(self.write, self.after(free), free)),
            level.eq(_counted(level, self.write, taken)),
            held.eq(self.write | (held & ~(taken & single))),
            single.eq(Mux(self.write ^ taken, Mux(self.write, ~held, level == 2), single)),
        ]
        return m

    def after(self, position: Any) -> Any:
        """Return the next position in the ring."""
        return Mux(position == self.places - 1, 0, position + 1)


def _counted(count: Signal, up: Any, down: Any) -> Any:
    """Return a count after a cycle: one sum, where up less down beside it would make two."""
    falls = down & ~up
    return count + Cat(up ^ down, falls.replicate(len(count) - 1))
