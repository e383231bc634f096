"""The outcome of lowering: every integer that can appear fits, and is as near the truth as proved.

The interpreter here is written from the words of `dataflow.operation` and
`dataflow.numbers.formats` alone, on Python's unbounded integers.
"""

import dataclasses
import functools
import math

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from dataflow.build import build_array, build_ring
from dataflow.equations.vector import Vector
from dataflow.graph.graph import NodeKind
from dataflow.lowering.draft import WIDEST
from dataflow.numbers.formats import Rounding
from dataflow.operators import Operator
from dataflow.topologies import RING
from golden.generators import planar, random_robot
from golden.load import load_robot, robot_names
from tests.designs import simplified_graph

ALGORITHMS = ("newton-euler", "lagrangian")
ROBOTS = (*robot_names(), "R", "P", "PR", "RP", "PRP", "RPR", "RRRPRR")
CASES = [
    (name, algorithm, width)
    for name in ROBOTS
    for algorithm in ALGORITHMS
    for width in ((12, 18, 28) if len(name) < 4 or name == "puma560" else (18,))
]


def robot_called(name):
    if set(name) <= {"R", "P"}:
        rng = np.random.default_rng(len(name) + name.count("P"))
        return random_robot(rng, len(name), joint_types=name, base=True)
    return load_robot(name)


@functools.cache
def made(name, algorithm, width, interval=1):
    return build_array(robot_called(name), algorithm, width, interval)


def sine(spec, angle):
    """Sine of a binary angle: quadrant, segment and residual into the table of tangents."""
    turn, quarter = 1 << spec.angle_bits, 1 << (spec.angle_bits - 2)
    quadrant, within = divmod(angle % turn, quarter)
    segment, low_bits = divmod(within, 1 << spec.residual_bits)
    residual = low_bits - (1 << (spec.residual_bits - 1))
    segments = 1 << spec.table_bits
    if quadrant % 2:
        segment, residual = segments - 1 - segment, -residual
    middle = (segment + 0.5) * (0.5 * math.pi / segments)
    value = round(math.ldexp(math.sin(middle), spec.table_fraction))
    slope = round(math.ldexp(math.cos(middle) * 2.0 * math.pi / turn, spec.slope_fraction))
    exact = (value << (spec.slope_fraction - spec.table_fraction)) + slope * residual
    places = spec.slope_fraction - spec.fraction
    result = (exact + (1 << (places - 1))) >> places
    return -result if quadrant >= 2 else result


def aligned(integers, fraction, wanted):
    """Zeros on the right, or low bits dropped towards minus infinity."""
    return (
        integers << (wanted - fraction) if wanted >= fraction else integers >> (fraction - wanted)
    )


def interpreted(design, inputs):
    """Every operation's integers, shape (operations, points), as Python's own."""
    ports = {p.operation: column for p, column in zip(design.inputs, inputs.T, strict=True)}
    trigonometry, results = design.trigonometry, []
    for o in design.operations:
        x = [results[i] for i in o.operands]
        f = [design.operations[i].format.fraction for i in o.operands]
        fraction = o.sum_fraction
        match o.operator:
            case Operator.PORT:
                results.append(ports[o.index].astype(object))
                continue
            case Operator.CONSTANT:
                results.append(np.full(len(inputs), o.constant, dtype=object))
                continue
            case Operator.SINE | Operator.COSINE:
                ahead = 0 if o.operator is Operator.SINE else 1 << (trigonometry.angle_bits - 2)
                values = [sine(trigonometry, int(angle) + ahead) for angle in x[0]]
                assert o.format == trigonometry.format
                results.append(np.array(values, dtype=object))
                continue
            case Operator.MULTIPLY:
                exact, fraction = x[0] * x[1], f[0] + f[1]
            case Operator.SCALE:
                exact, fraction = x[0] * o.constant, f[0] + o.constant_fraction
            case Operator.ADD:
                exact = aligned(x[0], f[0], fraction) + aligned(x[1], f[1], fraction)
            case Operator.SUBTRACT:
                exact = aligned(x[0], f[0], fraction) - aligned(x[1], f[1], fraction)
            case Operator.NEGATE:
                exact = 0 - aligned(x[0], f[0], fraction)
            case Operator.SUM_3 | Operator.SUM_2_1 | Operator.SUM_1_2:
                second = -1 if o.operator is Operator.SUM_1_2 else 1
                third = 1 if o.operator is Operator.SUM_3 else -1
                exact = aligned(x[0], f[0], fraction)
                exact = exact + second * aligned(x[1], f[1], fraction)
                exact = exact + third * aligned(x[2], f[2], fraction)
            case Operator.ANGLE_SUM:
                half = 1 << (o.format.width - 1)
                results.append((x[0] + x[1] + half) % (2 * half) - half)
                continue
        assert max(abs(int(v)) for v in exact) < 1 << (WIDEST - 1), o.name
        places = fraction - o.format.fraction
        assert (places == 0) == (o.rounding is Rounding.EXACT), o.name
        half = 1 << (places - 1) if o.rounding is Rounding.HALF_UP else 0
        results.append((exact + half) >> places if places else exact)
    return np.stack(results)


