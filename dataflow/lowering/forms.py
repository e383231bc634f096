"""Which way of writing its equations a computation takes on a robot: the one that costs least."""

from __future__ import annotations

import functools
import math
import pickle
from typing import NamedTuple

import numpy as np

from common.arrays import Reals
from dataflow.computations.computation import TURN
from dataflow.graph.evaluate import evaluated
from dataflow.graph.graph import Graph
from dataflow.graph.simplify import simplified
from dataflow.lowering.draft import FormatError
from dataflow.lowering.estimate import estimated
from dataflow.lowering.operations import freely_scheduled, with_fewest_units
from dataflow.lowering.request import Request
from dataflow.lowering.tracing import traced
from dataflow.numbers.formats import Format
from dataflow.operators import Operator

_FULL_TURN = 2.0 * math.pi
_STATES = 8
_TOLERANCE = 1e-9
_REMEMBERED = 64
"""Graphs that a process keeps: of an exploration's intervals, or of word lengths that are tried."""


class _Question(NamedTuple):
    """A request, and in ``told`` all of it that the answer depends on: by that two are equal."""

    told: tuple[object, ...]
    request: Request
    formats: dict[str, Format]

    def __hash__(self) -> int:
        return hash(self.told)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Question) and self.told == other.told


def cheapest_form(request: Request, formats: dict[str, Format]) -> Graph:
    """Return what `cheapest` does, which is sought once for requests that cannot differ in it.

    Interval and topology tell requests apart where adders are shared alone.
    """
    if request.textbook or request.computation.economical is None:
        return cheapest(request, formats)
    told: tuple[object, ...] = (
        pickle.dumps(request.robot), request.computation, request.width, request.target,
        tuple(formats.items()),
    )  # fmt: skip
    if _shares_adders(request):
        trims = (request.trims, request.constant_trims, request.guard_trims)
        told += (request.topology, request.interval, *trims)
    return _cheapest_once(_Question(told, request, formats))


@functools.lru_cache(_REMEMBERED)
def _cheapest_once(question: _Question) -> Graph:
    return cheapest(question.request, question.formats)


def cheapest(request: Request, formats: dict[str, Format]) -> Graph:
    """Return the graph of the cheapest form that computes what golden does.

    From the textbook's, one economy after the other is added to those that are in use, and stays
    if the graph costs less: first cycles, then operations; the reverse where a ring shares its
    adders, since there units cost by operation. In such a ring an economy stays only while cycles,
    as scheduled on the fewest units, have risen over the textbook's by no more than in proportion
    as operations have fallen.
    """
    computation, robot = request.computation, request.robot
    best = traced(robot, computation.trace, computation, formats)
    if request.textbook or computation.economical is None or not computes_goldens(request, best):
        return best
    cost, taken = _cost(request, best), frozenset[str]()
    most = _operations_times_cycles(request, best, formats) if _shares_adders(request) else math.inf
    for name in computation.economies(robot):
        trace = computation.economical(taken | {name})
        found = traced(robot, trace, computation, formats)
        price = _cost(request, found)
        if (
            price < cost
            and computes_goldens(request, found)
            and (most == math.inf or _operations_times_cycles(request, found, formats) <= most)
        ):
            best, cost, taken = found, price, taken | {name}
    return best


def _shares_adders(request: Request) -> bool:
    return request.topology.sharing(request.interval).unit_of(Operator.ADD, 0) is not None


def _cost(request: Request, graph: Graph) -> tuple[int, int]:
    shared = _shares_adders(request)
    found = estimated(simplified(graph), request.target, request.width, sums_of_three=not shared)
    if shared:
        return found.operations, found.latency
    return found.latency, found.operations


def _operations_times_cycles(request: Request, graph: Graph, formats: dict[str, Format]) -> float:
    """Return a ring's operations times its scheduled cycles; infinity where no format is proved.

    An estimate would not do: one unit fewer that has no cycle to spare makes results wait for it.
    """
    staged = request.topology.staged(simplified(graph), request.robot, request.interval)
    try:
        free = freely_scheduled(request, staged, formats)
        scheduled = with_fewest_units(request, staged, formats, free)
    except FormatError:
        return math.inf
    operations, _ = _cost(request, graph)
    return operations * scheduled.end


def computes_goldens(request: Request, graph: Graph) -> bool:
    """Tell whether a graph on floats gives the golden results on a few states within the limits."""
    computation, robot = request.computation, request.robot
    rng = np.random.default_rng(1)
    quantities = computation.inputs(robot)
    inputs = {each.name: each.limit * rng.uniform(-1.0, 1.0, _STATES) for each in quantities}
    arrays: dict[str, list[Reals]] = {}
    for each in quantities:
        arrays.setdefault(each.array, []).append(inputs[each.name])
    states = {name: np.stack(columns, axis=-1) for name, columns in arrays.items()}
    truth = computation.reference(robot, states)
    angles = {each.name for each in quantities if each.unit == TURN}
    ports = {name: x / _FULL_TURN if name in angles else x for name, x in inputs.items()}
    results = evaluated(graph, ports)
    found = np.stack(
        [np.broadcast_to(results[each.name], _STATES) for each in computation.outputs(robot)],
        axis=-1,
    )
    return bool(np.all(np.abs(found - truth) <= _TOLERANCE * np.max(np.abs(truth), initial=1e-9)))
