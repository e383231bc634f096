"""Torque machines with more than a fixed arm: followers, loads, gravity, motors, a moving base."""

import dataclasses
import math

import numpy as np
import pytest

from common.errors import InputError
from dataflow.build import build, state_of
from dataflow.computations.catalogue import computation_named
from dataflow.computations.inverse_dynamics import inverse_dynamics_with
from dataflow.computations.surroundings import Extras, random_outside
from dataflow.graph.graph import NodeKind
from dataflow.lowering.request import Request
from dataflow.numbers.ports import decode_outputs, encode
from dataflow.operators import Operator
from dataflow.topologies import TOPOLOGIES
from emulator.systolic import SystolicArray
from golden.generators import random_inertia, random_robot
from golden.loaded import loaded_dynamics
from golden.rigid_body import RigidBody
from golden.robot import Following, Robot
from golden.surroundings import Surroundings
from golden.trajectory import Trajectory, random_states
from hdl.simulate.simulator import Simulation
from torqueflow.report.comparison import compare, stimulus

LIMITS = Surroundings(2.0, 8.0, 15.0, 300.0, 200.0, 12.0, 3.0, 0.5, 0.2, 40.0, 10.0)


def robot_of(seed, letters, parents=None, follows=(), *, free=False, actuators=False):
    rng = np.random.default_rng(seed)
    robot = random_robot(
        rng, len(letters), joint_types=letters, parents=parents, base=True, actuators=actuators
    )
    links = list(robot.links)
    for i, (leader, ratio, offset) in follows:
        joint = dataclasses.replace(links[i].joint, follows=Following(leader, ratio, offset))
        links[i] = dataclasses.replace(links[i], joint=joint)
    body = RigidBody(4.0, rng.uniform(-0.2, 0.2, 3), random_inertia(rng, 0.4, 4.0))
    return dataclasses.replace(
        robot, links=tuple(links), base_body=body if free else None, surroundings=LIMITS
    )


def on_floats(graph, states, inputs):
    """Every result of a graph on real states; `inputs` are its ports."""
    ports = {each.name: states[each.array][:, each.column] for each in inputs}
    turned = {each.name for each in inputs if each.unit == "turn"}
    values = []
    for node in graph.nodes:
        factors = [values[f] for f in node.factors]
        match node.source:
            case NodeKind.INPUT:
                scale = 2 * math.pi if node.name in turned else 1.0
                values.append(ports[node.name] / scale)
            case NodeKind.SINE:
                values.append(np.sin(2 * math.pi * factors[0]))
            case NodeKind.COSINE:
                values.append(np.cos(2 * math.pi * factors[0]))
            case NodeKind.POSITIVE:
                values.append((factors[0] > 0).astype(float))
            case NodeKind.NEGATIVE:
                values.append((factors[0] < 0).astype(float))
            case _:
                terms = (
                    t.coefficient * math.prod(values[f] for f in t.factors) for t in node.terms
                )
                values.append(sum(terms) + np.zeros(len(states["q"])))
    return np.stack([values[index] for index in graph.outputs.values()], axis=-1)


def states_of(robot, extras, points, seed):
    motion = random_states(robot, points, seed)
    outside = random_outside(robot, extras, points, seed)
    return Trajectory(motion.q, motion.qd, motion.qdd, beside=outside)


CASES = {
    "gripper": (dict(seed=1, letters="RPP", parents=(-1, 0, 0), follows=[(2, (1, -1.0, 0.4))]), {}),
    "one to one": (dict(seed=2, letters="RRR", follows=[(1, (0, 1.0, 0.7))]), {}),
    "mirrored": (dict(seed=3, letters="RRP", follows=[(1, (0, -1.0, -0.3))]), {}),
    "doubled": (dict(seed=4, letters="RR", follows=[(1, (0, 2.0, 0.0))]), {}),
    "four bar": (
        dict(seed=5, letters="RRR", parents=(-1, 0, 0), follows=[(2, (0, 0.37, 2.5))]),
        {},
    ),
    "rack": (dict(seed=6, letters="RP", follows=[(1, (0, 0.05, 0.2))]), {}),
    "screw": (dict(seed=7, letters="PR", follows=[(1, (0, 3.0, 0.1))]), {}),
    "payload": (dict(seed=8, letters="RPR"), dict(ports=("payload",))),
    "wrench": (dict(seed=9, letters="RRP", parents=(-1, 0, 0)), dict(ports=("wrench",), link=1)),
    "gravity": (dict(seed=10, letters="PR"), dict(ports=("gravity",))),
    "motors": (dict(seed=11, letters="RPR", actuators=True), dict(actuators=True)),
    "motors of followers": (
        dict(seed=12, letters="RR", actuators=True, follows=[(1, (0, -1.7, 0.0))]),
        dict(actuators=True),
    ),
    "small free base": (dict(seed=15, letters="P", free=True), {}),
    "free base": (dict(seed=13, letters="RPR", parents=(-1, 0, -1), free=True), {}),
    "all": (
        dict(seed=14, letters="RRP", parents=(-1, 0, 0), free=True, actuators=True,
             follows=[(1, (0, -1.0, 0.2))]),
        dict(ports=("payload", "wrench"), link=2, actuators=True),
    ),
}  # fmt: skip


