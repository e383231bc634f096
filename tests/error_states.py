"""States for tests of errors: patterns on a design's ports, real states that round to them."""

import math

import numpy as np

from dataflow.build import design_of, state_of
from dataflow.computations.catalogue import computation_named
from dataflow.lowering.request import Request
from emulator.systolic import SystolicArray


def lowered_state(robot, algorithm="newton-euler", width=18, **options):
    """A design's state after the last step of the lowering."""
    return state_of(Request(robot, computation_named(algorithm), width=width, **options), "retimed")


def patterns_and_reals(design, points, seed):
    """Patterns, many of them at the ends, and real states almost half a step away from them."""
    rng = np.random.default_rng(seed)
    low = np.array([p.format.lowest for p in design.inputs])
    high = np.array([p.format.highest for p in design.inputs])
    patterns = rng.integers(low, high, (points, len(low)), endpoint=True)
    ends = np.where(rng.random(patterns.shape) < 0.5, low, high)
    turns = np.array([p.unit == "turn" for p in design.inputs])
    patterns = np.where((rng.random(patterns.shape) < 0.6) & ~turns, ends, patterns)
    away = patterns + rng.choice([-0.499, 0.0, 0.499], patterns.shape)
    units = np.array([p.format.resolution * (2.0 * math.pi if p.unit == "turn" else 1.0)
                      for p in design.inputs])  # fmt: skip
    reals = away * units
    return patterns, {p.name: reals[:, k] for k, p in enumerate(design.inputs)}


def node_values(state, patterns):
    """The fixed-point value of every node of the graph, by node."""
    design = design_of(state)
    rows = SystolicArray(design).node_values(patterns)
    found = {}
    for node, index in state.operations.results.items():
        fraction = design.operations[index].format.fraction
        found[node] = np.ldexp(rows[index].astype(float), -fraction)
    return found
