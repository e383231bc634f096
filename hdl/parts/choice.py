"""What the operand of a shared unit is in each phase of the initiation interval."""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from amaranth.hdl import Cat, Module, Signal, signed

from hdl.parts.ecp5_register import own_register_from
from hdl.parts.family import Family


@dataclass(eq=False)
class Filling:
    """When a register has a value that is still to be read.

    Attributes
    ----------
    phases
        Those in which it has one.
    zero
        Those in which something relies on its being 0, so that it must be cleared before.
    """

    phases: frozenset[int]
    zero: set[int] = field(default_factory=set)

    def windows(self, interval: int) -> Iterator[list[int]]:
        """Yield phases of which one must end with the register cleared, for each time between.

        They go from the last with a value to the last before something relies on a 0.
        """
        for last in sorted(self.phases):
            window = [last]
            while (window[-1] + 1) % interval not in self.phases | self.zero:
                window.append((window[-1] + 1) % interval)
            if (window[-1] + 1) % interval in self.zero:
                yield window


@dataclass(frozen=True)
class Arm:
    """Signed wires that are chosen in some phases.

    Attributes
    ----------
    zeros
        How many low bits are always 0.
    filling
        Of a register that can be cleared, when it is not; None for other wires.
    """

    wires: Any
    phases: tuple[int, ...]
    zeros: int = 0
    filling: Filling | None = None


@dataclass(frozen=True)
class Choice:
    """One of some arms, or a constant, in each phase; anything in phases of neither.

    Attributes
    ----------
    width
        Bits of the result: arms and constants fit.
    inverted
        Phases in which the result's bits are all inverted.
    """

    name: str
    width: int
    arms: tuple[Arm, ...]
    constants: Mapping[int, int]
    inverted: frozenset[int] = frozenset()


class Phases:
    """The cycle modulo the initiation interval: as a number, and as one bit a phase.

    The bits are registers: the one of a phase is high in that phase, from reset on. Each is a
    signal of its own: with thousands of readers of parts of one vector Icarus compiles for minutes.
    """

    def __init__(self, m: Module, number: Any, interval: int, family: Family | None = None) -> None:
        self.m, self.number, self.interval, self.family = m, number, interval, family
        self.bits = [Signal(init=phase == 0, name=f"in_phase_{phase}") for phase in range(interval)]
        m.d.sync += [
            self.bits[phase].eq(number == (phase - 1) % interval) for phase in range(interval)
        ]
        self._clears: dict[int, Signal] = {}

    def any_of(self, phases: Sequence[int]) -> Any:
        """Return what is high in the phases."""
        return Cat(*(self.bits[phase] for phase in phases)).any()

    def clears_in(self, phases: Sequence[int]) -> Any:
        """Return what is high in the phases, and in the first cycle after a reset."""
        for phase in phases:
            if phase not in self._clears:
                self._clears[phase] = Signal(init=1, name=f"clears_in_{phase}")
                self.m.d.sync += self._clears[phase].eq(self.bits[(phase - 1) % self.interval])
        return Cat(*(self._clears[phase] for phase in phases)).any()

    def word(self, name: str, values: Mapping[int, int], width: int) -> Signal:
        """Return a register that holds each phase's value in that phase, from reset on."""
        register = Signal(width, name=name, init=values.get(0, 0))
        self.m.d.sync += register.eq(self._upcoming(name, values, width))
        return register

    def copies(self, name: str, values: Mapping[int, int], width: int, number: int) -> list[Signal]:
        """Return some of a word's registers, each an ECP5's own cell: no tool makes them one."""
        if number == 1:
            return [self.word(name, values, width)]
        upcoming, first = self._upcoming(name, values, width), values.get(0, 0)
        return [own_register_from(self.m, f"{name}_{k}", upcoming, first) for k in range(number)]

    def _upcoming(self, name: str, values: Mapping[int, int], width: int) -> Signal:
        """Return the next phase's value."""
        upcoming = Signal(width, name=f"{name}_upcoming")
        with self.m.Switch(self.number):
            for phase, value in values.items():
                with self.m.Case((phase - 1) % self.interval):
                    self.m.d.comb += upcoming.eq(value)
            with self.m.Default():
                self.m.d.comb += upcoming.eq(0)
        return upcoming


def one_hot(m: Module, phases: Phases, choice: Choice) -> Signal:
    """Return the choice: arms opened by the bits of their phases, and joined by OR."""
    name, width = choice.name, choice.width
    joined = [_from_table(m, phases, choice)] if choice.constants else []
    for k, arm in enumerate(choice.arms):
        wires = Signal(signed(width), name=f"{name}_arm_{k}")
        m.d.comb += wires.eq(arm.wires)
        joined.append(wires & phases.any_of(arm.phases).replicate(width))
    chosen = Signal(signed(width), name=name)
    m.d.comb += chosen.eq(_or(joined))
    if not choice.inverted:
        return chosen
    turned = phases.any_of(sorted(choice.inverted)).replicate(width)
    return (chosen.as_unsigned() ^ turned).as_signed()


def arms_of(single: Sequence[Arm], sources: Sequence[Hashable]) -> tuple[Arm, ...]:
    """Return one arm for all that come from one source; a source of None is of its own."""
    arms: dict[Hashable, list[Arm]] = {}
    for number, (arm, source) in enumerate(zip(single, sources, strict=True)):
        arms.setdefault(number if source is None else (source,), []).append(arm)
    # The wires of one unit's results differ in how far they repeat the sign.
    return tuple(
        Arm(
            max((arm.wires for arm in alike), key=len),
            tuple(phase for arm in alike for phase in arm.phases),
            min(arm.zeros for arm in alike),
            alike[0].filling,
        )
        for alike in arms.values()
    )


def _or(values: list[Any]) -> Any:
    """Return values joined by OR, as a balanced tree."""
    while len(values) > 1:
        pairs = [values[k : k + 2] for k in range(0, len(values), 2)]
        values = [pair[0] | pair[1] if len(pair) == 2 else pair[0] for pair in pairs]
    return values[0]


def _from_table(m: Module, phases: Phases, choice: Choice) -> Signal:
    """Return each phase's constant, zero where there is none."""
    constant = Signal(signed(choice.width), name=f"{choice.name}_constant")
    with m.Switch(phases.number):
        for phase, value in choice.constants.items():
            with m.Case(phase):
                m.d.comb += constant.eq(value)
        with m.Default():
            m.d.comb += constant.eq(0)
    return constant