def case(name):
    made, extras = CASES[name]
    return robot_of(**made), Extras(**extras)


@pytest.mark.parametrize("name", CASES)
def test_the_graph_computes_what_golden_does(name):
    robot, extras = case(name)
    computation = inverse_dynamics_with("newton-euler", extras)
    states = computation.states(robot, states_of(robot, extras, 60, 1))
    request = Request(robot, computation)
    for step in ("traced", "simplified"):
        found = on_floats(state_of(request, step).graph, states, computation.inputs(robot))
        truth = computation.reference(robot, states)
        size = np.abs(truth).max(axis=0)
        np.testing.assert_allclose(found / size, truth / size, rtol=0, atol=1e-10)


@pytest.mark.parametrize("name", ["gripper", "mirrored", "four bar", "rack", "motors"])
def test_the_lagrangian_knows_followers_and_motors_too(name):
    robot, extras = case(name)
    computation = inverse_dynamics_with("lagrangian", extras)
    states = computation.states(robot, states_of(robot, extras, 60, 1))
    graph = state_of(Request(robot, computation), "simplified").graph
    truth = computation.reference(robot, states)
    found = on_floats(graph, states, computation.inputs(robot))
    np.testing.assert_allclose(found, truth, rtol=0, atol=1e-10 * np.abs(truth).max())


FEW_CONSTANTS = ("gravity", "doubled", "four bar", "screw")
"""Cases that are wide in no time: sums for products with constants of 24 bits are sought long."""


@pytest.mark.parametrize(
    ("name", "width"),
    [
        *((name, 18) for name in CASES),
        *((name, 24) for name in FEW_CONSTANTS),
        *(pytest.param(n, 24, marks=pytest.mark.slow) for n in CASES if n not in FEW_CONSTANTS),
    ],
)
def test_every_error_is_within_its_proved_bound(name, width):
    robot, extras = case(name)
    computation = inverse_dynamics_with("newton-euler", extras)
    design = build(Request(robot, computation, width=width))
    states = computation.states(robot, states_of(robot, extras, 400, 2))
    got = decode_outputs(design, SystolicArray(design).outputs(encode(design, states).integers))
    errors = np.abs(got - computation.reference(robot, states))
    bounds = np.array([design.knowledge[port.operation].error for port in design.outputs])
    assert np.all(errors <= bounds)
    if width == 24:  # and it is the right torque, not only a safe bound
        size = np.abs(computation.reference(robot, states)).max(axis=0)
        assert np.all(errors.max(axis=0) < 2e-4 * size)


MACHINES = [
    pytest.param("all", "ring", 24, 8, marks=pytest.mark.slow),
    ("four bar", "array", 3, 10),
    ("motors of followers", "ring", 4, 6),
    pytest.param("motors", "ring", 5, 10, marks=pytest.mark.slow),
    pytest.param("small free base", "array", 1, 6, marks=pytest.mark.slow),
    pytest.param("free base", "array", 1, 8, marks=pytest.mark.slow),
    pytest.param("all", "array", 1, 40, marks=pytest.mark.slow),
    pytest.param("payload", "ring", 8, 40, marks=pytest.mark.slow),
    pytest.param("gravity", "array", 2, 40, marks=pytest.mark.slow),
    pytest.param("rack", "ring", 3, 40, marks=pytest.mark.slow),
    pytest.param("wrench", "array", 1, 40, marks=pytest.mark.slow),
]


@pytest.mark.parametrize(("name", "topology", "interval", "points"), MACHINES)
def test_bits_and_cycles_are_the_emulators(name, topology, interval, points, tmp_path):
    robot, extras = case(name)
    computation = inverse_dynamics_with("newton-euler", extras)
    design = build(Request(robot, computation, TOPOLOGIES[topology], 16, interval))
    states = computation.states(robot, states_of(robot, extras, points, 3))
    played = stimulus(design, encode(design, states), stall=0.2, seed=1)
    golden = computation.reference(robot, states)
    agreement = compare(Simulation(design, "icarus", tmp_path), played, golden)
    assert (agreement.bit_mismatches, agreement.cycle_mismatches) == (0, 0)
    assert agreement.errors.shape == golden.shape


