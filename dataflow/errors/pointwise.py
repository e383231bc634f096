"""The error system at single states, in floating point: true values, adjoints, the worst error.

What it gives is no bound over all states; it is the floor that no bound can go below which lets
roundings conspire, and it shows where errors come from.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from common.arrays import Reals
from dataflow.errors.system import ErrorNode, ErrorSystem, Role


@dataclass(frozen=True)
class Worst:
    """The worst error of one output at each state: |bias| + spread; shapes (points,)."""

    bias: Reals
    spread: Reals

    @property
    def largest(self) -> Reals:
        """The largest magnitude that the error can have there."""
        return np.abs(self.bias) + self.spread


def true_values(system: ErrorSystem, states: Mapping[str, Reals]) -> list[Reals]:
    """Return every node's true value.

    Parameters
    ----------
    states
        Each input by its port's name, shape (points,); angles in rad.
    """
    values: list[Reals] = []
    for node in system.nodes:
        if node.role in (Role.ANGLE, Role.INPUT):
            values.append(states[node.name])
        elif node.role is Role.COSINE:
            values.append(np.cos(values[node.operand]))
        elif node.role is Role.SINE:
            values.append(np.sin(values[node.operand]))
        elif node.role is Role.RECIPROCAL:
            values.append(1.0 / values[node.operand])
        else:
            values.append(_sum_of_terms(node, values, states))
    return values


def _sum_of_terms(node: ErrorNode, values: list[Reals], states: Mapping[str, Reals]) -> Reals:
    total = np.full(len(next(iter(states.values()))), node.constant)
    for term in node.terms:
        product = values[term.factors[0]]
        for factor in term.factors[1:]:
            product = product * values[factor]
        total = total + term.true * product
    return total


def adjoints(system: ErrorSystem, values: list[Reals], output: int) -> list[Reals | None]:
    """Return the derivative of one output by every node's error; None where there is none.

    Parameters
    ----------
    output
        The node of the output.
    """
    adjoint: list[Reals | None] = [None] * len(system.nodes)
    adjoint[output] = np.ones(len(values[output]))

    def add(node: int, share: Reals) -> None:
        before = adjoint[node]
        adjoint[node] = share if before is None else before + share

    for node in reversed(system.nodes):
        own = adjoint[node.index]
        if own is None:
            continue
        if node.role is Role.COSINE:
            add(node.operand, -own * np.sin(values[node.operand]))
        elif node.role is Role.SINE:
            add(node.operand, own * np.cos(values[node.operand]))
        elif node.role is Role.RECIPROCAL:
            add(node.operand, -own * values[node.index] ** 2)
        for term in node.terms:
            if len(term.factors) == 1:
                add(term.factors[0], term.used * own)
            else:
                a, b = term.factors
                add(a, term.used * own * values[b])
                add(b, term.used * own * values[a])
    return adjoint


def worst(system: ErrorSystem, states: Mapping[str, Reals], output: int) -> Worst:
    """Return the worst error of an output at each state, whatever the roundings are there."""
    values = true_values(system, states)
    adjoint = adjoints(system, values, output)
    bias = np.zeros(len(values[output]))
    spread = np.zeros(len(values[output]))
    for node, own in zip(system.nodes, adjoint, strict=True):
        if own is None:
            continue
        known = node.bias + sum(
            (term.used - term.true) * values[term.factors[0]]
            for term in node.terms
            if len(term.factors) == 1
        )
        bias += own * known
        spread += np.abs(own) * node.spread
    return Worst(bias, spread)
