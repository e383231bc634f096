"""Where no format can be proved to hold a value: an input that brings it nearest to harm."""

from __future__ import annotations

import math
from collections.abc import Mapping

import numpy as np

from common.arrays import Reals
from dataflow.graph.evaluate import node_values
from dataflow.graph.graph import Graph, NodeKind
from dataflow.numbers.formats import Format

_FULL_TURN = 2.0 * math.pi

_POINTS = 20_000
"""States that are looked at, half of them corners."""


def threat(graph: Graph, ports: Mapping[str, Format], node: int) -> tuple[float, dict[str, float]]:
    """Return the value of a node that is nearest to harm among many, and the state it occurs at.

    That is the largest magnitude; of what a reciprocal divides by, the smallest value.

    Parameters
    ----------
    ports
        Formats of the inputs, by name.
    node
        The node that has no format.
    """
    states, angles = _states(graph, ports)
    inputs = {n: x / _FULL_TURN if n in angles else x for n, x in states.items()}
    divides = graph.nodes[node].source is NodeKind.RECIPROCAL
    watched = graph.nodes[node].factors[0] if divides else node
    values = node_values(graph, inputs, watched + 1)[watched] + np.zeros(_POINTS)
    at = int(np.argmin(values) if divides else np.argmax(np.abs(values)))
    return float(values[at]), {name: float(column[at]) for name, column in states.items()}


def _states(graph: Graph, ports: Mapping[str, Format]) -> tuple[dict[str, Reals], set[str]]:
    """Return random states within the ports, by input, and which are angles, in rad."""
    rng = np.random.default_rng(1)
    corner = rng.random(_POINTS) < 0.5
    turning = {
        f for node in graph.nodes for f in node.factors if node.source is not NodeKind.RECIPROCAL
    }
    found: dict[str, Reals] = {}
    angles = set()
    for node in graph.nodes:
        if node.source is not NodeKind.INPUT:
            continue
        reach = ports[node.name].reach
        if node.index in turning and ports[node.name].fraction == ports[node.name].width:
            found[node.name] = rng.uniform(-math.pi, math.pi, _POINTS)
            angles.add(node.name)
            continue
        ends = rng.choice([-reach, reach], _POINTS)
        found[node.name] = np.where(corner, ends, rng.uniform(-reach, reach, _POINTS))
    return found, angles
