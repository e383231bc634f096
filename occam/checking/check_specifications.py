"""Specifications: what makes names known, and for which process."""

from __future__ import annotations

from dataclasses import replace
from typing import TypeAlias

from common.place import Place
from occam import parsed, typed
from occam.checking import (
    check_calls,
    check_elements,
    check_expressions,
    check_processes,
    check_retyping,
    check_types,
    placement,
)
from occam.checking.check_types import is_data
from occam.checking.scope import Context
from occam.checking.wording import counted
from occam.language.types import ArrayType, Primitive, Type, fits

Specified: TypeAlias = tuple[typed.Specification, ...]


def specified(context: Context, node: parsed.Specified) -> typed.Process:
    """Return a process with all the specifications before it."""
    inside = context.inner()
    made: list[typed.Specification] = []
    process: parsed.Process = node
    while isinstance(process, parsed.Specified):
        made += specification(inside, process.specification)
        process = process.process
    return scope(node.place, tuple(made), body(inside, process))


def body(context: Context, node: parsed.Process) -> typed.Process:
    """Return the process that specifications are made for."""
    return check_processes.process(context, node)


def scope(place: Place, made: Specified, process: typed.Process) -> typed.Process:
    """Return a process with the symbols that live as long as it."""
    return typed.Scope(place, made, process) if made else process


def specifications(context: Context, nodes: tuple[parsed.Specification, ...]) -> Specified:
    """Make all names known in the context's scope; return the symbols that need a place."""
    return tuple(symbol for node in nodes for symbol in specification(context, node))


def specification(context: Context, node: parsed.Specification) -> Specified:
    """Make a specification's names known; return the symbols that need a place."""
    match node:
        case parsed.Declaration():
            return _declaration(context, node)
        case parsed.Abbreviation():
            return _abbreviation(context, node)
        case parsed.Retyping():
            return check_retyping.retyping(context, node)
        case parsed.ProtocolDefinition():
            context.scope.define(node.name.text, check_types.protocol(context, node))
        case parsed.ProcedureDefinition():
            _procedure(context, node)
        case parsed.FunctionDefinition():
            _function(context, node)
        case parsed.Placement():
            placement.place_channel(context, node)
    return ()


def _declaration(context: Context, node: parsed.Declaration) -> Specified:
    type_ = check_types.type_of(context, node.type)
    if context.function and not is_data(type_):
        node.place.fail(
            f"{type_} in {in_function(context)}", "variables: a function has no side effects"
        )
    made: list[typed.Declared] = []
    for name in node.names:
        if any(name.text == other.name for other in made):
            name.place.fail(f"{name.text} is declared twice", "a name for one variable only")
        made.append(typed.Declared(name.text, name.place, type_))
    for symbol in made:
        context.scope.define(symbol.name, symbol)
    return tuple(made)


def in_function(context: Context) -> str:
    """Return how a message names the function that the context is part of."""
    return "a VALOF" if context.function == "VALOF" else f"the function {context.function}"


def _abbreviation(context: Context, node: parsed.Abbreviation) -> Specified:
    wanted = None
    if node.type is not None:
        wanted = check_types.type_of(context, node.type, may_be_open=True)
    if node.value:
        value = check_expressions.expression(context, node.expression)
    else:
        value = _abbreviated_element(context, node)
    type_ = value.type
    if wanted is not None:
        if not fits(value.type, wanted):
            node.expression.place.fail(
                f"{value.type} for {node.name.text}, which is {wanted}", f"{wanted}"
            )
        type_ = _known_lengths(value.type, wanted)
    return make(context, node.value, node.name, type_, value, False)


def _abbreviated_element(context: Context, node: parsed.Abbreviation) -> typed.Expression:
    found = check_elements.element(context, node.expression)
    if not is_data(found.type):
        return found
    base = check_elements.root(found)
    if not isinstance(base, typed.Variable):
        node.expression.place.fail(
            f"{node.name.text} abbreviates a constant or an expression", "VAL before it"
        )
    if isinstance(base.symbol, typed.Index) or getattr(base.symbol, "value", False):
        node.expression.place.fail(
            f"{node.name.text} abbreviates {base.symbol.name}, which cannot be changed",
            "VAL before it",
        )
    return found


def make(
    context: Context,
    value: bool,
    name: parsed.NewName,
    type_: Type,
    expression: typed.Expression,
    retypes: bool,
) -> Specified:
    """Make an abbreviation known; a constant stands for its name from then on."""
    if isinstance(expression, typed.Constant | typed.ConstantTable) and not retypes:
        context.scope.define(name.text, expression)
        return ()
    symbol = typed.Abbreviated(name.text, name.place, type_, value, retypes, expression)
    context.scope.define(name.text, symbol)
    return (symbol,)


def _known_lengths(first: Type, second: Type) -> Type:
    """Return a type with every length that one of two types that fit has."""
    if not isinstance(first, ArrayType) or not isinstance(second, ArrayType):
        return first
    length = first.length if first.length is not None else second.length
    return ArrayType(length, _known_lengths(first.element, second.element))


def _formals(context: Context, nodes: tuple[parsed.Formal, ...]) -> tuple[typed.Parameter, ...]:
    made: dict[str, typed.Parameter] = {}
    for node in nodes:
        type_ = check_types.type_of(context, node.type, may_be_open=True)
        if node.value and not is_data(type_):
            node.place.fail(f"VAL {type_} {node.name.text}", f"{type_} without VAL")
        if node.name.text in made:
            node.name.place.fail(f"two parameters {node.name.text}", "different names")
        made[node.name.text] = typed.Parameter(node.name.text, node.name.place, type_, node.value)
    return tuple(made.values())


def _routine_context(
    context: Context, routine: typed.Procedure | typed.Function, function: str
) -> Context:
    inside = replace(context.inner(), owner=routine, function=function)
    for parameter in routine.parameters:
        inside.scope.define(parameter.name, parameter)
    return inside


def _procedure(context: Context, node: parsed.ProcedureDefinition) -> None:
    parameters = _formals(context, node.formals)
    procedure = typed.Procedure(node.name.text, node.place, parameters, outer=context.owner)
    # The name is known only after the definition: occam has no recursion.
    procedure.body = body(_routine_context(context, procedure, context.function), node.body)
    context.routines.append(procedure)
    context.scope.define(procedure.name, procedure)


def _function(context: Context, node: parsed.FunctionDefinition) -> None:
    parameters = _formals(context, node.formals)
    for parameter, formal in zip(parameters, node.formals, strict=True):
        if not parameter.value:
            formal.place.fail(
                f"the parameter {parameter.name} of a function without VAL",
                f"VAL {parameter.type} {parameter.name}",
            )
    types = tuple(check_types.type_of(context, type_) for type_ in node.types)
    for type_, written in zip(types, node.types, strict=True):
        if not isinstance(type_, Primitive):
            written.place.fail(f"a function with a result of type {type_}", "types of one value")
    name = node.name.text
    function = typed.Function(name, node.place, parameters, types, outer=context.owner)
    inside = _routine_context(context, function, name)
    function.body, function.results = check_calls.value_process(inside, node.body, name)
    _check_results(function, node)
    context.routines.append(function)
    context.scope.define(name, function)


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
