"""The lowering: named steps in order, from a computation to operations with formats and cycles.

Each step takes the state that the one before left. `lowered` runs them up to any of them; from
``formatted`` on the state is a design that the emulator can run (`dataflow.build.design_of`).
"""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from dataflow.graph.graph import Graph, Node
from dataflow.graph.simplify import simplified
from dataflow.lowering.draft import Draft, FormatError
from dataflow.lowering.forms import cheapest
from dataflow.lowering.nodes import Lowering, Rules
from dataflow.lowering.request import Request
from dataflow.lowering.threat import threat
from dataflow.lowering.tracing import port_formats
from dataflow.numbers.formats import Format, TrigonometricFormat
from dataflow.numbers.knowledge import Knowledge
from dataflow.operation import Operation
from dataflow.operators import Operator
from dataflow.timing.assignment import with_fewest_arms
from dataflow.timing.schedule import most_urgent_first, with_fewest_registers
from dataflow.timing.units import Units


@dataclass(frozen=True)
class Lowered:
    """The operations of a state, what is proved of each, and which of them are nodes' values."""

    operations: tuple[Operation, ...]
    knowledge: tuple[Knowledge, ...]
    results: dict[int, int]
    units: Units

    @property
    def end(self) -> int:
        """The cycle in which the last result is ready."""
        return max(operation.ready for operation in self.operations)


@dataclass(frozen=True)
class State:
    """What the lowering has come to.

    Attributes
    ----------
    formats
        Of the inputs, by name.
    lowered
        None before the step ``formatted``.
    """

    request: Request
    formats: dict[str, Format]
    graph: Graph
    lowered: Lowered | None = None

    @property
    def trigonometry(self) -> TrigonometricFormat:
        """The format of sines and cosines."""
        return TrigonometricFormat.for_width(self.request.width)

    @property
    def operations(self) -> Lowered:
        """The operations; ValueError before there are any."""
        if self.lowered is None:
            raise ValueError("the graph has no operations before the step 'formatted'")
        return self.lowered

    @property
    def outputs(self) -> dict[str, int]:
        """The operation that is each result, by name; ValueError as for `operations`."""
        results = self.operations.results
        return {name: results[node] for name, node in self.graph.outputs.items()}


@dataclass(frozen=True)
class Step:
    """One step: its name, what it does in words, and the function that does it."""

    name: str
    words: str
    run: Callable[[State], State]


def _trace(request: Request) -> State:
    formats = port_formats(request.robot, request.computation, request.width)
    return State(request, formats, cheapest(request, formats))


def _simplify(state: State) -> State:
    return dataclasses.replace(state, graph=simplified(state.graph))


def _stage(state: State) -> State:
    request = state.request
    staged = request.topology.staged(state.graph, request.robot, request.interval)
    return dataclasses.replace(state, graph=staged)


def _format(state: State) -> State:
    sharing = state.request.topology.sharing(state.request.interval)
    return dataclasses.replace(state, lowered=_operations(state, Units(sharing)))


def _share(state: State) -> State:
    """Format again with the fewest units that have room for all that was counted.

    Neither order is always the better one.
    """
    free = state.operations
    if state.request.interval == 1:
        return state
    orders = (
        state.graph.nodes,
        most_urgent_first(state.graph, free.results, free.operations),
    )
    tried = [_operations(state, free.units.fewest(), order) for order in orders]
    return dataclasses.replace(state, lowered=min(tried, key=lambda found: found.end))


def _retime(state: State) -> State:
    found = state.operations
    outputs = tuple(state.outputs.values())
    operations = with_fewest_registers(found.operations, outputs)
    if found.units.sharing.unit_of(Operator.ADD, 0) is not None:
        operations = with_fewest_arms(operations, state.request.interval)
    return dataclasses.replace(state, lowered=dataclasses.replace(found, operations=operations))


def _operations(state: State, units: Units, order: Sequence[Node] | None = None) -> Lowered:
    """Return the graph's operations, each started as soon as it can with these units."""
    draft = Draft(state.request.target, units)
    request = state.request
    rules = Rules(
        request.width,
        trims=dict(request.trims),
        constant_trims=dict(request.constant_trims),
        guard_trims=dict(request.guard_trims),
    )
    lowering = Lowering(state.graph, state.formats, rules, state.trigonometry, draft)
    try:
        lowering.run(order)
    except FormatError as error:
        raise FormatError(f"{error}{_told(state, error.node)}") from error
    return Lowered(tuple(draft.operations), tuple(draft.known), lowering.results, units)


def _told(state: State, node: int | None) -> str:
    """Return the value nearest to harm that was found, and the input it occurs at, in words."""
    if node is None:
        return ""
    value, inputs = threat(state.graph, state.formats, node)
    told = " ".join(f"{name}={each:.6g}" for name, each in inputs.items())
    return f"; it comes to {value:.4g} at {told}"


_FIRST = "traced"

STEPS = (
    Step(_FIRST, "the equations, constants folded, like terms collected", lambda state: state),
    Step("simplified", "shared products are nodes, what no result needs is gone", _simplify),
    Step("staged", "each node has the stage that computes it", _stage),
    Step("formatted", "operations with proved formats, started as soon as can be", _format),
    Step("shared", "operations share the fewest units that have room for them", _share),
    Step("retimed", "started when the fewest register bits wait, dealt to units", _retime),
)
"""The lowering, in order."""


def lowered(request: Request, until: str = STEPS[-1].name) -> State:
    """Return the state after the step of that name.

    Raises
    ------
    KeyError
        There is no such step.
    FormatError
        A value cannot be computed in the widths that are allowed.
    """
    names = [step.name for step in STEPS]
    if until not in names:
        raise KeyError(until)
    state = _trace(request)
    for step in STEPS[: names.index(until) + 1]:
        state = step.run(state)
    return state
