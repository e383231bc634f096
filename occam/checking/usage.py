"""Usage checks: no variable changed behind another's back, no channel used at a wrong end.

The rules are the occam 2 Reference Manual's (INMOS 1988) for disjoint processes, abbreviations and
side effects. What a process does is found from the inside out; a routine's part is found once and
put in the place of its calls.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TypeAlias

from common.place import Place
from occam import typed
from occam.checking import usage_calls, usage_parallel, usage_scopes
from occam.checking.accesses import CHANNEL, Access, Accesses, Kind, show
from occam.checking.usage_calls import Summary
from occam.language.types import ChannelType, base_of
from occam.layout import regions

Routine: TypeAlias = typed.Procedure | typed.Function
Specifications: TypeAlias = tuple[typed.Specification, ...]


class Usage:
    """Checks routines and processes, and keeps what the routines do."""

    def __init__(self) -> None:
        self._summaries: dict[Routine, Summary] = {}
        self._effect = ""
        self._function = ""
        self._priority: Place | None = None

    def routine(self, routine: Routine) -> None:
        """Check a procedure or function; those that it calls have been checked before."""
        self._effect = ""
        self._priority = None
        if isinstance(routine, typed.Function):
            self._function = f"the function {routine.name}"
            found = self._valued(routine.body, routine.results)
            self._function = ""
        else:
            found = self.process(routine.body)
        for parameter in routine.parameters:
            if isinstance(base_of(parameter.type), ChannelType):
                usage_scopes.one_direction(
                    found.of(parameter), "one direction for each channel parameter"
                )
        self._summaries[routine] = Summary(found, self._effect, self._priority is not None)

    # Processes

    def process(self, node: typed.Process) -> Accesses:
        """Return what a process does around it; raise InputError where it may not."""
        match node:
            case typed.Skip() | typed.Stop():
                return Accesses()
            case typed.Scope():
                return self._scoped(node.specifications, self.process(node.process))
            case typed.Assignment():
                return self._assigned(node.targets, self._reads(*node.values))
            case typed.MultipleCall():
                called = self._call(node.place, node.function, node.arguments)
                return self._assigned(node.targets, called)
            case typed.MultipleBuiltin():
                return self._assigned(node.targets, self._reads(*node.arguments))
            case typed.Sequence():
                found = Accesses()
                for process in node.processes:
                    found.update(self.process(process))
                return self._replicated(node.replicator, found)
            case typed.Parallel():
                return self._parallel(node)
            case typed.While():
                return self._with(self.process(node.process), node.condition)
            case typed.Selection():
                found = self._reads(node.selector)
                for option in node.options:
                    found.update(self.process(option.process))
                return found
            case typed.Conditional():
                return self._conditional(node)
            case typed.Instance():
                return self._call(node.place, node.procedure, node.actuals)
            case typed.BuiltinInstance():
                return self._reads(*node.actuals)
        return self._communication(node)

    def _with(self, found: Accesses, *values: typed.Expression) -> Accesses:
        found.update(self._reads(*values))
        return found

    def _assigned(self, targets: tuple[typed.Expression, ...], found: Accesses) -> Accesses:
        written: list[Access] = []
        for target in targets:
            subscripts = self._subscripts(target)
            access = self._access(target, Kind.WRITE)
            for other in written:
                if other.symbol is access.symbol and regions.surely_overlap(
                    other.region, access.region
                ):
                    target.place.fail(
                        f"{show(access)} is given two values at once", "each variable once"
                    )
            written.append(access)
            found.update(subscripts)
        for access, changed in zip(written, targets, strict=True):
            for target in targets:
                if target is not changed and self._subscripts(target).of(access.symbol):
                    target.place.fail(
                        f"{show(access)} is changed and used in a subscript of the same assignment",
                        "two assignments in SEQ",
                    )
        found.update(written)
        return found

    def _parallel(self, node: typed.Parallel) -> Accesses:
        self._effect = "PAR"
        around, self._priority = self._priority, None
        processes = [self.process(process) for process in node.processes]
        if node.priority:
            if self._priority is not None:
                self._priority.fail("PRI PAR inside of a PRI PAR", "one PRI PAR around the others")
            self._priority = node.place
        self._priority = self._priority or around
        if node.replicator is None:
            return usage_parallel.parallel(processes)
        count = node.replicator.count
        assert isinstance(count, typed.Constant)
        found = usage_parallel.replicated(processes[0], node.replicator.index, count.value)
        return self._replicated(node.replicator, found)

    def _conditional(self, node: typed.Conditional) -> Accesses:
        found = Accesses()
        for choice in node.choices:
            if isinstance(choice, typed.Conditional):
                found.update(self._conditional(choice))
            else:
                inside = self._with(self.process(choice.process), choice.condition)
                found.update(self._scoped(choice.specifications, inside))
        return self._scoped(node.specifications, self._replicated(node.replicator, found))

    def _replicated(self, replicator: typed.Replicator | None, found: Accesses) -> Accesses:
        if replicator is None:
            return found
        outside = found.without((replicator.index,))
        return self._with(outside, replicator.start, replicator.count)

    def _scoped(self, made: Specifications, inside: Accesses) -> Accesses:
        """Return the uses around specifications, from the uses where they live."""
        for symbol in reversed(made):
            if isinstance(symbol, typed.Declared):
                usage_scopes.declaration(symbol, inside)
                inside = inside.without((symbol,))
            else:
                expression = symbol.expression
                value = symbol.value
                read = self._reads(expression) if value else self._subscripts(expression)
                inside = usage_scopes.abbreviation(symbol, read, inside)
        return inside

    # Communication

    def _communication(self, node: typed.Process) -> Accesses:
        self._effect = "communication"
        match node:
            case typed.Input() | typed.CaseInput():
                return self._input(node)
            case typed.Output():
                values = [transfer.value for transfer in node.transfers]
                counts = [one.count for one in node.transfers if one.count is not None]
                found = self._reads(*counts, *values)
                return self._channel(found, node.channel, Kind.OUTPUT)
            case typed.TimerRead():
                return self._assigned((node.target,), Accesses())
            case typed.Delay():
                return self._reads(node.time)
            case typed.Alternation():
                return self._alternation(node)
        raise TypeError(f"no usage rule for {node!r}")

    def _channel(self, found: Accesses, channel: typed.Expression, kind: Kind) -> Accesses:
        found.update(self._subscripts(channel))
        found.add(self._access(channel, kind))
        return found

    def _input(self, node: typed.Input | typed.CaseInput) -> Accesses:
        found = self._channel(Accesses(), node.channel, Kind.INPUT)
        if isinstance(node, typed.Input):
            found.update(self._taken(node.transfers))
            return found
        for branch in node.branches:
            inside = self._taken(branch.transfers)
            inside.update(self.process(branch.process))
            found.update(self._scoped(branch.specifications, inside))
        return found

    def _taken(self, transfers: tuple[typed.Transfer, ...]) -> Accesses:
        found = Accesses()
        for transfer in transfers:
            targets = (
                (transfer.value,)
                if transfer.count is None
                else (
                    transfer.count,
                    transfer.value,
                )
            )
            found.update(self._assigned(targets, Accesses()))
        return found

    def _alternation(self, node: typed.Alternation) -> Accesses:
        self._effect = "ALT"
        found = Accesses()
        for alternative in node.alternatives:
            if isinstance(alternative, typed.Alternation):
                found.update(self._alternation(alternative))
            else:
                found.update(self._scoped(alternative.specifications, self._guard(alternative)))
        return self._scoped(node.specifications, self._replicated(node.replicator, found))

    def _guard(self, node: typed.Guard) -> Accesses:
        found = Accesses()
        if node.condition is not None:
            found.update(self._reads(node.condition))
        if node.input is not None:
            found.update(self._communication(node.input))
        if node.process is not None:
            found.update(self.process(node.process))
        return found

    # Calls

    def _call(
        self, place: Place, routine: Routine, values: tuple[typed.Expression, ...]
    ) -> Accesses:
        summary = self._summaries[routine]
        if self._function and summary.effect:
            place.fail(
                f"{routine.name} is called in {self._function} and has {summary.effect} inside",
                "procedures of SEQ, IF, CASE, WHILE and assignment",
            )
        self._effect = self._effect or summary.effect
        if summary.priority:
            self._priority = place
        given = usage_calls.actuals(routine.parameters, values)
        usage_calls.check_aliases(routine.name, given, summary)
        found = Accesses()
        for actual in given:
            reads = self._reads if actual.formal.value else self._subscripts
            found.update(reads(actual.value))
        found.update(usage_calls.uses(place, given, summary))
        return found

    def _valued(self, process: typed.Process, results: Iterable[typed.Expression]) -> Accesses:
        """Return what a VALOF reads around it, after checking that it does no more."""
        made: Specifications = ()
        inner = process
        if isinstance(process, typed.Scope):
            made, inner = process.specifications, process.process
        inside = self._with(self.process(inner), *results)
        found = self._scoped(made, inside)
        for access in found:
            if access.kind is Kind.WRITE or access.kind in CHANNEL:
                access.place.fail(
                    f"{show(access)} is {access.kind.value} in {self._function} and declared "
                    "outside of it",
                    "no side effects: changes of what is declared inside",
                )
        return found

    # Expressions

    def _access(self, value: typed.Expression, kind: Kind) -> Access:
        symbol, region = regions.of_element(value)
        assert symbol is not None
        return Access(symbol, region, kind, place=value.place)

    def _reads(self, *values: typed.Expression) -> Accesses:
        found = Accesses()
        for value in values:
            found.update(self._read(value))
        return found

    def _read(self, value: typed.Expression) -> Accesses:
        match value:
            case typed.Constant() | typed.ConstantTable():
                return Accesses()
            case typed.Variable() | typed.Element() | typed.Slice():
                return self._read_element(value)
            case typed.Table():
                return self._reads(*value.items)
            case typed.Unary() | typed.Convert():
                return self._read(value.operand)
            case typed.SizeOf():
                return self._subscripts(value.operand)
            case typed.Binary():
                return self._reads(value.left, value.right)
            case typed.Call():
                return self._call(value.place, value.function, value.arguments)
            case typed.Builtin():
                return self._reads(*value.arguments)
            case typed.ValueOf():
                return self._value_of(value)

    def _value_of(self, value: typed.ValueOf) -> Accesses:
        around, self._function = self._function, self._function or "a VALOF"
        found = self._valued(value.process, (value.result,))
        self._function = around
        return found

    def _read_element(self, value: typed.Expression) -> Accesses:
        found = self._subscripts(value)
        symbol, region = regions.of_element(value)
        if symbol is not None:
            found.add(Access(symbol, region, Kind.READ, place=value.place))
        return found

    def _subscripts(self, value: typed.Expression) -> Accesses:
        """Return what the subscripts of an element read, and the value it is taken from."""
        match value:
            case typed.Variable():
                return Accesses()
            case typed.Element():
                return self._with(self._subscripts(value.base), value.index)
            case typed.Slice():
                return self._with(self._subscripts(value.base), value.start, value.count)
        return self._read(value)
