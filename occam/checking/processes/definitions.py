"""Definitions of procedures and functions."""

from __future__ import annotations

from dataclasses import replace

from occam import parsed, typed
from occam.checking.context import Context
from occam.checking.values.declared_types import type_of
from occam.checking.wording import counted
from occam.language.types import Primitive, is_data


def _formals(context: Context, nodes: tuple[parsed.Formal, ...]) -> tuple[typed.Parameter, ...]:
    made: dict[str, typed.Parameter] = {}
    for node in nodes:
        type_ = type_of(context, node.type, may_be_open=True)
        if node.value and not is_data(type_):
            node.place.fail(f"VAL {type_} {node.name.text}", f"{type_} without VAL")
        if node.name.text in made:
            node.name.place.fail(f"two parameters {node.name.text}", "different names")
        made[node.name.text] = typed.Parameter(node.name.text, node.name.place, type_, node.value)
    return tuple(made.values())


def _routine_context(context: Context, routine: typed.Routine, function: str) -> Context:
    inside = replace(context.inner(), owner=routine, function=function)
    for parameter in routine.parameters:
        inside.names.define(parameter.name, parameter)
    return inside


def procedure(context: Context, node: parsed.ProcedureDefinition) -> None:
    """Make a procedure known, after its body has been checked."""
    parameters = _formals(context, node.formals)
    procedure = typed.Procedure(node.name.text, node.place, parameters, outer=context.owner)
    # The name is known only after the definition: occam has no recursion.
    procedure.body = _routine_context(context, procedure, context.function).process(node.body)
    context.routines.append(procedure)
    context.names.define(procedure.name, procedure)


def function(context: Context, node: parsed.FunctionDefinition) -> None:
    """Make a function known, after its body and results have been checked."""
    parameters = _formals(context, node.formals)
    for parameter, formal in zip(parameters, node.formals, strict=True):
        if not parameter.value:
            formal.place.fail(
                f"the parameter {parameter.name} of a function without VAL",
                f"VAL {parameter.type} {parameter.name}",
            )
    types = tuple(type_of(context, type_) for type_ in node.types)
    for type_, written in zip(types, node.types, strict=True):
        if not isinstance(type_, Primitive):
            written.place.fail(f"a function with a result of type {type_}", "types of one value")
    name = node.name.text
    function = typed.Function(name, node.place, parameters, types, outer=context.owner)
    inside = _routine_context(context, function, name)
    function.body, function.results = inside.value_process(node.body, name)
    _check_results(function, node)
    context.routines.append(function)
    context.names.define(name, function)


def _check_results(function: typed.Function, node: parsed.FunctionDefinition) -> None:
    found, wanted = function.results, function.types
    if len(found) != len(wanted):
        node.body.place.fail(
            f"{function.name} has {counted(len(wanted), 'result')} and gives {len(found)}",
            ", ".join(str(type_) for type_ in wanted),
        )
    for result, type_ in zip(found, wanted, strict=True):
        if result.type != type_:
            result.place.fail(f"a result of type {result.type}", f"{type_}")
