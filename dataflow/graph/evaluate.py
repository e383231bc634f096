"""A graph on floats: what its outputs are for real inputs."""

from __future__ import annotations

import math
from collections.abc import Mapping

import numpy as np

from common.arrays import Reals
from dataflow.graph.graph import Graph, NodeKind


def evaluated(
    graph: Graph, inputs: Mapping[str, Reals], *, turns: bool = False
) -> dict[str, Reals]:
    """Return the outputs by name for inputs by name; shapes broadcast.

    Angles are rad, or turns, as on a machine's ports: there a follower's is a sum of turns.
    """
    unit = 2.0 * math.pi if turns else 1.0
    values: list[Reals] = []
    for node in graph.nodes:
        factors = [values[f] for f in node.factors]
        match node.source:
            case NodeKind.INPUT:
                value = np.asarray(inputs[node.name], dtype=np.float64)
            case NodeKind.ANGLE_SUM:
                value = factors[0] + factors[1]
            case NodeKind.SINE:
                value = np.sin(unit * factors[0])
            case NodeKind.COSINE:
                value = np.cos(unit * factors[0])
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
    return {name: values[index] for name, index in graph.outputs.items()}
