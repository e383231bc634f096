"""Processes: what they are made of, one kind after the other."""

from __future__ import annotations

from common.place import Place
from occam import parsed, typed
from occam.checking import (
    check_assignment,
    check_calls,
    check_choices,
    check_communication,
    check_expressions,
    check_specifications,
    check_types,
)
from occam.checking.scope import Context
from occam.language.types import Primitive

_LARGEST = (1 << 31) - 1


def process(context: Context, node: parsed.Process) -> typed.Process:
    """Return a process, checked."""
    match node:
        case parsed.Skip():
            return typed.Skip(node.place)
        case parsed.Stop():
            return typed.Stop(node.place)
        case parsed.Assignment():
            return check_assignment.assignment(context, node)
        case parsed.Instance():
            return check_calls.instance(context, node)
        case parsed.Specified():
            return check_specifications.specified(context, node)
        case parsed.Sequence():
            return _sequence(context, node)
        case parsed.While():
            return _while(context, node)
        case parsed.Conditional():
            return check_choices.conditional(context, node)
        case parsed.Selection():
            return check_choices.selection(context, node)
    return _side_effects(context, node)


def _side_effects(context: Context, node: parsed.Process) -> typed.Process:
    """Return a process of a kind that functions cannot have."""
    if context.function:
        what = {
            parsed.Parallel: "PAR",
            parsed.Alternation: "ALT",
            parsed.Output: "output",
        }.get(type(node), "input")
        node.place.fail(
            f"{what} in {check_specifications.in_function(context)}",
            "SEQ, IF, CASE, WHILE and assignment: a function has no side effects",
        )
    match node:
        case parsed.Input():
            return check_communication.receive(context, node)
        case parsed.DelayedInput():
            return check_communication.delay(context, node)
        case parsed.CaseInput():
            return check_communication.case_input(context, node)
        case parsed.Output():
            return check_communication.output(context, node)
        case parsed.Parallel():
            return _parallel(context, node)
        case parsed.Alternation():
            return check_choices.alternation(context, node)
    what = "PROCESSOR" if isinstance(node, parsed.Processor) else "PLACED PAR"
    node.place.fail(f"{what} inside of a process", "PLACED PAR around everything that runs")


def _sequence(context: Context, node: parsed.Sequence) -> typed.Process:
    inside, replicated = replicator(context, node.replicator)
    processes = tuple(process(inside, one) for one in node.processes)
    return typed.Sequence(node.place, replicated, processes)


def _parallel(context: Context, node: parsed.Parallel) -> typed.Process:
    inside, replicated = replicator(context, node.replicator)
    if replicated is not None and not isinstance(replicated.count, typed.Constant):
        replicated.count.place.fail(
            "the count of a replicated PAR is not known before the program runs", "a constant INT"
        )
    if node.priority:
        _check_priority(node, replicated)
    processes = tuple(process(inside, one) for one in node.processes)
    return typed.Parallel(node.place, node.priority, replicated, processes)


def _check_priority(node: parsed.Parallel, replicated: typed.Replicator | None) -> None:
    number = len(node.processes)
    if replicated is not None and isinstance(replicated.count, typed.Constant):
        number = replicated.count.value
    if number != 2 or replicated is not None:
        problem = "a replicated PRI PAR" if replicated else f"PRI PAR of {number}"
        node.place.fail(problem, "two processes: a transputer has two priorities")


def _while(context: Context, node: parsed.While) -> typed.Process:
    condition = check_expressions.condition(context, node.condition, "the condition of WHILE")
    return typed.While(node.place, condition, process(context, node.process))


def replicator(
    context: Context, node: parsed.Replicator | None
) -> tuple[Context, typed.Replicator | None]:
    """Return the context in which a replicator's index is known, and the replicator."""
    if node is None:
        return context, None
    start = _bound(context, node.start, "the start of a replicator")
    count = _bound(context, node.count, "the count of a replicator")
    span = _range(node.count.place, start, count)
    index = typed.Index(node.name, node.place, Primitive.INT, span)
    inside = context.inner()
    inside.scope.define(node.name, index)
    return inside, typed.Replicator(index, start, count)


def _bound(context: Context, node: parsed.Expression, what: str) -> typed.Expression:
    value = check_expressions.expression(context, node)
    check_types.require(node.place, value.type, Primitive.INT, what)
    return value


def _range(
    place: Place, start: typed.Expression, count: typed.Expression
) -> tuple[int, int] | None:
    if isinstance(count, typed.Constant) and count.value < 0:
        place.fail(f"a replicator with the count {count.value}", "counts of 0 and more")
    if not isinstance(start, typed.Constant) or not isinstance(count, typed.Constant):
        return None
    last = start.value + count.value - 1
    if last > _LARGEST:
        place.fail(f"a replicator up to {last}", f"indices up to {_LARGEST}")
    # With the count 0 no value is ever taken; an empty range lies inside every bound.
    return start.value, last
