"""Each step of the lowering is checked on the same states: graphs on floats, designs emulated."""

import functools
import math

import numpy as np
import pytest

from dataflow.build import build, design_of, state_of
from dataflow.computations.catalogue import COMPUTATIONS
from dataflow.graph.graph import NodeKind
from dataflow.lowering.listing import listing
from dataflow.lowering.request import Request
from dataflow.lowering.steps import STEPS, lowered
from dataflow.numbers.ports import decode_inputs, decode_outputs, encode
from dataflow.topologies import TOPOLOGIES
from emulator.systolic import SystolicArray
from golden.load import load_robot
from golden.trajectory import random_states
from tests.designs import states_after_each_step

NAMES = [step.name for step in STEPS]
GRAPHS, DESIGNS = NAMES[:3], NAMES[3:]
MACHINES = [("array", 1), ("array", 4), ("ring", None)]
EVERY = pytest.mark.parametrize("algorithm", COMPUTATIONS)


def request_for(name, algorithm, topology="array", interval=None):
    robot = load_robot(name)
    return Request(robot, COMPUTATIONS[algorithm], TOPOLOGIES[topology], 18, interval)


def arm_for(algorithm):
    """The Stanford arm slides; without rotors large arms' pivots ask for more bits than these."""
    return {"forward": "puma560", "forward-derivatives": "machado_2r"}.get(algorithm, "stanford")


def on_floats(graph, states):
    """Every result of a graph, node by node, on real states."""
    values = []
    for node in graph.nodes:
        if node.source is NodeKind.INPUT:
            name = node.name.rstrip("0123456789")
            values.append(states[name][:, int(node.name.removeprefix(name)) - 1])
        elif node.source is NodeKind.SINE:
            values.append(np.sin(values[node.factors[0]]))
        elif node.source is NodeKind.COSINE:
            values.append(np.cos(values[node.factors[0]]))
        elif node.source is NodeKind.RECIPROCAL:
            values.append(1.0 / values[node.factors[0]])
        else:
            terms = (t.coefficient * math.prod(values[f] for f in t.factors) for t in node.terms)
            values.append(sum(terms) + np.zeros(len(states["q"])))
    return np.stack([values[index] for index in graph.outputs.values()], axis=-1)


def test_the_steps_in_their_order():
    assert NAMES == ["traced", "simplified", "staged", "formatted", "shared", "retimed", "dealt"]
    assert all(step.words for step in STEPS)


@functools.cache
def after(name, algorithm, topology="array", interval=None):
    """The request, and its states after each step."""
    request = request_for(name, algorithm, topology, interval)
    return request, states_after_each_step(request)


@EVERY
@pytest.mark.parametrize(("topology", "interval"), [MACHINES[0], MACHINES[-1]])
def test_every_graph_computes_what_golden_does(algorithm, topology, interval):
    request, steps = after(arm_for(algorithm), algorithm, topology, interval)
    states = request.computation.states(request.robot, random_states(request.robot, 50, 1))
    truth = request.computation.reference(request.robot, states)
    for step in GRAPHS:
        found = on_floats(steps[step].graph, states)
        np.testing.assert_allclose(found, truth, atol=1e-10 * np.max(np.abs(truth)), err_msg=step)


@EVERY
@pytest.mark.parametrize(("topology", "interval"), MACHINES)
def test_the_emulator_runs_after_every_step_from_formats_on(algorithm, topology, interval):
    request, steps = after(arm_for(algorithm), algorithm, topology, interval)
    states = request.computation.states(request.robot, random_states(request.robot, 300, 2))
    for step in DESIGNS:
        design = design_of(steps[step])
        encoded = encode(design, states, clip=True).integers
        found = decode_outputs(design, SystolicArray(design).outputs(encoded))
        truth = request.computation.reference(request.robot, decode_inputs(design, encoded))
        bounds = [design.knowledge[port.operation].error for port in design.outputs]
        assert np.all(np.abs(found - truth) <= bounds), step


@EVERY
def test_sharing_takes_units_away_and_retiming_register_bits(algorithm):
    _, steps = after(arm_for(algorithm), algorithm, "array", 4)
    free, shared, retimed, _ = (design_of(steps[step]) for step in DESIGNS)
    nothing = np.zeros((1, len(free.inputs)), dtype=np.int64)

    def most_at_once(design):
        units = {(o.stage, o.unit) for o in design.operations if o.unit is not None}
        return len(units)

    assert most_at_once(shared) < most_at_once(free)
    assert [o.format for o in shared.operations] == [o.format for o in retimed.operations]
    assert retimed.latency == shared.latency
    np.testing.assert_array_equal(
        SystolicArray(shared).outputs(nothing),
        SystolicArray(retimed).outputs(nothing),
    )


def test_the_last_step_is_the_design():
    request = request_for("machado_2r", "newton-euler")
    assert design_of(lowered(request)) == build(request)


def test_a_graph_is_no_design_yet():
    state = state_of(request_for("machado_2r", "newton-euler"), "staged")
    with pytest.raises(ValueError, match="no operations before the step 'formatted'"):
        design_of(state)
    with pytest.raises(KeyError, match="finished"):
        lowered(request_for("machado_2r", "newton-euler"), "finished")


@pytest.mark.parametrize("step", NAMES)
def test_a_listing_names_every_node_or_operation(step):
    state = state_of(request_for("machado_2r", "lagrangian", interval=3), step)
    lines = list(listing(state))
    expected = [node.name for node in state.graph.nodes]
    if state.lowered is not None:
        expected = [operation.name for operation in state.lowered.operations]
    told = [words[words.index("=") - 1] for line in lines if "=" in (words := line.split())]
    assert told[: len(expected)] == expected
    assert [line for line in lines if line.startswith("output ")] == lines[-2:]


def test_a_listing_writes_equations_as_one_reads_them():
    lines = list(listing(state_of(request_for("machado_2r", "newton-euler"), "simplified")))
    assert "  cos_1 = cosine(q1)" in lines
    assert "  before_x_2 = acceleration_x_1 - U_xx_1" in lines
