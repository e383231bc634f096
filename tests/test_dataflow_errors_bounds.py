"""Bounds of outputs hold for the emulator's errors against golden, and are near."""

import dataclasses

import numpy as np
import pytest

from dataflow.build import design_of
from dataflow.computations.catalogue import computation_named
from dataflow.errors import bounds
from dataflow.errors.bounds import output_bounds
from dataflow.errors.expansion import UnknownOperation
from dataflow.errors.pointwise import worst
from dataflow.errors.polynomial_writer import LARGEST, TooLong
from dataflow.errors.reference import reference_error
from dataflow.errors.system import error_system
from dataflow.errors.tape_writer import tape_of
from dataflow.numbers.ports import decode_outputs
from emulator.systolic import SystolicArray
from golden.generators import random_robot
from golden.load import load_robot
from tests.error_states import lowered_state, patterns_and_reals

CASES = [
    ("puma560", "newton-euler", 18, {}),
    ("puma560", "lagrangian", 18, {}),
    ("stanford", "newton-euler", 18, {}),
    ("machado_2r", "newton-euler", 12, {"initiation_interval": 3}),
    (3, "newton-euler", 20, {}),
    (4, "lagrangian", 20, {}),
]


def made(name, algorithm, width, options):
    robot = load_robot(name) if isinstance(name, str) else (
        random_robot(np.random.default_rng(name), name, base=True)
    )  # fmt: skip
    return lowered_state(robot, algorithm, width, **options)


def errors_of(state, points, seed):
    """The emulator's distances from golden at real states, and the states by port."""
    design = design_of(state)
    patterns, reals = patterns_and_reals(design, points, seed)
    arrays = {}
    for port in design.inputs:
        arrays.setdefault(port.array, []).append(reals[port.name])
    arrays = {name: np.stack(columns, axis=-1) for name, columns in arrays.items()}
    request = state.request
    truth = request.computation.reference(request.robot, arrays)
    return np.abs(decode_outputs(design, SystolicArray(design).outputs(patterns)) - truth), reals


@pytest.mark.parametrize(("name", "algorithm", "width", "options"), CASES)
def test_no_error_is_beyond_its_bound_and_no_bound_beyond_that_of_less_effort(
    name, algorithm, width, options
):
    state = made(name, algorithm, width, options)
    found = np.array([each.bound for each in output_bounds(state, 1)])
    least = np.array([each.bound for each in output_bounds(state, 0)])
    assert np.all(found <= least)
    proved = [state.operations.knowledge[i].error for i in state.outputs.values()]
    np.testing.assert_array_equal(least, proved + reference_error(state))
    errors, reals = errors_of(state, 4000, seed=3)
    assert np.all(errors.max(axis=0) <= found)
    system = error_system(state)
    for bound, node in zip(found, system.outputs.values(), strict=True):
        assert np.max(worst(system, reals, node).largest) <= bound


def test_the_fast_bound_of_pumas_torques_is_well_below_that_of_no_effort():
    state = made("puma560", "newton-euler", 18, {})
    found = np.array([each.bound for each in output_bounds(state, 1)])
    least = np.array([each.bound for each in output_bounds(state, 0)])
    assert np.all(found < 0.7 * least)
    limits = np.array([q.limit for q in state.request.computation.outputs(state.request.robot)])
    assert np.all(found < 1e-4 * limits)


def test_an_angle_beside_the_rates_is_tried_with_more_effort(monkeypatch):
    monkeypatch.setitem(bounds.TERMS, 2, 3e6)
    state = made(4, "lagrangian", 20, {})
    found, fast = output_bounds(state, 2), output_bounds(state, 0)
    assert any(each.symbolic for each in found)
    errors, _ = errors_of(state, 2000, seed=4)
    assert np.all(errors.max(axis=0) <= [each.bound for each in found])
    assert all(a.bound <= b.bound for a, b in zip(found, fast, strict=True))


def test_after_many_terms_in_vain_tapes_must_be_short(monkeypatch):
    state, asked = made("machado_2r", "inverse-derivatives", 18, {}), []

    def seldom(system, output, positions, symbolic, most):
        asked.append(most)
        if len(asked) < 4:
            raise TooLong("for this test")
        return tape_of(system, output, positions, symbolic, most)

    monkeypatch.setattr(bounds, "tape_of", seldom)
    monkeypatch.setattr(bounds, "_KNOWN", {})
    found = [each.bound for each in output_bounds(state, 1)]
    assert asked == [LARGEST] * 2 + [bounds._SHORT] * (len(found) - 2)
    proved = [each.bound for each in output_bounds(state, 0)]
    assert found[:3] == proved[:3]
    assert all(each < other for each, other in zip(found[3:], proved[3:], strict=True))


def test_outputs_are_told_one_after_the_other():
    told = []
    output_bounds(made("machado_2r", "newton-euler", 14, {}), 1, told.append)
    assert told == ["tau1", "tau2"]


@pytest.mark.parametrize("effort", [-1, 3])
def test_an_effort_that_there_is_not(effort):
    with pytest.raises(ValueError, match=f"effort {effort} is none of"):
        output_bounds(made("machado_2r", "newton-euler", 14, {}), effort)


def test_where_no_error_system_is_known_the_proof_of_the_operations_stays(monkeypatch):
    def unknown(state):
        raise UnknownOperation("a reciprocal")

    monkeypatch.setattr(bounds, "error_system", unknown)
    state = made("machado_2r", "newton-euler", 14, {})
    assert output_bounds(state, 1) == output_bounds(state, 0)


def test_a_computation_whose_rounding_nobody_worked_out_has_bounds_too():
    robot = load_robot("machado_2r")
    request = dataclasses.replace(computation_named("newton-euler"), rounding=None)
    state = made("machado_2r", "newton-euler", 14, {})
    without = dataclasses.replace(
        state, request=dataclasses.replace(state.request, computation=request)
    )
    assert robot.n == 2
    with_it, less = output_bounds(state, 0), output_bounds(without, 0)
    assert all(a.bound < b.bound for a, b in zip(less, with_it, strict=True))


def test_equal_error_systems_are_bounded_once(monkeypatch):
    """Another interval has the same arithmetic, and another width has not."""
    monkeypatch.setattr(bounds, "_KNOWN", {})
    plans = []
    plan = bounds.planned
    monkeypatch.setattr(bounds, "planned", lambda *given: plans.append(0) or plan(*given))
    found, made = [], []
    for width, interval in ((15, 1), (15, 2), (16, 1)):
        state = lowered_state(load_robot("machado_2r"), width=width, initiation_interval=interval)
        found.append(output_bounds(state, 1))
        made.append(len(plans))
    assert 0 < made[0] == made[1] < made[2]
    assert found[0] == found[1] != found[2]
