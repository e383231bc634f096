import math
from collections import Counter

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from dataflow.build import build_array
from dataflow.graph.graph import NodeKind
from dataflow.graph.scalar import Tracer
from dataflow.graph.simplify import needed_nodes, simplified
from dataflow.lowering import forms
from dataflow.timing.cost import cost
from golden.generators import random_robot
from golden.load import load_robot, robot_names
from golden.newton_euler import inverse_dynamics
from golden.trajectory import random_states
from tests.designs import simplified_graph

ALGORITHMS = ("newton-euler", "lagrangian")
EVERY = pytest.mark.parametrize("algorithm", ALGORITHMS)


def evaluated(graph, reals):
    """The outputs, each node computed on floats in turn."""
    values = []
    for node in graph.nodes:
        if node.source is NodeKind.INPUT:
            value = reals[node.name]
        elif node.source is NodeKind.ANGLE_SUM:
            value = values[node.factors[0]] + values[node.factors[1]]
        elif node.source is NodeKind.DOT:
            value = sum(t.coefficient * math.prod(values[f] for f in t.factors) for t in node.terms)
        else:
            value = {NodeKind.SINE: np.sin, NodeKind.COSINE: np.cos}[node.source](
                values[node.factors[0]]
            )
        values.append(value)
    return {name: values[index] for name, index in graph.outputs.items()}


def graph_of(robot, algorithm):
    return simplified_graph(robot, algorithm, 18)


def assert_goldens(robot, algorithm):
    states = random_states(robot, 30, seed=1)
    reals = {
        f"{prefix}{i + 1}": values[:, i]
        for prefix, values in (("q", states.q), ("qd", states.qd), ("qdd", states.qdd))
        for i in range(robot.n)
    }
    torques = evaluated(graph_of(robot, algorithm), reals)
    assert list(torques) == [f"tau{i}" for i in range(1, robot.n + 1)]
    truth = inverse_dynamics(robot, states.q, states.qd, states.qdd)
    scale = np.max(np.abs(truth))
    for i, torque in enumerate(torques.values()):
        np.testing.assert_allclose(torque, truth[:, i], rtol=1e-9, atol=1e-10 * scale)


@EVERY
@pytest.mark.parametrize("name", robot_names())
def test_a_robots_graph_gives_goldens_torques(name, algorithm):
    assert_goldens(load_robot(name), algorithm)


@EVERY
@given(st.integers(0, 10**6), st.integers(1, 6))
@settings(max_examples=15)
def test_any_arms_graph_gives_goldens_torques(algorithm, seed, links):
    rng = np.random.default_rng(seed)
    assert_goldens(random_robot(rng, links, quarter_twists=seed % 2 == 0, base=True), algorithm)


def products(graph):
    return Counter(t.factors for n in graph.nodes for t in n.terms if t.is_product)


@EVERY
@pytest.mark.parametrize("seed", range(6))
def test_each_product_is_computed_once_and_everything_is_needed(algorithm, seed):
    robot = random_robot(np.random.default_rng(seed), 4, quarter_twists=seed % 2 == 0, base=True)
    graph = graph_of(robot, algorithm)
    assert set(products(graph).values()) == {1}
    idle = set(range(len(graph.nodes))) - needed_nodes(graph)
    assert {graph.nodes[i].source for i in idle} <= {NodeKind.INPUT}
    for node in graph.nodes:
        assert node.index == graph.nodes.index(node)
        assert all(operand < node.index for operand in node.operands())
        assert all(abs(t.coefficient) == 1.0 for t in node.terms if t.is_product)
    assert len({node.name for node in graph.nodes}) == len(graph.nodes)
    assert sum(node.source is NodeKind.INPUT for node in graph.nodes) == 12


