"""Pinocchio's gradient in a report: of the same robot, and there only where it can be."""

import sys

import numpy as np
import pytest
from hypothesis import given, settings

from dataflow.computations.derivatives import INVERSE_DERIVATIVES
from golden.derivatives import inverse_dynamics_derivatives
from golden.load import load_robot
from golden.trajectory import random_states
from tests.designs import simplified_graph
from tests.random_trees import trees
from torqueflow.report.anchors_report import anchor_keys
from torqueflow.report.pinocchio_gradient import pinocchio_gradient


def states_of(robot, points=6):
    motion = random_states(robot, points, 1)
    return {"q": motion.q, "qd": motion.qd, "qdd": motion.qdd}


def measured(robot):
    graph = simplified_graph(robot, INVERSE_DERIVATIVES.name, 18)
    return anchor_keys(robot, graph, states_of(robot))["measured"]


@pytest.mark.parametrize("name", ["puma560", "stanford", "iiwa14"])
def test_what_is_timed_is_the_gradient_of_the_same_robot(name):
    robot = load_robot(name)
    states = states_of(robot)
    found = pinocchio_gradient(robot, **states)
    golden = inverse_dynamics_derivatives(robot, *states.values())
    for each, expected in ((found.position, golden.position), (found.rate, golden.rate)):
        np.testing.assert_allclose(each, expected, rtol=0, atol=1e-11 * np.abs(expected).max())
    assert found.microseconds > 0.0


@settings(max_examples=10)
@given(trees(most=6))
def test_branches_are_in_the_robots_order(robot):
    states = states_of(robot, 2)
    found = pinocchio_gradient(robot, **states)
    golden = inverse_dynamics_derivatives(robot, *states.values())
    size = np.abs(golden.position).max() + 1e-3
    np.testing.assert_allclose(found.position, golden.position, rtol=0, atol=1e-11 * size)


def test_the_report_has_it_beside_straight_line_c():
    rows = [each for each in measured(load_robot("machado_2r")) if "Pinocchio" in each["system"]]
    assert len(rows) == 1
    assert rows[0]["robot"] == load_robot("machado_2r").name
    assert rows[0]["sets_per_second"] == pytest.approx(1e6 / rows[0]["microseconds"])


def test_without_pinocchio_the_report_does_without(monkeypatch):
    monkeypatch.setitem(sys.modules, "pinocchio", None)
    robot = load_robot("machado_2r")
    assert pinocchio_gradient(robot, **states_of(robot)) is None
    assert not [each for each in measured(robot) if "Pinocchio" in each["system"]]
