import functools
import math
from fractions import Fraction

import numpy as np
import pytest

from common.errors import InputError
from dataflow.build import build_array
from dataflow.equations.drive import Drive
from dataflow.equations.joint_frames import joint_frame_links
from dataflow.equations.recursions import ALGORITHMS
from dataflow.equations.vector import Plain, PlaneRotation
from dataflow.graph.graph import NodeKind
from dataflow.numbers.formats import Rounding
from dataflow.numbers.ports import decode_inputs, decode_outputs
from dataflow.operators import Operator
from emulator.systolic import SystolicArray
from emulator.systolic.array import CHUNK
from golden.load import load_robot
from tests.designs import simplified_graph

DESIGNS = [
    ("puma560", "newton-euler", 18),
    ("puma560", "lagrangian", 18),
    ("stanford", "newton-euler", 16),
    ("stanford", "lagrangian", 28),
    ("machado_2r", "newton-euler", 12),
    ("machado_2r", "lagrangian", 28),
    ("puma560", "newton-euler", 28),
]


@functools.cache
def made(name, algorithm, width):
    design = build_array(load_robot(name), algorithm, width)
    return design, SystolicArray(design)


def random_inputs(design, points, seed=0):
    rng = np.random.default_rng(seed)
    columns = [
        rng.integers(p.format.lowest, p.format.highest, points, endpoint=True)
        for p in design.inputs
    ]
    return np.stack(columns, axis=1)


