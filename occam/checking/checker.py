"""From the tree as written to the checked program."""

from __future__ import annotations

from occam import parsed, typed
from occam.checking.context import Context, Knot
from occam.checking.processes.network import is_network, network
from occam.checking.processes.process import process
from occam.checking.processes.specifications import scope, specifications
from occam.checking.processes.value_processes import value_process
from occam.checking.symbol_table import outermost
from occam.checking.usage.calls import Summary
from occam.checking.usage.network import check_network
from occam.checking.usage.processes import Usage
from occam.checking.values.expressions import expression
from occam.language.predefined import INSTRUCTIONS
from occam.language.types import ArrayType, ChannelType, Primitive

_PARTS = ("T800", "T414")
_KNOT = Knot(expression, process, value_process)


def check(source: parsed.Source, part: str = "T800") -> typed.Program:
    """Return the program that a source is.

    A source without a process is its last procedure; one with PLACED PAR is a network; any other
    process runs on one processor.

    Parameters
    ----------
    part
        "T800" or "T414": what runs it, apart from processors whose type the source says. The
        language is the same on both.

    Raises
    ------
    InputError
        What is wrong first, with its file, line and column.
    """
    if part not in _PARTS:
        raise ValueError(f"part {part!r} is none of {_PARTS}")
    context = _context(source)
    made = specifications(context, source.specifications)
    if source.process is None:
        main = _last_procedure(context, source, made)
        _check_usage(context)
        return typed.Program(main)
    if is_network(source.process):
        processors = network(context, source.process, made)
        check_network(_check_usage(context), processors)
        return typed.Program(None, processors)
    body = scope(source.place, made, context.inner().process(source.process))
    main = typed.Procedure("main", source.place, (), body)
    _check_usage(context).routine(main)
    return typed.Program(main)


def check_module(
    source: parsed.Source, part: str = "T800"
) -> tuple[tuple[typed.Routine, ...], dict[typed.Routine, Summary]]:
    """Return the routines that a source defines outside of others, and what every routine does.

    Raises InputError, as `check`, and for a source with a process or variables.
    """
    if source.process is not None:
        source.process.place.fail("a process in a module", "procedures and functions only")
    context = _context(source)
    made = specifications(context, source.specifications)
    _refuse_variables(made)
    usage = _check_usage(context)
    names = [
        node.name.text
        for node in source.specifications
        if isinstance(node, parsed.ProcedureDefinition | parsed.FunctionDefinition)
    ]
    found = [context.names.look_up(name) for name in dict.fromkeys(names)]
    routines = tuple(one for one in found if isinstance(one, typed.Procedure | typed.Function))
    return routines, usage.summaries


def _context(source: parsed.Source) -> Context:
    """Return the context of a source, in which the predefined routines that it names are known."""
    context = Context(_KNOT, outermost(), [])
    specifications(context, source.predefined)
    for routine in context.routines:
        routine.instruction = INSTRUCTIONS.get(routine.name, "")
    return context.inner()


def _refuse_variables(made: tuple[typed.Specification, ...]) -> None:
    for symbol in made:
        symbol.place.fail(
            f"{symbol.name} is declared outside of every procedure",
            "constants, protocols, procedures and functions there",
        )


def _check_usage(context: Context) -> Usage:
    """Check every procedure and function, called or not, each after those it calls."""
    usage = Usage()
    for routine in context.routines:
        usage.routine(routine)
    return usage


def _last_procedure(
    context: Context, source: parsed.Source, made: tuple[typed.Specification, ...]
) -> typed.Procedure:
    _refuse_variables(made)
    known = [
        context.names.look_up(node.name.text)
        for node in source.specifications
        if isinstance(node, parsed.ProcedureDefinition)
    ]
    if not known:
        source.place.fail("a program without a procedure", "PROC name () or a process at the end")
    main = known[-1]
    assert isinstance(main, typed.Procedure)
    _check_main(main)
    return main


def _check_main(main: typed.Procedure) -> None:
    types = [parameter.type for parameter in main.parameters]
    memory = ArrayType(None, Primitive.INT)
    if types and not (
        len(types) in (2, 3)
        and all(isinstance(type_, ChannelType) for type_ in types[:2])
        and types[2:] in ([], [memory])
    ):
        found = ", ".join(str(type_) for type_ in types)
        main.place.fail(
            f"{main.name} is the main procedure and has the parameters {found}",
            "none, or CHAN OF SP fs, ts, or these and []INT memory",
        )
