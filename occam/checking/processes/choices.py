"""IF, CASE and ALT."""

from __future__ import annotations

from occam import parsed, typed
from occam.checking.context import Context
from occam.checking.processes import communication
from occam.checking.processes.replicators import replicator
from occam.checking.processes.specifications import scope, specifications
from occam.checking.values.required import condition
from occam.language import arithmetic
from occam.language.types import Primitive


def conditional(context: Context, node: parsed.Conditional) -> typed.Conditional:
    """Return ``IF``."""
    inside = context.inner()
    made = specifications(inside, node.specifications)
    inside, replicated = replicator(inside, node.replicator)
    choices = tuple(_choice(inside, choice) for choice in node.choices)
    return typed.Conditional(node.place, made, replicated, choices)


def _choice(
    context: Context, node: parsed.GuardedChoice | parsed.Conditional
) -> typed.Choice | typed.Conditional:
    if isinstance(node, parsed.Conditional):
        return conditional(context, node)
    inside = context.inner()
    made = specifications(inside, node.specifications)
    test = condition(inside, node.condition, "a condition of IF")
    process = inside.process(node.process)
    return typed.Choice(node.place, made, test, process)


def selection(context: Context, node: parsed.Selection) -> typed.Selection:
    """Return ``CASE``."""
    selector = context.expression(node.selector)
    type_ = selector.type
    if not isinstance(type_, Primitive) or type_.real:
        node.selector.place.fail(f"CASE of {type_}", "an integer or BYTE, or a BOOL")
    seen: dict[int, int] = {}
    options = []
    for option in node.options:
        inside = context.inner()
        made = specifications(inside, option.specifications)
        values = _values(inside, option, type_, seen)
        process = inside.process(option.process)
        process = scope(option.place, made, process)
        options.append(typed.Option(option.place, values, process))
    _check_else(node)
    return typed.Selection(node.place, selector, tuple(options))


def _check_else(node: parsed.Selection) -> None:
    otherwise = [option for option in node.options if option.values is None]
    if len(otherwise) > 1:
        otherwise[1].place.fail("a second ELSE", "one ELSE")


def _values(
    context: Context, node: parsed.Option, type_: Primitive, seen: dict[int, int]
) -> tuple[int, ...]:
    if node.values is None:
        return ()
    values = []
    for written in node.values:
        value = context.expression(written)
        if value.type != type_:
            written.place.fail(f"{value.type} in a CASE of {type_}", f"{type_}")
        if not isinstance(value, typed.Constant):
            written.place.fail("a case that is not known before the program runs", "constants")
        if value.value in seen:
            shown = arithmetic.show(type_, value.value)
            written.place.fail(
                f"{shown} is already a case, in line {seen[value.value]}", "each value once"
            )
        seen[value.value] = written.place.line
        values.append(value.value)
    return tuple(values)


def alternation(context: Context, node: parsed.Alternation) -> typed.Alternation:
    """Return ``ALT``; as both are legal, PRI ALT and ALT both take the first that is ready."""
    inside = context.inner()
    made = specifications(inside, node.specifications)
    inside, replicated = replicator(inside, node.replicator)
    alternatives = tuple(_alternative(inside, one, node.priority) for one in node.alternatives)
    return typed.Alternation(node.place, made, replicated, alternatives)


def _alternative(
    context: Context, node: parsed.Guard | parsed.Alternation, priority: bool
) -> typed.Guard | typed.Alternation:
    if isinstance(node, parsed.Alternation):
        return alternation(context, node)
    inside = context.inner()
    made = specifications(inside, node.specifications)
    test = None
    if node.condition is not None:
        test = condition(inside, node.condition, "a guard's condition")
    waited_for = _input(inside, node)
    process = inside.process(node.process) if node.process is not None else None
    return typed.Guard(node.place, made, test, waited_for, process)


def _input(
    context: Context, node: parsed.Guard
) -> typed.Input | typed.Delay | typed.CaseInput | None:
    match node.input:
        case parsed.Skip():
            if node.condition is None:
                node.place.fail("a SKIP guard without a condition", "condition & SKIP")
            return None
        case parsed.DelayedInput():
            return communication.delay(context, node.input)
        case parsed.CaseInput():
            return communication.case_input(context, node.input)
    waited_for = communication.receive(context, node.input)
    if isinstance(waited_for, typed.TimerRead):
        node.input.place.fail("reading a timer as a guard", "timer ? AFTER time")
    if isinstance(waited_for, typed.Assignment):
        node.input.place.fail("reading a port as a guard", "a channel, or a condition & SKIP")
    return waited_for
