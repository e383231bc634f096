import dataclasses
import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from dataflow.build import WIDTHS, build_array, port_formats
from dataflow.operation import Operator, Target
from dataflow.ports import encode
from golden.errors import InputError
from golden.generators import random_robot
from golden.robot import Joint, JointType, Link, Robot, load_robot, robot_names

ALGORITHMS = ("newton-euler", "lagrangian")


def slider(position=(0.0, 1.0), velocity=1.0, acceleration=1.0):
    joint = Joint(JointType.PRISMATIC, 0.0, position, velocity, acceleration, 100.0)
    link = Link(joint, np.eye(3), np.zeros(3), 2.0, np.zeros(3), np.eye(3))
    return Robot("slider", "", (link,))


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"algorithm": "newton_euler"}, "algorithm: 'newton_euler'; allowed: newton-euler, lag"),
        ({"algorithm": ""}, "algorithm: ''"),
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
    with pytest.raises(InputError, match=r"robot random PRRRRPRRRRPP: passed_f_x_2: .* larger wid"):
        build_array(robot, width=12)
    assert build_array(robot, width=14).joints == 12


@pytest.mark.parametrize("name", robot_names())
@pytest.mark.parametrize("algorithm", ALGORITHMS)
def test_ports_are_named_and_ordered_as_the_contract_says(name, algorithm):
    robot = load_robot(name)
    design = build_array(robot, algorithm)
    n = robot.n
    assert (design.robot, design.algorithm, design.joints) == (robot.name, algorithm, n)
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
    formats = port_formats(robot, width)
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
        assert encode(design, [sign * limit], [sign * limit], [sign * limit]).clipped == 0


def test_the_lower_position_limit_counts_too():
    assert port_formats(slider((-3.0, 0.1)), 12)["q1"].fraction == 9
    assert port_formats(slider((0.0, 0.0)), 12)["q1"].fraction == 11


def test_angles_are_fractions_of_a_turn_whatever_their_limits():
    formats = port_formats(load_robot("puma560"), 18)
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
