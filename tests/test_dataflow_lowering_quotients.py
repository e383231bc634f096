"""Errors of quotients are bounded closely, and by bounds that hold."""

import functools

import numpy as np
import pytest

from dataflow.build import design_of
from dataflow.errors.pointwise import true_values
from dataflow.errors.system import Role, error_system
from dataflow.lowering.quotients import Quotients
from golden.generators import random_robot
from golden.load import load_robot
from tests.error_states import lowered_state, node_values, patterns_and_reals

SEEDS = [2, 4]


def robot_of(seed):
    return random_robot(np.random.default_rng(seed), 3, joint_types="RPR", actuators=True)


@functools.cache
def state_of(seed, coarse=()):
    trims = tuple((name, 7) for name in coarse)
    return lowered_state(robot_of(seed), "forward-actuators", 20, trims=trims)


def without_quotients(monkeypatch):
    monkeypatch.setattr(Quotients, "error", lambda self, factors: float("inf"))


def errors_proved(state):
    known, results = state.operations.knowledge, state.operations.results
    return {node.name: known[results[node.index]].error for node in state.graph.nodes}


@pytest.mark.parametrize("coarse", [(), ("d_2",), ("W_2_1",), ("d_2", "W_3_1", "W_3_2")])
@pytest.mark.parametrize("seed", SEEDS)
def test_no_nodes_error_is_beyond_what_is_proved_of_it(seed, coarse):
    """Where a pivot or a dividend is coarse, its own error is nearly all that there is."""
    state = state_of(seed, coarse)
    system = error_system(state)
    patterns, reals = patterns_and_reals(design_of(state), 2000, seed=1)
    true, fixed = true_values(system, reals), node_values(state, patterns)
    proved, used = errors_proved(state), []
    for node in system.nodes:
        if node.role in (Role.SUM, Role.RECIPROCAL):
            largest = float(np.max(np.abs(fixed[node.index] - true[node.index])))
            assert largest <= proved[node.name] * (1.0 + 1e-9), node.name
            if node.name.startswith(("L_", "d_", "y_")):
                used.append(largest / proved[node.name])
    assert max(used) > 0.3


def test_quotients_and_pivots_are_bounded_more_closely_than_as_products(monkeypatch):
    robot = load_robot("stanford")
    with_them = errors_proved(lowered_state(robot, "forward-actuators", 20))
    without_quotients(monkeypatch)
    without = errors_proved(lowered_state(robot, "forward-actuators", 20))
    assert all(with_them[name] <= without[name] * (1.0 + 1e-9) for name in without)
    assert with_them["L_4_1"] < 0.5 * without["L_4_1"]
    assert with_them["d_1"] < 0.25 * without["d_1"]


def test_the_stanford_arms_pivots_are_proved_without_rotors(monkeypatch):
    """By products alone its last pivot might vanish at every width."""
    state = lowered_state(load_robot("stanford"), "forward", 24)
    lowest = next(node.lowest for node in state.graph.nodes if node.name == "r_1")
    assert errors_proved(state)["d_1"] < lowest
