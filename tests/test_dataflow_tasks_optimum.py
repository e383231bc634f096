"""CP-SAT: the optimum with its proof, or a gap; a clear word where it is not installed."""

import sys

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from common.errors import InputError
from dataflow.tasks.depth_first import df_ihs
from dataflow.tasks.optimum import optimum
from tests.task_graphs import paper_like, random_graphs


@pytest.mark.parametrize(
    ("kind", "processors", "makespan"),
    [
        ("52", 2, 600), ("52", 3, 461),
        ("55", 3, 446),
        ("95", 3, 400), ("95", 4, 311),
        ("per-link", 3, 505),
    ],
)  # fmt: skip
def test_the_papers_graphs(kind, processors, makespan):
    found = optimum(paper_like(kind), processors)
    assert (found.schedule.makespan, found.optimal, found.gap) == (makespan, True, 0.0)


@settings(max_examples=25)
@given(random_graphs(), st.integers(1, 3))
def test_it_agrees_with_the_depth_first_search(graph, processors):
    found = optimum(graph, processors)
    search = df_ihs(graph, graph.durations(1.0), processors)
    assert found.optimal
    assert found.schedule.makespan <= search.schedule.makespan
    if search.optimal:
        assert found.schedule.makespan == search.schedule.makespan


def test_where_it_gives_up_it_says_how_far_off_it_may_be():
    found = optimum(paper_like("per-link"), 2, effort=0.05)
    assert not found.optimal
    assert found.bound == 625  # by Fernandez and Bussell
    assert 625 < found.schedule.makespan <= 640
    assert found.gap == pytest.approx(1 - 625 / found.schedule.makespan)


def test_without_the_solver_it_says_what_is_missing(monkeypatch):
    monkeypatch.setitem(sys.modules, "ortools.sat.python", None)
    with pytest.raises(InputError, match=r"--schedule: 'optimum' needs .* ortools") as caught:
        optimum(paper_like("52"), 3)
    assert "torqueflow[optimum]" in str(caught.value)
