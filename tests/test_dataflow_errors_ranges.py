"""Closer ranges hold every value, shed bits, and are taken for their own graph alone."""

import dataclasses
import functools
import math

import numpy as np
import pytest

from dataflow.build import design_of, state_of
from dataflow.errors.budget import random_corners
from dataflow.errors.pointwise import true_values
from dataflow.errors.ranges import closer_ranges
from dataflow.errors.system import error_system
from dataflow.graph.graph import Ranges
from dataflow.numbers.formats import integer_bits
from emulator.systolic import SystolicArray
from golden.generators import random_robot
from tests.error_states import lowered_state, patterns_and_reals


@functools.cache
def made(seed=5, kinds="RPR"):
    robot = random_robot(np.random.default_rng(seed), len(kinds), joint_types=kinds)
    state = lowered_state(robot)
    return state, closer_ranges(state)


@functools.cache
def closer():
    """The same design within the closer ranges."""
    state, ranges = made()
    return state_of(dataclasses.replace(state.request, ranges=ranges), "retimed")


def largest_seen(state, points=20_000):
    """The largest magnitude of each node's true value at random states."""
    system = error_system(state)
    values = true_values(system, random_corners(state, system, points, seed=7))
    return {n.name: float(np.max(np.abs(v))) for n, v in zip(system.nodes, values, strict=True)}


@pytest.mark.parametrize(("seed", "kinds"), [(5, "RPR"), (6, "RR")])
def test_no_value_is_beyond_its_closer_range(seed, kinds):
    state, ranges = made(seed, kinds)
    seen = largest_seen(state)
    bounds = dict(ranges.bounds)
    assert bounds
    assert all(seen[name] <= bound for name, bound in bounds.items())
    assert max(seen[name] / bound for name, bound in bounds.items()) > 0.7


def test_each_sheds_integer_bits():
    state, ranges = made()
    nodes = {node.name: node for node in state.graph.nodes}
    for name, bound in ranges.bounds:
        assert integer_bits(bound) < integer_bits(state.graph.reach(nodes[name].index))
    assert list(ranges.bounds) == sorted(ranges.bounds)


def test_a_design_within_them_has_fewer_integer_bits_and_overflows_nowhere():
    before, after = made()[0], closer()
    totals = [
        sum(o.format.width - o.format.fraction for o in state.operations.operations)
        for state in (before, after)
    ]
    assert totals[1] < 0.97 * totals[0]
    design = design_of(after)
    patterns, _ = patterns_and_reals(design, 5000, seed=3)
    rows = SystolicArray(design).node_values(patterns)
    for operation in design.operations:
        form = operation.format
        assert np.min(rows[operation.index]) >= form.lowest, operation.name
        assert np.max(rows[operation.index]) <= form.highest, operation.name


def test_ranges_of_another_graph_are_not_taken():
    state, ranges = made()
    assert closer().graph != state.graph
    other = Ranges("another", ranges.bounds)
    for changes in ({"ranges": other}, {"ranges": ranges, "width": 19}):
        request = dataclasses.replace(state.request, **changes)
        without = dataclasses.replace(request, ranges=Ranges())
        assert state_of(request, "staged").graph == state_of(without, "staged").graph


def test_a_range_is_no_larger_than_what_the_graph_knows():
    state, ranges = made()
    wide = tuple((name, math.inf) for name, _ in ranges.bounds)
    assert state.graph.within(Ranges(state.graph.digest(), wide)).nodes == state.graph.nodes
