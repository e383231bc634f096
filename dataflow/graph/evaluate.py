"""A graph on floats: what its outputs are for real inputs."""

from __future__ import annotations

import math
from collections.abc import Mapping

import numpy as np

from common.arrays import Reals
from dataflow.graph.graph import Graph, NodeKind


def evaluated(graph: Graph, inputs: Mapping[str, Reals]) -> dict[str, Reals]:
    """Return the outputs by name for inputs by name; shapes broadcast.

    Angles are turns, as on a machine's ports: what follows a joint is a sum of them.
    """
    values = node_values(graph, inputs, len(graph.nodes))
    return {name: values[index] for name, index in graph.outputs.items()}


def node_values(graph: Graph, inputs: Mapping[str, Reals], count: int) -> list[Reals]:
    """Return the values of the first so many nodes; inputs as for `evaluated`."""
    values: list[Reals] = []
    for node in graph.nodes[:count]:
        factors = [values[f] for f in node.factors]
        match node.source:
            case NodeKind.INPUT:
                value = np.asarray(inputs[node.name], dtype=np.float64)
            case NodeKind.ANGLE_SUM:
                value = factors[0] + factors[1]
            case NodeKind.SINE:
                value = np.sin(2.0 * math.pi * factors[0])
            case NodeKind.COSINE:
                value = np.cos(2.0 * math.pi * factors[0])
            case NodeKind.POSITIVE:
                value = (factors[0] > 0.0).astype(np.float64)
            case NodeKind.NEGATIVE:
                value = (factors[0] < 0.0).astype(np.float64)
            case NodeKind.RECIPROCAL:
                value = 1.0 / factors[0]
            case _:
                terms = (
                    t.coefficient * math.prod(values[f] for f in t.factors) for t in node.terms
                )
                value = np.asarray(sum(terms, start=0.0))
        values.append(value)
    return values
