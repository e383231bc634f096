import pytest

from dataflow.graph.evaluate import evaluated
from dataflow.graph.graph import NodeKind
from dataflow.graph.scalar import Tracer
from dataflow.graph.simplify import simplified


@pytest.fixture
def tracer():
    return Tracer(stage="s")


def ports(tracer):
    return tuple(tracer.input(name, 1.0) for name in "abc")


def names(graph):
    return [node.name for node in graph.nodes if node.source is NodeKind.DOT]


NUMBERS = {"a": 2.0, "b": 3.0, "c": 7.0}


def test_a_result_that_is_a_sum_is_that_sum(tracer):
    a, b, c = ports(tracer)
    total = tracer.keep("total", a - b)
    tracer.output("x", total)
    tracer.output("y", total * c)
    graph = simplified(tracer.graph)
    assert names(graph) == ["x", "y"]
    assert evaluated(graph, NUMBERS) == {"x": -1.0, "y": -7.0}


def test_a_result_that_is_minus_a_sum_turns_its_signs(tracer):
    a, b, _ = ports(tracer)
    tracer.output("x", -tracer.keep("total", a - b))
    graph = simplified(tracer.graph)
    assert names(graph) == ["x"]
    assert evaluated(graph, NUMBERS) == {"x": 1.0}


def test_a_sum_that_others_read_keeps_its_signs(tracer):
    a, b, c = ports(tracer)
    total = tracer.keep("total", a - b)
    tracer.output("x", -total)
    tracer.output("y", total * c)
    graph = simplified(tracer.graph)
    assert names(graph) == ["total", "x", "y"]
    assert evaluated(graph, NUMBERS) == {"x": 1.0, "y": -7.0}


def test_signs_that_are_all_alike_stay(tracer):
    """Turned, they would need the negative all the same."""
    a, b, _ = ports(tracer)
    tracer.output("x", -tracer.keep("total", a + b))
    graph = simplified(tracer.graph)
    assert names(graph) == ["total", "x"]
    assert evaluated(graph, NUMBERS) == {"x": -5.0}


def test_two_results_may_be_one_sum_and_its_negative(tracer):
    a, b, _ = ports(tracer)
    total = tracer.keep("total", a - b)
    for name, value in (("x", total), ("y", total), ("z", -total)):
        tracer.output(name, value)
    assert evaluated(simplified(tracer.graph), NUMBERS) == {"x": -1.0, "y": -1.0, "z": 1.0}


def test_inputs_constants_and_sines_are_copied(tracer):
    a, _, _ = ports(tracer)
    cosine, sine = tracer.cosine_and_sine(a, "a")
    for name, value in (("x", a), ("y", sine), ("z", 2.0), ("w", -cosine)):
        tracer.output(name, value)
    assert names(simplified(tracer.graph)) == ["x", "y", "z", "w"]
