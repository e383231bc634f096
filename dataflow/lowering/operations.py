"""Operations with proved formats and cycles, made from a graph: freely, or on the fewest units."""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from dataflow.design import Trees
from dataflow.graph.graph import Graph, Node
from dataflow.lowering.draft import Draft, FormatError
from dataflow.lowering.nodes import Lowering
from dataflow.lowering.request import Request
from dataflow.lowering.rules import Rules
from dataflow.lowering.threat import threat
from dataflow.numbers.formats import Format, TrigonometricFormat
from dataflow.numbers.knowledge import Knowledge
from dataflow.operation import Operation
from dataflow.timing.fewest_cycles import (
    pays,
    with_adders_that_may_pay,
    with_fewest_cycles,
    with_one_unit_more,
)
from dataflow.timing.jobs import Jobs, StageUnits, Starts
from dataflow.timing.justification import soonest
from dataflow.timing.schedule import most_urgent_first
from dataflow.timing.spare_slots import with_constants_in_spare_slots
from dataflow.timing.units import Units


@dataclass(frozen=True)
class Lowered:
    """The operations of a state, what is proved of each, and which of them are nodes' values.

    ``trees`` are those that share adders for a constant.
    """

    operations: tuple[Operation, ...]
    knowledge: tuple[Knowledge, ...]
    results: dict[int, int]
    units: Units
    trees: Trees = ()

    @property
    def end(self) -> int:
        """The cycle in which the last result is ready."""
        return max(operation.ready for operation in self.operations)


def freely_scheduled(request: Request, graph: Graph, formats: dict[str, Format]) -> Lowered:
    """Return a staged graph's operations, each started as soon as its operands are there.

    Raises
    ------
    FormatError
        A value cannot be computed in the widths that are allowed.
    """
    sharing = request.topology.sharing(request.interval)
    return _operations(request, graph, formats, Units(sharing))


def with_fewest_units(
    request: Request, graph: Graph, formats: dict[str, Format], free: Lowered
) -> Lowered:
    """Return the operations again, on the fewest units that have room for all that was counted.

    Sums add up first what is there first, so they differ by the order in which nodes get their
    units: the equations' own, the most urgent first, and units enough for all are tried. Of each
    the shortest schedule is looked for, and the shortest of all is taken; with one unit more where
    fewer would otherwise do better at a longer interval, and with an adder more where it saves
    much. Multipliers that then are idle in a cycle do products with constants.
    """
    if request.interval == 1:
        return free
    few = _jobs(dataclasses.replace(free, units=free.units.fewest()), graph)
    found, jobs, starts = _shortest(request, graph, formats, free, few.limits)
    more = with_adders_that_may_pay(few).limits
    if more != few.limits:
        richer = _shortest(request, graph, formats, free, more)
        if pays(richer[1].end(richer[2]), jobs.end(starts)):
            found, jobs, starts = richer
    operations = with_constants_in_spare_slots(
        jobs.operations(starts), _outputs(found, graph), jobs.sharing, jobs.limits,
        request.target, request.width,
    )  # fmt: skip
    return dataclasses.replace(found, operations=operations)


def _shortest(
    request: Request,
    graph: Graph,
    formats: dict[str, Format],
    free: Lowered,
    limits: Mapping[StageUnits, int],
) -> tuple[Lowered, Jobs, Starts]:
    """Return operations on so many units, their jobs, and the starts with which they end first."""
    orders = (most_urgent_first(graph, free.results, free.operations), graph.nodes)
    made = [
        _operations(request, graph, formats, Units(free.units.sharing, dict(limits)), order)
        for order in orders
    ]
    made.append(_placed(free, graph, limits))
    candidates = [_jobs(found, graph) for found in made]
    first, starts = with_fewest_cycles(candidates)
    jobs = candidates[first]
    richer = with_one_unit_more(candidates, jobs.end(starts))
    if richer is not None:
        first, jobs, starts = richer
    units = Units(jobs.sharing, dict(jobs.limits))
    return dataclasses.replace(made[first], units=units), jobs, starts


def _placed(free: Lowered, graph: Graph, limits: Mapping[StageUnits, int]) -> Lowered:
    """Return operations that were made with units enough, the most urgent first on fewer."""
    few = dataclasses.replace(free, units=Units(free.units.sharing, dict(limits)))
    jobs = _jobs(few, graph)
    urgency = jobs.latest(jobs.end(jobs.earliest()))
    starts = soonest(jobs, jobs.in_order(urgency))
    return dataclasses.replace(few, operations=jobs.operations(starts))


def _jobs(found: Lowered, graph: Graph) -> Jobs:
    limits = found.units.limits or {}
    return Jobs(found.operations, _outputs(found, graph), found.units.sharing, limits)


def _outputs(found: Lowered, graph: Graph) -> list[int]:
    return [found.results[node] for node in graph.outputs.values()]


def _operations(
    request: Request,
    graph: Graph,
    formats: dict[str, Format],
    units: Units,
    order: Sequence[Node] | None = None,
) -> Lowered:
    """Return the graph's operations, each started as soon as it can with these units."""
    draft = Draft(request.target, units)
    rules = Rules(
        request.width,
        trims=dict(request.trims),
        constant_trims=dict(request.constant_trims),
        guard_trims=dict(request.guard_trims),
    )
    trigonometry = TrigonometricFormat.for_width(request.width)
    lowering = Lowering(graph, formats, rules, trigonometry, draft)
    try:
        lowering.run(order)
    except FormatError as error:
        raise FormatError(f"{error}{_told(graph, formats, error.node)}") from error
    return Lowered(tuple(draft.operations), tuple(draft.known), lowering.results, units)


def _told(graph: Graph, formats: dict[str, Format], node: int | None) -> str:
    """Return the value nearest to harm that was found, and the input it occurs at, in words."""
    if node is None:
        return ""
    value, inputs = threat(graph, formats, node)
    told = " ".join(f"{name}={each:.6g}" for name, each in inputs.items())
    return f"; it comes to {value:.4g} at {told}"
