"""Calls of procedures and functions, and their code, which is generated once for each.

Arguments in order: every parameter (a VAL of one word by value, all else by address), the lengths
that its type leaves open behind it; pointers to results that do not come back in a register; the
static link, which is the Wptr of the innermost frame whose words the routine uses; the vector
space. The first three are in Areg, Breg and Creg at `call`, the others in W0, W1, ... of the
caller. A routine does without link and vector space if neither it nor those it calls use them.

A function's single result comes back in Areg, a real on the T800 in FAreg. INT64, REAL64 on a
T414, and two or more results are stored where the caller's pointers say.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TypeAlias

from common.place import Place
from occam import typed
from occam.generating import processes, temporaries, values, vectors
from occam.generating.code import Label
from occam.generating.frame import Frame, Slot
from occam.generating.free import Routine, survey
from occam.generating.generator import Generator, Home
from occam.language.types import Primitive, Type, open_dimensions

_REGISTERS = 3
_WORD = Primitive.INT

Argument: TypeAlias = values.Operand | vectors.Inner


@dataclass(frozen=True, eq=False)
class Entry:
    """A routine that is called: its label and workspace, and what hidden arguments it takes.

    Attributes
    ----------
    results
        Where the pointers to its results are, as variables of their types.
    linked, vectored
        Whether it takes the static link, and the vector space.
    """

    routine: Routine
    label: Label
    frame: Frame
    results: tuple[typed.Variable, ...]
    linked: bool
    vectored: bool


def _results_by_pointer(g: Generator, types: Sequence[Type]) -> bool:
    """Tell whether results are stored through pointers, not left in a register."""
    wide = [Primitive.INT64] if g.has_fpu else [Primitive.INT64, Primitive.REAL64]
    return len(types) > 1 or types[0] in wide


def instance(g: Generator, p: typed.Instance) -> None:
    """Call a procedure."""
    with g.frame.scope():
        call(g, p.place, p.procedure, p.actuals)


def builtin_instance(g: Generator, p: typed.BuiltinInstance) -> None:
    """Call a predefined procedure."""
    match p.name:
        case "CAUSEERROR":
            g.emit("seterr")
        case "RESCHEDULE":
            g.emit("ldlp", 0)
            g.emit("ldpri")
            g.emit("or")
            g.emit("runp")
            g.emit("stopp")
            g.resumed()
        case "ASSERT":
            true = Label("asserted")
            values.branch_if_true(g, p.actuals[0], true)
            if g.error_checks:
                g.emit("seterr")
            g.code.place(true)
        case _:
            p.place.fail(f"{p.name} is not compiled", "CAUSEERROR, RESCHEDULE or ASSERT")


def call_function(g: Generator, e: typed.Call) -> None:
    """Call a function whose result comes back in Areg or FAreg."""
    with g.frame.scope():
        call(g, e.place, e.function, e.arguments)


def call_function_into(
    g: Generator,
    function: typed.Function,
    arguments: Sequence[typed.Expression],
    results: Sequence[Slot],
) -> None:
    """Call a function whose results are stored through pointers, here into slots."""
    place = function.place
    with g.frame.scope():
        pointed = [
            values.AddressOf(temporaries.variable(g, place, type_, slot))
            for type_, slot in zip(function.types, results, strict=True)
        ]
        call(g, place, function, arguments, pointed)


def multiple_call(g: Generator, p: typed.MultipleCall) -> None:
    """``a, b := f (c)``: the results go to temporaries first, as a target may depend on another."""
    with g.frame.scope():
        results = [temporaries.new(g, p.place, type_) for type_ in p.function.types]
        slots = [g.homes[result.symbol].slot for result in results]
        call_function_into(g, p.function, p.arguments, slots)
        for target, result in zip(p.targets, results, strict=True):
            values.assign(g, target, result)


def value_of(g: Generator, e: typed.ValueOf) -> None:
    """Run the process, then leave the result in Areg, or a real on the T800 in FAreg."""
    with processes.opened(g, e.process):
        _load_result(g, e.result)


def value_of_into(g: Generator, e: typed.ValueOf, slot: Slot) -> None:
    """Run the process, then evaluate the result into a slot."""
    with processes.opened(g, e.process):
        values.evaluate(g, e.result, slot)


def _load_result(g: Generator, e: typed.Expression) -> None:
    if g.has_fpu and isinstance(e.type, Primitive) and e.type.real:
        values.load_real(g, e)
    else:
        values.load(g, e)


def call(
    g: Generator,
    place: Place,
    routine: Routine,
    actuals: Sequence[typed.Expression],
    results: Sequence[values.Operand] = (),
) -> None:
    """Pass the arguments and call."""
    arguments: list[values.Operand] = []
    for formal, actual in zip(routine.parameters, actuals, strict=True):
        arguments += _argument(formal, actual)
    call_with(g, place, routine, [*arguments, *results])


def _argument(formal: typed.Parameter, actual: typed.Expression) -> list[values.Operand]:
    """Return what is passed for a parameter."""
    if formal.value and temporaries.by_value(formal.type):
        return [values.Value(actual)]
    lengths = range(open_dimensions(formal.type))
    return [values.AddressOf(actual), *(values.LengthOf(actual, n) for n in lengths)]


def call_with(
    g: Generator, place: Place, routine: Routine, arguments: Sequence[values.Operand]
) -> None:
    """Call a routine with all but the hidden arguments."""
    called = entry(g, routine)
    passed: list[Argument] = list(arguments)
    if called.linked:
        assert called.frame.parent is not None
        link = temporaries.bottom(g, called.frame.parent, place, _WORD)
        passed.append(values.AddressOf(link))
    if called.vectored:
        vectors.need(g, called.frame)
        passed.append(vectors.Inner())
    _pass_arguments(g, passed)
    g.code.branch("call", called.label)
    g.frame.need_below(called.frame.depth_of_call)


def _pass_arguments(g: Generator, arguments: Sequence[Argument]) -> None:
    """Store the arguments beyond three in W0 and up, then load the registers.

    Those that call something themselves are computed before, as their calls use the same words.
    """
    in_registers, others = arguments[:_REGISTERS], arguments[_REGISTERS:]
    operands = [_operand(g, argument, others=bool(others)) for argument in in_registers]
    waiting = [_without_call(g, argument) for argument in others]
    g.frame.reserve(len(others))
    for word, argument in enumerate(waiting):
        _load(g, argument)
        g.emit("stl", word)
    values.load_operands(g, operands[::-1])


def _operand(g: Generator, argument: Argument, *, others: bool) -> values.Operand:
    """Return an argument that goes to a register as an operand; without a call if W0 is used."""
    if isinstance(argument, vectors.Inner):
        vectors.load(g)
        return temporaries.saved(g)
    if not others:
        return argument
    without = _without_call(g, argument)
    assert not isinstance(without, vectors.Inner)
    return without


def _load(g: Generator, argument: Argument) -> None:
    if isinstance(argument, vectors.Inner):
        vectors.load(g)
    else:
        values.load_operands(g, [argument])


def _without_call(g: Generator, argument: Argument) -> Argument:
    if isinstance(argument, values.Number | values.Saved | vectors.Inner):
        return argument
    if values.needs(g, argument.expression) < temporaries.CALLS:
        return argument
    values.load_operands(g, [argument])
    return temporaries.saved(g)


def entry(g: Generator, routine: Routine) -> Entry:
    """Return a routine's entry; a new one is generated later, see `generate_all`."""
    if routine not in g.entries:
        g.entries[routine] = _new_entry(g, routine)
    return g.entries[routine]


