"""Forward dynamics as a machine: bounds, refusals, and RTL that is the emulator in every bit."""

import dataclasses
import itertools

import numpy as np
import pytest

from common.errors import InputError
from dataflow.build import build_array, build_ring
from dataflow.computations.forward_dynamics import FORWARD, FORWARD_WITH_ROTORS
from dataflow.computations.inverse_dynamics import NEWTON_EULER
from dataflow.numbers.ports import decode_inputs, decode_outputs, encode
from emulator.systolic.array import SystolicArray
from golden.equations_of_motion import forward_dynamics, mass_matrix
from golden.generators import planar, random_robot
from golden.joint import Following
from golden.load import load_robot
from golden.rigid_body import RigidBody
from golden.trajectory import random_states, random_trajectory
from hdl.simulate.simulator import Simulation
from torqueflow.report.comparison import compare, stimulus


def bounds(design):
    return np.array([design.knowledge[port.operation].error for port in design.outputs])


def small(types="RP", seed=2):
    return random_robot(np.random.default_rng(seed), len(types), joint_types=types, actuators=True)


DESIGNS = [
    ("puma560", 18, 1), ("puma560", 24, 4), ("stanford", 18, 1), ("stanford", 24, 1),
]  # fmt: skip


@pytest.mark.parametrize(("name", "width", "interval"), DESIGNS)
def test_errors_are_finite_and_within_their_bounds(name, width, interval):
    robot = load_robot(name)
    design = build_array(robot, FORWARD_WITH_ROTORS, width, interval)
    states = FORWARD_WITH_ROTORS.states(robot, random_states(robot, 300, 1))
    encoded = encode(design, states, clip=True)
    found = decode_outputs(design, SystolicArray(design).outputs(encoded.integers))
    true = FORWARD_WITH_ROTORS.reference(robot, decode_inputs(design, encoded.integers))
    assert np.isfinite(bounds(design)).all()
    assert np.all(np.abs(found - true) <= bounds(design))


def test_any_pattern_on_the_ports_is_within_the_bounds():
    robot = load_robot("puma560")
    design = build_array(robot, FORWARD_WITH_ROTORS, 20)
    rng = np.random.default_rng(3)
    ends = [(port.format.lowest, port.format.highest) for port in design.inputs]
    integers = np.stack([rng.integers(*e, 500, endpoint=True) for e in ends], axis=1)
    integers[:50] = np.where(rng.random((50, 18)) < 0.5, *np.array(ends).T[:, None, :])
    found = decode_outputs(design, SystolicArray(design).outputs(integers))
    true = FORWARD_WITH_ROTORS.reference(robot, decode_inputs(design, integers))
    assert np.all(np.abs(found - true) <= bounds(design))


def test_the_reference_is_goldens_forward_dynamics():
    robot = load_robot("stanford")
    states = FORWARD.states(robot, random_states(robot, 20, 1))
    found = FORWARD.reference(robot, states)
    true = forward_dynamics(robot, states["q"], states["qd"], states["tau"])
    np.testing.assert_allclose(found, true, rtol=1e-9)


def test_where_a_pivot_may_vanish_the_design_is_refused_by_name():
    with pytest.raises(InputError, match=r"r_\d: what it divides by.*may vanish.*larger width"):
        build_array(load_robot("stanford"), FORWARD, 18)
    robot = planar(2)
    links = list(robot.links)
    centre = np.zeros(3)
    flat = np.diag([0.1, 0.1, 0.0])
    links[1] = dataclasses.replace(
        links[1], inertia=flat, center_of_mass=centre, translation=np.zeros(3)
    )
    thin = dataclasses.replace(robot, links=tuple(links))
    with pytest.raises(InputError, match="joint 2: its own link has no inertia about its axis"):
        build_array(thin, FORWARD)


def test_followers_and_a_base_that_moves_are_refused():
    robot = small("RR")
    first, second = robot.links
    joint = dataclasses.replace(second.joint, follows=Following(0, 2.0, 0.0))
    coupled = dataclasses.replace(robot, links=(first, dataclasses.replace(second, joint=joint)))
    free = dataclasses.replace(robot, base_body=RigidBody(1.0, np.zeros(3), np.eye(3)))
    for each, computation in itertools.product((coupled, free), (FORWARD, FORWARD_WITH_ROTORS)):
        with pytest.raises(InputError, match=r"forward: .* free base, or joints that follow"):
            build_array(each, computation)


MACHINES = [
    # The test of both machines in a row plays it by default.
    pytest.param(planar(2), FORWARD, "array", 16, 1, marks=pytest.mark.slow),
    (small("RP"), FORWARD_WITH_ROTORS, "array", 18, 3),
    pytest.param(planar(2), FORWARD, "ring", 18, 5, marks=pytest.mark.slow),
]


def check_rtl(robot, computation, design, folder, points):
    states = computation.states(robot, random_trajectory(robot, points, 3))
    encoded = encode(design, states, clip=True)
    simulation = Simulation(design, "icarus", folder)
    played = stimulus(design, encoded, stall=0.3, seed=2)
    reference = computation.reference(robot, decode_inputs(design, encoded.integers))
    agreement = compare(simulation, played, reference)
    assert (agreement.bit_mismatches, agreement.cycle_mismatches) == (0, 0)
    assert agreement.latency == design.latency
    assert np.all(agreement.errors.max(axis=0) <= bounds(design))


@pytest.mark.parametrize(("robot", "computation", "topology", "width", "interval"), MACHINES)
def test_the_rtl_is_the_emulator_in_every_bit_and_cycle(
    robot, computation, topology, width, interval, tmp_path
):
    build = build_array if topology == "array" else build_ring
    design = build(robot, computation, width, interval)
    check_rtl(robot, computation, design, tmp_path, 15)


@pytest.mark.slow
@pytest.mark.parametrize(("name", "width", "interval"), DESIGNS)
def test_the_rtl_of_real_arms_is_the_emulator_in_every_bit_and_cycle(
    name, width, interval, tmp_path
):
    robot = load_robot(name)
    design = build_array(robot, FORWARD_WITH_ROTORS, width, interval)
    check_rtl(robot, FORWARD_WITH_ROTORS, design, tmp_path, 30)


def test_inverse_then_forward_returns_the_accelerations(tmp_path):
    """Both machines' RTL in a row: what comes back differs by no more than both bounds allow."""
    robot = planar(2)
    inverse, forward = build_array(robot, NEWTON_EULER, 16), build_array(robot, FORWARD, 16)
    motion = random_trajectory(robot, 12, 4)
    first = encode(inverse, NEWTON_EULER.states(robot, motion))
    torques = _played(inverse, first, tmp_path / "inverse")
    given = decode_inputs(inverse, first.integers)
    second = encode(forward, {"q": given["q"], "qd": given["qd"], "tau": torques})
    accelerations = _played(forward, second, tmp_path / "forward")
    # A torque's error moves the accelerations by inverse(M) times it.
    gain = np.abs(np.linalg.inv(mass_matrix(robot, given["q"])))
    allowed = bounds(forward) + gain @ bounds(inverse)
    errors = np.abs(accelerations - given["qdd"])
    assert np.all(errors <= allowed)
    assert errors.max() > 0


def _played(design, encoded, folder):
    played = stimulus(design, encoded, stall=0.2, seed=1)
    record = Simulation(design, "icarus", folder).play(played)
    delivered = record.valid & played.ready & ~played.reset
    return decode_outputs(design, record.outputs[delivered])
