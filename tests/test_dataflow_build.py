import dataclasses
import math
from collections import Counter

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from common.errors import InputError
from dataflow.build import build_array
from dataflow.computations.inverse_dynamics import NEWTON_EULER
from dataflow.lowering.request import WIDTHS
from dataflow.lowering.tracing import port_formats
from dataflow.numbers.ports import decode_inputs, decode_outputs, encode
from dataflow.operators import Operator, Target
from dataflow.timing.cost import cost
from emulator.systolic import SystolicArray
from golden.generators import random_robot
from golden.load import load_robot, robot_names
from golden.newton_euler import inverse_dynamics
from golden.robot import Joint, JointType, Link, Robot
from golden.trajectory import random_states

ALGORITHMS = ("newton-euler", "lagrangian")


def slider(position=(0.0, 1.0), velocity=1.0, acceleration=1.0):
    joint = Joint(JointType.PRISMATIC, 0.0, position, velocity, acceleration, 100.0)
    link = Link(joint, np.eye(3), np.zeros(3), 2.0, np.zeros(3), np.eye(3))
    return Robot("slider", "", (link,))


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"computation": "newton_euler"}, "algorithm: 'newton_euler'; allowed: newton-euler, lag"),
        ({"computation": ""}, "algorithm: ''"),
        ({"width": 11}, "width: 11 bits; allowed: 12 to 28"),
        ({"width": 29}, "width: 29 bits"),
        ({"width": -18}, "width: -18 bits"),
        ({"initiation_interval": 0}, "ii: 0; allowed: 1 to 1024 cycles"),
        ({"initiation_interval": -1}, "ii: -1"),
        ({"initiation_interval": 1025}, "ii: 1025"),
    ],
)
def test_impossible_options_are_named(options, message):
    with pytest.raises(InputError, match=message):
        build_array(load_robot("machado_2r"), **options)


@pytest.mark.parametrize("algorithm", ALGORITHMS)
def test_every_width_and_the_longest_interval_are_possible(algorithm):
    robot = load_robot("machado_2r")
    for width in WIDTHS:
        design = build_array(robot, algorithm, width)
        assert {p.format.width for p in design.inputs} == {width}
    assert build_array(robot, algorithm, 12, 1024).initiation_interval == 1024


def test_an_arm_too_long_for_its_width_is_refused_with_advice():
    """Twelve links in twelve bits: the error of what the tip passes down is larger than it is."""
    robot = random_robot(np.random.default_rng(2), 12, base=True)
    with pytest.raises(
        InputError, match=r"robot random PRRRRPRRRRPP: no hardware: passed_f_x_2: .* larger wid"
    ):
        build_array(robot, width=12)
    assert len(build_array(robot, width=14).outputs) == 12


@pytest.mark.parametrize("name", robot_names())
@pytest.mark.parametrize("algorithm", ALGORITHMS)
def test_ports_are_named_and_ordered_as_the_contract_says(name, algorithm):
    robot = load_robot(name)
    design = build_array(robot, algorithm)
    n = robot.n
    assert (design.robot, design.algorithm, len(design.outputs)) == (robot.name, algorithm, n)
    prefixes = ("q", "qd", "qdd")
    assert [p.name for p in design.inputs] == [f"{x}{i}" for x in prefixes for i in range(1, n + 1)]
    assert [p.joint for p in design.inputs] == [*range(1, n + 1)] * 3
    assert [p.name for p in design.outputs] == [f"tau{i}" for i in range(1, n + 1)]
    assert [p.joint for p in design.outputs] == [*range(1, n + 1)]
    revolute = [j.type is JointType.REVOLUTE for j in robot.joints]
    units = [p.unit for p in design.inputs]
    assert units == [
        unit[not r]
        for unit in (("turn", "m"), ("rad/s", "m/s"), ("rad/s2", "m/s2"))
        for r in revolute
    ]
    assert [p.unit for p in design.outputs] == ["N m" if r else "N" for r in revolute]
    for port in (*design.inputs, *design.outputs):
        operation = design.operations[port.operation]
        assert operation.format == port.format
        assert (operation.operator is Operator.PORT) == (port in design.inputs)
    assert len({p.operation for p in design.inputs}) == 3 * n


