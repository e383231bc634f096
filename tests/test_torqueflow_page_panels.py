"""What the page's panels make of designs of every kind."""

import re
from types import SimpleNamespace

import numpy as np
import pytest

from dataflow.build import build_array, build_ring
from dataflow.operators import Operator
from golden.load import load_robot
from torqueflow.page.panels.budget import budget_panel
from torqueflow.page.panels.kinds import KINDS, kind_of
from torqueflow.page.panels.latency import latency_panel
from torqueflow.page.panels.results import results_panel
from torqueflow.page.panels.waves import waves_panel
from torqueflow.page.tables import others_table
from torqueflow.report.anchors_report import COLUMNS


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


def outputs(names):
    """As much of a page's findings as the panels of results and waves ask for."""
    ports = tuple(SimpleNamespace(name=name, limit=2.0, unit="N m") for name in names)
    values = np.arange(10.0)[:, None] + 100.0 * np.arange(len(names))
    taken = np.arange(40) % 2 == 0
    return SimpleNamespace(
        design=SimpleNamespace(outputs=ports, latency=6, initiation_interval=2),
        computation=SimpleNamespace(quantity="torque"), limits=np.full(len(names), 2.0),
        results=values, golden=values, taken=taken, offered=np.roll(taken, 6) & (np.arange(40) > 5),
    )  # fmt: skip


def told(svg):
    """The texts of a picture."""
    return re.findall(r"<!-- (.*?) -->", svg)


def test_few_results_have_a_look_each_and_many_one_a_family():
    few = [f"tau{i}" for i in range(1, 8)]
    assert [text for text in told(results_panel(outputs(few)).svg) if text in few] == few
    many = [f"{name}_{i}_{j}" for name in ("mass", "dtau_dq") for i in (1, 2, 3) for j in (1, 2, 3)]
    texts = told(results_panel(outputs(many)).svg)
    assert [text for text in texts if text in (*many, "mass", "dtau_dq")] == ["mass", "dtau_dq"]


def test_waves_say_each_value_in_its_unit_and_the_first_results_only():
    panel = waves_panel(outputs([f"tau{i}" for i in range(1, 15)]))
    texts = told(panel.svg)
    numbers = [float(text) for text in texts if re.fullmatch(r"\d+(00\d)?", text)]
    assert {100.0 * row + k for row in range(12) for k in range(8)} <= set(numbers)
    assert not {1200.0, 1300.0} & set(numbers)
    assert [text.strip() for text in texts].count("N m") == 12
    assert "the first 12 of 14 results" in panel.words


def test_derivatives_stand_beside_other_systems_and_nothing_else_does():
    found = Found(build_array(load_robot("machado_2r"), "newton-euler", 12))
    found.report = {"ii": 4, "latency_cycles": 50, "robot": "arm", "topology": "ring"}
    found.report["luts_estimate"] = 999
    assert others_table(found) is None
    each = {"system": "S", "robot": "r", "kernel": "k", "source": "page 3", "cycles": 34}
    each |= {"microseconds": 0.61, "dsps": 5460, "luts": 581000}
    measured = {"system": "C", "robot": "arm", "microseconds": 0.5, "sets_per_second": 2e6}
    found.report |= {"anchors": [each], "measured": [measured]}
    shown = others_table(found)
    assert shown.columns == COLUMNS
    multipliers = str(sum(o.operator is Operator.MULTIPLY for o in found.design.operations) + 4)
    assert shown.rows == (
        (
            "this ring at 200 MHz, not routed",
            "arm",
            "50",
            "0.25",
            "5e+07",
            f"{multipliers} multipliers, about 999 LUTs",
            "simulated",
        ),
        ("C", "arm", "", "0.5", "2e+06", "", "measured in this run"),
        ("S: k", "r", "34", "0.61", "", "5460 DSPs, 581000 LUTs", "page 3"),
    )
