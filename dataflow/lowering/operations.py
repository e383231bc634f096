"""Operations with proved formats and cycles, made from a graph: freely, or on the fewest units."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from dataflow.design import Trees
from dataflow.graph.graph import Graph, Node
from dataflow.lowering.draft import Draft, FormatError
from dataflow.lowering.nodes import Lowering, Rules
from dataflow.lowering.request import Request
from dataflow.lowering.threat import threat
from dataflow.numbers.formats import Format, TrigonometricFormat
from dataflow.numbers.knowledge import Knowledge
from dataflow.operation import Operation
from dataflow.timing.schedule import most_urgent_first
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

    Of two orders the one that ends first; neither is always the better.
    """
    if request.interval == 1:
        return free
    orders = (graph.nodes, most_urgent_first(graph, free.results, free.operations))
    tried = [_operations(request, graph, formats, free.units.fewest(), order) for order in orders]
    return min(tried, key=lambda found: found.end)


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
