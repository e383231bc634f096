"""What values read and do: elements, subscripts, calls, and VALOF.

Here lies the knot of the usage checks: a VALOF holds a process, whose uses `ValueUsage.process`
gives. It is left open here and closed in `usage.processes`, which knows the processes.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable

from common.place import Place
from occam import typed
from occam.checking.usage import calls, scopes
from occam.checking.usage.accesses import Access, Accesses, Use
from occam.checking.usage.calls import Summary
from occam.layout.areas import area_of


class ValueUsage(ABC):
    """What values do to variables around them; keeps what each routine does.

    Attributes
    ----------
    summaries
        Of the routines checked so far.
    effect
        What the routine at hand does that no function may; "" for nothing.
    function
        How messages name the function whose value is computed; "" elsewhere.
    priority
        Where the routine at hand has a PRI PAR, or calls what has one.
    """

    def __init__(self) -> None:
        self.summaries: dict[typed.Routine, Summary] = {}
        self.effect = ""
        self.function = ""
        self.priority: Place | None = None

    @abstractmethod
    def process(self, node: typed.Process) -> Accesses:
        """Return what a process does around it; raise InputError where it may not."""

    def reads(self, *values: typed.Expression) -> Accesses:
        """Return what is used to evaluate values."""
        found = Accesses()
        for value in values:
            found.update(self._read(value))
        return found

    def subscripts(self, value: typed.Expression) -> Accesses:
        """Return what the subscripts of an element read, and the value it is taken from."""
        match value:
            case typed.Variable():
                return Accesses()
            case typed.Element():
                return self.with_reads(self.subscripts(value.base), value.index)
            case typed.Slice():
                return self.with_reads(self.subscripts(value.base), value.start, value.count)
        return self._read(value)

    def with_reads(self, found: Accesses, *values: typed.Expression) -> Accesses:
        """Add what is used to evaluate values; return the same uses."""
        found.update(self.reads(*values))
        return found

    def call(
        self, place: Place, routine: typed.Routine, values: tuple[typed.Expression, ...]
    ) -> Accesses:
        """Return what a call does: what the routine does, to what it was given."""
        summary = self.summaries[routine]
        if self.function and summary.effect:
            place.fail(
                f"{routine.name} is called in {self.function} and has {summary.effect} inside",
                "procedures of SEQ, IF, CASE, WHILE and assignment",
            )
        self.effect = self.effect or summary.effect
        if summary.priority:
            self.priority = place
        given = calls.actuals(routine.parameters, values)
        calls.check_aliases(routine.name, given, summary)
        found = Accesses()
        for actual in given:
            reads = self.reads if actual.formal.value else self.subscripts
            found.update(reads(actual.value))
        found.update(calls.uses(place, given, summary))
        return found

    def valued(self, process: typed.Process, results: Iterable[typed.Expression]) -> Accesses:
        """Return what a VALOF reads around it, after checking that it does no more."""
        made: tuple[typed.Specification, ...] = ()
        inner = process
        if isinstance(process, typed.Scope):
            made, inner = process.specifications, process.process
        found = self.scoped(made, self.with_reads(self.process(inner), *results))
        for access in found:
            if access.use is Use.WRITE or access.use.communicates:
                access.place.fail(
                    f"{access} is {access.use.value} in {self.function} and declared outside of it",
                    "no side effects: changes of what is declared inside",
                )
        return found

    def scoped(self, made: tuple[typed.Specification, ...], inside: Accesses) -> Accesses:
        """Return the uses around specifications, from the uses where they live."""
        for symbol in reversed(made):
            if isinstance(symbol, typed.Declared):
                scopes.declaration(symbol, inside)
                inside = inside.without((symbol,))
            else:
                reads = self.reads if symbol.value else self.subscripts
                inside = scopes.abbreviation(symbol, reads(symbol.expression), inside)
        return inside

    def _read(self, value: typed.Expression) -> Accesses:
        match value:
            case typed.Constant() | typed.ConstantTable() | typed.ChannelTable():
                return Accesses()
            case typed.Variable() | typed.Element() | typed.Slice():
                return self._read_element(value)
            case typed.Table():
                return self.reads(*value.items)
            case typed.Unary() | typed.Convert():
                return self._read(value.operand)
            case typed.SizeOf():
                return self.subscripts(value.operand)
            case typed.Binary():
                return self.reads(value.left, value.right)
            case typed.Call():
                return self.call(value.place, value.function, value.arguments)
            case typed.Builtin():
                return self.reads(*value.arguments)
            case typed.ValueOf():
                return self._value_of(value)

    def _read_element(self, value: typed.Expression) -> Accesses:
        found = self.subscripts(value)
        area = area_of(value)
        if area is not None:
            found.add(Access(area, Use.READ, place=value.place))
        return found

    def _value_of(self, value: typed.ValueOf) -> Accesses:
        around, self.function = self.function, self.function or "a VALOF"
        found = self.valued(value.process, (value.result,))
        self.function = around
        return found
