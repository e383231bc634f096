"""Expressions in single assignment: shared, folded, signs moved, and the paper's counts."""

from __future__ import annotations

import math
import operator

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from dataflow.equations.equations_of_motion import jacobian_form
from dataflow.equations.functions import Floats
from dataflow.graph.expression_values import evaluated, needed, operations, with_definitions
from dataflow.graph.expressions import Expression, ExpressionKind, Expressions
from golden.load import load_robot

FUNCTIONS = {
    ExpressionKind.ROOT: math.sqrt,
    ExpressionKind.SINE: math.sin,
    ExpressionKind.COSINE: math.cos,
}


def kinds(graph: Expressions, value: Expression) -> dict[str, int]:
    found = operations(graph.nodes, needed(graph.nodes, [value.index]))
    return {kind.value: count for kind, count in found.items()}


def test_equal_expressions_are_one_node() -> None:
    graph = Expressions()
    a, b = graph.named_value("a"), graph.named_value("b")
    assert a * b == b * a
    assert a + b == b + a
    assert a - b != b - a
    assert kinds(graph, (a * b) + (b * a) * (a * b)) == {"*": 2, "+": 1}


def test_zeros_and_ones_are_folded() -> None:
    graph = Expressions()
    a = graph.named_value("a")
    assert 0.0 * a == graph.expression(0.0)
    assert 1.0 * a + 0.0 == a
    assert a - a == graph.expression(0.0)
    assert graph.expression(2.0) * 3.0 - 1.0 == graph.expression(5.0)
    assert graph.root(4.0) == graph.expression(2.0)
    assert graph.reciprocal(4.0) == graph.expression(0.25)
    assert graph.expression(-0.0) == graph.expression(0.0)


def test_signs_move_into_sums() -> None:
    graph = Expressions()
    a, b = graph.named_value("a"), graph.named_value("b")
    assert a + -b == a - b
    assert -(a - b) == b - a
    assert (-a) * b + a == a - a * b
    assert -1.0 * a == -a
    assert -a - b == -(a + b)
    assert (a * -2.0) * b == -((2.0 * a) * b)
    minus = -a
    assert -minus == a


def test_parameters_stay_names_or_are_folded() -> None:
    named, folded = Expressions(named=True), Expressions()
    assert named.parameter("m1", 2.5) == named.named_value("m1")
    assert named.parameters == {"m1": 2.5}
    assert named.parameter("m2", 1.0) == named.expression(1.0)
    assert folded.parameter("m1", 2.5) == folded.expression(2.5)


def test_what_is_known_is_not_computed_again() -> None:
    graph = Expressions()
    a, b = graph.named_value("a"), graph.named_value("b")
    product = a * b
    total = product + a
    assert product.index not in needed(graph.nodes, [total.index], [product.index])
    assert needed(graph.nodes, [product.index], [product.index]) == []
    assert needed(graph.nodes, [total.index], [product.index]) == [a.index, total.index]


TREES = st.recursive(
    st.sampled_from("abc") | st.sampled_from([0.0, 1.0, -1.0, 2.0, -0.5]),
    lambda inner: st.tuples(st.sampled_from("+-*"), inner, inner),
    max_leaves=20,
)
VALUES = {"a": 3.0, "b": -2.0, "c": 0.25}


@given(TREES)
def test_folding_keeps_the_value(tree: object) -> None:
    graph = Expressions()

    def build(part: object, leaf: object) -> object:
        if isinstance(part, tuple):
            sign = {"+": operator.add, "-": operator.sub, "*": operator.mul}[part[0]]
            return sign(build(part[1], leaf), build(part[2], leaf))
        return leaf(part)

    traced = build(tree, lambda x: graph.named_value(x) if isinstance(x, str) else x)
    true = build(tree, lambda x: VALUES[x] if isinstance(x, str) else x)
    (found,) = evaluated(graph, [graph.expression(traced).index], VALUES, FUNCTIONS)
    assert found == pytest.approx(true, rel=1e-12, abs=1e-12)


def traced_stanford(named: bool) -> tuple[Expressions, dict[str, list[int]]]:
    robot, graph = load_robot("stanford"), Expressions(named)
    state = ([graph.named_value(f"{name}{i}") for i in range(6)] for name in ("y", "yd", "u"))
    blocks = jacobian_form(graph, robot, *state)

    def indices(values: list) -> list[int]:
        found = [graph.expression(value).index for value in values]
        return with_definitions(graph, found)

    return graph, {
        "M": indices([v for row in blocks.mass for v in row]),
        "k": indices(blocks.coriolis),
        "q": indices(blocks.applied),
        "L": indices([v for row in blocks.factor for v in row]),
        "x": indices(blocks.accelerations),
    }


@pytest.mark.parametrize("named", [True, False])
def test_the_stanford_arm_takes_the_counts_of_the_trial(named: bool) -> None:
    """571 and 378 for M, k and q together, 663 and 447 in all, 6 roots, 6 divisions, 8 sines."""
    graph, blocks = traced_stanford(named)

    def counts(results: list[int]) -> tuple[int, int]:
        found = operations(graph.nodes, needed(graph.nodes, results))
        return found[ExpressionKind.MULTIPLY], found[ExpressionKind.ADD] + found[
            ExpressionKind.SUBTRACT
        ]

    multiplications, additions = counts(blocks["M"] + blocks["k"] + blocks["q"])
    assert multiplications <= 1.03 * 571
    assert additions <= 1.03 * 378
    multiplications, additions = counts(blocks["x"])
    assert multiplications <= 1.03 * 663
    assert additions <= 1.03 * 447
    found = operations(graph.nodes, needed(graph.nodes, blocks["x"]))
    assert (found[ExpressionKind.ROOT], found[ExpressionKind.DIVIDE]) == (6, 6)
    assert found[ExpressionKind.SINE] + found[ExpressionKind.COSINE] == 8


def test_expressions_give_what_floats_give() -> None:
    graph, blocks = traced_stanford(named=True)
    rng = np.random.default_rng(4)
    state = [rng.uniform(0.3, 1.0, 6) for _ in range(3)]
    values = {
        f"{name}{i}": part[i]
        for name, part in zip(("y", "yd", "u"), state, strict=True)
        for i in range(6)
    }
    found = evaluated(graph, blocks["x"][:6], values, FUNCTIONS)
    direct = jacobian_form(Floats(), load_robot("stanford"), *state).accelerations
    np.testing.assert_allclose(found, direct, rtol=1e-9, atol=1e-9)