@given(st.floats(1e-3, 1e4), st.sampled_from([12, 18, 28]))
def test_port_formats_are_the_finest_that_hold_the_limits(limit, width):
    robot = slider((-0.5 * limit, limit), 2.0 * limit, 3.0 * limit)
    formats = port_formats(robot, NEWTON_EULER, width)
    for name, largest in (("q1", limit), ("qd1", 2.0 * limit), ("qdd1", 3.0 * limit)):
        form = formats[name]
        assert form.width == width
        assert round(math.ldexp(largest, form.fraction)) <= form.highest
        assert round(math.ldexp(largest, form.fraction + 1)) > form.highest


@pytest.mark.parametrize("power", [0.25, 1.0, 2.0, 64.0])
@pytest.mark.parametrize("below", [0.0, 1e-16, 1e-9, 1e-5, 1e-3])
def test_a_joint_at_its_own_limits_is_within_its_ports(power, below):
    """A limit just below a power of two rounds up to the power, which needs one bit more."""
    limit = power * (1.0 - below)
    design = build_array(slider((-limit, limit), limit, limit))
    for sign in (1.0, -1.0):
        assert encode(design, {name: [sign * limit] for name in ("q", "qd", "qdd")}).clipped == 0


def test_the_lower_position_limit_counts_too():
    assert port_formats(slider((-3.0, 0.1)), NEWTON_EULER, 12)["q1"].fraction == 9
    assert port_formats(slider((0.0, 0.0)), NEWTON_EULER, 12)["q1"].fraction == 11


def test_angles_are_fractions_of_a_turn_whatever_their_limits():
    formats = port_formats(load_robot("puma560"), NEWTON_EULER, 18)
    assert {formats[f"q{i}"].fraction for i in range(1, 7)} == {18}


def test_a_slower_target_takes_longer_and_changes_no_bit():
    robot = load_robot("machado_2r")
    usual, slow = (build_array(robot, target=t) for t in (None, Target(5, 2, 9)))
    assert slow.depth > usual.depth
    assert slow.knowledge == usual.knowledge
    for a, b in zip(usual.operations, slow.operations, strict=True):
        assert dataclasses.replace(b, start=a.start, ready=a.ready) == a
        assert b.operator is not Operator.MULTIPLY or b.ready - b.start == 5
        assert b.operator is not Operator.SINE or b.ready - b.start == 9
        assert b.operator is not Operator.SUBTRACT or b.ready - b.start == 2


def torques_and_truth(design, robot, integers):
    """The design's torques as emulated, golden's for the same patterns, and the proved error."""
    torques = decode_outputs(design, SystolicArray(design).outputs(integers))
    truth = inverse_dynamics(robot, **decode_inputs(design, integers))
    bound = np.array([design.knowledge[p.operation].error for p in design.outputs])
    return torques, truth, bound


def some_inputs(design, points, seed=0):
    """Patterns by chance, and some with every input at either end."""
    rng = np.random.default_rng(seed)
    low = np.array([p.format.lowest for p in design.inputs])
    high = np.array([p.format.highest for p in design.inputs])
    shape = (points, len(low))
    ends = np.where(rng.integers(0, 2, shape), low, high)
    return np.concatenate([rng.integers(low, high, shape, endpoint=True), ends])


@pytest.mark.parametrize("algorithm", ALGORITHMS)
@pytest.mark.parametrize("width", [12, 18, 28])
@pytest.mark.parametrize("name", [*robot_names(), "random"])
def test_torques_are_goldens_within_the_proved_error(name, width, algorithm):
    chance = random_robot(np.random.default_rng(1), 4, joint_types="RPRR", base=True)
    robot = chance if name == "random" else load_robot(name)
    design = build_array(robot, algorithm, width)
    torques, truth, bound = torques_and_truth(design, robot, some_inputs(design, 500))
    assert np.all(np.abs(torques - truth) <= bound + 1e-12 * np.abs(truth))


@pytest.mark.parametrize("algorithm", ALGORITHMS)
def test_default_formats_keep_pumas_torques_within_a_ten_thousandth_of_the_limits(algorithm):
    robot = load_robot("puma560")
    design = build_array(robot, algorithm)
    states = random_states(robot, 5000, seed=3)
    encoded = encode(design, vars(states))
    torques = decode_outputs(design, SystolicArray(design).outputs(encoded.integers))
    truth = inverse_dynamics(robot, states.q, states.qd, states.qdd)
    assert np.all(np.abs(torques - truth) < 1e-4 * robot.torque_limits)


