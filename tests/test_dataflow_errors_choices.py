"""What may be chosen of formats: its noise is the error system's, its bits are a design's."""

import functools

import numpy as np
import pytest

from dataflow.errors.choices import Cut, choices_of, noise_of
from dataflow.errors.expansion import Interval
from dataflow.errors.system import Origin, error_system
from dataflow.numbers.formats import Constant
from golden.generators import random_robot
from tests.error_states import lowered_state


@functools.cache
def made(**changes):
    """An array of three links, and choices of it: nothing, or some bits, are dropped."""
    robot = random_robot(np.random.default_rng(5), 3, joint_types="RPR")
    state = lowered_state(robot, **changes)
    return state, choices_of(state)


def some_dropped():
    """A design without some bits of each kind."""
    _, choices = made()
    trims = tuple(sorted((v.name, 1 + k % 4) for k, v in enumerate(choices.values) if k % 3))
    sums = [v for v in choices.values if len(v.terms) > 1]
    guards = tuple(sorted((v.name, k % v.guard) for k, v in enumerate(sums)))
    constants = tuple(sorted((c.name, 2 * (k % 4)) for k, c in enumerate(choices.coefficients)))
    return made(trims=trims, guard_trims=guards, constant_trims=constants)


@pytest.mark.parametrize("design", [made, some_dropped])
def test_noise_of_what_is_chosen_is_the_error_systems(design):
    state, choices = design()
    nodes = {node.name: node for node in error_system(state).nodes}
    assert len(choices.values) > 30
    for value in choices.values:
        noise = value.noise(value.dropped, value.guard_dropped)
        own = nodes[value.name]
        assert noise.radius == pytest.approx(own.radius[Origin.ROUNDING], abs=1e-18), value.name
        assert noise.centre == pytest.approx(own.centre[Origin.ROUNDING], abs=1e-18), value.name


def test_a_choice_tells_the_bits_that_are_dropped():
    state, choices = some_dropped()
    trims, guards = dict(state.request.trims), dict(state.request.guard_trims)
    operations = state.operations.operations
    for value in choices.values:
        form = operations[value.operation].format
        assert (value.width, value.fraction) == (form.width, form.fraction)
        # What has fewer bits by itself than it may have does without as many.
        assert value.dropped >= trims.get(value.name, 0)
        assert value.guard_dropped == guards.get(value.name, 0)
    told = dict(state.request.constant_trims)
    for each in choices.coefficients:
        _, constant = each.candidates[each.present]
        assert constant == Constant.nearest(each.size, 18 - told.get(each.name, 0))
        assert operations[each.operation].constant == constant.integer
        assert operations[each.operation].constant_fraction == constant.fraction


def test_a_value_that_loses_a_bit_is_one_bit_narrower():
    state, choices = made()
    value = next(v for v in choices.values if v.dropped == 0 and len(v.terms) > 1)
    shorter, _ = made(trims=((value.name, 3),))
    before = state.operations.operations[value.operation].format
    node = next(n for n in shorter.graph.nodes if n.name == value.name)
    after = shorter.operations.operations[shorter.operations.results[node.index]].format
    assert (before.width - after.width, before.fraction - after.fraction) == (3, 3)


def test_candidates_of_a_constant_are_the_nearest_of_fewer_and_fewer_bits():
    _, choices = made()
    assert len(choices.coefficients) > 20
    for each in choices.coefficients:
        bits = [dropped for dropped, _ in each.candidates]
        assert bits == sorted(set(bits))
        assert len({constant for _, constant in each.candidates}) == len(bits)
        assert each.off(0) <= min(each.off(k) for k in range(len(bits)))
        assert each.present == 0


@pytest.mark.parametrize(
    ("fraction", "guard", "terms", "expected"),
    [
        (3, 2, [Cut(9, 1)], Interval(2.0**-9 - 2.0**-3, 0.0)),
        (3, 2, [Cut(9, -1)], Interval(0.0, 2.0**-3 - 2.0**-9)),
        (3, 2, [Cut(3, 1), Cut(2, 1)], Interval()),
        (3, 2, [Cut(4, 1), Cut(4, -1)], Interval(0.0, 2.0**-4)),
        (3, 2, [Cut(4, 0), Cut(9, 0)], Interval(2.0**-5 - 2.0**-4, 2.0**-4)),
        (3, 0, [Cut(4, 1), Cut(3, 1)], Interval(2.0**-4 - 2.0**-3, 0.0)),
    ],
)
def test_noise_by_hand(fraction, guard, terms, expected):
    assert noise_of(fraction, guard, terms) == expected
