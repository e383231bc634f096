"""What the page's panels make of designs of every kind."""

import re

import pytest

from dataflow.build import build_array, build_ring
from dataflow.operators import Operator
from golden.load import load_robot
from torqueflow.page.panels.budget import budget_panel
from torqueflow.page.panels.kinds import KINDS, kind_of
from torqueflow.page.panels.latency import latency_panel


class Found:
    """As much of what a page tells as these panels ask for."""

    def __init__(self, design):
        self.design = design


@pytest.mark.parametrize("operator", Operator)
def test_every_operator_that_works_has_a_kind(operator):
    idle = operator in (Operator.PORT, Operator.CONSTANT)
    assert (kind_of(operator) is None) == idle
    assert idle or kind_of(operator) in KINDS


@pytest.mark.parametrize(
    ("name", "algorithm", "build"),
    [
        ("puma560", "newton-euler", build_array),
        ("puma560", "newton-euler", build_ring),
        ("stanford", "lagrangian", build_array),
        ("machado_2r", "forward-actuators", build_array),
    ],
)
def test_all_cycles_of_the_longest_chain_are_told(name, algorithm, build):
    design = build(load_robot(name), algorithm, 20)
    words = latency_panel(Found(design)).words
    told = words[words.index(f"of {design.latency} cycles") :].split(",")
    counts = [int(word) for part in told for word in part.split() if word.isdecimal()]
    assert sum(counts[1:]) + 1 == design.latency  # the first is all of them, the last in the queue


class Told:
    """As much as the panel of the error budget asks for."""

    def __init__(self, budgets):
        self.design = build_array(load_robot("machado_2r"), "newton-euler", 18)
        self.report = {"error_budget": {"outputs": budgets}} if budgets else {}


def budget(inputs, roundings, **stages):
    spread = {"inputs": inputs, "roundings": roundings}
    return {"bias": {"inputs": -0.25, "roundings": 0.25}, "spread": spread, "stages": stages}


def test_the_leading_cause_is_that_of_most_shares_not_of_the_largest_torque():
    small, large = budget(1e-6, 1e-3, ports=1e-6), budget(10.0, 8.0, ports=3.0)
    words = budget_panel(Told([large, small])).words
    assert words.endswith("most is due to roundings.")


def test_stages_beyond_the_first_are_summed():
    names = {f"forward_{i}": 1.0 + i for i in range(8)}
    svg = budget_panel(Told([budget(1, 2, **names), budget(1, 2, **names)])).svg
    told = re.findall(r"<!-- (forward_\d|others|ports) -->", svg)
    assert told == ["forward_7", "forward_6", "forward_5", "forward_4", "forward_3", "others"]


def test_without_a_budget_there_is_no_panel():
    assert budget_panel(Told([])) is None
