"""Small expressions, traced: which nodes come into being, and which do not."""

import math

import pytest

from dataflow.graph.graph import NodeKind, Term
from dataflow.graph.scalar import NEGLIGIBLE, Tracer, is_copy


@pytest.fixture
def tracer():
    return Tracer(stage="s")


def inputs(tracer, names="abc"):
    return [tracer.input(name, 1.0) for name in names]


def computed(tracer):
    """Name and terms of everything that is no input; factors by name."""
    nodes = tracer.graph.nodes
    return {
        node.name: {tuple(nodes[f].name for f in t.factors): t.coefficient for t in node.terms}
        for node in nodes
        if node.source is NodeKind.DOT
    }


def test_sums_are_collected_and_cost_nothing_until_kept(tracer):
    a, b, c = inputs(tracer)
    total = a + b - c + 2.0 * a - (b - c) + 3.0 - 1.0
    assert computed(tracer) == {}
    tracer.keep("total", total)
    assert computed(tracer) == {"total": {("a",): 3.0, (): 2.0}}


def test_what_cancels_is_known(tracer):
    a, b, _ = inputs(tracer)
    for nothing in (a - a, 0.0 * b, a * 0.0, a * b - b * a, -a + a, 1.0 * a - 2.0 * (0.5 * a)):
        assert nothing.constant == 0.0
    assert (a + 2.5 - a).constant == 2.5
    assert a.constant is None
    assert (a + 1.0).constant is None
    assert (a * b).constant is None


def test_numbers_stand_on_either_side(tracer):
    a, _, _ = inputs(tracer)
    x = tracer.keep("x", 1.0 - a)
    assert list(x.terms.values()) == [-1.0]
    tracer.keep("y", 3.0 + 2.0 * a * 0.25)
    assert computed(tracer) == {"x": {(): -1.0, ("a",): 1.0}, "y": {(): 3.0, ("a",): 0.5}}


def test_products_are_the_same_in_any_order_and_sign(tracer):
    a, b, _ = inputs(tracer)
    assert (a * b).terms == (b * a).terms == ((-a) * (-b)).terms
    assert ((-a) * b).terms == (-(a * b)).terms == (a * -b).terms
    assert (a * b + b * a).terms == (2.0 * (a * b)).terms
    assert (a * a).terms == {(0, 0): 1.0}


def test_a_product_of_sums_makes_a_node_of_each(tracer):
    a, b, c = inputs(tracer)
    tracer.keep("p", (a + b) * (b - c))
    first, second = (name for name in computed(tracer) if name != "p")
    assert computed(tracer) == {
        first: {("a",): 1.0, ("b",): 1.0},
        second: {("b",): 1.0, ("c",): -1.0},
        "p": {(first, second): 1.0},
    }


def test_a_product_of_three_makes_a_node_of_two(tracer):
    a, b, c = inputs(tracer)
    tracer.keep("p", a * b * c)
    (inner,) = (name for name in computed(tracer) if name != "p")
    assert computed(tracer)[inner] == {("a", "b"): 1.0}
    assert computed(tracer)["p"] == {("c", inner): 1.0}


def test_a_product_with_a_coefficient_is_scaled_after(tracer):
    a, b, c = inputs(tracer)
    tracer.keep("x", 2.0 * (a * b) + c)
    (product,) = (name for name in computed(tracer) if name != "x")
    assert computed(tracer)[product] == {("a", "b"): 1.0}
    assert computed(tracer)["x"] == {(product,): 2.0, ("c",): 1.0}


def test_a_sum_and_its_negative_are_one_node(tracer):
    a, b, _ = inputs(tracer)
    x = tracer.keep("x", -a - 2.0 * b)
    y = tracer.keep("y", a + 2.0 * b)
    assert computed(tracer) == {"x": {("a",): 1.0, ("b",): 2.0}}
    assert (x + y).constant == 0.0
    tracer.keep("z", x * x)
    tracer.keep("w", x * y)
    assert computed(tracer) == {"x": {("a",): 1.0, ("b",): 2.0}, "z": {("x", "x"): 1.0}}


