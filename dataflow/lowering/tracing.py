"""From a computation to the graph of its equations, and the formats of its ports."""

from __future__ import annotations

import math

from dataflow.computations.computation import TURN, Computation, Inputs, Quantity, Trace
from dataflow.graph.graph import Graph
from dataflow.graph.scalar import Tracer
from dataflow.numbers.formats import Format, integer_bits
from golden.robot import Robot


def port_formats(robot: Robot, computation: Computation, width: int) -> dict[str, Format]:
    """Return the formats of the inputs by name: binary angles, else what holds the limits."""
    return {each.name: _port_format(each, width) for each in computation.inputs(robot)}


def _port_format(quantity: Quantity, width: int) -> Format:
    """Return the finest format in which plus and minus the limit, to nearest, can be written."""
    if quantity.unit == TURN:
        return Format(width, width)
    form = Format(width, width - integer_bits(quantity.limit))
    if round(math.ldexp(quantity.limit, form.fraction)) > form.highest:
        return Format(width, form.fraction - 1)
    return form


def traced(
    robot: Robot, trace: Trace, computation: Computation, formats: dict[str, Format]
) -> Graph:
    """Return the graph of all results by one of a computation's traces, constants folded in.

    Raises
    ------
    ValueError
        The trace gives other outputs than the computation names.
    """
    tracer = Tracer()
    reach = {name: form.reach for name, form in formats.items()}
    inputs = Inputs(tracer, reach)
    trace(robot, tracer, inputs)
    inputs.finish()
    named = [each.name for each in computation.outputs(robot)]
    given = tracer.graph.outputs
    if set(named) != set(given):
        raise ValueError(f"{computation.name} names {named!r}, its trace gives {list(given)!r}")
    return Graph(tracer.graph.nodes, {name: given[name] for name in named})
