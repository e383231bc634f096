"""Calls of functions, actual parameters of any call, and values of processes (VALOF)."""

from __future__ import annotations

from typing import TypeAlias

from common.place import Place
from occam import parsed, typed
from occam.checking import hints
from occam.checking.context import Context
from occam.checking.values import elements
from occam.checking.wording import counted
from occam.language.predefined import Signature
from occam.language.types import Primitive, Type, fits, is_data
from occam.layout.places import root

Callee: TypeAlias = typed.Function | Signature


def callee(context: Context, node: parsed.Call) -> Callee:
    """Return the function that a call names."""
    context.refuse_recursion(node.function, node.place)
    found = context.names.find(node.function, node.place, "the name of a FUNCTION")
    if isinstance(found, typed.Function) or (isinstance(found, Signature) and found.results):
        return found
    if isinstance(found, typed.Procedure | Signature):
        node.place.fail(f"{node.function} is a procedure and has no value", "a function")
    node.place.fail(f"{node.function} is no function", "the name of a FUNCTION")


def results_of(function: Callee) -> tuple[Type, ...]:
    """Return the types of a function's results."""
    return function.types if isinstance(function, typed.Function) else function.results


def arguments(
    context: Context, function: Callee, node: parsed.Call
) -> tuple[typed.Expression, ...]:
    """Return the arguments of a call, checked against the parameters."""
    return actuals(context, node.place, node.function, formals_of(function), node.arguments)


def call(context: Context, node: parsed.Call) -> typed.Expression:
    """Return a call of a function with one result."""
    function = callee(context, node)
    types = results_of(function)
    if len(types) > 1:
        targets = ", ".join("abc"[: len(types)])
        node.place.fail(
            f"{node.function} has {len(types)} results",
            f"a function of one result here; {targets} := {node.function} (...)",
        )
    given = arguments(context, function, node)
    if isinstance(function, Signature):
        return typed.Builtin(node.place, types[0], function.name, given)
    return typed.Call(node.place, types[0], function, given)


def formals_of(called: typed.Procedure | Callee) -> tuple[typed.Parameter, ...]:
    """Return the formal parameters of what is called, predefined or not."""
    if isinstance(called, Signature):
        nowhere = Place(called.name, 0, 0)
        return tuple(
            typed.Parameter(name, nowhere, type_, name not in called.variables)
            for name, type_ in called.parameters
        )
    return called.parameters


def actuals(
    context: Context,
    place: Place,
    name: str,
    formals: tuple[typed.Parameter, ...],
    nodes: tuple[parsed.Expression, ...],
) -> tuple[typed.Expression, ...]:
    """Return the actual parameters of a call, checked against the formal ones."""
    if len(nodes) != len(formals):
        allowed = ", ".join(_show(formal) for formal in formals) or "none"
        place.fail(
            f"{name} is called with {counted(len(nodes), 'parameter')}",
            f"{len(formals)}: {allowed}",
        )
    return tuple(
        _actual(context, formal, node) for formal, node in zip(formals, nodes, strict=True)
    )


def _actual(context: Context, formal: typed.Parameter, node: parsed.Expression) -> typed.Expression:
    if formal.value:
        value = context.expression(node)
    elif is_data(formal.type):
        value = elements.target(context, node)
    else:
        value = elements.element(context, node)
        refuse_chosen(node.place, value)
    if not fits(value.type, formal.type):
        node.place.fail(
            f"{value.type} for the parameter {formal.name}",
            _show(formal) + (hints.for_type(value.type, formal.type) if formal.value else ""),
        )
    return value


def refuse_chosen(place: Place, value: typed.Expression) -> None:
    """Refuse a table of channels as a whole, or a channel that is chosen when the program runs."""
    if isinstance(root(value), typed.ChannelTable):
        place.fail(
            f"{value.type} of a table of channels here",
            "one of its channels, by a constant subscript",
        )


def _show(formal: typed.Parameter) -> str:
    """Return a formal parameter as it is written."""
    return f"{'VAL ' if formal.value else ''}{formal.type} {formal.name}"


def value_of(context: Context, node: parsed.ValueProcess) -> typed.ValueOf:
    """Return a VALOF of one result inside an expression."""
    process, results = context.value_process(node, context.function or "VALOF")
    if len(results) != 1:
        node.place.fail(
            f"a VALOF of {counted(len(results), 'result')} in an expression", "one result"
        )
    result = results[0]
    if not isinstance(result.type, Primitive):
        result.place.fail(f"a result of type {result.type}", "a value that is no array")
    return typed.ValueOf(node.place, result.type, process, result)
