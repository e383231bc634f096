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
from typing import TypeAlias

from common.place import Place
from occam import typed
from occam.generating.code import Label
from occam.generating.frame.entries import Entry
from occam.generating.frame.homes import Home
from occam.generating.frame.survey import survey
from occam.generating.frame.workspace import LINKAGE_WORDS, NOWHERE, Frame, Slot
from occam.generating.generator import Generator
from occam.generating.values import open_lengths, temporaries, vectors
from occam.generating.values.demands import REGISTERS, demand
from occam.generating.values.loading import load_operands, save
from occam.generating.values.operands import (
    AddressOf,
    LengthOf,
    Number,
    Operand,
    Saved,
    WordOf,
)
from occam.language.types import Primitive, TimerType, Type, base_of, open_dimensions
from occam.layout.lengths import open_positions
from occam.layout.sizes import fits_word

Argument: TypeAlias = Operand | vectors.Inner


def call_function(g: Generator, e: typed.Call) -> None:
    """Call a function whose result comes back in Areg or FAreg; on a T800 some are instructions."""
    with g.frame.scope():
        if e.function.instruction and g.has_fpu:
            order = e.arguments if e.function.instruction == "bitrevnbits" else e.arguments[::-1]
            load_operands(g, [WordOf(argument) for argument in order])
            g.emit(e.function.instruction)
            return
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
            AddressOf(temporaries.variable(g, place, type_, slot))
            for type_, slot in zip(function.types, results, strict=True)
        ]
        call(g, place, function, arguments, pointed)


def value_of(g: Generator, e: typed.ValueOf) -> None:
    """Run the process, then leave the result in Areg, or a real on the T800 in FAreg."""
    with g.opened(e.process):
        g.mark(e.result.place)
        load_result(g, e.result)


def value_of_into(g: Generator, e: typed.ValueOf, slot: Slot) -> None:
    """Run the process, then evaluate the result into a slot."""
    with g.opened(e.process):
        g.mark(e.result.place)
        g.evaluate(e.result, slot)


def load_result(g: Generator, e: typed.Expression) -> None:
    """Push what a routine or VALOF gives: in Areg, or a real on the T800 in FAreg."""
    if g.on_fpu(e.type):
        g.load_real(e)
    else:
        g.load(e)


def call(
    g: Generator,
    place: Place,
    routine: typed.Routine,
    actuals: Sequence[typed.Expression],
    results: Sequence[Operand] = (),
) -> None:
    """Pass the arguments and call."""
    arguments: list[Operand] = []
    for formal, actual in zip(routine.parameters, actuals, strict=True):
        open_lengths.compare_with_type(g, actual, formal.type)
        arguments += _argument(formal, actual)
    call_with(g, place, routine, [*arguments, *results])


def _argument(formal: typed.Parameter, actual: typed.Expression) -> list[Operand]:
    """Return what is passed for a parameter."""
    if formal.value and fits_word(formal.type):
        return [WordOf(actual)]
    lengths = open_positions(formal.type)
    if isinstance(base_of(formal.type), TimerType):
        return [LengthOf(actual, n) for n in lengths]
    return [AddressOf(actual), *(LengthOf(actual, n) for n in lengths)]


def call_with(
    g: Generator, place: Place, routine: typed.Routine, arguments: Sequence[Operand]
) -> None:
    """Call a routine with all but the hidden arguments."""
    called = entry(g, routine)
    passed: list[Argument] = list(arguments)
    if called.linked:
        assert called.frame.parent is not None
        link = temporaries.bottom(g, called.frame.parent, place, Primitive.INT)
        passed.append(AddressOf(link))
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
    in_registers, others = arguments[:REGISTERS], arguments[REGISTERS:]
    operands = [_operand(g, argument, others=bool(others)) for argument in in_registers]
    waiting = [_without_call(g, argument) for argument in others]
    g.frame.reserve(len(others))
    for word, argument in enumerate(waiting):
        _load(g, argument)
        g.emit("stl", word)
    load_operands(g, operands[::-1])


