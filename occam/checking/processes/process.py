"""Processes: what they are made of, one kind after the other."""

from __future__ import annotations

from occam import parsed, typed
from occam.checking.context import Context
from occam.checking.processes import assignment, calls, choices, communication, specifications
from occam.checking.processes.assembly import assembly
from occam.checking.processes.replicators import replicator
from occam.checking.values.required import condition


def process(context: Context, node: parsed.Process) -> typed.Process:
    """Return a process, checked."""
    match node:
        case parsed.Skip():
            return typed.Skip(node.place)
        case parsed.Stop():
            return typed.Stop(node.place)
        case parsed.Assembly():
            return assembly(context, node)
        case parsed.Assignment():
            return assignment.assignment(context, node)
        case parsed.Instance():
            return calls.instance(context, node)
        case parsed.Specified():
            return specifications.specified(context, node)
        case parsed.Sequence():
            return _sequence(context, node)
        case parsed.While():
            return _while(context, node)
        case parsed.Conditional():
            return choices.conditional(context, node)
        case parsed.Selection():
            return choices.selection(context, node)
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
            f"{what} in {context.function_in_words}",
            "SEQ, IF, CASE, WHILE and assignment: a function has no side effects",
        )
    match node:
        case parsed.Input():
            return communication.receive(context, node)
        case parsed.DelayedInput():
            return communication.delay(context, node)
        case parsed.CaseInput():
            return communication.case_input(context, node)
        case parsed.Output():
            return communication.output(context, node)
        case parsed.Parallel():
            return _parallel(context, node)
        case parsed.Alternation():
            return choices.alternation(context, node)
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
    test = condition(context, node.condition, "the condition of WHILE")
    return typed.While(node.place, test, process(context, node.process))
