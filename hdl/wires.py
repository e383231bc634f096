"""Where each value of a stage stands, and in which cycle it is read."""

from __future__ import annotations

import functools
from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from typing import Any

from amaranth.hdl import Module, Signal

from dataflow.design import Design, Stage
from dataflow.operation import Operation
from dataflow.operators import Operator
from dataflow.timing.early_operands import is_early, reads_early
from dataflow.timing.registers import Reading, registers
from dataflow.timing.sources import Source, source_of
from hdl.parts.choice import Filling, Phases
from hdl.parts.delay import Delay
from hdl.parts.ecp5_register import own_register
from hdl.parts.family import Family
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
    family
        Whose cells the parts are made of.
    """

    def __init__(
        self,
        m: Module,
        design: Design,
        stage: Stage,
        values: Mapping[int, Any],
        phase: Any,
        family: Family | None = None,
    ) -> None:
        self.design, self.interval, self.phase = design, design.initiation_interval, phase
        self.m, self.family = m, family
        self.values = values
        self.registers = registers(design.operations, stage.name, self.interval)
        self._full = self._filling()
        self._holders: dict[int, Signal] = {}
        self._held = self._holding(m)
        self._delayed = self._delays(m, stage)

    @functools.cached_property
    def phases(self) -> Phases:
        """The phase, for what is chosen by it."""
        return Phases(self.m, self.phase, self.interval, self.family)

    def operand(self, operation: Operation, position: int) -> Value:
        """Return an operand as it is in the operation's first cycle, or, if early, ahead of it."""
        index = operation.operands[position]
        fraction = self.design.operations[index].format.fraction
        if (operation.index, position) in self._held:
            return Value(self._held[operation.index, position], fraction)
        wires = self._delayed.get((index, self._read(operation, position)), self.values[index])
        if reads_early(self.design, operation, position) and not is_early(self.design, operation):
            wires = self._own(f"{operation.name}_{position}_waits", wires)
        return Value(wires, fraction)

    def _own(self, name: str, wires: Any) -> Any:
        """Return wires a cycle later, from a register that nothing else reads."""
        if self.family is Family.ECP5:
            return own_register(self.m, name, wires)
        register = Signal.like(wires, name=name, reset_less=True)
        self.m.d.sync += register.eq(wires)
        return register

    def _read(self, operation: Operation, position: int) -> int:
        """Return the cycle in which an operand is taken from wires."""
        return operation.start - reads_early(self.design, operation, position)

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
        source = source_of(self.design.operations, operation, position, self.interval)
        register = self.registers.get((operation.index, position))
        return source if register is None else (*source, register)

    def filling(self, operation: Operation, position: int) -> Filling | None:
        """Return when a register that an operand is read from has values; None of other wires."""
        register = self.registers.get((operation.index, position))
        return None if self.family is not Family.ECP5 or register is None else self._full[register]

    def clear_registers(self) -> None:
        """Clear registers before something relies on their being 0, in few phases."""
        windows = [
            (number, window)
            for number, full in self._full.items()
            for window in full.windows(self.interval)
        ]
        clears: dict[int, set[int]] = defaultdict(set)
        while windows:
            most = Counter(phase for _, window in windows for phase in window)
            chosen = max(sorted(most), key=most.__getitem__)
            for number, _ in (each for each in windows if chosen in each[1]):
                clears[number].add(chosen)
            windows = [each for each in windows if chosen not in each[1]]
        for number, phases in clears.items():
            with self.m.If(self.phases.clears_in(sorted(phases))):
                self.m.d.sync += self._holders[number].eq(0)

    def _filling(self) -> dict[int, Filling]:
        """Return when each register has a value that is still to be read."""
        full: dict[int, set[int]] = defaultdict(set)
        for (reader, position), register in self.registers.items():
            reading = self.design.operations[reader]
            ready = self.design.operations[reading.operands[position]].ready
            cycles = range(ready + 1, reading.start + 1)
            full[register].update(cycle % self.interval for cycle in cycles)
        return {register: Filling(frozenset(phases)) for register, phases in full.items()}

    def _in_phase(self, cycle: int) -> Any:
        """Return what is high in the cycles that are ``cycle`` modulo the interval."""
        return 1 if self.interval == 1 else self.phases.bits[cycle % self.interval]

    def _delays(self, m: Module, stage: Stage) -> dict[tuple[int, int], Any]:
        """Return what each (operation, cycle) of a late reading of a delay is read from."""
        late: dict[int, set[int]] = {}
        for reader in stage.operations:
            for position, operand in enumerate(reader.operands):
                source = self.design.operations[operand]
                cycle = self._read(reader, position)
                waits = cycle > source.ready and source.operator is not Operator.CONSTANT
                if waits and (reader.index, position) not in self.registers:
                    late.setdefault(operand, set()).add(cycle)
        taps: dict[tuple[int, int], Any] = {}
        for index, cycles in late.items():
            taps |= self._delay(m, index, cycles)
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

    def _holding(self, m: Module) -> dict[Reading, Any]:
        """Return the register's wires that each reading of one reads."""
        operations = self.design.operations
        readings: dict[int, list[Reading]] = {}
        for reading, number in self.registers.items():
            readings.setdefault(number, []).append(reading)
        wires: dict[Reading, Any] = {}
        for number, sharing in readings.items():
            values = {reading: operations[reading[0]].operands[reading[1]] for reading in sharing}
            held = self._register(m, number, sorted(set(values.values())))
            self._holders[number] = held
            for reading, index in values.items():
                wires[reading] = held[: operations[index].format.width].as_signed()
        return wires

    def _register(self, m: Module, number: int, values: Sequence[int]) -> Signal:
        """Add a register that values of one unit take turns in, each from when it is ready."""
        operations = self.design.operations
        widest = max(values, key=lambda index: operations[index].format.width)
        held = Signal.like(self.values[widest], name=f"waiting_{number}", reset_less=True)
        phases = {operations[index].ready % self.interval for index in values}
        if self.design.shares_adders:  # one stage of the whole robot, not a link's
            opens = self.phases.opens(f"opens_{number}", sorted(phases))
        else:
            opens = self.phases.any_of(sorted(phases))
        with m.If(opens):
            m.d.sync += held.eq(self.values[widest])
        return held
