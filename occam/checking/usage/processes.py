"""Usage checks: no variable changed behind another's back, no channel used at a wrong end.

The rules are the occam 2 Reference Manual's (INMOS 1988) for disjoint processes, abbreviations and
side effects. What a process does is found from the inside out; a routine's part is found once and
put in the place of its calls.
"""

from __future__ import annotations

from dataclasses import replace

from common.errors import InputError
from occam import typed
from occam.checking.usage import parallel, scopes
from occam.checking.usage.accesses import Access, Accesses, Use
from occam.checking.usage.calls import Summary, of_external
from occam.checking.usage.specialised import for_each_value
from occam.checking.usage.values import ValueUsage
from occam.language.predefined import PROCEDURES
from occam.language.types import ChannelType, base_of
from occam.layout.areas import area_of, surely_overlap
from occam.layout.places import root


class Usage(ValueUsage):
    """Checks routines and processes, and keeps what the routines do."""

    def routine(self, routine: typed.Routine) -> None:
        """Check a procedure or function; those that it calls have been checked before."""
        self.effect = ""
        self.priority = None
        if routine.modules:
            self.summaries[routine] = of_external(routine)
            return
        if isinstance(routine, typed.Function):
            self.function = f"the function {routine.name}"
            found = self.valued(routine.body, routine.results)
            self.function = ""
        else:
            found = self.process(routine.body)
        for parameter in routine.parameters:
            if isinstance(base_of(parameter.type), ChannelType):
                scopes.one_direction(
                    found.of(parameter), "one direction for each channel parameter"
                )
        self.summaries[routine] = Summary(found, self.effect, self.priority is not None)

    # Processes

    def process(self, node: typed.Process) -> Accesses:
        """Return what a process does around it; raise InputError where it may not."""
        match node:
            case typed.Skip() | typed.Stop():
                return Accesses()
            case typed.Assembly():
                return self._assembly(node)
            case typed.Scope():
                return self.scoped(node.specifications, self.process(node.process))
            case typed.Assignment():
                return self._assigned(node.targets, self.reads(*node.values))
            case typed.MultipleCall():
                called = self.call(node.place, node.function, node.arguments)
                return self._assigned(node.targets, called)
            case typed.MultipleBuiltin():
                return self._assigned(node.targets, self.reads(*node.arguments))
            case typed.Sequence():
                found = Accesses()
                for process in node.processes:
                    found.update(self.process(process))
                return self._replicated(node.replicator, found)
            case typed.Parallel():
                return self._parallel(node)
            case typed.While():
                return self.with_reads(self.process(node.process), node.condition)
            case typed.Selection():
                found = self.reads(node.selector)
                for option in node.options:
                    found.update(self.process(option.process))
                return found
            case typed.Conditional():
                return self._conditional(node)
            case typed.Instance():
                return self.call(node.place, node.procedure, node.actuals)
            case typed.BuiltinInstance():
                return self._builtin(node)
        return self._communication(node)

    def _assigned(self, targets: tuple[typed.Expression, ...], found: Accesses) -> Accesses:
        written: list[Access] = []
        for target in targets:
            subscripts = self.subscripts(target)
            access = _access(target, Use.WRITE)
            for other in written:
                if surely_overlap(other.area, access.area):
                    target.place.fail(f"{access} is given two values at once", "each variable once")
            written.append(access)
            found.update(subscripts)
        for access, changed in zip(written, targets, strict=True):
            for target in targets:
                if target is not changed and self.subscripts(target).of(access.symbol):
                    target.place.fail(
                        f"{access} is changed and used in a subscript of the same assignment",
                        "two assignments in SEQ",
                    )
        found.update(written)
        return found

    def _builtin(self, node: typed.BuiltinInstance) -> Accesses:
        """Return what a predefined procedure does; the address of a channel is a use of it."""
        found = Accesses()
        called = PROCEDURES[node.name]
        for (name, type_), actual in zip(called.parameters, node.actuals, strict=True):
            if name not in called.variables:
                found.update(self.reads(actual))
            elif isinstance(base_of(type_), ChannelType):
                use = Use.INPUT if name == "in" else Use.OUTPUT
                found.update(self._channel(Accesses(), actual, use))
            else:
                found.update(self._assigned((actual,), Accesses()))
        return found

    def _assembly(self, node: typed.Assembly) -> Accesses:
        """Return what instructions do to variables; whose address is loaded may be changed."""
        found = Accesses()
        for line in node.lines:
            writes = line.address or line.mnemonic.startswith("ST") or line.mnemonic == "LDLP"
            for operand in line.operands:
                found.update(self.subscripts(operand) if writes else self.reads(operand))
                if writes and area_of(operand) is not None:
                    found.add(_access(operand, Use.WRITE))
        return found

    def _parallel(self, node: typed.Parallel) -> Accesses:
        self.effect = "PAR"
        around, self.priority = self.priority, None
        processes = [self.process(process) for process in node.processes]
        if node.priority:
            if self.priority is not None:
                self.priority.fail("PRI PAR inside of a PRI PAR", "one PRI PAR around the others")
            self.priority = node.place
        self.priority = self.priority or around
        if node.replicator is None:
            return parallel.parallel(processes)
        count = node.replicator.count
        assert isinstance(count, typed.Constant)
        try:
            found = parallel.replicated(processes[0], node.replicator.index, count.value)
        except InputError:
            written = for_each_value(node.processes[0], node.replicator)
            if written is None or not self._are_apart(written):
                raise
            found = parallel.parallel([self.process(process) for process in written])
        return self._replicated(node.replicator, found)

    def _are_apart(self, written: list[typed.Process]) -> bool:
        """Tell whether processes may run in parallel."""
        try:
            parallel.parallel([self.process(process) for process in written])
        except InputError:
            return False
        return True

    def _conditional(self, node: typed.Conditional) -> Accesses:
        found = Accesses()
        for choice in node.choices:
            if isinstance(choice, typed.Conditional):
                found.update(self._conditional(choice))
            else:
                inside = self.with_reads(self.process(choice.process), choice.condition)
                found.update(self.scoped(choice.specifications, inside))
        return self.scoped(node.specifications, self._replicated(node.replicator, found))

    def _replicated(self, replicator: typed.Replicator | None, found: Accesses) -> Accesses:
        if replicator is None:
            return found
        outside = found.without((replicator.index,))
        return self.with_reads(outside, replicator.start, replicator.count)

    # Communication

    def _communication(self, node: typed.Process) -> Accesses:
        self.effect = "communication"
        match node:
            case typed.Input() | typed.CaseInput():
                return self._input(node)
            case typed.Output():
                values = [transfer.value for transfer in node.transfers]
                counts = [one.count for one in node.transfers if one.count is not None]
                found = self.reads(*counts, *values)
                return self._channel(found, node.channel, Use.OUTPUT)
            case typed.TimerRead():
                return self._assigned((node.target,), Accesses())
            case typed.Delay():
                return self.reads(node.time)
            case typed.Alternation():
                return self._alternation(node)
        raise TypeError(f"no usage rule for {node!r}")

    def _channel(self, found: Accesses, channel: typed.Expression, use: Use) -> Accesses:
        found.update(self.subscripts(channel))
        table = root(channel)
        channels = table.channels if isinstance(table, typed.ChannelTable) else (channel,)
        for one in channels:
            found.update(self.subscripts(one))
            found.add(replace(_access(one, use), place=channel.place))
        return found

    def _input(self, node: typed.Input | typed.CaseInput) -> Accesses:
        found = self._channel(Accesses(), node.channel, Use.INPUT)
        if isinstance(node, typed.Input):
            found.update(self._taken(node.transfers))
            return found
        for branch in node.branches:
            inside = self._taken(branch.transfers)
            inside.update(self.process(branch.process))
            found.update(self.scoped(branch.specifications, inside))
        return found

    def _taken(self, transfers: tuple[typed.Transfer, ...]) -> Accesses:
        found = Accesses()
        for transfer in transfers:
            counts = () if transfer.count is None else (transfer.count,)
            found.update(self._assigned((*counts, transfer.value), Accesses()))
        return found

    def _alternation(self, node: typed.Alternation) -> Accesses:
        self.effect = "ALT"
        found = Accesses()
        for alternative in node.alternatives:
            if isinstance(alternative, typed.Alternation):
                found.update(self._alternation(alternative))
            else:
                found.update(self.scoped(alternative.specifications, self._guard(alternative)))
        return self.scoped(node.specifications, self._replicated(node.replicator, found))

    def _guard(self, node: typed.Guard) -> Accesses:
        found = Accesses()
        if node.condition is not None:
            found.update(self.reads(node.condition))
        if node.input is not None:
            found.update(self._communication(node.input))
        if node.process is not None:
            found.update(self.process(node.process))
        return found


def _access(value: typed.Expression, use: Use) -> Access:
    area = area_of(value)
    assert area is not None
    return Access(area, use, place=value.place)
