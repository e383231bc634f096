"""Calls of functions and procedures, and values of processes (VALOF)."""

from __future__ import annotations

from dataclasses import replace
from typing import TypeAlias

from common.place import Place
from occam import parsed, typed
from occam.checking import check_elements, check_expressions, check_specifications, hints
from occam.checking.check_types import is_data
from occam.checking.scope import Context
from occam.checking.wording import counted
from occam.language.predefined import Signature
from occam.language.types import Primitive, Type, fits

Callee: TypeAlias = typed.Function | Signature


def callee(context: Context, node: parsed.Call) -> Callee:
    """Return the function that a call names."""
    found = context.scope.find(node.function, node.place, "the name of a FUNCTION")
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
    return _actuals(context, node.place, node.function, _formals(function), node.arguments)


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


def _formals(called: typed.Procedure | Callee) -> tuple[typed.Parameter, ...]:
    if isinstance(called, Signature):
        nowhere = Place(called.name, 0, 0)
        return tuple(
            typed.Parameter(name, nowhere, type_, True) for name, type_ in called.parameters
        )
    return called.parameters


def _actuals(
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
        value = check_expressions.expression(context, node)
    elif is_data(formal.type):
        value = check_elements.target(context, node)
    else:
        value = check_elements.element(context, node)
    if not fits(value.type, formal.type):
        node.place.fail(
            f"{value.type} for the parameter {formal.name}",
            _show(formal) + (hints.for_type(value.type, formal.type) if formal.value else ""),
        )
    return value


def _show(formal: typed.Parameter) -> str:
    """Return a formal parameter as it is written."""
    return f"{'VAL ' if formal.value else ''}{formal.type} {formal.name}"


def instance(context: Context, node: parsed.Instance) -> typed.Instance | typed.BuiltinInstance:
    """Return a procedure's call."""
    found = context.scope.find(node.procedure, node.place, "the name of a PROC")
    if isinstance(found, typed.Procedure):
        given = _actuals(context, node.place, node.procedure, found.parameters, node.actuals)
        return typed.Instance(node.place, found, given)
    if isinstance(found, Signature) and not found.results:
        given = _actuals(context, node.place, node.procedure, _formals(found), node.actuals)
        if found.name == "ASSERT" and isinstance(given[0], typed.Constant) and not given[0].value:
            node.place.fail("this ASSERT is always false", "a condition that can be true")
        return typed.BuiltinInstance(node.place, found.name, given)
    if isinstance(found, typed.Function | Signature):
        node.place.fail(
            f"{node.procedure} is a function, and its value is not used",
            f"a procedure, or x := {node.procedure} (...)",
        )
    node.place.fail(f"{node.procedure} is no procedure", "the name of a PROC")


def value_process(
    context: Context, node: parsed.ValueProcess, name: str
) -> tuple[typed.Process, tuple[typed.Expression, ...]]:
    """Return the process, with its specifications as a Scope, and the results after it."""
    inside = replace(context.inner(), function=name)
    specified = check_specifications.specifications(inside, node.specifications)
    process = check_specifications.scope(
        node.place, specified, check_specifications.body(inside, node.process)
    )
    results = tuple(check_expressions.expression(inside, result) for result in node.results)
    return process, results


def value_of(context: Context, node: parsed.ValueProcess) -> typed.ValueOf:
    """Return a VALOF of one result inside an expression."""
    process, results = value_process(context, node, context.function or "VALOF")
    if len(results) != 1:
        node.place.fail(
            f"a VALOF of {counted(len(results), 'result')} in an expression", "one result"
        )
    result = results[0]
    if not isinstance(result.type, Primitive):
        result.place.fail(f"a result of type {result.type}", "a value that is no array")
    return typed.ValueOf(node.place, result.type, process, result)
