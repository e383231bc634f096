"""Nodes change stages where few of them save a multiplier, and nowhere else."""

from collections import Counter

import pytest

from dataflow.computations.derivatives import INVERSE_DERIVATIVES
from dataflow.graph.graph import Graph, Term
from dataflow.graph.simplify import simplified
from dataflow.lowering.tracing import port_formats, traced
from dataflow.timing.remainders import with_remainders_moved
from golden.load import load_robot


def three_stages(first, middle, last, *, inner=False):
    """So many products of x and y in each stage, all their own values.

    A later stage's products read one of the stage before; the middle's, if ``inner``, each other.
    """
    graph = Graph()
    x, y = graph.input("x", "first", 1.0), graph.input("y", "first", 1.0)
    before, number = y, 0
    for stage, many in (("first", first), ("middle", middle), ("last", last)):
        made = before
        for _ in range(many):
            number += 1
            # Another coefficient each, so that no two are the same value.
            term = Term(float(number), (x, made if inner and stage == "middle" else before))
            made = graph.dot([term], f"p{number}", stage)
        before = made
    graph.outputs["z"] = before
    return graph


def products_of(graph):
    counts = Counter()
    for node in graph.nodes:
        counts[node.stage] += sum(term.is_product for term in node.terms)
    return [counts[stage] for stage in ("first", "middle", "last")]


@pytest.mark.parametrize(
    ("before", "interval", "after"),
    [
        ((3, 61, 7), 10, (8, 56, 7)),  # one more than six multipliers have, and four free cycles
        ((8, 61, 7), 10, (10, 58, 8)),  # as far as there is room
        ((10, 61, 10), 10, (10, 61, 10)),  # there is none
        ((3, 60, 7), 10, (3, 60, 7)),  # nothing is left over
        ((3, 63, 7), 10, (3, 63, 7)),  # more is than a thirtieth
        ((3, 61, 7), 6, (3, 61, 7)),  # constants need the free cycles more
    ],
)
def test_a_remainder_goes_where_there_is_room(before, interval, after):
    # The last stage reads one of the middle's values, so that one alone may go there.
    assert products_of(with_remainders_moved(three_stages(*before), interval)) == list(after)


def test_what_is_made_and_read_in_its_own_stage_stays():
    assert products_of(with_remainders_moved(three_stages(3, 122, 3, inner=True), 10)) == [
        4,
        120,
        4,
    ]
    assert products_of(with_remainders_moved(three_stages(3, 123, 3, inner=True), 10)) == [
        3,
        123,
        3,
    ]


def test_pumas_derivatives_take_fewer_multipliers_and_data_flow_one_way():
    robot = load_robot("puma560")
    formats = port_formats(robot, INVERSE_DERIVATIVES, 18)
    graph = simplified(traced(robot, INVERSE_DERIVATIVES.trace, INVERSE_DERIVATIVES, formats))
    moved = with_remainders_moved(graph, 12)
    counts = Counter()
    for node in moved.nodes:
        counts[node.stage] += sum(term.is_product for term in node.terms)
    assert sum(-(-many // 12) for many in counts.values()) == 55
    order = list(dict.fromkeys(node.stage for node in graph.nodes))
    for was, node in zip(graph.nodes, moved.nodes, strict=True):
        if was.stage != node.stage:
            place = order.index(node.stage)
            operands = [order.index(moved.nodes[k].stage) for k in node.operands()]
            assert max(operands) <= place
        assert node.terms == was.terms
