"""The bound of one output's error: some positions on a grid, the others as intervals.

On a grid point every position of the grid is a point, never a box; all others are the whole circle
or slide at once. For each choice of the others the error's polynomials are ones of the gridded
positions, of the degree that the tape counts, so that `dataflow.errors.grids` carries the largest
value on the grid to all states.
"""

from __future__ import annotations

import math
import os
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass

import numpy as np

from common.arrays import Reals
from dataflow.errors.grids import Axis, axes_for, factor_of
from dataflow.errors.kernels import evaluated, rounding_of
from dataflow.errors.tape import Tape
from dataflow.numbers.knowledge import SLACK

_PROBES = 256
"""Random points by which variables are chosen. Chance decides what is gridded, nothing else."""

_CHUNK = 1 << 14
"""Points at once."""


@dataclass(frozen=True)
class Plan:
    """A grid over some of a tape's variables, and what its bound is expected to be."""

    tape: Tape
    chosen: tuple[int, ...]
    axes: tuple[Axis, ...]
    expected: float

    @property
    def grid(self) -> tuple[tuple[str, Axis], ...]:
        """Each gridded position's name, and its axis."""
        names = (self.tape.variables[v].name for v in self.chosen)
        return tuple(zip(names, self.axes, strict=True))

    @property
    def left(self) -> tuple[str, ...]:
        """The names of the positions that stay intervals."""
        degrees = self.tape.degrees()
        return tuple(
            variable.name
            for v, variable in enumerate(self.tape.variables)
            if degrees[v] > 0 and v not in self.chosen
        )


def planned(tape: Tape, effort: float, seed: int = 0) -> Plan:
    """Return the best grid found: greedily, one more variable at a time.

    Parameters
    ----------
    effort
        Terms of the tape that may be evaluated on the grid, in all.
    seed
        Of the random points by which variables are chosen.
    """
    rng = np.random.default_rng(seed)
    budget = max(1, int(effort / max(1, len(tape.factor))))
    degrees = tape.degrees().tolist()
    left = [v for v, degree in enumerate(degrees) if degree > 0]
    chosen: tuple[int, ...] = ()
    best = Plan(tape, (), (), float(np.max(errors_at(tape, (), np.zeros((0, 1))))))
    while left:
        value, v = min((_probed(tape, (*chosen, v), rng), v) for v in left)
        chosen, left = (*chosen, v), [other for other in left if other != v]
        axes = axes_for([(tape.variables[c].turns, degrees[c]) for c in chosen], budget)
        if axes is None:
            break
        if value * factor_of(axes) < best.expected:
            best = Plan(tape, chosen, axes, value * factor_of(axes))
    return best


def bound_of(plan: Plan) -> float:
    """Return the proved bound of the output's error that a plan gives."""
    tape = plan.tape
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        maxima = pool.map(lambda places: _largest(plan, places), _grid(plan))
        largest = max(maxima, default=0.0)
    return (largest + rounding_of_tape(tape)) * factor_of(plan.axes) * SLACK


def rounding_of_tape(tape: Tape) -> float:
    """Return how far E, at any point, may be off by float64's rounding."""
    found: float = rounding_of(
        _sizes(tape), tape.start, tape.factor, tape.off, tape.left, tape.right, tape.summed,
        tape.weight,
    )  # fmt: skip
    return found


def _largest(plan: Plan, places: Reals) -> float:
    return float(np.max(errors_at(plan.tape, plan.chosen, places)))


def _probed(tape: Tape, chosen: tuple[int, ...], rng: np.random.Generator) -> float:
    """Return the largest E at some random points of the chosen variables."""
    reaches = np.array([tape.variables[v].reach for v in chosen])
    places = rng.uniform(-1.0, 1.0, (len(chosen), _PROBES)) * reaches[:, np.newaxis]
    return float(np.max(errors_at(tape, chosen, places)))


def _grid(plan: Plan) -> Iterator[Reals]:
    """Yield the grid's points, shape (variables, points), some at a time."""
    lines = [
        axis.places() * (1.0 if axis.turns else plan.tape.variables[v].reach)
        for v, axis in zip(plan.chosen, plan.axes, strict=True)
    ]
    if not lines:
        yield np.zeros((0, 1))
        return
    shape = tuple(len(line) for line in lines)
    count = math.prod(shape)
    for first in range(0, count, _CHUNK):
        indices = np.arange(first, min(first + _CHUNK, count))
        places = np.unravel_index(indices, shape)
        yield np.stack([line[place] for line, place in zip(lines, places, strict=True)])


def errors_at(tape: Tape, chosen: Sequence[int], places: Reals) -> Reals:
    """Return E at points of the chosen variables, all others being intervals."""
    leaves, radius = given_at(tape, chosen, places)
    found: Reals = evaluated(
        leaves, radius, tape.start, tape.factor, tape.left, tape.right, tape.summed, tape.weight,
        tape.group,
    )  # fmt: skip
    return found


def given_at(tape: Tape, chosen: Sequence[int], places: Reals) -> tuple[Reals, Reals]:
    """Return the slots that are given, shape (slots, points), and their radii, shape (slots,)."""
    leaves = np.zeros((tape.leaves, places.shape[1]))
    leaves[0] = 1.0
    radius = _sizes(tape)
    radius[0] = 0.0
    for v, place in zip(chosen, places, strict=True):
        variable = tape.variables[v]
        radius[list(variable.slots)] = 0.0
        if variable.turns:
            leaves[variable.slots[0]], leaves[variable.slots[1]] = np.cos(place), np.sin(place)
        else:
            leaves[variable.slots[0]] = place
    for turn in tape.turns:
        if set(turn.variables) <= set(chosen):
            angle = sum(places[chosen.index(v)] for v in turn.variables)
            leaves[turn.slots[0]], leaves[turn.slots[1]] = np.cos(angle), np.sin(angle)
            radius[list(turn.slots)] = 0.0
    return leaves, radius


def _sizes(tape: Tape) -> Reals:
    """Return the largest magnitude of each slot that is given."""
    sizes = np.ones(tape.leaves)
    for variable in tape.variables:
        if not variable.turns:
            sizes[variable.slots[0]] = variable.reach
    return sizes
