"""One term's table as hardware: a memory, a plane of products, or a network of multiplexers."""

from __future__ import annotations

from typing import Any

import numpy as np
from amaranth.back import rtlil
from amaranth.hdl import Cat, Const, Module, Mux, Signal
from amaranth.lib import wiring
from amaranth.lib.memory import Memory
from amaranth.lib.wiring import In, Out

from dataflow.boolean.diagram import Diagram
from dataflow.boolean.forms import Logic
from dataflow.boolean.minimise.cover import Cover


class TermLogic(wiring.Component):
    """Output bits from input bits, ``stages`` cycles later.

    A diagram is cut into stages by levels, see `cuts`; the lowest are in the first stage. A memory
    and products stand in the first one whole; more stages are registers behind them, which a
    synthesis tool may move into them.

    Parameters
    ----------
    logic
        The form; all forms of one table behave alike.
    inputs, outputs
        Bits on either side, at least 1.
    stages
        There is a register behind each. With 0 it is combinational, which a memory cannot be.

    Members
    -------
    i : In, the pattern
    o : Out, the output bits
    """

    def __init__(self, logic: Logic, inputs: int, outputs: int, stages: int) -> None:
        self.logic, self.stages = logic, stages
        self.inputs, self.outputs = inputs, outputs
        super().__init__({"i": In(inputs), "o": Out(outputs)})

    def elaborate(self, platform: Any) -> Module:
        """Build the form, then its registers."""
        m = Module()
        if isinstance(self.logic, Diagram):
            m.d.comb += self.o.eq(Cat(*self._multiplexers(m, self.logic)))
            return m
        if isinstance(self.logic, Cover):
            result, done = Cat(*_sums_of_products(m, self.logic, self.i)), 0
        else:
            result, done = self._memory(m), 1
        for stage in range(done + 1, self.stages + 1):
            result = _registered(m, f"stage_{stage}", result)
        m.d.comb += self.o.eq(result)
        return m

    def _memory(self, m: Module) -> Any:
        """Return what a read-only memory holds; its port's register is the first stage."""
        contents = self.logic.patterns.tolist()
        m.submodules.memory = memory = Memory(
            shape=self.outputs, depth=len(contents), init=contents
        )
        read = memory.read_port()
        m.d.comb += [read.addr.eq(self.i), read.en.eq(1)]
        return read.data

    def _multiplexers(self, m: Module, diagram: Diagram) -> list[Any]:
        """Return the output bits of a diagram, a multiplexer a node, registered."""
        order = diagram.order
        level = {bit: depth for depth, bit in enumerate(order)}
        first_of = cuts(len(order), self.stages)
        inputs = {bit: self.i[bit] for bit in order}
        values: dict[int, Any] = {k: Const(int(v), 1) for k, v in enumerate(diagram.leaves)}
        ends = len(values)
        nodes = list(
            zip(diagram.bit.tolist(), diagram.low.tolist(), diagram.high.tolist(), strict=True)
        )
        # The node's level decides its stage: the lowest levels are computed first.
        place = 0
        for stage, top in enumerate(first_of, start=1):
            while place < len(nodes) and level[nodes[place][0]] >= top:
                bit, low, high = nodes[place]
                node = Signal(1, name=f"node_{place}")
                m.d.comb += node.eq(Mux(inputs[bit], values[high], values[low]))
                values[ends + place] = node
                place += 1
            crossing = {t for _, low, high in nodes[place:] for t in (low, high)}
            crossing = {
                t for t in crossing | set(diagram.roots.tolist()) if ends <= t < ends + place
            }
            late = [bit for bit in order if level[bit] < top]
            if self.stages:
                _register_all(m, stage, values, sorted(crossing), inputs, late)
        return [values[root] for root in diagram.roots.tolist()]


def cuts(inputs: int, stages: int) -> list[int]:
    """Return the highest level, counted from the top, that each pipeline stage computes.

    The first stage gets more levels than the others: synthesis makes functions of a few low
    variables into fewer tables in a row than so many multiplexers, and more nodes cross a cut lower
    down.
    """
    parts = max(1, stages)
    return [4 * inputs * (parts - part) // (5 * parts) for part in range(1, parts + 1)]


def _register_all(
    m: Module,
    stage: int,
    values: dict[int, Any],
    crossing: list[int],
    inputs: dict[int, Any],
    late: list[int],
) -> None:
    """Put a register behind the nodes and the input bits that later stages read."""
    for kind, table, keys in (("node", values, crossing), ("input", inputs, late)):
        if keys:
            held = Signal(len(keys), name=f"{kind}s_{stage}", reset_less=True)
            m.d.sync += held.eq(Cat(*(table[key] for key in keys)))
            table.update({key: held[k] for k, key in enumerate(keys)})


def term_netlist(logic: Logic, inputs: int, outputs: int) -> str:
    """Return one term's logic without registers in RTLIL, Yosys's own language."""
    part = TermLogic(logic, inputs, outputs, stages=0)
    return str(rtlil.convert(part, name="term", emit_src=False))


def _registered(m: Module, name: str, value: Any) -> Any:
    """Return a value a cycle later."""
    register = Signal(len(value), name=name, reset_less=True)
    m.d.sync += register.eq(value)
    return register


def _sums_of_products(m: Module, cover: Cover, pattern: Any) -> list[Any]:
    """Return the output bits of a cover."""
    literals = [(pattern[k], ~pattern[k]) for k in range(cover.inputs)]
    products = Signal(max(1, cover.products), name="products")
    terms = []
    for care, value in zip(cover.care.tolist(), cover.value.tolist(), strict=True):
        used = [
            literals[k][0 if value >> k & 1 else 1] for k in range(cover.inputs) if care >> k & 1
        ]
        terms.append(Cat(*used).all() if used else Const(1, 1))
    m.d.comb += products.eq(Cat(*terms))
    driven = [np.flatnonzero(cover.drives >> k & 1).tolist() for k in range(cover.outputs)]
    return [Cat(*(products[j] for j in mine)).any() if mine else Const(0, 1) for mine in driven]
