import math

import pytest

from dataflow.graph.graph import Graph, NodeKind, Term


@pytest.fixture
def graph():
    result = Graph()
    for name in "ab":
        result.input(name, "s", 2.0)
    return result


@pytest.mark.parametrize(
    ("terms", "kind"),
    [
        ([], NodeKind.CONSTANT),
        ([Term(2.0, ())], NodeKind.CONSTANT),
        ([Term(1.0, (0,)), Term(-1.0, (1,))], NodeKind.ADD),
        ([Term(1.0, (0,)), Term(2.0, (1,))], NodeKind.DOT),
        ([Term(1.0, (0,)), Term(1.0, (0, 1))], NodeKind.DOT),
        ([Term(1.0, (0,)), Term(1.0, ())], NodeKind.DOT),
        ([Term(1.0, (0, 1))], NodeKind.MULTIPLY),
        ([Term(-1.0, (1, 1))], NodeKind.MULTIPLY),
        ([Term(-1.0, (0,))], NodeKind.NEGATE),
        ([Term(1.0, (0,))], NodeKind.ADD),
        ([Term(0.5, (0,))], NodeKind.SCALE),
    ],
)
def test_kinds_are_the_textbooks(graph, terms, kind):
    node = graph.nodes[graph.dot(terms, "x", "s")]
    assert node.kind is kind
    assert node.source is NodeKind.DOT


def test_sources_are_kinds_too(graph):
    sine = graph.trigonometric(NodeKind.SINE, 0, "sin", "s")
    assert graph.nodes[sine].kind is NodeKind.SINE
    assert graph.nodes[0].kind is NodeKind.INPUT
    assert list(graph.nodes[sine].operands()) == [0]


def test_the_order_of_terms_does_not_matter(graph):
    one, two = Term(1.0, (0,)), Term(2.0, (0, 1))
    first = graph.dot([one, two], "x", "s")
    assert graph.dot([two, one], "y", "t") == first
    assert graph.nodes[first].name == "x"
    assert graph.dot([one, Term(2.5, (0, 1))], "z", "s") != first


def test_sine_and_cosine_of_one_angle_are_two_nodes(graph):
    sine = graph.trigonometric(NodeKind.SINE, 0, "sin", "s")
    cosine = graph.trigonometric(NodeKind.COSINE, 0, "cos", "s")
    other = graph.trigonometric(NodeKind.SINE, 1, "sin_b", "s")
    assert len({sine, cosine, other}) == 3
    assert graph.trigonometric(NodeKind.SINE, 0, "again", "s") == sine


def test_inputs_are_never_shared(graph):
    assert graph.input("c", "s") != graph.input("d", "s")
    assert graph.nodes[-1].bound == math.inf


def test_names_are_unique(graph):
    graph.dot([Term(1.0, (0, 1))], "x", "s")
    with pytest.raises(ValueError, match="two nodes are named 'x'"):
        graph.dot([Term(1.0, (1, 1))], "x", "s")
    with pytest.raises(ValueError, match="two nodes are named 'a'"):
        graph.input("a", "s")


def test_a_shared_node_keeps_the_tighter_bound(graph):
    index = graph.dot([Term(1.0, (0, 1))], "x", "s", 4.0)
    graph.dot([Term(1.0, (0, 1))], "y", "s", 9.0)
    assert graph.nodes[index].bound == 4.0
    graph.dot([Term(1.0, (0, 1))], "z", "s", 1.5)
    assert graph.nodes[index].bound == 1.5
    assert (graph.nodes[index].name, graph.nodes[index].index) == ("x", index)


def test_operands_are_told_as_often_as_they_are_read(graph):
    index = graph.dot([Term(1.0, (0, 0)), Term(3.0, (1,)), Term(1.0, ())], "x", "s")
    assert sorted(graph.nodes[index].operands()) == [0, 0, 1]