def test_a_follower_one_to_one_has_no_sine_of_its_own():
    for name, sines in (("one to one", 2), ("mirrored", 1), ("four bar", 3), ("doubled", 2)):
        design = build(Request(case(name)[0], inverse_dynamics_with("newton-euler")))
        found = [o for o in design.operations if o.operator is Operator.SINE]
        assert len({o.operands for o in found}) == sines, name


def test_ports_have_names_units_and_limits():
    robot, _ = case("free base")
    extras = Extras(("payload", "wrench"), link=2)
    ports = inverse_dynamics_with("newton-euler", extras).inputs(robot)
    told = {port.name: (port.unit, port.limit) for port in ports[9:]}
    assert told["base_omega_x"] == ("rad/s", 2.0)
    assert told["base_acceleration_z"] == ("m/s2", 15.0)
    assert told["payload_mass"] == ("kg", 3.0)
    assert told["payload_first_moment_y"] == ("kg m", 0.5)
    assert told["payload_inertia_xz"] == ("kg m2", 0.2)
    assert told["wrench_moment_z"] == ("N m", 10.0)
    outputs = inverse_dynamics_with("newton-euler").outputs(robot)
    assert [(port.name, port.unit, port.limit) for port in outputs[3:5]] == [
        ("base_force_x", "N", 300.0), ("base_force_y", "N", 300.0),
    ]  # fmt: skip


def test_gravitys_port_holds_the_robots_own_turned_any_way():
    robot, extras = case("gravity")
    robot = dataclasses.replace(robot, surroundings=Surroundings())
    ports = inverse_dynamics_with("newton-euler", extras).inputs(robot)
    assert [port.limit for port in ports[-3:]] == [np.linalg.norm(robot.gravity)] * 3


@pytest.mark.parametrize(
    ("name", "extras", "algorithm", "problem"),
    [
        ("motors", Extras(("mass",)), "newton-euler", "--ports: 'mass' is unknown; allowed: payl"),
        ("motors", Extras(("payload",)), "lagrangian", "--ports: given beside --algorithm"),
        ("free base", Extras(), "lagrangian", "--free-base: given beside --algorithm"),
        ("free base", Extras(("gravity",)), "newton-euler", "--ports: gravity beside a base"),
    ],
)
def test_what_cannot_be_built_is_told(name, extras, algorithm, problem):
    with pytest.raises(InputError, match=problem):
        build(Request(case(name)[0], inverse_dynamics_with(algorithm, extras)))


def test_unknown_limits_are_asked_for_by_table():
    robot = dataclasses.replace(case("free base")[0], surroundings=Surroundings())
    with pytest.raises(InputError, match=r"no limit of base omega, .*base moment; .*\[base\] with"):
        build(Request(robot, inverse_dynamics_with("newton-euler")))
    extras = Extras(("payload", "wrench"))
    robot = dataclasses.replace(robot, base_body=None)
    with pytest.raises(
        InputError, match=r"\[payload\] with mass, .* and \[wrench\] with .* in --limits"
    ):
        build(Request(robot, inverse_dynamics_with("newton-euler", extras)))


def test_an_angle_that_wraps_is_refused_where_a_follower_would_not():
    robot, _ = case("four bar")
    far = Trajectory(np.full((2, 2), 3.5), np.zeros((2, 2)), np.zeros((2, 2)))
    with pytest.raises(InputError, match=r"row 1, q1: 3\.5 rad"):
        computation_named("newton-euler").states(robot, far)
    whole, _ = case("doubled")
    states = computation_named("newton-euler").states(whole, Trajectory(*np.full((3, 2, 1), 3.5)))
    design = build(Request(whole, computation_named("newton-euler"), width=24))
    got = decode_outputs(design, SystolicArray(design).outputs(encode(design, states).integers))
    assert got.shape == (2, 1)


def test_the_reference_is_goldens():
    robot, extras = case("all")
    computation = inverse_dynamics_with("newton-euler", extras)
    states = computation.states(robot, states_of(robot, extras, 3, 5))
    base = states["base_omega"], states["base_alpha"], states["base_acceleration"]
    tau, wrench = loaded_dynamics(
        robot, states["q"], states["qd"], states["qdd"], link=2, payload=states["payload"],
        wrench=states["wrench"], base=base, actuators=True,
    )  # fmt: skip
    assert isinstance(robot, Robot)
    np.testing.assert_array_equal(computation.reference(robot, states), np.hstack([tau, wrench]))
