"""The whole hybrid: quantisers, the terms' logic and the sums, between two streams."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from amaranth.hdl import Cat, Const, Module, Signal, signed
from amaranth.lib import stream, wiring
from amaranth.lib.wiring import In, Out

from dataflow.boolean.forms import Logic
from dataflow.boolean.hybrid import Hybrid, TorqueSum
from dataflow.boolean.tables import OutputCode, Table
from hdl.boolean.logic import TermLogic
from hdl.boolean.quantise import Quantise, pattern, word_bits
from hdl.flat_ports import converted
from hdl.machine import layout
from hdl.parts.stream import Credit, Queue
from hdl.verilog import sheet


class BooleanArray(wiring.Component):
    """Joint torques from joint angles, rates and accelerations, without a multiplier.

    Latency ``hybrid.latency`` cycles from transfer to transfer, one set a cycle. The streams, and
    the timing contract, are those of `hdl.machine`.

    Parameters
    ----------
    hybrid
        Words, quantisers, terms and sums.
    logic
        What is built for each table, by `Table.digest`.

    Members
    -------
    i : In, stream
        ``q1`` ... ``qn``, ``qd1`` ... ``qddn`` in their ports' formats.
    o : Out, stream
        ``tau1`` ... ``taun``, whole numbers of ``hybrid.resolutions``.
    """

    def __init__(self, hybrid: Hybrid, logic: Mapping[str, Logic]) -> None:
        self.hybrid, self.logic = hybrid, logic
        super().__init__(
            {
                "i": In(stream.Signature(layout(hybrid.inputs))),
                "o": Out(stream.Signature(layout(hybrid.outputs))),
            }
        )

    def elaborate(self, platform: Any) -> Module:
        """Control around the pipeline."""
        m = Module()
        hybrid = self.hybrid
        m.submodules.credit = credit = Credit(hybrid.queue_depth)
        m.submodules.queue = queue = Queue(layout(hybrid.outputs), hybrid.queue_depth)
        taken = self.i.valid & self.i.ready
        m.d.comb += [
            self.i.ready.eq(credit.available),
            credit.take.eq(taken),
            credit.give.eq(self.o.valid & self.o.ready),
        ]
        under_way = Signal(hybrid.depth)
        m.d.sync += under_way.eq((under_way << 1) | taken)
        m.d.comb += [queue.write.eq(under_way[-1]), queue.store.eq(under_way[-1])]
        wiring.connect(m, wiring.flipped(self.o), queue.o)

        terms = self._terms(m, self._cells(m))
        for port, joint in zip(hybrid.outputs, hybrid.sums, strict=True):
            total = _sum(joint, terms)
            register = Signal(signed(port.format.width), name=f"{port.name}_sum", reset_less=True)
            m.d.sync += register.eq(total)
            m.d.comb += queue.payload[port.name].as_value().eq(register)
        return m

    def _cells(self, m: Module) -> dict[str, Any]:
        """Return the cell of every input that a term reads; registered if that takes adders."""
        cells: dict[str, Any] = {}
        for name, quantiser in self.hybrid.quantisers.items():
            if not quantiser.bits:
                continue
            m.submodules[f"quantise_{name}"] = part = Quantise(quantiser)
            m.d.comb += part.i.eq(self.i.payload[name].as_value())
            cells[name] = part.o
            if self.hybrid.scales:
                register = Signal.like(part.o, name=f"{name}_cell", reset_less=True)
                m.d.sync += register.eq(part.o)
                cells[name] = register
        return cells

    def _terms(self, m: Module, cells: dict[str, Any]) -> dict[str, Any]:
        """Return every term's number; terms that are one function of the same bits share logic."""
        hybrid = self.hybrid
        built: dict[tuple[object, ...], Any] = {}
        numbers: dict[str, Any] = {}
        for table in hybrid.tables:
            sized = table.sized
            if sized.input_bits == 0:
                numbers[table.name] = Const(table.lowest, signed(max(1, sized.output_bits)))
                continue
            names = tuple(word.port.name for word in table.words)
            key = (table.digest, names, sized.word_bits)
            if key not in built:
                part = TermLogic(
                    self.logic[table.digest],
                    sized.input_bits,
                    sized.output_bits,
                    hybrid.rules.stages,
                )
                m.submodules[f"term_{table.name}"] = part
                bits = [
                    word_bits(
                        cells.get(name), hybrid.quantisers[name].bits, width,
                        table.input_code, even=even,
                    )
                    for name, width, even in zip(names, sized.word_bits, sized.even, strict=True)
                ]  # fmt: skip
                m.d.comb += part.i.eq(pattern(bits))
                built[key] = _read(part.o, table)
            numbers[table.name] = built[key]
        return numbers


def _read(bits: Any, table: Table) -> Any:
    """Return output bits as a signed number."""
    if table.output_code is OutputCode.TWOS:
        return bits.as_signed()
    binary: list[Any] = [bits[-1]]  # from the highest: each bit is the exclusive or of those above
    for place in range(len(bits) - 2, -1, -1):
        binary.append(binary[-1] ^ bits[place])
    binary[0] = ~binary[0]  # half the range is taken off again
    return Cat(*reversed(binary)).as_signed()


def _sum(joint: TorqueSum, terms: Mapping[str, Any]) -> Any:
    """Return one joint's sum as a tree of adders; what is added twice is shifted."""
    summands = [terms[t.name] << (t.sized.term.copies - 1) for t in joint.tables]
    while len(summands) > 1:
        pairs = [summands[k : k + 2] for k in range(0, len(summands), 2)]
        summands = [sum(pair[1:], start=pair[0]) for pair in pairs]
    return summands[0] if summands else 0


def boolean_netlist(hybrid: Hybrid, logic: Mapping[str, Logic]) -> str:
    """Return the hybrid in RTLIL, Yosys's own language; its module is named as an array's."""
    return converted(BooleanArray(hybrid, logic), hybrid.module)


def boolean_sheet(hybrid: Hybrid) -> dict[str, Any]:
    """Return what a user must know to connect the hybrid, for a JSON file."""
    found = sheet(hybrid)  # type: ignore[arg-type]  # it asks for ports, names and timing only
    for field, step in zip(found["output"]["fields"], hybrid.resolutions.tolist(), strict=True):
        field["resolution"] = step
    return found
