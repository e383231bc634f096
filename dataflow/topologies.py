"""The shapes that a machine can have: which stages there are, and what they share."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable
from dataclasses import dataclass

from dataflow.graph.graph import Graph
from dataflow.symmetry import alike
from dataflow.timing.remainders import with_remainders_moved
from dataflow.timing.units import ARRAY_SHARES, RING_SHARES, Sharing
from golden.robot import Robot


@dataclass(frozen=True)
class Topology:
    """One shape.

    Attributes
    ----------
    name
        By which the command line knows it.
    words
        What it is, in a few words.
    sharing
        What its operations share at an initiation interval.
    staged
        Gives every node of a robot's graph the stage that computes it at an initiation interval; as
        traced, each link has its own.
    interval
        The initiation interval where none is asked for.
    """

    name: str
    words: str
    sharing: Callable[[int], Sharing]
    staged: Callable[[Graph, Robot, int], Graph]
    interval: Callable[[Robot], int]


def _by_links(graph: Graph, robot: Robot, interval: int) -> Graph:
    """Let each link have its stages, where multipliers are shared with little left over."""
    if interval == 1:
        return graph
    return with_remainders_moved(_with_images(graph, robot, interval), interval)


def _with_images(graph: Graph, robot: Robot, interval: int) -> Graph:
    """Let links that are alike share a stage, as many as the interval has cycles."""
    if robot.is_chain:
        return graph
    stage: dict[str, str] = {}
    for group in alike(robot):
        for start in range(0, len(group), interval):
            together = group[start : start + interval]
            for way in ("forward", "backward"):
                name = "_".join([way, *(str(i + 1) for i in together)])
                stage |= {f"{way}_{i + 1}": name for i in together}
    nodes = [
        dataclasses.replace(node, stage=stage.get(node.stage, node.stage)) for node in graph.nodes
    ]
    return Graph(nodes, graph.outputs)


def _in_one_stage(graph: Graph, robot: Robot, interval: int) -> Graph:
    nodes = [dataclasses.replace(node, stage="ring") for node in graph.nodes]
    return Graph(nodes, graph.outputs)


ARRAY = Topology(
    name="array",
    words="a stage a link, each way",
    sharing=lambda interval: Sharing(interval, ARRAY_SHARES),
    staged=_by_links,
    interval=lambda robot: 1,
)
"""Stages forward and back for each link; above an interval of 1 a stage's products share.

Then links that are each other's images (`dataflow.symmetry`) have one stage, too, and the last few
products of a stage may be a neighbour's (`dataflow.timing.remainders`).
"""

RING = Topology(
    name="ring",
    words="one for all",
    sharing=lambda interval: Sharing(interval, RING_SHARES),
    staged=_in_one_stage,
    interval=lambda robot: 2 * len(robot.links),
)
"""One stage that serves all links in turn, forward and back; its results come round to its inputs.

Without an interval asked for it has the units that a stage of the array has on average.
"""

TOPOLOGIES = {topology.name: topology for topology in (ARRAY, RING)}
"""What ``--topology`` may name."""