def corner_inputs(design, points, seed=1):
    """Every input at one of its ends; angles at multiples of an eighth of a turn too."""
    rng = np.random.default_rng(seed)
    columns = []
    for p in design.inputs:
        ends = [p.format.lowest, p.format.highest]
        if p.unit == "turn":
            ends += [p.format.lowest // 2, 0, -p.format.lowest // 2, p.format.lowest // 4]
        columns.append(rng.choice(ends, points))
    alone = np.concatenate([np.diag([p.format.highest for p in design.inputs]),
                            np.diag([p.format.lowest for p in design.inputs])])  # fmt: skip
    return np.concatenate([np.stack(columns, axis=1), alone])


@pytest.mark.parametrize("key", DESIGNS)
def test_every_node_as_interpreted_one_by_one(key):
    design, array = made(*key)
    inputs = np.concatenate([random_inputs(design, 4), corner_inputs(design, 2)[:4]])
    values = array.node_values(inputs)
    assert values.shape == (len(design.operations), len(inputs))
    for row, known in zip(inputs, values.T.tolist(), strict=True):
        for o in design.operations:
            if o.operator not in (Operator.SINE, Operator.COSINE):  # these have tests of their own
                assert known[o.index] == one_step(design, o, known, row), o.name


def one_step(design, o, known, row):
    """One operation's integer from those of its operands, by the contract's table."""
    if o.operator is Operator.PORT:
        return int(row[[p.operation for p in design.inputs].index(o.index)])
    if o.operator is Operator.CONSTANT:
        return o.constant
    two = Fraction(2)
    x = [known[i] / two ** design.operations[i].format.fraction for i in o.operands]
    cut = [math.floor(v * two**o.sum_fraction) / two**o.sum_fraction for v in x]
    if o.operator is Operator.MULTIPLY:
        exact = x[0] * x[1]
    elif o.operator is Operator.SCALE:
        exact = x[0] * o.constant / two**o.constant_fraction
    elif o.operator is Operator.NEGATE:
        exact = -cut[0]
    elif o.operator is Operator.ANGLE_SUM:
        turns = x[0] + x[1]
        return int((turns - math.floor(turns + Fraction(1, 2))) * two**o.format.fraction)
    elif o.operator is Operator.SUM_3:
        exact = cut[0] + cut[1] + cut[2]
    elif o.operator is Operator.SUM_2_1:
        exact = cut[0] + cut[1] - cut[2]
    elif o.operator is Operator.SUM_1_2:
        exact = cut[0] - cut[1] - cut[2]
    else:
        exact = cut[0] + (cut[1] if o.operator is Operator.ADD else -cut[1])
    half = Fraction(1, 2) if o.rounding is Rounding.HALF_UP else 0
    return math.floor(exact * two**o.format.fraction + half)


@pytest.mark.parametrize("key", DESIGNS)
def test_torques_are_the_output_nodes_in_any_size_of_batch(key):
    design, array = made(*key)
    inputs = random_inputs(design, 2 * CHUNK + 3)
    torques = array.outputs(inputs)
    nodes = array.node_values(inputs)
    np.testing.assert_array_equal(torques.T, nodes[[p.operation for p in design.outputs]])
    for part in (slice(0, 0), slice(0, 1), slice(CHUNK - 1, CHUNK + 2), slice(0, CHUNK)):
        np.testing.assert_array_equal(array.outputs(inputs[part]), torques[part])
        np.testing.assert_array_equal(array.node_values(inputs[part]), nodes[:, part])


@pytest.mark.parametrize("cores", [2, 3, 7])
def test_a_batch_over_several_cores_is_the_same(cores):
    design, array = made("puma560", "newton-euler", 18)
    inputs = random_inputs(design, 3 * CHUNK + 5)
    np.testing.assert_array_equal(array.outputs(inputs, cores), array.outputs(inputs))
    np.testing.assert_array_equal(array.outputs(inputs[:2], cores), array.outputs(inputs[:2]))


def test_no_cores_are_refused():
    design, array = made("puma560", "newton-euler", 18)
    with pytest.raises(InputError, match="cores: 0; allowed: 1 or more"):
        array.outputs(random_inputs(design, 3), 0)


@pytest.mark.parametrize("key", DESIGNS)
def test_every_integer_is_within_its_proof(key):
    design, array = made(*key)
    low = np.array([[k.lowest] for k in design.knowledge])
    high = np.array([[k.highest] for k in design.knowledge])
    for inputs in (random_inputs(design, 20_000), corner_inputs(design, 20_000)):
        values = array.node_values(inputs)
        assert np.all(low <= values)
        assert np.all(values <= high)


def true_inputs(design, integers, seed):
    """Real inputs that round to the integers: up to half a step away, within the ports' range."""
    rng = np.random.default_rng(seed)
    away = integers + rng.uniform(-0.5, 0.5, integers.shape)
    low = [p.format.lowest if p.unit != "turn" else -math.inf for p in design.inputs]
    step = [
        p.format.resolution * (2.0 * math.pi if p.unit == "turn" else 1.0) for p in design.inputs
    ]
    return np.maximum(away, low) * np.array(step)


def true_nodes(graph, reals):
    """The real value of every node by name, from the graph on floats."""
    values = []
    for node in graph.nodes:
        if node.source is NodeKind.INPUT:
            value = reals[node.name]
        elif node.source is NodeKind.ANGLE_SUM:
            value = values[node.factors[0]] + values[node.factors[1]]
        elif node.source is NodeKind.DOT:
            value = sum(t.coefficient * math.prod(values[f] for f in t.factors) for t in node.terms)
        else:
            function = np.sin if node.source is NodeKind.SINE else np.cos
            value = function(values[node.factors[0]])
        values.append(value)
    return {node.name: value for node, value in zip(graph.nodes, values, strict=True)}


@pytest.mark.parametrize("key", DESIGNS)
def test_every_named_node_is_within_its_error(key):
    name, algorithm, width = key
    design, array = made(*key)
    robot = load_robot(name)
    graph = simplified_graph(robot, algorithm, width)
    integers = np.concatenate([random_inputs(design, 5_000), corner_inputs(design, 5_000)])
    reals = true_inputs(design, integers, seed=2)
    truth = true_nodes(graph, {p.name: reals[:, k] for k, p in enumerate(design.inputs)})
    values = array.node_values(integers)
    checked = 0
    for o, known in zip(design.operations, design.knowledge, strict=True):
        # A binary angle's integer is not its real value.
        turned = o.operator in (Operator.PORT, Operator.ANGLE_SUM)
        angle = turned and o.format.fraction == o.format.width
        if o.name not in truth or angle:
            continue
        distance = np.abs(values[o.index] * o.format.resolution - truth[o.name])
        assert np.max(distance) <= known.error + 1e-12 * known.magnitude, o.name
        assert np.max(np.abs(truth[o.name])) <= known.magnitude * (1.0 + 1e-9), o.name
        checked += 1
    assert checked > len(graph.nodes) // 2


def true_torques(robot, algorithm, q, qd, qdd):
    """The link steps on floats, every link's inertia where it is; bounds only serve proofs."""
    chain = joint_frame_links(robot)
    drives = [
        Drive(qd[:, i], qdd[:, i], 1.0, 1.0,
              rotation=PlaneRotation(np.cos(q[:, i]), np.sin(q[:, i])))
        if link.revolute
        else Drive(qd[:, i], qdd[:, i], 1.0, 1.0, slide=q[:, i], slide_bound=1.0)
        for i, link in enumerate(chain)
    ]  # fmt: skip
    torques = ALGORITHMS[algorithm](Plain(), chain, drives, robot.gravity, lambda stage: None)
    return np.stack([t + np.zeros(len(q)) for t in torques], axis=1)


@pytest.mark.parametrize("key", DESIGNS)
def test_torques_are_within_the_error_of_the_equations(key):
    name, _, _ = key
    design, array = made(*key)
    integers = np.concatenate([random_inputs(design, 3_000), corner_inputs(design, 3_000)])
    torques = decode_outputs(design, array.outputs(integers))
    errors = np.array([design.knowledge[p.operation].error for p in design.outputs])
    for algorithm in ALGORITHMS:
        truth = true_torques(load_robot(name), algorithm, *decode_inputs(design, integers).values())
        assert np.all(np.abs(torques - truth) <= errors)


def test_puma_torques_are_near_the_truth():
    """So that a loose bound could not hide a wrong bit: a hundredth of a newton metre in 186."""
    design, array = made("puma560", "newton-euler", 18)
    integers = random_inputs(design, 5_000)
    torques = decode_outputs(design, array.outputs(integers))
    states = decode_inputs(design, integers).values()
    truth = true_torques(load_robot("puma560"), "newton-euler", *states)
    assert np.max(np.abs(torques - truth)) < 0.01


@pytest.mark.parametrize(
    ("inputs", "message"),
    [
        (np.zeros((3, 5), dtype=int), r"shape \(3, 5\); allowed: \(points, 6\)"),
        (np.zeros(6, dtype=int), r"shape \(6,\)"),
        (np.zeros((3, 6)), "type float64; allowed: integers"),
        (np.zeros((3, 6), dtype=bool), "type bool"),
        ([[0] * 6, [0, 0, 0, 2**11, 0, 0]], r"row 2, qd2: 2048; allowed: -2048 to 2047"),
        ([[0, -(2**11) - 1, 0, 0, 0, 0]], "row 1, q2: -2049"),
        (np.full((1, 6), 2**63, dtype=np.uint64), "row 1, q1: 9223372036854775808"),
        ([[2**70] * 6], "type object"),
    ],
)
def test_wrong_inputs_are_named(inputs, message):
    _, array = made("machado_2r", "newton-euler", 12)
    for method in (array.outputs, array.node_values):
        with pytest.raises(InputError, match=message):
            method(inputs)


def test_narrow_and_strided_integers_are_welcome():
    design, array = made("machado_2r", "newton-euler", 12)
    inputs = random_inputs(design, 50)
    expected = array.outputs(inputs)
    np.testing.assert_array_equal(array.outputs(inputs.astype(np.int16)), expected)
    np.testing.assert_array_equal(array.outputs(np.asfortranarray(inputs)), expected)
    np.testing.assert_array_equal(array.outputs(inputs[::-1])[::-1], expected)
    np.testing.assert_array_equal(array.outputs(inputs.tolist()), expected)
