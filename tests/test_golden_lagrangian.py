"""Four Lagrangian formulations against Newton-Euler, and against faults of the paper's print."""

import math
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from common.errors import InputError
from golden.formulations import FORMULATIONS
from golden.generators import planar, random_robot
from golden.kinematics import link_transforms
from golden.lagrangian import hollerbach_3x3
from golden.lagrangian.terms import operators, pseudo_inertias
from golden.load import load_robot, robot_names
from golden.newton_euler import inverse_dynamics
from golden.trajectory import random_states
from tests.random_trees import trees

LAGRANGIAN = sorted(set(FORMULATIONS) - {"newton-euler"})
robots = st.builds(
    lambda seed, n, base, quarter: random_robot(
        np.random.default_rng(seed), n, base=base, quarter_twists=quarter, actuators=True
    ),
    st.integers(0, 2**32),
    st.integers(1, 12),
    st.booleans(),
    st.booleans(),
)


def assert_agree(tau, expected):
    assert tau.shape == expected.shape
    size = max(float(np.abs(expected).max()), 1e-3)
    np.testing.assert_allclose(tau, expected, rtol=0, atol=1e-10 * size)


def test_the_table_has_the_five_formulations():
    assert list(FORMULATIONS) == [
        "newton-euler", "uicker-kahn", "waters", "hollerbach-4x4", "hollerbach-3x3",
    ]  # fmt: skip
    assert len({compute.__module__ for compute in FORMULATIONS.values()}) == 5


@pytest.mark.parametrize("name", LAGRANGIAN)
@pytest.mark.parametrize("robot_name", [*robot_names(), "planar"])
def test_named_robots(name, robot_name):
    robot = planar(5) if robot_name == "planar" else load_robot(robot_name)
    states = random_states(robot, 30, 1)
    for actuators in (False, True):
        expected = inverse_dynamics(robot, states.q, states.qd, states.qdd, actuators=actuators)
        tau = FORMULATIONS[name](robot, states.q, states.qd, states.qdd, actuators=actuators)
        assert_agree(tau, expected)


@pytest.mark.parametrize("name", LAGRANGIAN)
@given(robot=robots, seed=st.integers(0, 2**32))
def test_random_chains(name, robot, seed):
    states = random_states(robot, 2, seed)
    expected = inverse_dynamics(robot, states.q, states.qd, states.qdd)
    assert_agree(FORMULATIONS[name](robot, states.q, states.qd, states.qdd), expected)


@pytest.mark.parametrize("name", LAGRANGIAN)
@given(robot=trees(), seed=st.integers(0, 2**32))
def test_random_trees(name, robot, seed):
    states = random_states(robot, 2, seed)
    expected = inverse_dynamics(robot, states.q, states.qd, states.qdd)
    assert_agree(FORMULATIONS[name](robot, states.q, states.qd, states.qdd), expected)


@pytest.mark.parametrize("name", LAGRANGIAN)
def test_batches_broadcast(name):
    robot = load_robot("stanford")
    q = random_states(robot, 6, 0).q.reshape(2, 3, 6)
    qd, qdd = np.full(6, 0.3), np.full((3, 6), 0.2)
    assert_agree(FORMULATIONS[name](robot, q, qd, qdd), inverse_dynamics(robot, q, qd, qdd))
    assert FORMULATIONS[name](robot, q[0, 0], qd, qd).shape == (6,)
    # More points than any chunk.
    states = random_states(robot, 2500, 2)
    tau = FORMULATIONS[name](robot, states.q, states.qd, states.qdd)
    assert_agree(tau, inverse_dynamics(robot, states.q, states.qd, states.qdd))


@pytest.mark.parametrize("name", LAGRANGIAN)
def test_bad_states_are_refused(name):
    robot = load_robot("puma560")
    zero = np.zeros(6)
    with pytest.raises(InputError, match=r"qdd\[3\]: nan"):
        FORMULATIONS[name](robot, zero, zero, [0, 0, 0, math.nan, 0, 0])
    with pytest.raises(InputError, match="qd: shape"):
        FORMULATIONS[name](robot, zero, np.zeros(5), zero)


def test_the_pseudo_inertia_is_that_of_point_masses():
    """(20) holds integrals of x x, x y, ...: here sums over equal masses at a box's corners."""
    robot = random_robot(np.random.default_rng(5), 1)
    link = robot.links[0]
    about_center = np.trace(link.inertia) / 2 * np.eye(3) - link.inertia
    spread, axes = np.linalg.eigh(about_center)
    signs = np.array([[a, b, c] for a in (-1, 1) for b in (-1, 1) for c in (-1, 1)])
    points = link.center_of_mass + signs @ (axes * np.sqrt(spread / link.mass)).T
    homogeneous = np.hstack([points, np.ones((8, 1))])
    expected = link.mass / 8 * homogeneous.T @ homogeneous
    np.testing.assert_allclose(pseudo_inertias(robot)[0], expected, atol=1e-14)


@pytest.mark.parametrize("parents", [None, (-1, 0, 0, -1)])
def test_operators_are_derivatives_of_the_transforms(parents):
    robot = random_robot(np.random.default_rng(3), 4, joint_types="RPRP", parents=parents)
    q = random_states(robot, 1, 0).q[0]
    step = 1e-6
    slope = (link_transforms(robot, q + step) - link_transforms(robot, q - step)) / (2 * step)
    np.testing.assert_allclose(slope, operators(robot) @ link_transforms(robot, q), atol=1e-9)


@pytest.mark.parametrize(
    ("mended", "printed"),
    [
        ("link.mass * link.center_of_mass", "link.center_of_mass / link.mass"),  # (9), (11)
        (" + mass[k] * p[:, k]", ""),  # (10)
        ("p_ddot + _apply(", "p_ddot - _apply("),  # (12)
        ("tau[:, i] += np.sum(moved", "0 * np.sum(moved"),  # (8)
    ],
)
def test_the_print_of_the_3x3_form_is_wrong(mended, printed):
    """Each mended fault, put back into the module's text, moves torques by more than 1 %."""
    source = Path(hollerbach_3x3.__file__).read_text("utf-8")
    assert source.count(mended) == 1
    scope = {"__name__": "as_printed"}
    exec(compile(source.replace(mended, printed), "as_printed.py", "exec"), scope)
    robot = load_robot("stanford")
    states = random_states(robot, 20, 0)
    tau = scope["inverse_dynamics"](robot, states.q, states.qd, states.qdd)
    expected = inverse_dynamics(robot, states.q, states.qd, states.qdd)
    assert np.abs(tau - expected).max() > 0.01 * np.abs(expected).max()