def outside_proof(design, values):
    """Names of the operations on which an integer breaks its proof or its format."""
    return [
        o.name
        for o, known, row in zip(design.operations, design.knowledge, values, strict=True)
        if min(row) < max(known.lowest, o.format.lowest)
        or max(row) > min(known.highest, o.format.highest)
    ]


def random_inputs(design, points, seed):
    rng = np.random.default_rng(seed)
    low = [p.format.lowest for p in design.inputs]
    high = [p.format.highest for p in design.inputs]
    return rng.integers(low, high, (points, len(low)), endpoint=True)


def corner_inputs(design, points, seed):
    """Every input at one end of its format; angles at multiples of an eighth of a turn too."""
    rng = np.random.default_rng(seed)
    columns = []
    for p in design.inputs:
        ends = [p.format.lowest, p.format.highest]
        if p.unit == "turn":
            ends += [k * 2 ** (p.format.width - 3) for k in range(-3, 4)]
        columns.append(rng.choice(ends, points))
    return np.stack(columns, axis=1)


def some_inputs(design, points, seed=0):
    return np.concatenate(
        [random_inputs(design, points, seed), corner_inputs(design, points, seed)]
    )


@pytest.mark.parametrize(("name", "algorithm", "width"), CASES)
def test_no_integer_leaves_its_proof_or_its_format(name, algorithm, width):
    design = made(name, algorithm, width)
    assert outside_proof(design, interpreted(design, some_inputs(design, 150))) == []


def true_nodes(graph, reals):
    """The real value of every node by name: the graph interpreted on floats."""
    values = []
    for node in graph.nodes:
        match node.source:
            case NodeKind.INPUT:
                values.append(reals[node.name])
            case NodeKind.ANGLE_SUM:
                values.append(values[node.factors[0]] + values[node.factors[1]])
            case NodeKind.SINE:
                values.append(np.sin(values[node.factors[0]]))
            case NodeKind.COSINE:
                values.append(np.cos(values[node.factors[0]]))
            case _:
                products = (
                    t.coefficient * math.prod(values[f] for f in t.factors) for t in node.terms
                )
                values.append(sum(products, start=0.0))
    return {node.name: value for node, value in zip(graph.nodes, values, strict=True)}


def reals_that_round_to(design, integers, seed):
    """A real state by port name: up to half a step beside the patterns, but within the ports."""
    away = np.random.default_rng(seed).uniform(-0.5, 0.5, integers.shape)
    reals = {}
    for port, column in zip(design.inputs, (integers + away).T, strict=True):
        turn = port.unit == "turn"
        unit = port.format.resolution * (2.0 * math.pi if turn else 1.0)
        reals[port.name] = (column if turn else np.maximum(column, port.format.lowest)) * unit
    return reals


def distances(design, graph, integers, values, seed=0):
    """By operation: how far its number is from the true one, and how large that one is, at most."""
    truth = true_nodes(graph, reals_that_round_to(design, integers, seed))
    found = {}
    for o, row in zip(design.operations, values, strict=True):
        turned = o.operator in (Operator.PORT, Operator.ANGLE_SUM)
        angle = turned and o.format.fraction == o.format.width
        if o.name in truth and not angle:  # a binary angle is a number of turns
            fixed = np.ldexp(row.astype(float), -o.format.fraction)
            distance = np.max(np.abs(fixed - truth[o.name]))
            found[o.index] = distance, np.max(np.abs(truth[o.name]))
    sums = sum(node.source is NodeKind.ANGLE_SUM for node in graph.nodes)
    assert len(found) >= len(graph.nodes) - len(design.outputs) - sums
    return found


def outside_error(design, found):
    """Names of the nodes further from the truth than proved, and of those larger than proved."""
    return [
        design.operations[i].name
        for i, (distance, size) in found.items()
        if distance > design.knowledge[i].error + 1e-13 * size
        or size > design.knowledge[i].magnitude * (1.0 + 1e-12)
    ]


@pytest.mark.parametrize(("name", "algorithm", "width"), CASES)
def test_no_node_is_further_from_the_truth_than_proved(name, algorithm, width):
    design = made(name, algorithm, width)
    robot = robot_called(name)
    graph = simplified_graph(robot, algorithm, width)
    inputs = some_inputs(design, 150, seed=1)
    found = distances(design, graph, inputs, interpreted(design, inputs))
    assert outside_error(design, found) == []


@pytest.mark.parametrize("name", ["puma560", "PRP", "machado_2r"])
@pytest.mark.parametrize("algorithm", ALGORITHMS)
def test_the_proof_holds_for_rings(name, algorithm):
    """Constants share multipliers there, so other values are cut to a multiplier's width."""
    robot = robot_called(name)
    design = build_ring(robot, algorithm, 16)
    inputs = some_inputs(design, 60, seed=8)
    values = interpreted(design, inputs)
    assert outside_proof(design, values) == []
    graph = simplified_graph(robot, algorithm, 16, RING)
    assert outside_error(design, distances(design, graph, inputs, values)) == []


