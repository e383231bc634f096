"""Operations as they come into being: each with its proof, its start and its multiplier."""

from __future__ import annotations

from dataclasses import dataclass, field

from dataflow.numbers.formats import Format, Rounding
from dataflow.numbers.knowledge import Fact, Knowledge
from dataflow.operation import Operation
from dataflow.operators import Operator, Target, UnitKind
from dataflow.timing.units import Units

WIDEST = 62
"""Bits of the widest integer: what the emulator's 64-bit arithmetic holds with room to spare."""


@dataclass(frozen=True)
class Goal:
    """What the last operation of a node must become: its format, and its true magnitude."""

    name: str
    format: Format
    magnitude: float


class FormatError(ValueError):
    """A value cannot be proved to fit the widths that are allowed.

    Attributes
    ----------
    node
        The index of the graph's node that is in danger; None before it is known.
    """

    node: int | None = None


class Overflow(ValueError):
    """A result may not fit the format that was tried."""


@dataclass
class Draft:
    """Operations under construction and what is known of each."""

    target: Target
    units: Units
    operations: list[Operation] = field(default_factory=list)
    known: list[Knowledge] = field(default_factory=list)

    @property
    def end(self) -> int:
        """The cycle in which the last result is ready."""
        return max(operation.ready for operation in self.operations)

    def fact(self, index: int) -> Fact:
        """Return what is known of an operation's result."""
        return Fact(self.known[index], self.operations[index].format.fraction)

    def forget_from(self, index: int) -> None:
        """Drop the operations from ``index`` on, and give their units back."""
        for operation in reversed(self.operations[index:]):
            kind = self.units.sharing.unit_of(operation.operator, operation.constant)
            if kind is not None:
                self.units.release(operation.stage, kind, operation.start)
        del self.operations[index:]
        del self.known[index:]

    def emit(
        self,
        name: str,
        stage: str,
        operator: Operator,
        operands: tuple[int, ...],
        fact: Fact,
        rounding: Rounding = Rounding.EXACT,
        goal: Goal | None = None,
        **extra: int,
    ) -> int:
        """Append an operation that starts as soon as it can; returns its index.

        Its format is the goal's, or what its own integers need. Raises `Overflow` if they may not
        fit the goal's.
        """
        known = fact.known
        if goal is not None:
            known = known.narrowed(goal.magnitude, fact.fraction)
        form = Format(goal.format.width if goal else known.width, fact.fraction)
        if not known.fits(form):
            raise Overflow
        widest = fact.known.width + max(0, extra.get("sum_fraction", 0) - form.fraction)
        if max(widest, form.width) > WIDEST:
            raise FormatError(f"{name}: {widest} bits are more than {WIDEST}; use a smaller width")
        start = max((self.operations[o].ready for o in operands), default=0)
        constant, unit = extra.get("constant", 0), None
        kind = self.units.sharing.unit_of(operator, constant)
        twin = self.twin(operator, operands) if kind is UnitKind.TRIGONOMETRY else None
        if twin is not None:
            start, unit = twin.start, twin.unit
        elif kind is not None:
            start, unit = self.units.reserve(stage, kind, start)
        ready = start + operator.latency(self.target, constant, shared=kind is not None)
        self.operations.append(
            Operation(
                len(self.operations), name, stage, operator, operands, form, rounding,
                start=start, ready=ready, unit=unit, **extra,
            )
        )  # fmt: skip
        self.known.append(known)
        return len(self.operations) - 1

    def twin(self, operator: Operator, operands: tuple[int, ...]) -> Operation | None:
        """Return the sine to a cosine, or the reverse: a unit gives both of one angle at once."""
        for operation in self.operations:
            other = operation.operator.unit is UnitKind.TRIGONOMETRY
            if other and operation.operator is not operator and operation.operands == operands:
                return operation
        return None
