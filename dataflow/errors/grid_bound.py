"""The bound of one output's error: some positions on a grid, the others as intervals.

On a grid point every position of the grid is a point, never a box; all others are the whole circle
or slide at once. For each choice of the others the error's polynomials are ones of the gridded
positions, of the degree that the tape counts, so that `dataflow.errors.grids` carries the largest
value on the grid to all states.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
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
class GridBound:
    """A proved bound of an output's error, and the grid that proves it.

    ``grid`` has each gridded position's name and its axis.
    """

    bound: float
    grid: tuple[tuple[str, Axis], ...]

    @property
    def points(self) -> int:
        """How many points the grid has."""
        return math.prod(axis.points for _, axis in self.grid)


def grid_bound(tape: Tape, effort: float, seed: int = 0) -> GridBound:
    """Return the bound by the best grid found.

    Parameters
    ----------
    effort
        Terms of the tape that may be evaluated on the grid, in all.
    seed
        Of the random points by which variables are chosen.
    """
    budget = max(1, int(effort / max(1, len(tape.factor))))
    chosen, axes = _choose(tape, budget, seed)
    largest = max(
        (float(np.max(_errors(tape, chosen, places))) for places in _grid(tape, chosen, axes)),
        default=0.0,
    )
    rounding = rounding_of(
        _sizes(tape), tape.start, tape.factor, tape.off, tape.left, tape.right, tape.summed,
        tape.weight,
    )  # fmt: skip
    bound = (largest + rounding) * factor_of(axes) * SLACK
    names = (tape.variables[v].name for v in chosen)
    return GridBound(bound, tuple(zip(names, axes, strict=True)))


def _choose(tape: Tape, budget: int, seed: int) -> tuple[tuple[int, ...], tuple[Axis, ...]]:
    """Return which variables to grid, and how finely: greedily, one more at a time."""
    rng = np.random.default_rng(seed)
    degrees = tape.degrees().tolist()
    left = [v for v, degree in enumerate(degrees) if degree > 0]
    chosen: tuple[int, ...] = ()
    best = float(np.max(_errors(tape, (), np.zeros((0, 1)))))
    found: tuple[tuple[int, ...], tuple[Axis, ...]] = ((), ())
    while left:
        tried = {v: _probed(tape, (*chosen, v), rng) for v in left}
        value, v = min((value, v) for v, value in tried.items())
        chosen, left = (*chosen, v), [other for other in left if other != v]
        kinds = [(tape.variables[c].turns, degrees[c]) for c in chosen]
        axes = axes_for(kinds, budget)
        if axes is None:
            break
        if value * factor_of(axes) < best:
            best, found = value * factor_of(axes), (chosen, axes)
    return found


def _probed(tape: Tape, chosen: tuple[int, ...], rng: np.random.Generator) -> float:
    """Return the largest E at some random points of the chosen variables."""
    reaches = np.array([tape.variables[v].reach for v in chosen])
    places = rng.uniform(-1.0, 1.0, (len(chosen), _PROBES)) * reaches[:, np.newaxis]
    return float(np.max(_errors(tape, chosen, places)))


def _grid(tape: Tape, chosen: Sequence[int], axes: Sequence[Axis]) -> Iterator[Reals]:
    """Yield the grid's points, shape (variables, points), some at a time."""
    lines = [
        axis.places() * (1.0 if axis.turns else tape.variables[v].reach)
        for v, axis in zip(chosen, axes, strict=True)
    ]
    shape = tuple(len(line) for line in lines)
    count = math.prod(shape)
    for first in range(0, count, _CHUNK):
        indices = np.arange(first, min(first + _CHUNK, count))
        if not lines:
            yield np.zeros((0, 1))
            return
        places = np.unravel_index(indices, shape)
        yield np.stack([line[place] for line, place in zip(lines, places, strict=True)])


def _errors(tape: Tape, chosen: Sequence[int], places: Reals) -> Reals:
    """Return E at points of the chosen variables, all others being intervals."""
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
    vague = tape.reached_from(radius > 0.0)
    return evaluated(
        leaves, radius, tape.start, tape.factor, tape.left, tape.right, vague, tape.summed,
        tape.weight,
    )  # fmt: skip


def _sizes(tape: Tape) -> Reals:
    """Return the largest magnitude of each slot that is given."""
    sizes = np.ones(tape.leaves)
    for variable in tape.variables:
        if not variable.turns:
            sizes[variable.slots[0]] = variable.reach
    return sizes
