"""What lies between a design's equations and golden: constants that are off, and golden's rounding.

The error system takes the graph's coefficients for the truth. Those of the exact robot differ from
them by what `dataflow.graph.graph.Node.neglected` bounds, and golden's float64 differs from the
exact torques by its own rounding. Both are some millionths of a last bit; they are counted all the
same.
"""

from __future__ import annotations

import numpy as np

from common.arrays import Reals
from dataflow.computations.golden_rounding import FARTHEST_ANGLE
from dataflow.graph.distances import neglected_distances
from dataflow.graph.graph import Graph
from dataflow.lowering.steps import State
from dataflow.lowering.tracing import traced
from dataflow.numbers.approximate import ROUNDING

_TRANSLATED = 4.0 * ROUNDING * FARTHEST_ANGLE
"""What float64 may cost an angle, rad, on its way to a binary fraction of a turn."""


def reference_error(state: State) -> Reals:
    """Return, for each output, how far golden may be from the graph's real value, (outputs,)."""
    computation, robot = state.request.computation, state.request.robot
    found = neglected_by_outputs(state)
    if computation.rounding is not None:
        found = found + computation.rounding(robot, _reaches(state))
    return found


def neglected_by_outputs(state: State) -> Reals:
    """Return how far each output's real value may be from that of the exact robot, (outputs,).

    What the graph itself drops and rounds, and what its constants' being off costs.
    """
    request = state.request
    own = _of_outputs(state.graph, state.graph)
    counted = [
        _of_outputs(traced(request.robot, trace, request.computation, state.formats), state.graph)
        for trace in request.computation.counting
    ]
    return own + np.max(counted, axis=0) if counted else own


def _of_outputs(graph: Graph, outputs: Graph) -> Reals:
    distances = neglected_distances(graph, _TRANSLATED)
    return np.array([distances[graph.outputs[name]] for name in outputs.outputs])


def _reaches(state: State) -> dict[str, Reals]:
    """Return the largest magnitudes of the states, an array for each of the computation's."""
    found: dict[str, list[float]] = {}
    for each in state.request.computation.inputs(state.request.robot):
        form = state.formats[each.name]
        turns = each.unit == "turn"
        found.setdefault(each.array, []).append(FARTHEST_ANGLE if turns else form.reach)
    return {name: np.array(values) for name, values in found.items()}
