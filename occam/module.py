"""From a source of routines to a module: what #USE of an object file makes known."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

from common.errors import InputError
from occam import typed
from occam.checking.checker import check_module
from occam.checking.usage.accesses import Use
from occam.checking.usage.calls import Summary
from occam.generating.compile import compile_module
from occam.language.types import (
    ArrayType,
    ChannelType,
    Primitive,
    Protocol,
    Type,
)
from occam.parsing.parser import parse
from occam.program import Checks, External, Module


def build_module(path: Path, part: str, checks: Checks) -> tuple[Module, frozenset[str]]:
    """Compile the procedures and functions of a source by themselves.

    Returns
    -------
    The module, with all routines that the file itself defines outside of others, and the files
    that were read.

    Raises
    ------
    InputError
        For whatever is wrong with the source, or if it has no routine, or something to run.
    """
    source = parse(path)
    routines, summaries = check_module(source, part)
    own = [routine for routine in routines if routine.place.file == str(path)]
    if not own:
        raise InputError(str(path), "no procedure or function", "a source that defines some")
    compiled = compile_module(own, part, checks)
    known: dict[str, External] = {}
    for routine in own:
        entry, summary = compiled.entries[routine.name], summaries[routine]
        known[routine.name] = External(
            entry.offset,
            entry.depth,
            entry.vectors,
            tuple(_uses(routine, summary)),
            summary.effect,
            summary.priority,
        )
    return Module(checks, _interface(own), known, compiled.image), source.files


def _uses(routine: typed.Routine, summary: Summary) -> Iterator[tuple[int, str]]:
    """Yield what a routine does to each parameter, once."""
    for number, parameter in enumerate(routine.parameters):
        for use in Use:
            if any(one.use is use for one in summary.accesses.of(parameter)):
                yield number, use.name


def _interface(routines: Sequence[typed.Routine]) -> str:
    """Return the protocols and the heads of routines as occam."""
    protocols: dict[str, Protocol] = {}
    for routine in routines:
        for parameter in routine.parameters:
            for protocol in _protocols(parameter.type):
                if protocols.setdefault(protocol.name, protocol) != protocol:
                    parameter.place.fail(
                        f"two protocols {protocol.name}", "one protocol of a name in a module"
                    )
    return "".join([*map(_protocol, protocols.values()), *map(_head, routines)])


def _protocols(type_: Type) -> Iterator[Protocol]:
    """Yield the protocol with a name that a type has, if any."""
    if isinstance(type_, ArrayType):
        yield from _protocols(type_.element)
    elif isinstance(type_, ChannelType) and type_.protocol.name:
        yield type_.protocol


def _protocol(protocol: Protocol) -> str:
    if not protocol.variants:
        return f"PROTOCOL {protocol.name} IS {'; '.join(map(str, protocol.items))}:\n"
    lines = [f"PROTOCOL {protocol.name}", "  CASE"]
    lines += ["    " + "; ".join([tag, *map(str, items)]) for tag, items in protocol.variants]
    return "\n".join([*lines, ":", ""])


def _head(routine: typed.Routine) -> str:
    """Return a routine with an empty body."""
    formals = ",\n  ".join(
        f"{'VAL ' if one.value else ''}{one.type} {one.name}" for one in routine.parameters
    )
    if isinstance(routine, typed.Procedure):
        return f"PROC {routine.name} ({formals})\n  SKIP\n:\n"
    results = ", ".join(map(_nothing, routine.types))
    types = ", ".join(map(str, routine.types))
    head = f"{types} FUNCTION {routine.name} ({formals})"
    return f"{head}\n  VALOF\n    SKIP\n    RESULT {results}\n:\n"


def _nothing(type_: Type) -> str:
    if type_ is Primitive.BOOL:
        return "FALSE"
    return f"{'0.0' if isinstance(type_, Primitive) and type_.real else '0'}({type_})"