@given(st.integers(0, 10**6), st.sampled_from(ALGORITHMS), st.integers(12, 28), st.integers(1, 4))
@settings(max_examples=25)
def test_the_proof_holds_for_arms_made_by_chance(seed, algorithm, width, links):
    rng = np.random.default_rng(seed)
    robot = random_robot(rng, links, quarter_twists=bool(seed % 2), base=True)
    interval = 1 + seed % 3
    design = build_array(robot, algorithm, width, interval)
    inputs = some_inputs(design, 20, seed)
    values = interpreted(design, inputs)
    assert outside_proof(design, values) == []
    graph = simplified_graph(robot, algorithm, width)
    assert outside_error(design, distances(design, graph, inputs, values, seed)) == []


def climbed(design, objective, rng, rounds=12):
    """Inputs that make one operation large: the best of many, changed in one place, again."""
    operation, sign = objective
    population = some_inputs(design, 60, seed=int(rng.integers(2**31)))
    for _ in range(rounds):
        size = sign * interpreted(design, population)[operation]
        best = population[np.argsort(-size.astype(float), kind="stable")[:30]]
        children = np.repeat(best, 3, axis=0)
        fresh = some_inputs(design, len(children), seed=int(rng.integers(2**31)))[: len(children)]
        place = rng.integers(0, children.shape[1], len(children))
        rows = np.arange(len(children))
        children[rows, place] = fresh[rows, place]
        near = np.clip(
            best + rng.integers(-3, 4, best.shape),
            [p.format.lowest for p in design.inputs],
            [p.format.highest for p in design.inputs],
        )
        population = np.concatenate([best, children, near])
    return population


@pytest.mark.parametrize("name", ["machado_2r", "PR"])
@pytest.mark.parametrize("algorithm", ALGORITHMS)
def test_a_search_for_overflow_finds_none(name, algorithm):
    """Climbs towards the largest and smallest value of each torque and of four nodes by chance."""
    design = made(name, algorithm, 12)
    rng = np.random.default_rng(4)
    computed = [
        o.index for o in design.operations if o.operator not in (Operator.PORT, Operator.CONSTANT)
    ]
    goals = [*(p.operation for p in design.outputs), *rng.choice(computed, 4)]
    for goal in goals:
        for sign in (1, -1):
            inputs = climbed(design, (goal, sign), rng)
            assert outside_proof(design, interpreted(design, inputs)) == []


def test_a_search_comes_near_the_proof():
    """So the search is worth something, and the proof no wild guess: machado's second torque."""
    design = made("machado_2r", "newton-euler", 12)
    goal = design.outputs[1].operation
    inputs = climbed(design, (goal, 1), np.random.default_rng(5))
    largest = max(interpreted(design, inputs)[goal])
    assert 0.5 * design.knowledge[goal].highest < largest <= design.knowledge[goal].highest


@pytest.mark.parametrize("name", ["machado_2r", "puma560", "PRP"])
def test_a_proof_that_says_too_much_is_found_out(name):
    """Each bound in turn is put just inside what was seen."""
    design = made(name, "newton-euler", 18)
    inputs = some_inputs(design, 50, seed=6)
    values = interpreted(design, inputs)
    for index in range(len(design.inputs), len(design.operations), 7):
        for change in ({"highest": max(values[index]) - 1}, {"lowest": min(values[index]) + 1}):
            known = list(design.knowledge)
            known[index] = dataclasses.replace(known[index], **change)
            wrong = dataclasses.replace(design, knowledge=tuple(known))
            assert outside_proof(wrong, values) == [design.operations[index].name]


def test_an_error_bound_that_says_too_much_is_found_out():
    """And none says far too little: a fiftieth of each bound is surely reached."""
    robot, width = load_robot("machado_2r"), 18
    design = made("machado_2r", "newton-euler", width)
    graph = simplified_graph(robot, "newton-euler", width)
    inputs = some_inputs(design, 200, seed=7)
    found = distances(design, graph, inputs, interpreted(design, inputs))
    for index, (distance, _) in found.items():
        assert distance >= 0.02 * design.knowledge[index].error
        known = list(design.knowledge)
        known[index] = dataclasses.replace(known[index], error=0.99 * distance)
        wrong = dataclasses.replace(design, knowledge=tuple(known))
        assert outside_error(wrong, found) == [design.operations[index].name] * bool(distance > 0.0)


@pytest.mark.usefixtures("no_form_remembered")
@pytest.mark.parametrize("algorithm", ALGORITHMS)
def test_a_norm_that_is_too_small_is_found_out(algorithm, monkeypatch):
    """The whole way from the equations: lengths that claim to be a third of what they are."""
    keep = Vector.keep

    def boastful(self, operations, name, link):
        return keep(dataclasses.replace(self, norm=self.norm / 3.0), operations, name, link)

    monkeypatch.setattr(Vector, "keep", boastful)
    design = build_array(planar(2), algorithm, 18)
    assert outside_proof(design, interpreted(design, some_inputs(design, 100))) != []