def _new_entry(g: Generator, routine: Routine) -> Entry:
    needed = survey(routine)
    parent = _innermost(g, needed.free)
    frame = Frame(routine.name, parent)
    position = 0

    def following() -> Slot:
        nonlocal position
        position += 1
        return frame.argument(position - 1)

    for formal in routine.parameters:
        slot = following()
        lengths = tuple(following() for _ in range(open_dimensions(formal.type)))
        direct = formal.value and temporaries.by_value(formal.type)
        g.homes[formal] = Home(slot, not direct, lengths)
    results: list[typed.Variable] = []
    if isinstance(routine, typed.Function) and _results_by_pointer(g, routine.types):
        for type_ in routine.types:
            result = temporaries.variable(g, routine.place, type_, following(), indirect=True)
            results.append(result)
    if parent is not None:
        frame.link = following()
    vectored = needed.vectors and bool(g.areas)
    if vectored:
        vectors.enter(g, frame, following())
    return Entry(routine, Label(routine.name), frame, tuple(results), parent is not None, vectored)


def _innermost(g: Generator, symbols: frozenset[typed.Symbol]) -> Frame | None:
    """Return the frame, of those that symbols lie in, from which all the others are reached."""
    homes = [g.homes[symbol] for symbol in symbols if symbol in g.homes]
    frames = {home.slot.frame for home in homes}
    frames |= {length.frame for home in homes for length in home.lengths}
    return max(frames, key=_depth, default=None)


def _depth(frame: Frame) -> int:
    return 0 if frame.parent is None else 1 + _depth(frame.parent)


def generate_all(g: Generator) -> None:
    """Generate every routine that has been called, and those that they call in turn."""
    done = 0
    while done < len(g.entries):
        for waiting in list(g.entries.values())[done:]:
            _generate(g, waiting)
            done += 1


def _generate(g: Generator, waiting: Entry) -> None:
    routine, frame = waiting.routine, waiting.frame
    g.procedure = routine.name
    g.at_high_priority = routine in g.high_routines
    g.code.place(waiting.label)
    g.mark(routine.place)
    g.emit("ajw", lambda: -frame.size())
    with g.inside(frame), g.constants():
        with processes.opened(g, routine.body):
            if isinstance(routine, typed.Function):
                _results(g, routine, waiting.results)
        g.emit("ajw", frame.size)
        g.emit("ret")


def _results(g: Generator, function: typed.Function, pointed: Sequence[typed.Variable]) -> None:
    if not pointed:
        _load_result(g, function.results[0])
    for target, result in zip(pointed, function.results if pointed else (), strict=True):
        values.assign(g, target, result)
