"""The whole machine, array or ring: its stages between two streams."""

from __future__ import annotations

from typing import Any

from amaranth.hdl import Cat, Module, Mux, Signal
from amaranth.lib import data, stream, wiring
from amaranth.lib.wiring import In, Out

from dataflow.design import Design, Port
from hdl.parts.delay import Delay
from hdl.parts.fixed import Shape
from hdl.parts.stream import Credit, Queue
from hdl.stage import StagePipeline


class Machine(wiring.Component):
    """What a design computes, an array or a ring: sets of inputs in, sets of results out.

    Latency ``design.latency`` cycles from transfer to transfer, one set every
    ``design.initiation_interval`` cycles. Neither ``i.ready`` depends on ``i.valid`` nor
    ``o.valid`` on ``o.ready``; the timing contract is that of `dataflow.design.Design`.

    Members
    -------
    i : In, stream
        The design's inputs by name, in their ports' formats.
    o : Out, stream
        Its outputs likewise.
    """

    def __init__(self, design: Design) -> None:
        self.design = design
        super().__init__(
            {
                "i": In(stream.Signature(layout(design.inputs))),
                "o": Out(stream.Signature(layout(design.outputs))),
            }
        )

    def elaborate(self, platform: Any) -> Module:
        """Put control around the pipeline."""
        m = Module()
        design = self.design
        phase = self.phase(m)
        m.submodules.credit = credit = Credit(design.queue_depth)
        m.submodules.queue = queue = Queue(layout(design.outputs), design.queue_depth)
        taken = self.i.valid & self.i.ready
        m.d.comb += [
            self.i.ready.eq(credit.available & (phase == 0)),
            credit.take.eq(taken),
            credit.give.eq(self.o.valid & self.o.ready),
        ]
        under_way = Signal(design.depth)
        comes = Cat(taken, under_way)[design.depth - 1]
        # Without a reset, so that no tool takes it for the last bit of those under way.
        store = Signal(reset_less=True)
        m.d.sync += [under_way.eq(Cat(taken, under_way)), store.eq(comes)]
        m.d.comb += [queue.write.eq(under_way[-1]), queue.store.eq(store)]
        wiring.connect(m, wiring.flipped(self.o), queue.o)

        results = self.stages(m, phase)
        for port in design.outputs:
            m.d.comb += (
                queue.payload[port.name]
                .as_value()
                .eq(self.aligned(m, port, results[port.operation], phase))
            )
        return m

    def phase(self, m: Module, name: str = "phase") -> Signal:
        """Return the cycle since reset, modulo the initiation interval, in a counter of its own."""
        interval = self.design.initiation_interval
        phase = Signal(range(max(2, interval)), name=name)
        if interval > 1:
            m.d.sync += phase.eq(Mux(phase == interval - 1, 0, phase + 1))
        return phase

    def stages(self, m: Module, phase: Signal) -> dict[int, Any]:
        """Add all stages, each fed from the ports and the others, and return all results."""
        design = self.design
        results: dict[int, Any] = {
            port.operation: self.i.payload[port.name].as_value() for port in design.inputs
        }
        parts = {stage.name: StagePipeline(design, stage) for stage in design.stages}
        for stage in design.stages:
            for index in stage.outputs:
                results[index] = getattr(parts[stage.name], f"o_{design.operations[index].name}")
        for stage in design.stages:
            m.submodules[stage.name] = part = parts[stage.name]
            if design.initiation_interval > 1:
                # Stages are all over the chip: each counts for itself.
                alone = len(design.stages) == 1
                m.d.comb += part.phase.eq(phase if alone else self.phase(m, f"phase_{stage.name}"))
            for index in stage.inputs:
                port = getattr(part, f"i_{design.operations[index].name}")
                m.d.comb += port.eq(results[index])
        return results

    def aligned(self, m: Module, port: Port, value: Any, phase: Signal) -> Any:
        """Return a result, delayed until the last one is ready."""
        design = self.design
        ready = design.operations[port.operation].ready
        steps = -(-(design.depth - ready) // design.initiation_interval)
        if steps == 0 or not design.operations[port.operation].operands:
            return value
        m.submodules[f"align_{port.name}"] = delay = Delay(port.format.width, [steps])
        m.d.comb += [
            delay.i.eq(value),
            delay.step.eq(phase == ready % design.initiation_interval),
        ]
        return getattr(delay, f"o_{steps}")


def layout(ports: tuple[Port, ...]) -> data.StructLayout:
    """Return the payload that holds one number a port."""
    return data.StructLayout({port.name: Shape.of(port.format) for port in ports})
