import dataclasses

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from common.errors import InputError
from dataflow.boolean.functions import Power, Wave
from dataflow.boolean.terms import Term, torque_terms
from golden.load import load_robot
from golden.newton_euler import inverse_dynamics
from golden.trajectory import random_states
from tests.boolean_arms import (
    ARMS,
    arm,
    motorised,
    planar_3r,
    prismatic_revolute,
    spatial,
    two_slides,
)

TENTHS = st.integers(-50, 50).map(lambda n: n / 10)


def values(states):
    """Every input by its port's name."""
    names = [f"{p}{i + 1}" for p in ("q", "qd", "qdd") for i in range(states.n)]
    return dict(zip(names, np.concatenate([states.q, states.qd, states.qdd], 1).T, strict=True))


def summed(terms, states):
    at = values(states)
    zero = np.zeros(states.points)
    return np.stack([sum((t(at) for t in joint), start=zero) for joint in terms], axis=1)


@pytest.mark.parametrize("robot", [*ARMS, spatial, two_slides, lambda: load_robot("machado_2r")])
def test_terms_add_up_to_the_golden_torque(robot):
    states = random_states(robot(), 200, 3)
    golden = inverse_dynamics(robot(), states.q, states.qd, states.qdd)
    assert np.allclose(summed(torque_terms(robot()), states), golden, rtol=0, atol=1e-10)


@pytest.mark.parametrize(
    ("robot", "motor"),
    [("machado_2r", None), (None, {"gear_ratio": -3, "motor_inertia": 0.2, "viscous_friction": 4})],
)
def test_motors_add_their_inertia_and_friction(robot, motor):
    robot = load_robot(robot) if robot else motorised(motor)
    states = random_states(robot, 100, 1)
    golden = inverse_dynamics(robot, states.q, states.qd, states.qdd, actuators=True)
    terms = torque_terms(robot, actuators=True)
    assert np.allclose(summed(terms, states), golden, rtol=0, atol=1e-10)


def test_terms_of_the_papers_arm_are_those_of_figure_1():
    first, second = torque_terms(load_robot("machado_2r"), actuators=True)
    assert [t.words for t in first] == [
        ("q2", "qdd1"), ("q2", "qdd2"), ("q2", "qd2"), ("q2", "qd1", "qd2"), ("q1",), ("q1", "q2"),
    ]  # fmt: skip
    assert [t.words for t in second] == [
        ("q2", "qdd1"), ("qdd2",), ("q2", "qd1"), ("q1", "q2"),
    ]  # fmt: skip
    even = [[w for w in t.words if t.even_in(w)] for t in first]
    assert even == [["q2"], ["q2"], ["qd2"], [], ["q1"], []]


def test_a_coefficient_is_divided_by_its_angle_combinations():
    first = torque_terms(planar_3r())[0]
    inertial = [t.words for t in first if "qdd1" in t.words]
    assert inertial == [("q2", "qdd1"), ("q3", "qdd1"), ("q2", "q3", "qdd1")]
    gravity = [t.words for t in first if not any(w.startswith("qd") for w in t.words)]
    assert gravity == [("q1",), ("q1", "q2"), ("q1", "q2", "q3")]


def test_a_slide_stays_with_what_it_multiplies():
    terms = [t for joint in torque_terms(prismatic_revolute()) for t in joint]
    assert all(isinstance(f, Power | Wave) for t in terms for f in t.factors)
    assert all(len(t.words) == sum(len(f.words) for f in t.factors) for t in terms)


def test_a_torque_that_nothing_causes_has_no_terms():
    slide = {"kind": "prismatic", "lower": -1, "upper": 1, "mass": 0, "inertia": 0}
    assert torque_terms(arm("idle", slide)) == [[]]


@given(
    st.lists(TENTHS, min_size=2, max_size=4),
    st.lists(TENTHS, min_size=2, max_size=4),
    st.floats(-4, 4), st.floats(0, 7), st.floats(-4, 4), st.floats(0, 7),
)  # fmt: skip
def test_extrema_of_a_wave_hold_every_value_and_are_reached(cosines, sines, a, wide, b, wide_b):
    size = min(len(cosines), len(sines))
    wave = Wave(("q1", "q2"), (1, -1), tuple(cosines[:size]), (0.0, *sines[1:size]))
    box = {"q1": (np.array(a), np.array(a + wide)), "q2": (np.array(b), np.array(b + wide_b))}
    low, high = wave.extrema(box)
    theta = np.linspace(a - b - wide_b, a + wide - b, 1001)
    seen = wave({"q1": theta, "q2": np.zeros_like(theta)})
    steepest = sum(
        n * (abs(c) + abs(s)) for n, (c, s) in enumerate(zip(cosines, sines, strict=False))
    )
    reached = steepest * (theta[1] - theta[0]) + 1e-9
    assert low - 1e-9 <= seen.min() <= low + reached
    assert high - reached <= seen.max() <= high + 1e-9


@given(
    st.lists(TENTHS, min_size=1, max_size=4), st.floats(-2, 2), st.floats(0, 3)
)  # fmt: skip
def test_extrema_of_a_polynomial_hold_every_value_and_are_reached(coefficients, a, wide):
    power = Power("q1", tuple(coefficients))
    low, high = power.extrema({"q1": (np.array(a), np.array(a + wide))})
    x = np.linspace(a, a + wide, 1001)
    seen = power({"q1": x})
    steepest = sum(p * abs(c) * 5.0 ** max(0, p - 1) for p, c in enumerate(coefficients))
    reached = steepest * wide / 1000 + 1e-9
    assert low - 1e-9 <= seen.min() <= low + reached
    assert high - reached <= seen.max() <= high + 1e-9


def test_extrema_of_a_product_are_products_of_extrema():
    wave = Wave(("q1",), (1,), (1.0, 2.0), (0.0, 0.0))
    term = Term(1, ("T",), (wave, Power("qd1", (0.0, 0.0, 1.0))))
    box = {"q1": (np.array(1.0), np.array(4.0)), "qd1": (np.array(-1.0), np.array(2.0))}
    low, high = term.extrema(box)
    assert low == pytest.approx(4 * (1 - 2))
    assert high == pytest.approx(4 * (1 + 2 * np.cos(1.0)))


@pytest.mark.parametrize("name", ["puma560", "stanford"])
def test_an_arm_with_too_many_joints_is_refused(name):
    with pytest.raises(InputError, match=r"6 joints; allowed: 1 to 3"):
        torque_terms(load_robot(name))


def test_coulomb_friction_is_refused():
    motor = {"gear_ratio": 1, "motor_inertia": 0.1, "coulomb_positive": 0.3}
    with pytest.raises(InputError, match=r"joint 1: Coulomb friction is a step"):
        torque_terms(motorised(motor), actuators=True)
    assert torque_terms(motorised(motor))


def test_halves_are_equal_and_add_up():
    term = torque_terms(load_robot("machado_2r"))[1][3]
    half = term.halved()
    assert half.copies == 2
    at = {"q1": np.array([0.3, 1.0]), "q2": np.array([0.1, -2.0])}
    assert np.array_equal(2 * half(at), term(at))
    assert dataclasses.replace(half, names=term.names).words == term.words
