"""One over a positive number by a table and Newton's steps."""

from __future__ import annotations

from typing import Any

from amaranth.hdl import Module, Mux, Signal, signed, unsigned
from amaranth.lib import wiring
from amaranth.lib.memory import Memory
from amaranth.lib.wiring import In, Out

from dataflow.numbers.reciprocal import ReciprocalFormat
from hdl.parts.multiplier import LATENCY as MULTIPLY_LATENCY
from hdl.parts.multiplier import Multiplier


def latency(steps: int) -> int:
    """Return the cycles: normalise, read the table, two products and a sum a step, shift."""
    return 1 + 1 + steps * (2 * MULTIPLY_LATENCY + 1) + 1


class Reciprocal(wiring.Component):
    """``o`` is one over ``i``, `latency` cycles later; a new number may enter every cycle.

    The numbers: `dataflow.numbers.reciprocal.ReciprocalFormat`. Where ``i`` is not positive, or its
    reciprocal passes the result's format, ``o`` is of no use.

    Members
    -------
    i : In
    o : Out
    """

    def __init__(self, form: ReciprocalFormat) -> None:
        self.form = form
        super().__init__({"i": In(signed(form.operand.width)), "o": Out(signed(form.result.width))})

    def elaborate(self, platform: Any) -> Module:
        """Build the pipeline; see `latency` for its steps."""
        m = Module()
        form = self.form
        normal, place = self.normalised(m)
        m.submodules.table = memory = Memory(
            shape=unsigned(form.seed_fraction + 1), depth=1 << form.table_bits, init=seeds(form)
        )
        port = memory.read_port()
        low = form.normal - form.table_bits
        m.d.comb += port.addr.eq(normal[low : form.normal])
        y = port.data << (form.fraction - form.seed_fraction)
        normal = self.delayed(m, normal, 1)
        for step in range(form.steps):
            y = self.improved(m, step, normal, y)
            normal = self.delayed(m, normal, 2 * MULTIPLY_LATENCY + 1)
        place = self.delayed(m, place, latency(form.steps) - 2)
        m.d.comb += self.o.eq(self.placed(m, y, place))
        return m

    def normalised(self, m: Module) -> tuple[Any, Any]:
        """Return registers of the number with its leading one in front, and of that one's place."""
        form = self.form
        normal = Signal(form.normal + 1, reset_less=True)
        place = Signal(range(form.normal + 1), reset_less=True)
        shifted, found = self.i[: form.normal + 1] << form.normal, 0
        for k in range(form.normal + 1):  # the highest one that is set has the last word
            shifted = Mux(self.i[k], self.i[: k + 1] << (form.normal - k), shifted)
            found = Mux(self.i[k], k, found)
        m.d.sync += [normal.eq(shifted), place.eq(found)]
        return normal, place

    def improved(self, m: Module, step: int, normal: Any, y: Any) -> Any:
        """Return y (2 - m y), the low bits of both factors' products dropped."""
        form = self.form
        width = form.normal + form.fraction + 3
        m.submodules[f"test_{step}"] = test = Multiplier(
            form.normal + 2, form.fraction + 2, 0, width
        )
        m.d.comb += [test.a.eq(normal), test.b.eq(y)]
        rest = Signal(signed(form.fraction + 3), name=f"rest_{step}", reset_less=True)
        two = 2 << (form.normal + form.fraction)
        m.d.sync += rest.eq((two - test.o) >> form.normal)
        m.submodules[f"step_{step}"] = product = Multiplier(
            form.fraction + 2, form.fraction + 3, form.fraction, form.fraction + 2
        )
        m.d.comb += [product.a.eq(self.delayed(m, y, MULTIPLY_LATENCY + 1)), product.b.eq(rest)]
        return product.o

    def placed(self, m: Module, y: Any, place: Any) -> Any:
        """Return a register of y shifted right by the operand's place, rounded half up."""
        form = self.form
        result = Signal.like(self.o, reset_less=True)
        rounded: Any = 0
        for k in range(form.normal + 1):
            shift = form.shift(k)
            if shift >= 1:
                rounded = Mux(place == k, (y + (1 << (shift - 1))) >> shift, rounded)
        m.d.sync += result.eq(rounded)
        return result

    def delayed(self, m: Module, value: Any, cycles: int) -> Any:
        """Return ``value``, some cycles later."""
        for k in range(cycles):
            register = Signal.like(
                value, name=f"{getattr(value, 'name', 'value')}_{k}", reset_less=True
            )
            m.d.sync += register.eq(value)
            value = register
        return value


def seeds(form: ReciprocalFormat) -> list[int]:
    """Return the reciprocal of each segment's middle, in whole numbers, to nearest."""
    segments = 1 << form.table_bits
    rows = []
    for segment in range(segments):
        # 1 / (1 + (segment + 1/2) / segments), or without the half where a segment is one number.
        half = 0 if form.table_bits == form.normal else 1
        numerator = 2 * segments << form.seed_fraction
        denominator = 2 * segments + 2 * segment + half
        rows.append((2 * numerator + denominator) // (2 * denominator))
    return rows
