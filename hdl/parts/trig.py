"""Sine and cosine of a binary angle by a table of tangents."""

from __future__ import annotations

import math
from typing import Any

from amaranth.hdl import Cat, Module, Mux, Signal, signed, unsigned
from amaranth.lib import data, wiring
from amaranth.lib.memory import Memory
from amaranth.lib.wiring import In, Out

from dataflow.numbers.formats import TrigonometricFormat
from hdl.parts.fixed import dropped
from hdl.parts.multiplier import LATENCY as MULTIPLY_LATENCY
from hdl.parts.multiplier import Multiplier


def _product_latency(multiply: int) -> int:
    """Return the cycles of its products: of multipliers of one cycle, those here take two.

    A memory gives its word late in the cycle, so the block's operand registers stand behind it.
    """
    return max(2, multiply)


def latency(multiply: int = MULTIPLY_LATENCY) -> int:
    """Return the cycles: read the table, multiply, add and round."""
    return 1 + _product_latency(multiply) + 1


LATENCY = latency()
"""Cycles with the usual multipliers."""


class SineCosine(wiring.Component):
    """Sine and cosine of ``angle``, `latency` cycles later; a new angle may enter every cycle.

    Every pattern of ``angle`` is legal: it is a fraction of a turn and wraps. The table holds one
    quadrant and is read twice, at the angle for the sine and at the mirrored angle for the cosine:
    two ports of one block memory. The numbers: `dataflow.numbers.formats.TrigonometricFormat`.

    Parameters
    ----------
    multiply
        The latency of the machine's multipliers; its own take two cycles at least.

    Members
    -------
    angle : In
        ``angle_bits`` bits, signed as all ports are.
    sine, cosine : Out
        Two integer bits, the sign's included, so that 1 is exact.
    """

    def __init__(self, form: TrigonometricFormat, multiply: int = MULTIPLY_LATENCY) -> None:
        self.form, self.multiply = form, _product_latency(multiply)
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
        """Build the pipeline; see `latency` for its steps."""
        m = Module()
        form = self.form
        m.submodules.table = memory = Memory(
            shape=self.row,
            depth=1 << form.table_bits,
            init=[{"value": value, "slope": slope} for value, slope in table(form)],
        )
        # In odd quadrants the two change places; the sine is negative in the last two, the cosine
        # in the middle two.
        odd, late = self.angle[-2], self.angle[-1]
        m.d.comb += [
            self.sine.eq(self.tangent(m, memory, "sine", odd, late)),
            self.cosine.eq(self.tangent(m, memory, "cosine", ~odd, odd ^ late)),
        ]
        return m

    def tangent(self, m: Module, memory: Memory, name: str, mirrored: Any, negative: Any) -> Any:
        """Return a register of value + slope * residual, rounded, then negated if ``negative``.

        A rounded sum is negated by negating both of its parts and rounding halves down: with half
        less one added. So the sign meets the parts while the product is still under way.
        """
        form = self.form
        low, high = form.residual_bits, form.residual_bits + form.table_bits
        port = memory.read_port()
        m.d.comb += port.addr.eq(self.angle[low:high] ^ mirrored.replicate(form.table_bits))
        # Subtracting half a segment turns the residual's upper bit round.
        centred = (self.angle[:low] ^ (1 << (low - 1))).as_signed()
        residual = Signal(signed(low + 1), name=f"{name}_residual", reset_less=True)
        sign = Signal(name=f"{name}_sign", reset_less=True)
        m.d.sync += [
            residual.eq(Mux(mirrored ^ negative, -centred, centred)),
            sign.eq(negative),
        ]
        slope_width = len(port.data.slope) + 1
        m.submodules[f"multiply_{name}"] = multiplier = Multiplier(
            slope_width, len(residual), 0, slope_width + len(residual), self.multiply
        )
        m.d.comb += [multiplier.a.eq(port.data.slope), multiplier.b.eq(residual)]
        places = form.slope_fraction - form.fraction
        value = port.data.value.shift_left(form.slope_fraction - form.table_fraction)
        # Minus a number is its bits inverted, and one.
        turned = Signal(signed(len(value) + 1), name=f"{name}_turned", reset_less=True)
        m.d.sync += turned.eq(Cat(value ^ sign.replicate(len(value)), sign))
        fixed = turned + (1 << (places - 1))
        total = self.delayed(m, fixed, name, self.multiply - 1) + multiplier.o
        rounded = Signal(signed(form.format.width), name=f"{name}_rounded", reset_less=True)
        m.d.sync += rounded.eq(dropped(total, places))
        return rounded

    def delayed(self, m: Module, value: Any, name: str, cycles: int) -> Any:
        """Return ``value``, some cycles later."""
        for k in range(cycles):
            register = Signal.like(value, name=f"{name}_fixed_{k}", reset_less=True)
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
