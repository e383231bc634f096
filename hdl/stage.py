"""A dataflow stage as a free-running pipeline."""

from __future__ import annotations

import dataclasses
from typing import Any

from amaranth.hdl import Module, Signal, signed
from amaranth.lib import wiring
from amaranth.lib.wiring import In, Out

from dataflow.design import Design, Stage
from dataflow.operators import Target
from hdl.own_parts import OwnParts
from hdl.parts import multiplier, trig
from hdl.parts.family import Family
from hdl.parts.multiples import odd_part
from hdl.shared_parts import build_shared
from hdl.text.names import named
from hdl.wires import Wires


def _parts_for(target: Target) -> Target:
    """Return the latencies of the parts that are built here for a target, if they can be had."""
    allowed = target.multiply in multiplier.LATENCIES
    multiply = target.multiply if allowed else multiplier.LATENCY
    return dataclasses.replace(
        target, multiply=multiply, add=1, trigonometry=trig.latency(multiply)
    )


class StagePipeline(wiring.Component):
    """One step of one link.

    Every input ``i_NAME`` must hold its operation's result in the cycles in which that is ready,
    as `dataflow.operation.Operation.ready` counts them; every output ``o_NAME`` does. With an
    initiation interval K the values of one set are there in every K-th cycle only, and ``phase``,
    the cycle modulo K, tells which.

    ``values`` are the wires of every operation by its index, those of the inputs too.

    Members
    -------
    phase : In, for K > 1
    i_NAME : In, signed integers
    o_NAME : Out, signed integers

    Raises
    ------
    ValueError
        If an operation is scheduled to take other cycles than its part takes.
    """

    def __init__(self, design: Design, stage: Stage) -> None:
        parts = _parts_for(design.target)
        for operation in stage.operations:
            planned = operation.ready - operation.start
            block = operation.unit is not None or operation.index in design.in_blocks
            taken = operation.operator.latency(parts, operation.constant, shared=block)
            if planned != taken:
                name = operation.name
                raise ValueError(
                    f"{name} is scheduled to take {planned!r} cycles, its part takes {taken!r}"
                )
        self.design, self.stage = design, stage
        self._own = {operation.index: operation for operation in stage.operations}
        self._check_multiples()
        members: dict[str, Any] = {}
        if design.initiation_interval > 1:
            members["phase"] = In(range(design.initiation_interval))
        for index in stage.inputs:
            operation = design.operations[index]
            members[f"i_{operation.name}"] = In(signed(operation.format.width))
        for index in stage.outputs:
            operation = design.operations[index]
            members[f"o_{operation.name}"] = Out(signed(operation.format.width))
        super().__init__(members)
        self.values: dict[int, Any] = {
            index: getattr(self, f"i_{design.operations[index].name}") for index in stage.inputs
        }
        for operation in stage.operations:
            width = operation.format.width
            self.values[operation.index] = Signal(
                signed(width), name=operation.name, attrs=named(operation.name)
            )
        for index in stage.inputs:
            self.values[index].attrs.update(named(f"i_{design.operations[index].name}"))

    def _check_multiples(self) -> None:
        """Raise ValueError if the adders of a product with a constant take other cycles."""
        for each in self.design.multiples:
            levels = {total.fundamental: total.level for total in each.graph.sums}
            for operation in (self._own[index] for index in each.operations if index in self._own):
                odd, _ = odd_part(operation.constant)
                if levels.get(odd) != operation.ready - operation.start:
                    raise ValueError(f"the adders of {operation.name} are ready in another cycle")

    def elaborate(self, platform: Any) -> Module:
        """Join delays for what is read late, and a part for each operation or shared unit."""
        m = Module()
        operations = self.design.operations
        phase = self.phase if self.design.initiation_interval > 1 else None
        family = platform if isinstance(platform, Family) else None
        wires = Wires(m, self.design, self.stage, self.values, phase, family)
        parts = OwnParts(m, wires, family)
        together = [each for each in self.design.multiples if each.operations[0] in self._own]
        built = {index for tree in self.design.trees for index in tree}
        built.update(index for each in together for index in each.operations)
        for operation in self.stage.operations:
            if operation.unit is None and operation.index not in built:
                parts.build(operation)
        for each in together:
            parts.build_multiples(each)
        build_shared(m, wires, self.stage.operations)
        for index in self.stage.outputs:
            m.d.comb += getattr(self, f"o_{operations[index].name}").eq(self.values[index])
        return m
