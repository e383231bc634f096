"""Points, fronts and conditions: designs side by side."""

import itertools

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from common.errors import InputError
from dataflow.build import build_array, build_ring
from dataflow.exploration.conditions import conditions
from dataflow.exploration.front import pareto
from dataflow.exploration.point import Point, explored, points_of
from dataflow.timing.cost import cost
from golden.load import load_robot

FIGURES = ("ii", "multiplier", "torque_error")


@pytest.mark.parametrize(("topology", "build"), [("array", build_array), ("ring", build_ring)])
def test_a_point_is_the_design_that_is_built(topology, build):
    robot = load_robot("machado_2r")
    found = explored(robot, Point("newton-euler", topology, 16, 4))
    design = build(robot, width=16, initiation_interval=4)
    assert found.design == design
    spent = cost(design)
    assert found.cost == spent
    assert found.multipliers == spent.multipliers + 2 * spent.trigonometric_units
    shares = [
        design.knowledge[port.operation].error / limit
        for port, limit in zip(design.outputs, robot.torque_limits, strict=True)
    ]
    assert found.relative_error == max(shares)


def test_an_interval_that_is_not_given_is_the_topologys():
    robot = load_robot("machado_2r")
    assert explored(robot, Point("newton-euler", "ring", 18, None)).design.initiation_interval == 4


@pytest.mark.parametrize(
    ("point", "message"),
    [
        (Point("newton-euler", "torus", 18, 1), "--topology: 'torus'; allowed: array, ring"),
        (Point("kane", "array", 18, 1), "--algorithm: 'kane'"),
        (Point("newton-euler", "array", 40, 1), "--width: 40 bits; allowed: 12 to 28"),
    ],
)
def test_points_that_cannot_be(point, message):
    with pytest.raises(InputError, match=message):
        explored(load_robot("machado_2r"), point)


def test_points_are_all_combinations():
    found = list(points_of(["a", "b"], ["c"], [12, 13], [1, 2, None]))
    assert len(found) == len(set(found)) == 12
    assert found[:3] == [Point("a", "c", 12, 1), Point("a", "c", 12, 2), Point("a", "c", 12, None)]


costs = st.lists(st.tuples(*[st.integers(0, 4)] * 3), max_size=12)


@given(costs)
def test_a_front_is_what_nothing_beats(rows):
    front = set(pareto(rows))
    for index, row in enumerate(rows):
        beaten = any(
            other != row and all(o <= r for o, r in zip(other, row, strict=True)) for other in rows
        )
        assert (index in front) == (not beaten)


@given(costs)
def test_what_is_not_on_the_front_is_beaten_by_the_front(rows):
    front = pareto(rows)
    assert bool(front) == bool(rows)
    for row, index in itertools.product(rows, range(len(rows))):
        if index not in front:
            assert any(np.all(np.array(rows[i]) <= rows[index]) for i in front), row


def test_unknown_costs_are_the_worst():
    assert pareto([(1.0, float("inf")), (1.0, 2.0), (0.5, float("inf"))]) == [1, 2]


def test_conditions_are_read_as_people_write_them():
    found = conditions("--best", "multiplier<=28, torque_error <= 1e-4,ii>2", FIGURES)
    assert [(c.figure, c.relation, c.value) for c in found] == [
        ("multiplier", "<=", 28.0), ("torque_error", "<=", 1e-4), ("ii", ">", 2.0),
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("relation", "holds"),
    [("<=", (True, True, False)), ("<", (True, False, False)), ("=", (False, True, False)),
     (">", (False, False, True)), (">=", (False, True, True))],
)  # fmt: skip
def test_conditions_hold_as_they_say(relation, holds):
    (condition,) = conditions("--best", f"ii{relation}4", FIGURES)
    assert tuple(condition.holds({"ii": value}) for value in (3, 4, 5)) == holds
    assert not condition.holds({"ii": None})
    assert not condition.holds({})


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "--best: ''; allowed: FIGURE<=NUMBER"),
        ("ii", "--best: 'ii'"),
        ("ii=<4", "--best: '<4'; allowed: a finite number"),
        ("ii<=4,", "--best: ''"),
        ("ii<=four", "--best: 'four'; allowed: a finite number"),
        ("ii<=nan", "'nan'"),
        ("ii<=1e999", "'1e999'"),
        ("cost<=4", "--best: 'cost'; allowed: ii, multiplier, torque_error"),
    ],
)
def test_conditions_that_are_none(text, message):
    with pytest.raises(InputError, match=message):
        conditions("--best", text, FIGURES)
