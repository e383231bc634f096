"""The lowering: named steps in order, from a computation to operations with formats and cycles.

Each step takes the state that the one before left. `lowered` runs them up to any of them; from
``formatted`` on the state is a design that the emulator can run (`dataflow.build.design_of`).
"""

from __future__ import annotations

import dataclasses
from collections.abc import Callable
from dataclasses import dataclass

from dataflow.graph.graph import Graph
from dataflow.graph.simplify import simplified
from dataflow.lowering.forms import cheapest_form
from dataflow.lowering.operations import Lowered, freely_scheduled, with_fewest_units
from dataflow.lowering.request import Request
from dataflow.lowering.tracing import port_formats
from dataflow.numbers.formats import Format, TrigonometricFormat
from dataflow.operators import Operator
from dataflow.timing.assignment import with_fewest_arms
from dataflow.timing.common_starts import with_common_starts
from dataflow.timing.schedule import early_products, with_fewest_registers
from dataflow.timing.trees import with_shared_trees


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
    return State(request, formats, cheapest_form(request, formats))


def _simplify(state: State) -> State:
    return dataclasses.replace(state, graph=simplified(state.graph))


def _stage(state: State) -> State:
    request = state.request
    staged = request.topology.staged(state.graph, request.robot, request.interval)
    return dataclasses.replace(state, graph=staged.within(request.ranges))


def _format(state: State) -> State:
    found = freely_scheduled(state.request, state.graph, state.formats)
    return dataclasses.replace(state, lowered=found)


def _share(state: State) -> State:
    found = with_fewest_units(state.request, state.graph, state.formats, state.operations)
    return dataclasses.replace(state, lowered=found)


def _retime(state: State) -> State:
    found = state.operations
    outputs = tuple(state.outputs.values())
    early = early_products(found.operations, state.request.interval, state.request.target)
    operations = with_fewest_registers(found.operations, outputs, early)
    operations, trees = with_shared_trees(
        operations, outputs, state.request.interval, state.request.target
    )
    in_turns = {index for tree in trees for index in tree}
    operations = with_common_starts(
        operations, outputs, state.request.interval, in_turns, state.request.target
    )
    retimed = dataclasses.replace(found, operations=operations, trees=trees)
    return dataclasses.replace(state, lowered=retimed)


def dealt(state: State) -> State:
    """Return the state after ``dealt`` of one after `SCHEDULED`."""
    found, outputs = state.operations, tuple(state.outputs.values())
    sharing, limits = found.units.sharing, found.units.limits
    if sharing.unit_of(Operator.ADD, 0) is None or limits is None:
        return state
    operations = with_fewest_arms(found.operations, outputs, sharing, limits)
    return dataclasses.replace(state, lowered=dataclasses.replace(found, operations=operations))


_FIRST = "traced"

SCHEDULED = "retimed"
"""The step after which formats, cycles and the number of units stay: bounds and costs are known."""

STEPS = (
    Step(_FIRST, "the equations, constants folded, like terms collected", lambda state: state),
    Step("simplified", "shared products are nodes, what no result needs is gone", _simplify),
    Step("staged", "each node has the stage that computes it", _stage),
    Step("formatted", "operations with proved formats, started as soon as can be", _format),
    Step("shared", "operations share the fewest units that have room for them", _share),
    Step(SCHEDULED, "started when the fewest register bits wait", _retime),
    Step("dealt", "shared units choose their operands among little", dealt),
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
