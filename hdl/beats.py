"""A machine whose sets of results leave in beats, each with the tag that its inputs came with."""

from __future__ import annotations

from typing import Any

from amaranth.hdl import Array, Cat, Const, Module, Mux, Signal
from amaranth.lib import data, stream, wiring
from amaranth.lib.wiring import In, Out

from dataflow.beats import Beats, with_beats
from dataflow.design import Design
from hdl.flat_ports import converted
from hdl.machine import Machine, layout
from hdl.parts.stream import Queue

INNER = "machine"
"""The instance of the design's own machine."""


class BeatMachine(wiring.Component):
    """`hdl.machine.Machine` behind whose output a set leaves beat by beat.

    The first beat of a set is offered in the cycle in which the machine offers the set; the next
    one in the cycle after a beat was taken. ``last`` is high with a set's last beat, in whose
    transfer the machine's set is delivered. A beat that is shown does not change while valid waits.

    Members
    -------
    i : In, stream
        The design's inputs by name, and ``tag`` if there is one.
    o : Out, stream
        ``data``, the beat's bits, zeros where it is shorter; ``last``; ``tag`` if there is one.
    """

    def __init__(self, design: Design, beats: Beats) -> None:
        self.design, self.beats = with_beats(design, beats), beats
        taken: dict[str, Any] = {"set": layout(design.inputs)}
        given: dict[str, Any] = {"data": beats.width, "last": 1}
        if beats.tag:
            taken["tag"] = given["tag"] = beats.tag
        super().__init__(
            {
                "i": In(stream.Signature(data.StructLayout(taken))),
                "o": Out(stream.Signature(data.StructLayout(given))),
            }
        )

    def elaborate(self, platform: Any) -> Module:
        """Count the beats of the set that the machine offers, and keep tags in order beside it."""
        m = Module()
        count = len(self.beats.beats)
        m.submodules[INNER] = machine = Machine(self.design)
        beat = Signal(range(max(2, count)))
        is_last = beat == count - 1
        taken = self.o.valid & self.o.ready
        m.d.comb += [
            machine.i.valid.eq(self.i.valid),
            machine.i.payload.eq(self.i.payload.set),
            self.i.ready.eq(machine.i.ready),
            self.o.valid.eq(machine.o.valid),
            machine.o.ready.eq(self.o.ready & is_last),
            self.o.payload.last.eq(is_last),
            self.o.payload.data.eq(Array(self._beats(machine))[beat]),
        ]
        m.d.sync += beat.eq(Mux(taken, Mux(is_last, 0, beat + 1), beat))
        if self.beats.tag:
            m.submodules.tags = tags = Queue(self.beats.tag, self.design.queue_depth)
            m.d.comb += [
                tags.payload.eq(self.i.payload.tag),
                tags.write.eq(self.i.valid & self.i.ready),
                tags.store.eq(tags.write),
                tags.o.ready.eq(taken & is_last),
                self.o.payload.tag.eq(tags.o.payload),
            ]
        return m

    def _beats(self, machine: Machine) -> list[Any]:
        """Return the bits of each beat."""
        wires = []
        for slices in self.beats.beats:
            parts: list[Any] = []
            for each in slices:
                name = self.design.outputs[each.output].name
                value = machine.o.payload[name].as_value()
                parts.append(value[each.first : each.first + each.bits])
            used = sum(each.bits for each in slices)
            parts.append(Const(0, self.beats.width - used))
            wires.append(Cat(*parts))
        return wires


def beats_netlist(design: Design, beats: Beats) -> str:
    """Return the machine with its beats in RTLIL, Yosys's own language."""
    return converted(BeatMachine(design, beats), design.module)


def beats_sheet(design: Design, beats: Beats) -> dict[str, Any]:
    """Return what a user must know of the output's beats, for a JSON file.

    ``in_payload`` has the fields of the sheet's input, ``tag`` above them; ``out_payload`` has
    ``width`` bits of data, then ``last``, then ``tag``.
    """
    return {
        "kind": beats.kind,
        "count": len(beats.beats),
        "width": beats.width,
        "tag_bits": beats.tag,
        "beats": [
            [
                {
                    "name": design.outputs[each.output].name,
                    "bits": [each.place + each.bits - 1, each.place],
                    "of": [each.first + each.bits - 1, each.first],
                }
                for each in slices
            ]
            for slices in beats.beats
        ],
    }