def _operand(g: Generator, argument: Argument, *, others: bool) -> Operand:
    """Return an argument that goes to a register as an operand; without a call if W0 is used."""
    if isinstance(argument, vectors.Inner):
        vectors.load(g)
        return save(g)
    if not others:
        return argument
    without = _without_call(g, argument)
    assert not isinstance(without, vectors.Inner)
    return without


def _load(g: Generator, argument: Argument) -> None:
    if isinstance(argument, vectors.Inner):
        vectors.load(g)
    else:
        load_operands(g, [argument])


def _without_call(g: Generator, argument: Argument) -> Argument:
    if isinstance(argument, Number | Saved | vectors.Inner):
        return argument
    if not demand(g, argument.expression).calls:
        return argument
    load_operands(g, [argument])
    return save(g)


def entry(g: Generator, routine: typed.Routine) -> Entry:
    """Return a routine's entry; a new one is generated later, see `generate_all`."""
    if routine not in g.entries:
        g.entries[routine] = _external(g, routine) if routine.modules else _new_entry(g, routine)
    return g.entries[routine]


def _external(g: Generator, routine: typed.Routine) -> Entry:
    """Return the entry of a routine of an object file, from the module that fits."""
    fitting = [
        module
        for module in routine.modules
        if module.image.part == g.part and module.checks is g.checks
    ]
    if not fitting:
        there = ", ".join(f"{one.image.part} {one.checks.value}" for one in routine.modules)
        routine.place.fail(
            f"{routine.name} is not there for {g.part} and --checks {g.checks.value}",
            f"modules for that; there are {there}",
        )
    module = fitting[0]
    known = module.routines[routine.name]
    frame = Frame(routine.name)
    frame.need_below(lambda: known.depth - LINKAGE_WORDS)
    if known.vectors is not None:
        vectors.enter(g, frame, NOWHERE)
        g.vector_spaces[frame].need(lambda: known.vectors or 0)
    label = g.modules.setdefault(module, {}).setdefault(routine.name, Label(routine.name))
    return Entry(routine, label, frame, (), linked=False, vectored=known.vectors is not None)


def _new_entry(g: Generator, routine: typed.Routine) -> Entry:
    needed = survey(routine)
    parent = _innermost(g, needed.free)
    frame = Frame(routine.name, parent)
    position = 0

    def following() -> Slot:
        nonlocal position
        position += 1
        return frame.argument(position - 1)

    for formal in routine.parameters:
        slot = NOWHERE if isinstance(base_of(formal.type), TimerType) else following()
        lengths = tuple(following() for _ in range(open_dimensions(formal.type)))
        direct = formal.value and fits_word(formal.type)
        g.homes[formal] = Home(slot, not direct, lengths)
    results: list[typed.Variable] = []
    if isinstance(routine, typed.Function) and _by_pointer(g, routine.types):
        for type_ in routine.types:
            result = temporaries.variable(g, routine.place, type_, following(), indirect=True)
            results.append(result)
    if parent is not None:
        frame.link = following()
    vectored = needed.vectors and bool(g.vector_spaces)
    if vectored:
        vectors.enter(g, frame, following())
    return Entry(routine, Label(routine.name), frame, tuple(results), parent is not None, vectored)


def _by_pointer(g: Generator, types: Sequence[Type]) -> bool:
    """Tell whether results are stored through pointers, not left in a register."""
    return len(types) > 1 or g.is_wide(types[0])


def _innermost(g: Generator, symbols: frozenset[typed.Symbol]) -> Frame | None:
    """Return the frame, of those that symbols lie in, from which all the others are reached."""
    homes = [g.homes[symbol] for symbol in symbols if symbol in g.homes]
    frames = {home.slot.frame for home in homes if home.slot is not NOWHERE}
    frames |= {length.frame for home in homes for length in home.lengths}
    return max(frames, key=_depth, default=None)


def _depth(frame: Frame) -> int:
    return 0 if frame.parent is None else 1 + _depth(frame.parent)