def test_constants_and_copies_need_no_node(tracer):
    a, _, _ = inputs(tracer)
    assert tracer.keep("x", a).terms == a.terms
    assert tracer.keep("y", -a).terms == (-a).terms
    assert tracer.keep("z", 3.0).constant == 3.0
    assert tracer.keep("w", 0.0).constant == 0.0
    assert computed(tracer) == {}
    tracer.keep("v", 2.0 * a)
    assert computed(tracer) == {"v": {("a",): 2.0}}


def test_only_single_nodes_are_copies():
    assert is_copy({(1,): 1.0})
    assert is_copy({(1,): -1.0})
    for terms in ({}, {(): 1.0}, {(1,): 2.0}, {(1, 2): 1.0}, {(1,): 1.0, (2,): 1.0}):
        assert not is_copy(terms)


def test_noise_of_constants_is_dropped(tracer):
    a, b, _ = inputs(tracer)
    assert (a + NEGLIGIBLE / 2 * b).terms == a.terms
    assert (a * (NEGLIGIBLE / 2)).constant == 0.0
    assert (0.1 + 0.2 + a - 0.3).terms == a.terms
    assert (a * (2.0 * NEGLIGIBLE)).constant is None


def test_outputs_are_nodes_whatever_they_are(tracer):
    a, b, _ = inputs(tracer)
    tracer.output("zero", a - a)
    tracer.output("three", 3.0)
    tracer.output("copy", a)
    tracer.output("minus", -b)
    tracer.output("sum", -a - b)
    kinds = {name: tracer.graph.nodes[i].kind for name, i in tracer.graph.outputs.items()}
    assert kinds["zero"] is NodeKind.CONSTANT
    assert kinds["three"] is NodeKind.CONSTANT
    assert kinds["copy"] is NodeKind.ADD
    assert kinds["minus"] is NodeKind.NEGATE
    assert kinds["sum"] is NodeKind.ADD
    assert computed(tracer) == {
        "zero": {},
        "three": {(): 3.0},
        "copy": {("a",): 1.0},
        "minus": {("b",): -1.0},
        "sum": {("a",): -1.0, ("b",): -1.0},
    }


def test_bounds_come_along_and_the_tightest_stays(tracer):
    a, b, _ = inputs(tracer)
    tracer.keep("x", a + b, 5.0)
    tracer.keep("y", -a - b, 3.0)
    tracer.keep("z", a + b, 4.0)
    (node,) = (n for n in tracer.graph.nodes if n.name == "x")
    assert node.bound == 3.0
    assert tracer.graph.nodes[0].bound == 1.0
    tracer.keep("free", a - b)
    assert tracer.graph.nodes[-1].bound == math.inf


def test_an_angle_has_one_sine_and_one_cosine(tracer):
    (q,) = inputs(tracer, "q")
    cosine, sine = tracer.cosine_and_sine(q, "1")
    again = tracer.cosine_and_sine(q, "1")
    assert [cosine.terms, sine.terms] == [form.terms for form in again]
    nodes = tracer.graph.nodes
    assert [(n.name, n.source, n.factors, n.bound) for n in nodes[1:]] == [
        ("cos_1", NodeKind.COSINE, (0,), 1.0),
        ("sin_1", NodeKind.SINE, (0,), 1.0),
    ]


def test_nodes_belong_to_the_stage_that_made_them_first(tracer):
    a, b, c = inputs(tracer)
    tracer.keep("x", a + b)
    tracer.stage = "t"
    tracer.keep("again", a + b)
    tracer.keep("y", a + c)
    assert {n.name: n.stage for n in tracer.graph.nodes[3:]} == {"x": "s", "y": "t"}


def test_terms_know_products():
    assert Term(1.0, (1, 2)).is_product
    assert Term(1.0, (1, 1)).is_product
    assert not Term(1.0, (1,)).is_product
    assert not Term(1.0, ()).is_product
