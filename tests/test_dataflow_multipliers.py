import pytest
from dataflow.multipliers import Multipliers
from hypothesis import given
from hypothesis import strategies as st

from dataflow.graph import Graph, Term


def graph_with(products):
    """A graph with so many products in each stage, two of them in one node where there are two."""
    graph = Graph()
    a, b = graph.input("a", ""), graph.input("b", "")
    for place, (stage, count) in enumerate(products.items()):
        for k in range(0 if count == 1 else 1, count):
            second = [Term(1.0, (b, b))] if k == 1 else []
            unlike = Term(2.0 + k + 100 * place, (a,))
            graph.dot([Term(1.0, (a, b)), *second, unlike], f"{stage}_{k}", stage)
    return graph


@pytest.mark.parametrize(
    ("interval", "units"),
    [(1, {"s": 7, "t": 1}), (2, {"s": 4, "t": 1}), (3, {"s": 3, "t": 1}), (7, {"s": 1, "t": 1})],
)
def test_units_are_products_over_the_interval(interval, units):
    assert Multipliers(graph_with({"s": 7, "t": 1}), interval).units == units


def test_without_sharing_every_product_starts_at_once():
    multipliers = Multipliers(graph_with({"s": 3}), 1)
    assert [multipliers.reserve("s", 5) for _ in range(3)] == [(5, None)] * 3


def test_a_busy_cycle_moves_a_product_on():
    multipliers = Multipliers(graph_with({"s": 5}), 3)  # two units
    wanted = [4, 4, 4, 7, 4]
    got = [multipliers.reserve("s", cycle) for cycle in wanted]
    assert got == [(4, 0), (4, 1), (5, 0), (8, 1), (6, 0)]


def test_stages_share_nothing():
    multipliers = Multipliers(graph_with({"s": 2, "t": 2}), 2)
    assert [multipliers.reserve(stage, 0) for stage in "stst"] == [(0, 0), (0, 0), (1, 0), (1, 0)]


def test_what_is_given_back_can_be_had_again():
    multipliers = Multipliers(graph_with({"s": 4}), 2)  # two units
    first = [multipliers.reserve("s", 3) for _ in range(4)]
    for cycle, _ in reversed(first):
        multipliers.release("s", cycle)
    assert [multipliers.reserve("s", 3) for _ in range(4)] == first


@given(st.integers(1, 6), st.lists(st.integers(0, 30), min_size=1, max_size=20))
def test_no_unit_is_used_twice_in_an_interval_and_none_is_idle(interval, wanted):
    multipliers = Multipliers(graph_with({"s": len(wanted)}), interval)
    got = [multipliers.reserve("s", cycle) for cycle in wanted]
    slots = [(cycle % interval, unit) for cycle, unit in got]
    if interval > 1:
        assert len(set(slots)) == len(wanted)
        assert max(unit for _, unit in got) < -(-len(wanted) // interval)
    for (cycle, _), asked in zip(got, wanted, strict=True):
        assert asked <= cycle < asked + interval
