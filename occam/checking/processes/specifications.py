"""Specifications: what makes names known, and for which process."""

from __future__ import annotations

from typing import TypeAlias

from common.place import Place
from occam import parsed, typed
from occam.checking.context import Context
from occam.checking.processes import abbreviations, definitions, retyping
from occam.checking.processes.placement import allow, place_channel, place_in_space
from occam.checking.values.declared_types import protocol, type_of
from occam.language.types import is_data

Made: TypeAlias = tuple[typed.Specification, ...]
"""Symbols that need a place, in the order in which they were made."""


def specified(context: Context, node: parsed.Specified) -> typed.Process:
    """Return a process with all the specifications before it."""
    inside = context.inner()
    made: list[typed.Specification] = []
    process: parsed.Process = node
    while isinstance(process, parsed.Specified):
        made += specification(inside, process.specification)
        process = process.process
    return scope(node.place, tuple(made), inside.process(process))


def scope(place: Place, made: Made, process: typed.Process) -> typed.Process:
    """Return a process with the symbols that live as long as it."""
    return typed.Scope(place, made, process) if made else process


def specifications(context: Context, nodes: tuple[parsed.Specification, ...]) -> Made:
    """Make all names known in the context's scope; return the symbols that need a place."""
    return tuple(symbol for node in nodes for symbol in specification(context, node))


def specification(context: Context, node: parsed.Specification) -> Made:
    """Make a specification's names known; return the symbols that need a place."""
    match node:
        case parsed.Declaration():
            return _declaration(context, node)
        case parsed.Abbreviation():
            return abbreviations.abbreviation(context, node)
        case parsed.Retyping():
            return retyping.retyping(context, node)
        case parsed.ProtocolDefinition():
            context.names.define(node.name.text, protocol(context, node))
        case parsed.ProcedureDefinition():
            definitions.procedure(context, node)
        case parsed.FunctionDefinition():
            definitions.function(context, node)
        case parsed.Placement():
            place_channel(context, node)
        case parsed.Space():
            place_in_space(context, node)
        case parsed.Pragma():
            allow(context, node)
        case parsed.UsedObject():
            _object(context, node)
    return ()


def _object(context: Context, node: parsed.UsedObject) -> None:
    """Make the routines of an object file known, each of the first module that has it."""
    for interface in node.interfaces:
        inside = context.inner()
        before = len(context.routines)
        specifications(inside, interface)
        for routine in context.routines[before:]:
            having = [module for module in node.modules if routine.name in module.routines]
            routine.modules, routine.outer = tuple(having), None
            known = context.names.look_up(routine.name)
            if getattr(known, "modules", ()) != routine.modules:
                context.names.define(routine.name, routine)


def _declaration(context: Context, node: parsed.Declaration) -> Made:
    type_ = type_of(context, node.type)
    if context.function and not is_data(type_):
        node.place.fail(
            f"{type_} in {context.function_in_words}", "variables: a function has no side effects"
        )
    made: list[typed.Declared] = []
    for name in node.names:
        if any(name.text == other.name for other in made):
            name.place.fail(f"{name.text} is declared twice", "a name for one variable only")
        made.append(typed.Declared(name.text, name.place, type_))
    for symbol in made:
        context.names.define(symbol.name, symbol)
    return tuple(made)
