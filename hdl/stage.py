"""A dataflow stage as a free-running pipeline."""

from __future__ import annotations

from typing import Any

from amaranth.hdl import Module, Mux, Signal, signed
from amaranth.lib import wiring
from amaranth.lib.wiring import In, Out

from dataflow.formats import Rounding
from dataflow.operation import Operation, Operator, Target, latency_of
from dataflow.stage import Design, Stage
from hdl import multiplier, trig
from hdl.delay import Delay
from hdl.fixed import Shape, Value, dropped
from hdl.multiplier import Multiplier
from hdl.scale import Scale
from hdl.trig import SineCosine

PARTS = Target(multiply=multiplier.LATENCY, add=1, trigonometry=trig.LATENCY)
"""The latencies of the parts that are built here."""


class StagePipeline(wiring.Component):
    """One step of one link.

    Every input ``i_NAME`` must hold its operation's result in the cycles in which that is ready,
    as `dataflow.operation.Operation.ready` counts them; every output ``o_NAME`` does. With an
    initiation interval K the values of one set are there in every K-th cycle only, and ``phase``,
    the cycle modulo K, tells which.

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
        for operation in stage.operations:
            planned = operation.ready - operation.start
            taken = latency_of(operation.operator, operation.constant, PARTS)
            if planned != taken:
                raise ValueError(
                    f"{operation.name} is scheduled to take {planned!r} cycles, "
                    f"but its part takes {taken}"
                )
        self.design, self.stage = design, stage
        self.interval = design.initiation_interval
        members: dict[str, Any] = {}
        if self.interval > 1:
            members["phase"] = In(range(self.interval))
        for index in stage.inputs:
            operation = design.operations[index]
            members[f"i_{operation.name}"] = In(signed(operation.format.width))
        for index in stage.outputs:
            operation = design.operations[index]
            members[f"o_{operation.name}"] = Out(signed(operation.format.width))
        super().__init__(members)

    def elaborate(self, platform: Any) -> Module:
        """Delays for what is read late, then one part per operation."""
        m = Module()
        design = self.design
        self.values: dict[int, Any] = {
            index: getattr(self, f"i_{design.operations[index].name}")
            for index in self.stage.inputs
        }
        for operation in self.stage.operations:
            self.values[operation.index] = Signal(
                signed(operation.format.width), name=operation.name
            )
        self.delayed = self.delays(m)
        self.multiply(m)
        self.trigonometry(m)
        for operation in self.stage.operations:
            if operation.operator is Operator.SCALE:
                self.scale(m, operation)
            elif operation.operator is Operator.CONSTANT:
                m.d.comb += self.values[operation.index].eq(operation.constant)
            elif operation.operator in (Operator.ADD, Operator.SUBTRACT, Operator.NEGATE):
                self.add(m, operation)
        for index in self.stage.outputs:
            port = getattr(self, f"o_{design.operations[index].name}")
            m.d.comb += port.eq(self.values[index])
        return m

    def in_phase(self, cycle: int) -> Any:
        """High in the cycles that are ``cycle`` modulo the interval."""
        return 1 if self.interval == 1 else self.phase == cycle % self.interval

    def delays(self, m: Module) -> dict[tuple[int, int], Any]:
        """What each (operation, cycle) of a late reading is read from."""
        late: dict[int, set[int]] = {}
        for reader in self.stage.operations:
            for operand in reader.operands:
                source = self.design.operations[operand]
                if source.operator is not Operator.CONSTANT and reader.start > source.ready:
                    late.setdefault(operand, set()).add(reader.start)
        taps: dict[tuple[int, int], Any] = {}
        for index, cycles in late.items():
            source = self.design.operations[index]
            steps = {cycle: -(-(cycle - source.ready) // self.interval) for cycle in cycles}
            m.submodules[f"delay_{source.name}"] = delay = Delay(
                source.format.width, steps.values()
            )
            m.d.comb += [
                delay.i.eq(self.values[index]),
                delay.step.eq(self.in_phase(source.ready)),
            ]
            for cycle, count in steps.items():
                taps[index, cycle] = getattr(delay, f"o_{count}")
        return taps

    def operand(self, operation: Operation, position: int) -> Value:
        """An operand as it is in the operation's first cycle."""
        index = operation.operands[position]
        wires = self.delayed.get((index, operation.start), self.values[index])
        return Value(wires, self.design.operations[index].format.fraction)

    def multiply(self, m: Module) -> None:
        """Multipliers: one a product, or shared by those of one unit, each in its own phase."""
        units: dict[str, list[Operation]] = {}
        for operation in self.stage.operations:
            if operation.operator is Operator.MULTIPLY:
                key = operation.name if operation.unit is None else f"unit_{operation.unit}"
                units.setdefault(key, []).append(operation)
        for key, users in units.items():
            operands = [(self.operand(o, 0), self.operand(o, 1)) for o in users]
            drops = [self.dropped(o) for o in users]
            a_width, b_width = (max(len(pair[k].as_value()) for pair in operands) for k in (0, 1))
            shared = min(drops)
            width = max(
                o.format.width + drop - shared for o, drop in zip(users, drops, strict=True)
            )
            m.submodules[f"multiply_{key}"] = unit = Multiplier(a_width, b_width, shared, width)
            a, b = (pair.as_value() for pair in operands[0])
            for operation, pair in zip(users[1:], operands[1:], strict=True):
                chosen = self.in_phase(operation.start)
                a = Mux(chosen, pair[0].as_value(), a)
                b = Mux(chosen, pair[1].as_value(), b)
            m.d.comb += [unit.a.eq(a), unit.b.eq(b)]
            for operation, drop in zip(users, drops, strict=True):
                m.d.comb += self.values[operation.index].eq(dropped(unit.o, drop - shared))

    def dropped(self, operation: Operation) -> int:
        """Low bits that truncation takes from a product."""
        fractions = [self.design.operations[o].format.fraction for o in operation.operands]
        exact = sum(fractions) + operation.constant_fraction
        return exact - operation.format.fraction

    def scale(self, m: Module, operation: Operation) -> None:
        """A product with a constant."""
        operand = self.operand(operation, 0).as_value()
        m.submodules[f"scale_{operation.name}"] = part = Scale(
            len(operand), operation.constant, self.dropped(operation), operation.format.width
        )
        m.d.comb += [part.i.eq(operand), self.values[operation.index].eq(part.o)]

    def add(self, m: Module, operation: Operation) -> None:
        """A sum, difference or negative, rounded behind the adder, then registered."""
        fraction = operation.sum_fraction
        terms = [
            Value(self.operand(operation, k).aligned(fraction), fraction)
            for k in range(len(operation.operands))
        ]
        if operation.operator is Operator.ADD:
            total = terms[0] + terms[1]
        elif operation.operator is Operator.SUBTRACT:
            total = terms[0] - terms[1]
        else:
            total = -terms[0]
        if operation.rounding is Rounding.HALF_UP:
            total = total.round(operation.format.fraction)
        result = total.narrow(Shape.of(operation.format)).as_value()
        register = Signal(
            signed(operation.format.width), name=f"{operation.name}_sum", reset_less=True
        )
        m.d.sync += register.eq(result)
        m.d.comb += self.values[operation.index].eq(register)

    def trigonometry(self, m: Module) -> None:
        """A sine and cosine unit per angle and cycle at which it is read."""
        units: dict[tuple[int, int], SineCosine] = {}
        for operation in self.stage.operations:
            if operation.operator not in (Operator.SINE, Operator.COSINE):
                continue
            key = (operation.operands[0], operation.start)
            if key not in units:
                units[key] = SineCosine(self.design.trigonometry)
                m.submodules[f"trigonometry_{operation.name}"] = units[key]
                m.d.comb += units[key].angle.eq(self.operand(operation, 0).as_value())
            sine = operation.operator is Operator.SINE
            result = units[key].sine if sine else units[key].cosine
            m.d.comb += self.values[operation.index].eq(result)
