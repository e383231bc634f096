"""Where an output's error comes from: by origin and by stage, its known part apart from the rest.

Told at one state, the one among many random corners at which the error might be largest: there the
parts add up to the worst error, while each part's own largest would be reached somewhere else.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from common.arrays import Reals
from dataflow.errors.pointwise import adjoints, true_values, worst
from dataflow.errors.system import ErrorSystem, Origin, Role
from dataflow.lowering.steps import State
from dataflow.numbers.formats import Rounding

_POINTS = 4000
"""Random states among which the worst is looked for."""


@dataclass(frozen=True)
class Budget:
    """Of one output, in its unit.

    Attributes
    ----------
    bias
        The known part of the error, with its sign, by origin. Constants are off by known amounts,
        and what is cut is on average half a bit too small.
    spread
        By how much the rest may add to its magnitude, by origin.
    stages
        The magnitude that each stage's own noise may add, bias and spread; inputs are ``ports``.
    """

    bias: Mapping[Origin, float]
    spread: Mapping[Origin, float]
    stages: Mapping[str, float]

    @property
    def worst(self) -> float:
        """The largest error at the state."""
        return abs(sum(self.bias.values())) + sum(self.spread.values())

    @property
    def half_up(self) -> float:
        """What it would be if nothing were cut, but all rounded half up: no bias by roundings."""
        kept = sum(b for origin, b in self.bias.items() if origin is not Origin.ROUNDING)
        return abs(kept) + sum(self.spread.values())


def error_budgets(state: State, system: ErrorSystem, seed: int = 1) -> list[Budget]:
    """Return the budget of every output, each at a state where its error might be large."""
    states = random_corners(state, system, _POINTS, seed)
    found = []
    for output in system.outputs.values():
        at = int(np.argmax(worst(system, states, output).largest))
        there = {name: values[at : at + 1] for name, values in states.items()}
        found.append(budget_at(system, there, output))
    return found


def budget_at(system: ErrorSystem, state: Mapping[str, Reals], output: int) -> Budget:
    """Return the budget of an output, given by its node, at one state, shape (1,) by port."""
    values = true_values(system, state)
    adjoint = adjoints(system, values, output)
    bias = dict.fromkeys(Origin, 0.0)
    spread = dict.fromkeys(Origin, 0.0)
    stages: dict[str, float] = {}
    for node in system.nodes:
        own = adjoint[node.index]
        if own is None:
            continue
        slope, known = float(own[0]), dict(node.centre)
        off = sum(
            (term.used - term.true) * float(values[term.factors[0]][0])
            for term in node.terms
            if len(term.factors) == 1
        )
        known[Origin.CONSTANT] = known.get(Origin.CONSTANT, 0.0) + off
        for origin, part in known.items():
            bias[origin] += slope * part
        for origin, radius in node.radius.items():
            spread[origin] += abs(slope) * radius
        stage = "ports" if node.role in (Role.ANGLE, Role.INPUT) else node.stage
        share = abs(slope) * (abs(sum(known.values())) + node.spread)
        stages[stage] = stages.get(stage, 0.0) + share
    return Budget(bias, spread, stages)


def cut_bits(state: State) -> int:
    """Return the bits of all results that are cut: half up takes as many more bits of adders."""
    operations = state.operations.operations
    return sum(o.format.width for o in operations if o.rounding is Rounding.TRUNCATE)


def random_corners(state: State, system: ErrorSystem, points: int, seed: int) -> dict[str, Reals]:
    """Return states at whose ports all but angles are at an end, half of them anywhere."""
    rng = np.random.default_rng(seed)
    found = {}
    anywhere = rng.random(points) < 0.5
    for name, index in system.inputs.items():
        reach = state.formats[name].reach
        if system.nodes[index].role is Role.ANGLE:
            found[name] = rng.uniform(-math.pi, math.pi, points)
        else:
            ends = rng.choice([-reach, reach], points)
            found[name] = np.where(anywhere, rng.uniform(-reach, reach, points), ends)
    return found
