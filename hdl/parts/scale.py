"""A product with a constant: a tree of adders over the constant's signed digits."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from amaranth import hdl
from amaranth.hdl import Module, Signal, signed
from amaranth.lib import wiring
from amaranth.lib.wiring import In, Out

from dataflow.numbers.formats import signed_digits, width_of
from hdl.parts.fixed import dropped


@dataclass(frozen=True)
class Partial:
    """The operand times ``sign * factor << place``; ``wires`` hold it times ``factor`` alone."""

    wires: hdl.Value
    factor: int
    place: int
    sign: int


class Scale(wiring.Component):
    """``o`` is ``i * constant`` without its lowest ``dropped`` bits.

    The latency is the number of adder levels (`dataflow.operation.scale_levels`), none for a
    power of two. A new operand may enter every cycle.

    Parameters
    ----------
    i_width
        Bits of the signed operand.
    constant
        A positive integer.
    dropped, o_width
        As for `hdl.parts.multiplier.Multiplier`.
    """

    def __init__(self, i_width: int, constant: int, dropped: int, o_width: int) -> None:
        if constant < 1:
            raise ValueError(f"a scale's constant must be positive, not {constant!r}")
        self.constant, self.dropped = constant, dropped
        super().__init__({"i": In(signed(i_width)), "o": Out(signed(o_width))})

    def elaborate(self, platform: Any) -> Module:
        """Add neighbours until one sum is left."""
        m = Module()
        level = [Partial(self.i, 1, place, sign) for sign, place in signed_digits(self.constant)]
        while len(level) > 2:
            pairs = [level[k : k + 2] for k in range(0, len(level), 2)]
            level = [self.registered(m, pair) for pair in pairs]
        if len(level) == 1:
            m.d.comb += self.o.eq(self.cut(level[0]))
            return m
        total = _combined(level[0], level[1])
        last = Signal.like(self.o, reset_less=True)
        m.d.sync += last.eq(self.cut(total))
        m.d.comb += self.o.eq(last)
        return m

    def cut(self, total: Partial) -> hdl.Value:
        """Return the product without its lowest bits."""
        return dropped(total.wires.shift_left(total.place), self.dropped)

    def registered(self, m: Module, pair: list[Partial]) -> Partial:
        """Return the sum of a pair behind a register; a single one just waits."""
        total = _combined(*pair) if len(pair) == 2 else pair[0]
        reach = 1 << (len(self.i) - 1)
        ends = (-reach * total.factor, (reach - 1) * total.factor)
        register = Signal(signed(width_of(min(ends), max(ends))), reset_less=True)
        m.d.sync += register.eq(total.wires)
        return Partial(register, total.factor, total.place, total.sign)


def _combined(left: Partial, right: Partial) -> Partial:
    """Return the sum of two partials; ``left`` has the lower place, as digits ascend."""
    places = right.place - left.place
    shifted = right.wires.shift_left(places)
    if left.sign == right.sign:
        factor = left.factor + (right.factor << places)
        return Partial(left.wires + shifted, factor, left.place, left.sign)
    # The higher digits outweigh the lower, so their sign is the sum's.
    factor = (right.factor << places) - left.factor
    return Partial(shifted - left.wires, factor, left.place, right.sign)
