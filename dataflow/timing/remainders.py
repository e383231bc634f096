"""Products that would have a multiplier nearly for themselves go to a neighbouring stage.

With an initiation interval K a stage has a multiplier for every K of its products. Where a few are
left over and another stage has room, that one computes them: values that all their readers have in
a later stage, or whose operands all come from an earlier one, so that data still flow one way.
"""

from __future__ import annotations

import dataclasses
from collections import Counter

from dataflow.graph.graph import Graph

_SMALL = 30
"""A stage gives away what is no more than this part of its products: it stays its link's."""

_SHORTEST = 8
"""The shortest interval in which that pays.

A multiplier without free cycles does no products with constants, which then have adders. PUMA's and
iiwa's derivatives would have 3 to 50 more for each multiplier at 3 to 6, and PUMA's have 10 at 12.
"""

_FREE = 4
"""Products more that it gives away if it can: free cycles do products with constants."""


def with_remainders_moved(graph: Graph, interval: int) -> Graph:
    """Return the graph with nodes in other stages where few of them save a multiplier."""
    if interval < _SHORTEST:
        return graph
    stages = _Stages(graph, interval)
    for stage in stages.order:
        stages.give_away(stage)
    nodes = [
        dataclasses.replace(node, stage=place)
        for node, place in zip(graph.nodes, stages.places, strict=True)
    ]
    return Graph(nodes, graph.outputs)


class _Stages:
    """Where each node of a graph is computed, and how many products each stage has."""

    def __init__(self, graph: Graph, interval: int) -> None:
        self.graph, self.interval = graph, interval
        self.places = [node.stage for node in graph.nodes]
        self.order = {name: number for number, name in enumerate(dict.fromkeys(self.places))}
        self.products = [sum(term.is_product for term in node.terms) for node in graph.nodes]
        self.counts: Counter[str] = Counter()
        for place, many in zip(self.places, self.products, strict=True):
            self.counts[place] += many

    def give_away(self, stage: str) -> None:
        """Move what a stage has left over, if that is little and other stages have room."""
        left = self.counts[stage] % self.interval
        if not 0 < left <= self.counts[stage] // _SMALL:
            return
        room = {name: -many % self.interval for name, many in self.counts.items()}
        homes, given = self._homes(stage), 0
        moved: dict[int, str] = {}
        for node in sorted(homes, key=lambda node: (-self.products[node], node)):
            home, many = homes[node], self.products[node]
            if 0 < many <= min(left + _FREE - given, room[home]):
                moved[node] = home
                given += many
                room[home] -= many
        if given < left:
            return
        for node, home in moved.items():
            self.counts[stage] -= self.products[node]
            self.counts[home] += self.products[node]
            self.places[node] = home

    def _homes(self, stage: str) -> dict[int, str]:
        """Return where else each of a stage's nodes could be computed, for those that could."""
        readers: list[set[str]] = [set() for _ in self.graph.nodes]
        for node in self.graph.nodes:
            for operand in node.operands():
                readers[operand].add(self.places[node.index])
        found: dict[int, str] = {}
        for node in self.graph.nodes:
            if self.places[node.index] != stage:
                continue
            before = {self.places[operand] for operand in node.operands()}
            after = readers[node.index]
            if after and stage not in after:
                found[node.index] = min(after, key=self.order.__getitem__)
            elif before and stage not in before:
                found[node.index] = max(before, key=self.order.__getitem__)
        return found
