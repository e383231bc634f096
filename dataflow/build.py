"""From a robot and a computation to a design: the whole lowering, and the design it ends in."""

from __future__ import annotations

from common.errors import UnprovedError
from dataflow.computations.catalogue import computation_named
from dataflow.computations.computation import Computation, Quantity
from dataflow.computations.inverse_dynamics import NEWTON_EULER
from dataflow.design import Design, Port, divided_into_stages
from dataflow.lowering.draft import FormatError
from dataflow.lowering.request import DEFAULT_WIDTH, Request
from dataflow.lowering.steps import STEPS, State, lowered
from dataflow.operators import Operator, Target
from dataflow.topologies import ARRAY, RING, Topology
from golden.robot import Robot


def build_array(
    robot: Robot,
    computation: Computation | str = NEWTON_EULER,
    width: int = DEFAULT_WIDTH,
    initiation_interval: int | None = None,
    target: Target | None = None,
) -> Design:
    """Return the array of one stage a link, forward and back.

    Parameters
    ----------
    computation
        What it computes, or the name of one in `dataflow.computations.catalogue`.
    width
        Bits of every port and of every factor of a product.
    initiation_interval
        Cycles from one set of inputs to the next, 1 if None. Above 1, a stage's products share
        multipliers.

    Raises
    ------
    InputError
        If an option is outside what is possible.
    """
    return _build(robot, computation, ARRAY, width, initiation_interval, target)


def build_ring(
    robot: Robot,
    computation: Computation | str = NEWTON_EULER,
    width: int = DEFAULT_WIDTH,
    initiation_interval: int | None = None,
    target: Target | None = None,
) -> Design:
    """Return the ring: one stage that serves all links in turn, forward and back.

    Its results come round to its own inputs. Products with variables and constants, additions,
    sines and cosines share units over the whole robot. Parameters and errors as for `build_array`;
    without an initiation interval it is twice the number of links.
    """
    return _build(robot, computation, RING, width, initiation_interval, target)


def _build(
    robot: Robot,
    computation: Computation | str,
    topology: Topology,
    width: int,
    interval: int | None,
    target: Target | None,
) -> Design:
    if isinstance(computation, str):
        computation = computation_named(computation)
    return build(Request(robot, computation, topology, width, interval, target or Target()))


def build(request: Request, until: str = STEPS[-1].name) -> Design:
    """Return the design that a request leads to, or what it is after an earlier step.

    Raises
    ------
    UnprovedError
        A value cannot be proved to fit, as for `state_of`.
    """
    return design_of(state_of(request, until))


def state_of(request: Request, until: str) -> State:
    """Return the state of the lowering after a step.

    Raises
    ------
    UnprovedError
        Overflow cannot be excluded: told are the value and a state that threatens it.
    """
    try:
        return lowered(request, until)
    except FormatError as error:
        place = f"robot {request.robot.name}"
        raise UnprovedError(place, f"no hardware: {error}", "another --width") from error


def design_of(state: State) -> Design:
    """Return the design that a state stands for.

    Raises
    ------
    ValueError
        The state is that of a step before ``formatted``.
    """
    request, operations = state.request, state.operations.operations
    computation, robot = request.computation, request.robot
    places = {o.name: o.index for o in operations if o.operator is Operator.PORT}
    outputs = state.outputs

    def port(quantity: Quantity, index: int) -> Port:
        return Port(
            quantity.name, quantity.joint, index, operations[index].format, quantity.unit,
            quantity.array, quantity.column, quantity.limit,
        )  # fmt: skip

    return Design(
        robot=robot.name,
        algorithm=computation.name,
        initiation_interval=request.interval,
        trigonometry=state.trigonometry,
        operations=operations,
        knowledge=state.operations.knowledge,
        stages=divided_into_stages(operations, tuple(outputs.values())),
        inputs=tuple(port(each, places[each.name]) for each in computation.inputs(robot)),
        outputs=tuple(port(each, outputs[each.name]) for each in computation.outputs(robot)),
        module=computation.module,
        target=request.target,
        trees=state.operations.trees,
    )
