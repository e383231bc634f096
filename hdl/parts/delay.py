"""Delays of a value by whole cycles: registers where short, memory where long."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from amaranth.hdl import Module, Mux, Signal, signed
from amaranth.lib import wiring
from amaranth.lib.memory import Memory
from amaranth.lib.wiring import In, Out

LONGEST_IN_REGISTERS = 3
"""Steps above which a memory is cheaper: 16 words of 4 bits take the look-up tables of 6 bits."""


class Delay(wiring.Component):
    """``o_k`` is what ``i`` was ``k`` steps before, for every ``k`` in ``taps``.

    A step is a clock cycle in which ``step`` is high; between steps nothing moves.

    Parameters
    ----------
    width
        Bits of the signed value.
    taps
        The delays wanted, in steps, each at least 1.
    """

    def __init__(self, width: int, taps: Iterable[int]) -> None:
        self.taps = sorted(set(taps))
        if not self.taps or self.taps[0] < 1:
            raise ValueError(f"a delay's taps must be 1 step or more, not {self.taps!r}")
        members = {f"o_{tap}": Out(signed(width)) for tap in self.taps}
        super().__init__({"i": In(signed(width)), "step": In(1), **members})

    def elaborate(self, platform: Any) -> Module:
        """Go from tap to tap, each distance in the cheaper way."""
        m = Module()
        value, reached = self.i, 0
        for tap in self.taps:
            distance = tap - reached
            if distance > LONGEST_IN_REGISTERS:
                value = self.through_memory(m, value, distance, tap)
            else:
                for k in range(reached + 1, tap + 1):
                    register = Signal.like(self.i, name=f"step_{k}", reset_less=True)
                    with m.If(self.step):
                        m.d.sync += register.eq(value)
                    value = register
            m.d.comb += getattr(self, f"o_{tap}").eq(value)
            reached = tap
        return m

    def through_memory(self, m: Module, value: Any, distance: int, tap: int) -> Any:
        """Add a ring of ``distance - 1`` words, read before it is overwritten, and a register."""
        depth = distance - 1
        memory = Memory(shape=signed(len(self.i)), depth=depth, init=[])
        m.submodules[f"memory_{tap}"] = memory
        write, read = memory.write_port(), memory.read_port()
        position = Signal(range(depth), name=f"position_{tap}")
        following = Signal(range(depth), name=f"following_{tap}")
        m.d.comb += [
            following.eq(Mux(position == depth - 1, 0, position + 1)),
            write.addr.eq(position),
            write.data.eq(value),
            write.en.eq(self.step),
            read.addr.eq(position),
            read.en.eq(self.step),
        ]
        with m.If(self.step):
            m.d.sync += position.eq(following)
        return read.data
