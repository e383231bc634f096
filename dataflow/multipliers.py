"""Which multiplier a product uses.

With an initiation interval K > 1 a stage's products share multipliers: each unit is used once in
every K cycles, so two products may share it if their starts differ modulo K.
"""

from __future__ import annotations

from collections import Counter

from dataflow.graph import Graph


class Multipliers:
    """Gives each stage the fewest multipliers and each product a unit and a cycle.

    Parameters
    ----------
    graph
        What is to be computed.
    initiation_interval
        Cycles between inputs; 1 gives every product a multiplier of its own.
    """

    def __init__(self, graph: Graph, initiation_interval: int) -> None:
        self.interval = initiation_interval
        products = Counter(
            node.stage for node in graph.nodes for term in node.terms if term.is_product
        )
        self.units = {stage: -(-count // initiation_interval) for stage, count in products.items()}
        self.taken: Counter[tuple[str, int]] = Counter()

    def reserve(self, stage: str, cycle: int) -> tuple[int, int | None]:
        """The first free cycle from ``cycle`` on, and the unit that is free in it."""
        while True:
            slot = (stage, cycle % self.interval)
            if self.taken[slot] < self.units[stage]:
                unit = self.taken[slot]
                self.taken[slot] += 1
                return cycle, (unit if self.interval > 1 else None)
            cycle += 1

    def release(self, stage: str, cycle: int) -> None:
        """Give the last reservation of a stage and cycle back."""
        self.taken[stage, cycle % self.interval] -= 1
