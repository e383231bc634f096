"""Tangents of traced graphs: by hand, and against differences."""

import numpy as np
import pytest

from dataflow.graph.evaluate import evaluated
from dataflow.graph.scalar import Tracer
from dataflow.graph.tangent import tangent_of, tangents

TURN = 2.0 * np.pi
"""Radians: graphs on floats take angles in turns, and their tangents are along radians."""


def traced():
    tracer = Tracer()
    x, y = tracer.input("x", 2.0), tracer.input("y", 2.0)
    return tracer, x, y


def derivative(tracer, form, along, name="d"):
    changes = tangents(tracer, along, len(tracer.graph.nodes), name)
    tracer.output("out", tangent_of(tracer, form, changes))
    return tracer.graph


def test_a_product_of_sines():
    tracer, x, y = traced()
    cosine, sine = tracer.cosine_and_sine(x, "x")
    graph = derivative(tracer, tracer.keep("p", sine * y) * cosine * 3.0, x)
    q, w = np.array([0.3, -1.1]), np.array([0.7, 1.3])
    out = evaluated(graph, {"x": q / TURN, "y": w})["out"]
    np.testing.assert_allclose(out, 3.0 * w * np.cos(2.0 * q), rtol=1e-14)


def test_an_angle_sum_changes_with_both():
    tracer, x, y = traced()
    both = tracer.angle_sum(x, y, "both")
    graph = derivative(tracer, tracer.cosine_and_sine(both, "both")[1], y)
    q, w = np.array([0.3]), np.array([0.7])
    out = evaluated(graph, {"x": q / TURN, "y": w / TURN})["out"]
    np.testing.assert_allclose(out, np.cos(q + w), rtol=1e-14)


def test_a_square_changes_twice_as_fast():
    tracer, x, y = traced()
    graph = derivative(tracer, tracer.keep("s", x * x + y), x)
    q = np.array([0.3, -1.7])
    np.testing.assert_array_equal(evaluated(graph, {"x": q, "y": q})["out"], 2.0 * q)


def test_what_does_not_depend_on_the_input_gets_no_node():
    tracer, x, y = traced()
    kept = tracer.keep("s", y * y)
    before = len(tracer.graph.nodes)
    changes = tangents(tracer, x, before, "d")
    assert tangent_of(tracer, kept, changes).constant == 0.0
    assert len(tracer.graph.nodes) == before


def test_directions_are_steps_and_reciprocals_fall():
    tracer, x, _ = traced()
    forwards, _ = tracer.directions(x, "x")
    changes = tangents(tracer, x, len(tracer.graph.nodes), "d")
    assert tangent_of(tracer, forwards, changes).constant == 0.0
    inverse = tracer.reciprocal("r", x + 3.0, 1.0)
    changes = tangents(tracer, x, len(tracer.graph.nodes), "e")
    form = tangent_of(tracer, inverse, changes)
    ((factors, coefficient),) = form.terms.items()
    assert coefficient == -1.0
    assert len(set(factors)) == 1


def test_only_an_input_can_be_followed():
    tracer, x, y = traced()
    with pytest.raises(ValueError, match="no input"):
        tangents(tracer, tracer.keep("s", x + y), 3, "d")
