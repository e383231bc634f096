"""Assignments, of one or several values."""

from __future__ import annotations

from common.place import Place
from occam import parsed, typed
from occam.checking import hints
from occam.checking.context import Context
from occam.checking.values import calls, elements
from occam.checking.wording import counted
from occam.language.predefined import Signature
from occam.language.types import ArrayType, Type, fits
from occam.layout.areas import area_of, surely_overlap


def assignment(context: Context, node: parsed.Assignment) -> typed.Process:
    """Return ``targets := values``, or the call of a function of several results."""
    if len(node.values) == 1 and len(node.targets) > 1:
        value = node.values[0]
        if isinstance(value, parsed.Call):
            return _multiple_call(context, node, value)
        if isinstance(value, parsed.ValueProcess):
            return _multiple_value(context, node, value)
    if len(node.values) != len(node.targets):
        _wrong_number(node, len(node.values))
    targets = _targets(context, node)
    values = tuple(context.expression(value) for value in node.values)
    for target, given in zip(targets, values, strict=True):
        _check_type(target, given.type, given.place)
        _check_overlap(target, given)
    return typed.Assignment(node.place, targets, values)


def _targets(context: Context, node: parsed.Assignment) -> tuple[typed.Expression, ...]:
    return tuple(elements.target(context, target) for target in node.targets)


def _wrong_number(node: parsed.Assignment, values: int) -> None:
    node.place.fail(
        f"{counted(len(node.targets), 'variable')} := {counted(values, 'value')}",
        "as many values as variables",
    )


def _check_type(target: typed.Expression, found: Type, place: Place) -> None:
    if not fits(found, target.type):
        place.fail(
            f"{found} assigned to a variable of type {target.type}",
            f"{target.type}{hints.for_type(found, target.type)}",
        )


def _check_overlap(target: typed.Expression, value: typed.Expression) -> None:
    """Refuse to copy a part of an array onto another part that has elements of the first."""
    to, part = area_of(target), area_of(value)
    if to is None or part is None or not isinstance(target.type, ArrayType):
        return
    if to.region != part.region and surely_overlap(to, part):
        target.place.fail(
            f"parts of {to.symbol.name} that overlap on both sides of :=",
            "parts without common elements; a loop, or a copy in between",
        )


def _multiple_call(context: Context, node: parsed.Assignment, call: parsed.Call) -> typed.Process:
    function = calls.callee(context, call)
    types = calls.results_of(function)
    if len(types) != len(node.targets):
        _wrong_number(node, len(types))
    targets = _targets(context, node)
    for target, type_ in zip(targets, types, strict=True):
        _check_type(target, type_, target.place)
    given = calls.arguments(context, function, call)
    if isinstance(function, Signature):
        return typed.MultipleBuiltin(node.place, targets, function.name, given)
    return typed.MultipleCall(node.place, targets, function, given)


def _multiple_value(
    context: Context, node: parsed.Assignment, value: parsed.ValueProcess
) -> typed.Process:
    """Return a VALOF of several results: its process, then the assignment of the results."""
    targets = _targets(context, node)
    process, results = context.value_process(value, context.function or "VALOF")
    if len(results) != len(targets):
        _wrong_number(node, len(results))
    for target, result in zip(targets, results, strict=True):
        _check_type(target, result.type, result.place)
    stored = typed.Assignment(node.place, targets, results)
    if isinstance(process, typed.Scope):
        inner = typed.Sequence(node.place, None, (process.process, stored))
        return typed.Scope(node.place, process.specifications, inner)
    return typed.Sequence(node.place, None, (process, stored))
