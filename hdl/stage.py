"""A dataflow stage as a free-running pipeline."""

from __future__ import annotations

from typing import Any

from amaranth.hdl import Const, Module, Signal, signed
from amaranth.lib import wiring
from amaranth.lib.wiring import In, Out

from dataflow.design import Design, Stage
from dataflow.numbers.formats import Rounding
from dataflow.operation import (
    ADDITIONS,
    TRIGONOMETRIC,
    Operation,
    Operator,
    Target,
    latency_of,
)
from dataflow.timing.units import USERS, UnitKind
from hdl.parts import multiplier, shared, trig
from hdl.parts.delay import Delay
from hdl.parts.fixed import Shape, Value
from hdl.parts.multiplier import Multiplier
from hdl.parts.scale import Scale
from hdl.parts.shared import Job
from hdl.parts.trig import SineCosine

_PARTS = Target(multiply=multiplier.LATENCY, add=1, trigonometry=trig.LATENCY)
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
            taken = latency_of(
                operation.operator, operation.constant, _PARTS, shared=operation.unit is not None
            )
            if planned != taken:
                name = operation.name
                raise ValueError(
                    f"{name} is scheduled to take {planned!r} cycles, its part takes {taken!r}"
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
        self.turning: dict[tuple[int, int], SineCosine] = {}
        self.values: dict[int, Any] = {
            index: getattr(self, f"i_{design.operations[index].name}")
            for index in self.stage.inputs
        }
        for operation in self.stage.operations:
            self.values[operation.index] = Signal(
                signed(operation.format.width), name=operation.name
            )
        self.delayed = self.delays(m)
        for operation in self.stage.operations:
            if operation.operator is Operator.CONSTANT:
                m.d.comb += self.values[operation.index].eq(operation.constant)
            elif operation.unit is None:
                self.own_part(m, operation)
        self.shared_units(m)
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

    def own_part(self, m: Module, operation: Operation) -> None:
        """The hardware of an operation that shares none."""
        if operation.operator is Operator.MULTIPLY:
            self.multiply(m, operation)
        elif operation.operator is Operator.SCALE:
            self.scale(m, operation)
        elif operation.operator in ADDITIONS:
            self.add(m, operation)
        elif operation.operator in TRIGONOMETRIC:
            self.sine_or_cosine(m, operation)

    def multiply(self, m: Module, operation: Operation) -> None:
        """A product of two values."""
        a, b = (self.operand(operation, k).as_value() for k in (0, 1))
        m.submodules[f"multiply_{operation.name}"] = part = Multiplier(
            len(a), len(b), self.dropped(operation), operation.format.width
        )
        m.d.comb += [part.a.eq(a), part.b.eq(b), self.values[operation.index].eq(part.o)]

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

    def aligned(self, operation: Operation) -> list[Value]:
        """The operands of a sum with the same fraction bits."""
        fraction = operation.sum_fraction
        return [
            Value(self.operand(operation, k).aligned(fraction), fraction)
            for k in range(len(operation.operands))
        ]

    def add(self, m: Module, operation: Operation) -> None:
        """A sum, difference or negative, rounded behind the adder, then registered."""
        terms = self.aligned(operation)
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

    def sine_or_cosine(self, m: Module, operation: Operation) -> None:
        """An output of the unit that reads an angle in a cycle; its first user brings it."""
        reading = (operation.operands[0], operation.start)
        unit = self.turning.get(reading)
        if unit is None:
            self.turning[reading] = unit = SineCosine(self.design.trigonometry)
            m.submodules[f"trigonometry_{operation.name}"] = unit
            m.d.comb += unit.angle.eq(self.operand(operation, 0).as_value())
        result = unit.sine if operation.operator is Operator.SINE else unit.cosine
        m.d.comb += self.values[operation.index].eq(result)

    def shared_units(self, m: Module) -> None:
        """One part for all operations of each shared unit."""
        users: dict[tuple[UnitKind, int], list[Operation]] = {}
        for operation in self.stage.operations:
            if operation.unit is not None:
                users.setdefault((USERS[operation.operator], operation.unit), []).append(operation)
        for (kind, unit), operations in users.items():
            name = f"{kind.value}_{unit}"
            if kind is UnitKind.MULTIPLIER:
                jobs = [self.product_job(o) for o in operations]
                shared.multiplier(m, name, self.phase, jobs)
            elif kind is UnitKind.ADDER:
                shared.adder(m, name, self.phase, [self.sum_job(o) for o in operations])
            else:
                sines, cosines = (
                    [self.angle_job(o) for o in operations if o.operator is which]
                    for which in TRIGONOMETRIC
                )
                form = self.design.trigonometry
                shared.trigonometry(m, name, self.phase, form, sines, cosines)

    def job(self, operation: Operation, operands: tuple[Any, ...], **extra: Any) -> Job:
        """An operation on a shared unit."""
        phase, result = operation.start % self.interval, self.values[operation.index]
        return Job(phase, operands, result, **extra)

    def angle_job(self, operation: Operation) -> Job:
        """A sine or cosine."""
        return self.job(operation, (self.operand(operation, 0).as_value(),))

    def product_job(self, operation: Operation) -> Job:
        """A product with a value or with a constant."""
        first = self.operand(operation, 0).as_value()
        if operation.operator is Operator.SCALE:
            bits = operation.constant.bit_length() + 1
            second: Any = Const(operation.constant, signed(bits))
        else:
            second = self.operand(operation, 1).as_value()
        return self.job(operation, (first, second), dropped=self.dropped(operation))

    def sum_job(self, operation: Operation) -> Job:
        """A sum, a difference, or a negative: zero minus the operand."""
        terms = [term.as_value() for term in self.aligned(operation)]
        if operation.operator is Operator.NEGATE:
            terms.insert(0, Const(0, signed(1)))
        return self.job(
            operation,
            tuple(terms),
            dropped=operation.sum_fraction - operation.format.fraction,
            half=operation.rounding is Rounding.HALF_UP,
            subtract=operation.operator is not Operator.ADD,
        )
