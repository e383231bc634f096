"""Economies of Newton-Euler where a base moves, joints follow or a link holds: golden's numbers."""

import dataclasses

import numpy as np
import pytest

from dataflow.build import build
from dataflow.computations.inverse_dynamics import inverse_dynamics_with
from dataflow.computations.surroundings import Extras
from dataflow.equations.joint_frames import joint_frame_links
from dataflow.equations.parallel_axes import group_heads, parallel_frames, with_parallel_frames
from dataflow.lowering.forms import computes_goldens
from dataflow.lowering.request import Request
from dataflow.lowering.tracing import port_formats, traced
from dataflow.numbers.ports import encode
from dataflow.topologies import TOPOLOGIES
from golden.load import load_robot
from hdl.simulate.simulator import Simulation
from tests.test_dataflow_computations_inverse_dynamics import CASES, LIMITS, robot_of, states_of
from tests.test_dataflow_equations_short_newton_euler import with_parallel_axes
from torqueflow.report.comparison import compare, stimulus

LOADS = ("payload", "wrench", "gravity")


def parallel_arm(seed, links, *, free=False):
    """An arm whose parallel axes stand turned against each other, perhaps on a base that moves."""
    arm = with_parallel_axes(seed, links)
    body = robot_of(seed, "R", free=True).base_body if free else None
    return dataclasses.replace(arm, base_body=body, surroundings=LIMITS)


def agrees(robot, extras, names):
    """Whether the graph with these economies computes what golden does."""
    computation = inverse_dynamics_with("newton-euler", extras)
    request = Request(robot, computation)
    formats = port_formats(robot, computation, request.width)
    trace = computation.economical(frozenset(names))
    return computes_goldens(request, traced(robot, trace, computation, formats))


def choices(robot):
    """Each economy that a robot may profit from alone, and all together."""
    offered = inverse_dynamics_with("newton-euler").economies(robot)
    return [*((name,) for name in offered), offered]


@pytest.mark.parametrize("name", CASES)
def test_machines_with_more_than_an_arm(name):
    made, extras = CASES[name]
    robot = robot_of(**made)
    for names in choices(robot):
        assert agrees(robot, Extras(**extras), names), names


SEEDS = [0, 2, 3]


@pytest.mark.parametrize("seed", SEEDS)
def test_whatever_link_holds_in_whatever_frame(seed):
    robot = parallel_arm(seed, 4)
    for link in range(4):
        for names in choices(robot):
            assert agrees(robot, Extras(LOADS, link), names), (link, names)


def test_frames_are_turned_among_them():
    """Else the test above would not see where a load is held."""
    links = [joint_frame_links(parallel_arm(seed, 4)) for seed in SEEDS]
    frames = [frame for each in links for frame in parallel_frames(each)[1]]
    assert sum(not np.allclose(frame, np.eye(3)) for frame in frames) >= 3


@pytest.mark.parametrize("seed", SEEDS)
def test_parallel_axes_on_a_base_that_moves(seed):
    robot = parallel_arm(seed, 4, free=True)
    for names in choices(robot):
        assert agrees(robot, Extras(), names), names


def test_angles_of_followers_are_not_summed():
    """A sum of angles is one of ports."""
    robot = robot_of(1, "RRR", parents=(-1, 0, 1), follows=[(2, (0, 0.5, 0.1))])
    links = [
        dataclasses.replace(link, rotation=np.eye(3), mount_rotation=np.eye(3))
        for link in robot.links
    ]
    robot = dataclasses.replace(robot, links=tuple(links))
    assert group_heads(with_parallel_frames(joint_frame_links(robot))) == [0, 0, 0]
    computation = inverse_dynamics_with("newton-euler")
    assert not {"PARALLEL_AXES", "HEAD"} & set(computation.economies(robot))
    for names in choices(robot):
        assert agrees(robot, Extras(), names)


def built(robot, extras, topology, interval):
    """What is built, and the textbook's in its place."""
    computation = inverse_dynamics_with("newton-euler", extras)
    request = Request(robot, computation, TOPOLOGIES[topology], 18, interval)
    return [build(dataclasses.replace(request, textbook=book)) for book in (False, True)]


def test_a_ring_of_a_base_that_moves_has_fewer_operations():
    short, book = built(parallel_arm(3, 3, free=True), Extras(), "ring", 24)
    assert len(short.operations) < len(book.operations)


def test_an_array_of_motors_has_fewer_cycles():
    arm = dataclasses.replace(load_robot("puma560"), surroundings=LIMITS)
    short, book = built(arm, Extras(actuators=True), "array", 1)
    assert short.latency < book.latency


def test_a_loaded_array_is_the_emulator_to_the_bit_and_cycle(tmp_path):
    robot, extras = parallel_arm(3, 3), Extras(LOADS, 2)
    short, book = built(robot, extras, "array", 1)
    assert short.latency < book.latency
    computation = inverse_dynamics_with("newton-euler", extras)
    states = computation.states(robot, states_of(robot, extras, 6, 1))
    played = stimulus(short, encode(short, states), stall=0.2, seed=1)
    golden = computation.reference(robot, states)
    agreement = compare(Simulation(short, "icarus", tmp_path), played, golden)
    assert (agreement.bit_mismatches, agreement.cycle_mismatches) == (0, 0)
    assert agreement.latency == short.latency
    bounds = [short.knowledge[port.operation].error for port in short.outputs]
    assert np.all(agreement.errors <= bounds)
