"""The search never loses to CP/MISF, and finds what trying everything finds."""

import itertools

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from dataflow.tasks.bounds import bounds
from dataflow.tasks.depth_first import df_ihs
from dataflow.tasks.policies import cp_misf
from tests.task_graphs import paper_like, random_graphs


def shortest(graph, processors):
    """The shortest makespan over all orders: each task as early as its order lets it."""
    best = None
    inner = [task.number for task in graph.tasks if task.number not in (graph.entry, graph.exit)]
    for order in itertools.permutations(inner):
        place = {task: at for at, task in enumerate(order)}
        if any(place.get(a, -1) > place.get(b, len(place)) for a, b in graph.arcs):
            continue
        free, end = [0.0] * processors, {graph.entry: 0.0}
        for task in order:
            ready = max(end[before] for before in graph.predecessors[task])
            processor = min(range(processors), key=lambda p: (free[p], p))
            later = [p for p in range(processors) if free[p] <= ready]
            processor = max(later, key=lambda p: free[p]) if later else processor
            end[task] = max(ready, free[processor]) + graph.by_number[task].operations
            free[processor] = end[task]
        makespan = max(end.values())
        best = makespan if best is None else min(best, makespan)
    return best


@settings(max_examples=60)
@given(random_graphs(most=5), st.integers(1, 3))
def test_it_finds_the_optimum_of_small_graphs(graph, processors):
    search = df_ihs(graph, graph.durations(1.0), processors)
    assert search.optimal
    assert search.schedule.makespan == shortest(graph, processors)


@settings(max_examples=40)
@given(random_graphs(), st.integers(2, 4), st.integers(1, 30))
def test_it_is_never_longer_than_cp_misf(graph, processors, branches):
    durations = graph.durations(1.0)
    search = df_ihs(graph, durations, processors, branches)
    assert search.schedule.makespan <= cp_misf(graph, durations, processors).makespan
    assert search.schedule.makespan >= bounds(graph, durations, processors).best - 1e-9
    assert search.branches <= branches


@pytest.mark.parametrize(
    ("kind", "processors", "makespan"),
    [("95", 2, 600), ("95", 3, 400), ("95", 4, 311), ("55", 3, 446), ("52", 3, 461)],
)
def test_it_reaches_the_bound_of_the_papers_graphs(kind, processors, makespan):
    graph = paper_like(kind)
    search = df_ihs(graph, graph.durations(1.0), processors)
    assert (search.schedule.makespan, search.optimal) == (makespan, True)


def test_it_gives_up_after_its_branches():
    graph = paper_like("per-link")
    search = df_ihs(graph, graph.durations(1.0), 2, branches=50)
    assert not search.optimal
    assert search.branches == 50
    assert search.schedule.makespan <= 640