def body(kind, mass, centre=(0.0, 0.0, 0.0), inertia=(0.0, 0.0, 0.0), turned=False):
    joint = Joint(kind, 0.0, (-1.0, 1.0), 2.0, 5.0, 100.0)
    rotation = np.array([[1.0, 0, 0], [0, 0, -1.0], [0, 1.0, 0]]) if turned else np.eye(3)
    return Link(joint, rotation, np.zeros(3), mass, np.array(centre), np.diag(inertia))


TURN, SLIDE = JointType.REVOLUTE, JointType.PRISMATIC
ODD_ARMS = {
    "a slider": [body(SLIDE, 2.0)],
    "a massless slider": [body(SLIDE, 0.0)],
    "a massless turning joint": [body(TURN, 0.0)],
    "mass on the axis": [body(TURN, 2.0, (0.0, 0.0, 0.3))],
    "mass beside the axis": [body(TURN, 2.0, (0.1, 0.0, 0.3), (0.1, 0.1, 0.1))],
    "a massless tool": [body(TURN, 1.0, (0.1, 0, 0), turned=True), body(SLIDE, 0.0)],
    "a wheel on its axis": [body(TURN, 1.0, (0.1, 0, 0), turned=True), body(TURN, 1.0)],
    "two sliders in line": [body(SLIDE, 1.0), body(SLIDE, 1.5)],
    "two sliders at right angles": [body(SLIDE, 1.0, turned=True), body(SLIDE, 1.5)],
    "one slider moves nothing": [body(SLIDE, 1.0), body(SLIDE, 0.0)],
    "nothing at all": [body(TURN, 0.0), body(SLIDE, 0.0), body(TURN, 0.0)],
}


@pytest.mark.parametrize("gravity", [(0.0, 0.0, -9.81), (0.0, -9.81, 0.0), (0.0, 0.0, 0.0)])
@pytest.mark.parametrize("algorithm", ALGORITHMS)
@pytest.mark.parametrize("arm", ODD_ARMS)
def test_odd_arms(arm, algorithm, gravity):
    """Torques that are zero, constant, a copy of an input, or equal to another joint's."""
    robot = Robot(arm, "", tuple(ODD_ARMS[arm]), gravity=np.array(gravity))
    design = build_array(robot, algorithm)
    torques, truth, bound = torques_and_truth(design, robot, some_inputs(design, 50))
    assert np.all(np.abs(torques - truth) <= bound + 1e-12)
    assert np.all(bound < 2e-3)
    assert design.depth >= 1


@pytest.mark.parametrize("algorithm", ALGORITHMS)
def test_a_weightless_arm_at_rest_needs_next_to_no_torque(algorithm):
    robot = random_robot(np.random.default_rng(8), 3, joint_types="RPR").with_gravity(np.zeros(3))
    design = build_array(robot, algorithm)
    integers = some_inputs(design, 50)
    integers[:, 3:] = 0
    torques, truth, bound = torques_and_truth(design, robot, integers)
    assert np.all(truth == 0.0)
    assert np.all(np.abs(torques) <= bound)


@pytest.mark.parametrize("interval", [2, 3, 7])
@pytest.mark.parametrize("algorithm", ALGORITHMS)
def test_sharing_multipliers_keeps_the_proof(algorithm, interval):
    robot = load_robot("stanford")
    alone, shared = (build_array(robot, algorithm, 18, ii) for ii in (1, interval))
    integers = some_inputs(alone, 100)
    torques, truth, bound = torques_and_truth(shared, robot, integers)
    assert np.all(np.abs(torques - truth) <= bound)
    assert shared.depth >= alone.depth


def test_arms_whose_formats_are_tried_twice_get_their_multipliers():
    """A format that overflows gives its multipliers back: these builds once never ended."""
    for seed, algorithm, width in ((36, "lagrangian", 12), (33, "lagrangian", 18)):
        rng = np.random.default_rng(seed)
        n = int(rng.integers(1, 8))
        robot = random_robot(rng, n, quarter_twists=bool(seed % 2), base=seed % 3 == 0)
        for interval in (1, 3):
            design = build_array(robot, algorithm, width, interval)
            products = Counter(
                o.stage for o in design.operations if o.operator is Operator.MULTIPLY
            )
            fewest = sum(-(-count // interval) for count in products.values())
            assert cost(design).multipliers == fewest
            torques, truth, bound = torques_and_truth(design, robot, some_inputs(design, 50))
            assert np.all(np.abs(torques - truth) <= bound)
