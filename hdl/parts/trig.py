"""Sine and cosine of a binary angle by a table of tangents."""

from __future__ import annotations

import math
from typing import Any

from amaranth.hdl import Module, Mux, Signal, signed, unsigned
from amaranth.lib import data, wiring
from amaranth.lib.memory import Memory
from amaranth.lib.wiring import In, Out

from dataflow.numbers.formats import TrigonometricFormat
from hdl.parts.fixed import Shape, Value
from hdl.parts.multiplier import LATENCY as MULTIPLY_LATENCY
from hdl.parts.multiplier import Multiplier

LATENCY = 1 + 1 + MULTIPLY_LATENCY + 1 + 1
"""Cycles: fold the angle, read the table, multiply, add and round, apply the quadrant."""


class SineCosine(wiring.Component):
    """Sine and cosine of ``angle``, `LATENCY` cycles later; a new angle may enter every cycle.

    Every pattern of ``angle`` is legal: it is a fraction of a turn and wraps. The table holds one
    quadrant and is read twice, at the angle for the sine and at the mirrored angle for the cosine:
    two ports of one block memory. The numbers: `dataflow.numbers.formats.TrigonometricFormat`.

    Members
    -------
    angle : In
        ``angle_bits`` bits, signed as all ports are.
    sine, cosine : Out
        Two integer bits, the sign's included, so that 1 is exact.
    """

    def __init__(self, form: TrigonometricFormat) -> None:
        self.form = form
        self.row = data.StructLayout(
            {
                "value": unsigned(form.table_fraction + 1),
                "slope": unsigned(max(row[1].bit_length() for row in table(form))),
            }
        )
        result = signed(form.format.width)
        super().__init__(
            {"angle": In(signed(form.angle_bits)), "sine": Out(result), "cosine": Out(result)}
        )

    def elaborate(self, platform: Any) -> Module:
        """Build the pipeline; see `LATENCY` for its steps."""
        m = Module()
        form = self.form
        segment, residual, quadrant = self.folded(m)
        m.submodules.table = memory = Memory(
            shape=self.row,
            depth=1 << form.table_bits,
            init=[{"value": value, "slope": slope} for value, slope in table(form)],
        )
        first = self.tangent(m, memory, "direct", segment, residual)
        second = self.tangent(m, memory, "mirrored", ~segment, -residual)

        # In odd quadrants the two change places; the sine is negative in the last two, the cosine
        # in the middle two.
        last = self.delayed(m, quadrant, LATENCY - 2)
        sine, cosine = (Signal.like(port, reset_less=True) for port in (self.sine, self.cosine))
        m.d.sync += [
            sine.eq(Mux(last[1], -Mux(last[0], second, first), Mux(last[0], second, first))),
            cosine.eq(
                Mux(
                    last[0] ^ last[1],
                    -Mux(last[0], first, second),
                    Mux(last[0], first, second),
                )
            ),
        ]
        m.d.comb += [self.sine.eq(sine), self.cosine.eq(cosine)]
        return m

    def folded(self, m: Module) -> tuple[Any, Any, Any]:
        """Return registers of the segment, the residual from its middle, and the quadrant."""
        form = self.form
        low, high = form.residual_bits, form.residual_bits + form.table_bits
        segment = Signal(form.table_bits, reset_less=True)
        residual = Signal(signed(low), reset_less=True)
        quadrant = Signal(2, reset_less=True)
        # Subtracting half a segment turns the residual's upper bit round.
        centred = self.angle[:low] ^ (1 << (low - 1))
        m.d.sync += [
            segment.eq(self.angle[low:high]),
            residual.eq(centred.as_signed()),
            quadrant.eq(self.angle[high:]),
        ]
        return segment, residual, quadrant

    def tangent(self, m: Module, memory: Memory, name: str, segment: Any, residual: Any) -> Any:
        """Return a register of value + slope * residual, rounded."""
        form = self.form
        port = memory.read_port()
        residual_held = Signal(signed(form.residual_bits + 1), reset_less=True)
        m.d.comb += port.addr.eq(segment)
        m.d.sync += residual_held.eq(residual)
        slope_width = len(port.data.slope) + 1
        width = slope_width + len(residual_held)
        m.submodules[f"multiply_{name}"] = multiplier = Multiplier(
            slope_width, len(residual_held), 0, width
        )
        m.d.comb += [multiplier.a.eq(port.data.slope), multiplier.b.eq(residual_held)]
        value = self.delayed(m, port.data.value, MULTIPLY_LATENCY)
        total = Value(
            value.shift_left(form.slope_fraction - form.table_fraction) + multiplier.o,
            form.slope_fraction,
        )
        rounded = Signal(signed(form.format.width), name=f"{name}_rounded", reset_less=True)
        m.d.sync += rounded.eq(total.round(form.fraction).narrow(Shape.of(form.format)).as_value())
        return rounded

    def delayed(self, m: Module, value: Any, cycles: int) -> Any:
        """Return ``value``, some cycles later."""
        for k in range(cycles):
            register = Signal.like(value, name=f"{getattr(value, 'name', 'value')}_{k}")
            m.d.sync += register.eq(value)
            value = register
        return value


def table(form: TrigonometricFormat) -> list[tuple[int, int]]:
    """Return value and slope at each segment's middle, as integers."""
    step = 2.0 * math.pi * 2.0**-form.angle_bits
    rows = []
    for segment in range(1 << form.table_bits):
        middle = (segment + 0.5) * (1 << form.residual_bits) * step
        value = round(math.ldexp(math.sin(middle), form.table_fraction))
        slope = round(math.ldexp(math.cos(middle) * step, form.slope_fraction))
        rows.append((value, slope))
    return rows
