"""VALOF: a process, and the results that are evaluated after it."""

from __future__ import annotations

from dataclasses import replace

from occam import parsed
from occam.checking.context import Context, Valued
from occam.checking.processes.specifications import scope, specifications


def value_process(context: Context, node: parsed.ValueProcess, name: str) -> Valued:
    """Return the process, with its specifications as a Scope, and the results after it."""
    inside = replace(context.inner(), function=name)
    made = specifications(inside, node.specifications)
    process = scope(node.place, made, inside.process(node.process))
    results = tuple(inside.expression(result) for result in node.results)
    return process, results
