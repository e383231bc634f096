"""Closer ranges of values, as polynomials in the rates on small grids.

Intervals forget that two values come of the same sine. A node's true value is a polynomial in the
rates whose coefficients are polynomials of sines, cosines and slides; its magnitude is bounded on a
grid as that of an error is (`dataflow.errors.grid_bound`). Where this takes fewer integer bits than
what the graph knows, the format has as many fewer, or a fraction bit for each.
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from dataflow.errors.bounds import slides_of
from dataflow.errors.budget import random_corners
from dataflow.errors.expansion import UnknownOperation
from dataflow.errors.grid_bound import Plan, bound_of, planned
from dataflow.errors.pointwise import true_values
from dataflow.errors.polynomial_writer import PolynomialWriter, TooLong
from dataflow.errors.system import ErrorNode, ErrorSystem, Role, error_system
from dataflow.graph.graph import Ranges
from dataflow.lowering.steps import State
from dataflow.numbers.formats import integer_bits

_TERMS = 1e7
"""Terms of a tape that are evaluated for one value."""

_LONGEST = 20_000
"""Terms that a tape may have."""

_POINTS = 1000
"""Random corners: a value that comes to its bits there needs them."""


def closer_ranges(state: State) -> Ranges:
    """Return proved magnitudes of nodes that take fewer integer bits than is known.

    There are none where no error system is known. They are those of a graph that has none yet.
    """
    try:
        system = error_system(state)
    except UnknownOperation:
        return Ranges()
    slides = tuple(sorted(slides_of(state)))
    found = {}
    for node, known in _wasteful(state, system):
        plan = _plan(system, node, slides)
        if plan is not None and integer_bits(plan.expected) < known:
            bound = bound_of(plan)
            if integer_bits(bound) < known:
                found[node.name] = bound
    return Ranges(state.graph.digest(), tuple(sorted(found.items())))


def _wasteful(state: State, system: ErrorSystem) -> Iterator[tuple[ErrorNode, int]]:
    """Yield the nodes that no state was seen to need all bits of, and the bits."""
    values = true_values(system, random_corners(state, system, _POINTS, seed=1))
    for node, value in zip(system.nodes, values, strict=True):
        if node.role is Role.SUM:
            known = integer_bits(state.graph.reach(node.index))
            if integer_bits(float(np.max(np.abs(value)))) < known:
                yield node, known


def _plan(system: ErrorSystem, node: ErrorNode, slides: tuple[str, ...]) -> Plan | None:
    """Return a grid for a value; None if writing it out takes too long."""
    writer = PolynomialWriter(system, slides, slides, _LONGEST)
    try:
        writer.weigh(node.index, writer.values(node.index)[node.index], 1.0)
    except TooLong:
        return None
    return planned(writer.tape(), _TERMS)
