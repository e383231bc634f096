"""Code of procedures and functions, generated once for each that is called."""

from __future__ import annotations

from collections.abc import Sequence

from occam import typed
from occam.generating.frame.entries import Entry
from occam.generating.generator import Generator
from occam.generating.values.calls import load_result
from occam.generating.values.storing import assign


def generate_all(g: Generator) -> None:
    """Generate every routine that has been called, and those that they call in turn."""
    done = 0
    while done < len(g.entries):
        for waiting in list(g.entries.values())[done:]:
            if not waiting.routine.modules:
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
        with g.opened(routine.body):
            if isinstance(routine, typed.Function):
                _results(g, routine, waiting.results)
        g.emit("ajw", frame.size)
        g.emit("ret")


def _results(g: Generator, function: typed.Function, pointed: Sequence[typed.Variable]) -> None:
    g.mark(function.results[0].place)
    if not pointed:
        load_result(g, function.results[0])
    for target, result in zip(pointed, function.results if pointed else (), strict=True):
        g.mark(result.place)
        assign(g, target, result)
