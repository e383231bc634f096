"""Whatever small robot, formats and search: no attack breaks a proved bound."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from dataflow.errors.bounds import output_bounds
from emulator.attack import Attack
from golden.generators import random_robot
from tests.error_states import lowered_state

robots = st.builds(
    lambda seed, types: random_robot(
        np.random.default_rng(seed), len(types), joint_types=types, base=True
    ),
    st.integers(0, 2**32),
    st.sampled_from(["R", "P", "RR", "RP", "PR", "PP"]),
)


def check(robot, algorithm, width, seed, effort):
    state = lowered_state(robot, algorithm, width)
    bounds = [each.bound for each in output_bounds(state, effort)]
    found = Attack(state, seed).run(rounds=len(bounds)).errors
    assert np.all(found <= bounds)
    assert np.all(found > 0.02 * np.array(bounds))


@settings(max_examples=4, deadline=None)
@given(robots, st.sampled_from([12, 17, 24]), st.integers(0, 2**16))
def test_an_attack_on_a_small_robot_stays_below_its_bound(robot, width, seed):
    check(robot, "newton-euler", width, seed, 1)


@pytest.mark.slow
@settings(max_examples=60, deadline=None)
@given(
    robots, st.sampled_from(["newton-euler", "lagrangian"]), st.integers(12, 28),
    st.integers(0, 2**16), st.sampled_from([0, 1, 2]),
)  # fmt: skip
def test_attacks_on_many_small_robots_stay_below_every_efforts_bound(
    robot, algorithm, width, seed, effort
):
    check(robot, algorithm, width, seed, effort)
