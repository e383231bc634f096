"""What the page's panels make of designs of every kind."""

import pytest

from dataflow.build import build_array, build_ring
from dataflow.operators import Operator
from golden.load import load_robot
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
