"""Which elements of J are sent instead of computed again: those with which a cycle ends earlier.

Schäfer and Schiehlen (1992), section 3: "either to transfer selected elements of the Jacobian
matrix to the neighboring processors or to compute them locally". Elements of the bodies from some
joint on are tried for every pair of processors, one pair after the other.
"""

from __future__ import annotations

from itertools import permutations

from dataflow.tasks.assignment import Assignment
from dataflow.tasks.blocks import Equations
from dataflow.tasks.operation_times import OperationTimes
from dataflow.tasks.partition import partition
from dataflow.tasks.pieces import Partition
from dataflow.tasks.processor_steps import programme
from dataflow.tasks.step_times import plan_times, simulated

Sent = dict[tuple[int, int], frozenset[int]]
"""Elements by sender and receiver."""

_READERS = ("M", "k", "q")
"""Blocks that read elements of J."""


def best_partition(
    equations: Equations, assignment: Assignment, times: OperationTimes | None = None
) -> Partition:
    """Return the partition whose cycle ends first by a plan's times; errors as for `partition`."""
    each = times or OperationTimes()
    sent: Sent = {}
    best = partition(equations, assignment, each)
    shortest = planned(best, each)
    readers = sorted({assignment[block] for block in _READERS if equations.arrays[block]})
    for pair in permutations(readers, 2):
        for first in range(len(equations.jacobian)):
            elements = frozenset(
                i for body in equations.jacobian[first:] for i in body
                if not equations.graph.nodes[i].kind.is_leaf
            )  # fmt: skip
            tried: Sent = {**sent, pair: elements}
            cut = partition(equations, assignment, each, tried)
            cycle = planned(cut, each)
            if cycle < shortest:
                best, shortest, sent = cut, cycle, tried
    return best


def planned(cut: Partition, times: OperationTimes) -> float:
    """Return the microseconds of a partition's cycle by a plan's times."""
    each = plan_times(cut, times)
    return simulated(programme(cut, each), each).cycle
