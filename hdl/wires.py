"""Where each value of a stage stands, and in which cycle it is read."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from amaranth.hdl import Cat, Module, Signal

from dataflow.design import Design, Stage
from dataflow.operation import Operation
from dataflow.operators import Operator
from dataflow.timing.registers import registers
from dataflow.timing.sources import Source, source_of
from hdl.parts.delay import Delay
from hdl.parts.fixed import Value


class Wires:
    """The wires of one stage while its hardware is put together.

    Parameters
    ----------
    m
        The stage's module; delays for what is read late become its submodules.
    values
        By operation, the wires of its result, those read from outside too. Whoever builds an
        operation drives them.
    phase
        The cycle modulo the initiation interval; nothing where that is 1.
    """

    def __init__(
        self, m: Module, design: Design, stage: Stage, values: Mapping[int, Any], phase: Any
    ) -> None:
        self.design, self.interval, self.phase = design, design.initiation_interval, phase
        self.values = values
        self.registers = registers(design.operations, stage.name, self.interval)
        self._delayed = self._delays(m, stage)

    def operand(self, operation: Operation, position: int) -> Value:
        """Return an operand as it is in the operation's first cycle."""
        index = operation.operands[position]
        wires = self._delayed.get((index, operation.start), self.values[index])
        return Value(wires, self.design.operations[index].format.fraction)

    def aligned(self, operation: Operation) -> list[Value]:
        """Return the operands of a sum with the same fraction bits."""
        fraction = operation.sum_fraction
        return [
            Value(self.operand(operation, k).aligned(fraction), fraction)
            for k in range(len(operation.operands))
        ]

    def dropped(self, operation: Operation) -> int:
        """Return how many low bits truncation takes from a product."""
        fractions = [self.design.operations[o].format.fraction for o in operation.operands]
        return sum(fractions) + operation.constant_fraction - operation.format.fraction

    def source(self, operation: Operation, position: int) -> Source:
        """Return where an operand is read, equal for equal wires."""
        index = operation.operands[position]
        source = source_of(self.design.operations, operation, position, self.interval)
        return source if source[0] != "late" else (*source, self.registers.get(index, ~index))

    def _in_phase(self, cycle: int) -> Any:
        """Return what is high in the cycles that are ``cycle`` modulo the interval."""
        return 1 if self.interval == 1 else self.phase == cycle % self.interval

    def _delays(self, m: Module, stage: Stage) -> dict[tuple[int, int], Any]:
        """Return what each (operation, cycle) of a late reading is read from."""
        late: dict[int, set[int]] = {}
        for reader in stage.operations:
            for operand in reader.operands:
                source = self.design.operations[operand]
                if source.operator is not Operator.CONSTANT and reader.start > source.ready:
                    late.setdefault(operand, set()).add(reader.start)
        taps: dict[tuple[int, int], Any] = {}
        sharing: dict[int, list[int]] = {}
        for index, cycles in late.items():
            if index in self.registers:
                sharing.setdefault(self.registers[index], []).append(index)
            else:
                taps |= self._delay(m, index, cycles)
        for number, values in sharing.items():
            held = self._register(m, number, values)
            for index in values:
                width = self.design.operations[index].format.width
                taps |= {(index, cycle): held[:width].as_signed() for cycle in late[index]}
        return taps

    def _delay(self, m: Module, index: int, cycles: set[int]) -> dict[tuple[int, int], Any]:
        """Add a delay for a value; return what it is read from in each cycle."""
        source = self.design.operations[index]
        steps = {cycle: -(-(cycle - source.ready) // self.interval) for cycle in cycles}
        m.submodules[f"delay_{source.name}"] = delay = Delay(source.format.width, steps.values())
        m.d.comb += [
            delay.i.eq(self.values[index]),
            delay.step.eq(self._in_phase(source.ready)),
        ]
        return {(index, cycle): getattr(delay, f"o_{count}") for cycle, count in steps.items()}

    def _register(self, m: Module, number: int, values: Sequence[int]) -> Signal:
        """Add a register that values of one unit take turns in, each from when it is ready."""
        operations = self.design.operations
        widest = max(values, key=lambda index: operations[index].format.width)
        held = Signal.like(self.values[widest], name=f"waiting_{number}", reset_less=True)
        phases = {operations[index].ready % self.interval for index in values}
        with m.If(Cat(self._in_phase(phase) for phase in sorted(phases)).any()):
            m.d.sync += held.eq(self.values[widest])
        return held
