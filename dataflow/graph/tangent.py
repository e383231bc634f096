"""Tangents: how every value of a traced graph changes with one of them, as more of the graph.

Forward accumulation (A. Griewank, A. Walther: Evaluating Derivatives. SIAM, 2008, chapter 3) on
the tracer's own forms: only what depends on the input gets a tangent, constants fold, and what two
tangents have in common is one node.
"""

from __future__ import annotations

from collections.abc import Mapping

from dataflow.graph.graph import Factors, Node, NodeKind
from dataflow.graph.scalar import Scalar, Tracer

Tangents = Mapping[int, Scalar]
"""The tangents of nodes by index; a node that is not there does not change."""


def tangents(tracer: Tracer, along: Scalar, nodes: int, name: str) -> Tangents:
    """Return the tangents of the first ``nodes`` nodes along an input, and trace them.

    Parameters
    ----------
    along
        An input's own form. Angles are in rad.
    name
        Begins the name of every tangent; unique in the graph. A tangent belongs to the stage of
        what it is the tangent of.

    Raises
    ------
    ValueError
        ``along`` is no input.
    """
    _, seed = along.single()
    if tracer.graph.nodes[seed].source is not NodeKind.INPUT:
        raise ValueError(f"{tracer.graph.nodes[seed].name!r} is no input")
    found: dict[int, Scalar] = {seed: tracer.scalar(1.0)}
    for node in tracer.graph.nodes[:nodes]:
        if node.source is NodeKind.INPUT or not any(i in found for i in node.operands()):
            continue
        tracer.stage = node.stage
        change = _tangent_of_node(tracer, node, found)
        if change.terms:
            found[node.index] = tracer.keep(f"{name}_{node.name}", change)
    return found


def tangent_of(tracer: Tracer, form: Scalar, changes: Tangents) -> Scalar:
    """Return the tangent of a form, given those of its nodes."""
    total = tracer.scalar(0.0)
    for factors, coefficient in form.terms.items():
        total = total + _tangent_of_product(tracer, factors, changes) * coefficient
    return total


def _tangent_of_node(tracer: Tracer, node: Node, changes: Tangents) -> Scalar:
    match node.source:
        case NodeKind.ANGLE_SUM:
            parts = (changes[i] for i in node.factors if i in changes)
            return sum(parts, start=tracer.scalar(0.0))
        case NodeKind.SINE:
            return _twin(tracer, node, NodeKind.COSINE) * changes[node.factors[0]]
        case NodeKind.COSINE:
            return -_twin(tracer, node, NodeKind.SINE) * changes[node.factors[0]]
        case NodeKind.RECIPROCAL:
            itself = _form(tracer, node.index)
            return -(itself * itself) * changes[node.factors[0]]
        case NodeKind.POSITIVE | NodeKind.NEGATIVE:
            return tracer.scalar(0.0)  # a step: it changes nowhere but where it jumps
        case _:
            terms = {term.factors: term.coefficient for term in node.terms}
            return tangent_of(tracer, Scalar(tracer, terms), changes)


def _tangent_of_product(tracer: Tracer, factors: Factors, changes: Tangents) -> Scalar:
    total = tracer.scalar(0.0)
    for place, index in enumerate(factors):
        if index in changes:
            others = factors[:place] + factors[place + 1 :]
            change = changes[index]
            total = total + (change * _form(tracer, others[0]) if others else change)
    return total


def _twin(tracer: Tracer, node: Node, kind: NodeKind) -> Scalar:
    """Return the cosine to a sine, or the reverse; the tracer makes both of one angle."""
    name = f"{kind.value}_of_{node.name}"
    index = tracer.graph.trigonometric(kind, node.factors[0], name, node.stage)
    return _form(tracer, index)


def _form(tracer: Tracer, index: int) -> Scalar:
    return Scalar(tracer, {(index,): 1.0})