@pytest.mark.parametrize(
    ("name", "algorithm", "multiply"),
    [
        ("puma560", "newton-euler", 100),
        ("puma560", "lagrangian", 378),
        ("stanford", "newton-euler", 87),
        ("stanford", "lagrangian", 308),
        ("machado_2r", "newton-euler", 6),
        ("machado_2r", "lagrangian", 42),
    ],
)
def test_products_that_the_robots_take(name, algorithm, multiply):
    """A regression here is a regression of the hardware: the issue asks for at most 150."""
    graph = graph_of(load_robot(name), algorithm)
    assert sum(products(graph).values()) == multiply
    design = build_array(load_robot(name), algorithm)
    assert cost(design).multiply == multiply
    assert algorithm != "newton-euler" or multiply <= 150


@pytest.mark.usefixtures("no_form_remembered")
def test_regrouping_is_what_saves_pumas_products(monkeypatch):
    robot = load_robot("puma560")
    less = sum(products(graph_of(robot, "newton-euler")).values())
    forms._cheapest_once.cache_clear()
    monkeypatch.setattr("dataflow.computations.framed_links.regrouped", lambda chain: chain)
    assert_goldens(robot, "newton-euler")
    assert sum(products(graph_of(robot, "newton-euler")).values()) >= less + 10


@pytest.fixture
def tracer():
    return Tracer(stage="s")


def named(graph):
    nodes = graph.nodes
    return {
        node.name: {tuple(nodes[f].name for f in t.factors): t.coefficient for t in node.terms}
        for node in nodes
        if node.source is NodeKind.DOT
    }


def test_what_no_output_needs_goes_but_inputs_stay(tracer):
    a, b, c = (tracer.input(name, 1.0) for name in "abc")
    tracer.keep("dead", tracer.keep("deader", a + b) * c)
    tracer.output("x", a - b)
    graph = simplified(tracer.graph)
    assert [node.name for node in graph.nodes] == ["a", "b", "c", "x"]
    assert graph.outputs == {"x": 3}


def test_a_product_of_two_sums_becomes_a_node(tracer):
    a, b, c = (tracer.input(name, size) for name, size in (("a", 2.0), ("b", 3.0), ("c", 1.0)))
    tracer.output("x", a * b + c)
    tracer.stage = "t"
    tracer.output("y", c - a * b)
    graph = simplified(tracer.graph)
    assert named(graph) == {
        "a_times_b": {("a", "b"): 1.0},
        "x": {("a_times_b",): 1.0, ("c",): 1.0},
        "y": {("a_times_b",): -1.0, ("c",): 1.0},
    }
    product = next(node for node in graph.nodes if node.name == "a_times_b")
    assert (product.bound, product.stage) == (6.0, "s")


def test_a_product_that_has_a_name_keeps_it(tracer):
    a, b, c = (tracer.input(name, 1.0) for name in "abc")
    p = tracer.keep("p", a * b)
    tracer.output("x", a * b + c)
    tracer.output("y", p * c)
    assert named(simplified(tracer.graph)) == {
        "p": {("a", "b"): 1.0},
        "x": {("c",): 1.0, ("p",): 1.0},
        "y": {("c", "p"): 1.0},
    }


def test_a_product_of_one_sum_stays_inside_it(tracer):
    a, b, c = (tracer.input(name, 1.0) for name in "abc")
    tracer.output("x", a * b + b * c)
    assert named(simplified(tracer.graph)) == {"x": {("a", "b"): 1.0, ("b", "c"): 1.0}}


def test_a_negative_product_is_shared_with_the_positive_one(tracer):
    a, b, c = (tracer.input(name, 1.0) for name in "abc")
    tracer.output("x", -(a * b))
    tracer.output("y", a * b + c)
    graph = simplified(tracer.graph)
    assert products(graph) == {(0, 1): 1}
    got = evaluated(graph, {"a": 3.0, "b": 5.0, "c": 7.0})
    assert got == {"x": -15.0, "y": 22.0}


def test_simplifying_again_changes_nothing():
    graph = graph_of(load_robot("puma560"), "newton-euler")
    again = simplified(graph)
    assert again.nodes == graph.nodes
    assert again.outputs == graph.outputs
