"""Derivatives of forward dynamics as a computation: golden on floats, machines within bounds."""

import dataclasses

import numpy as np
import pytest

from common.errors import InputError
from dataflow.build import build_array
from dataflow.computations.derivative_entries import arrays_of
from dataflow.computations.forward_derivatives import forward_derivatives, forward_entries
from dataflow.numbers.ports import decode_outputs, encode
from dataflow.timing.cost import cost
from emulator.systolic import SystolicArray
from golden.actuators import rotor_inertia
from golden.derivatives import forward_dynamics_derivatives, inverse_dynamics_derivatives
from golden.load import load_robot
from golden.trajectory import random_states


def run(name, width, **kind):
    """The design, states, results and what they should be."""
    robot, computation = load_robot(name), forward_derivatives(**kind)
    design = build_array(robot, computation, width)
    states = computation.states(robot, random_states(robot, 100, 3))
    results = SystolicArray(design).outputs(encode(design, states).integers)
    return robot, design, states, decode_outputs(design, results), computation


@pytest.mark.parametrize(
    ("name", "width", "kind", "latency"),
    [
        ("machado_2r", 18, {}, 41),
        ("machado_2r", 18, {"given": True}, 20),
        ("puma560", 18, {"given": True, "actuators": True}, 62),
        ("stanford", 18, {"given": True, "actuators": True}, 62),
        pytest.param("puma560", 24, {"actuators": True}, 168, marks=pytest.mark.slow),
    ],
)
def test_machines_are_within_their_bounds(name, width, kind, latency):
    robot, design, states, results, computation = run(name, width, **kind)
    errors = np.abs(results - computation.reference(robot, states))
    assert np.all(errors <= np.array(design.error_bounds) + 1e-9)
    assert design.latency <= latency
    assert errors.max() < 1e-2 * max(port.limit for port in design.outputs)


def test_pumas_products_with_the_inverse_given():
    _, design, *_ = run("puma560", 18, given=True)
    assert cost(design).multiply == 979


def test_the_reference_is_goldens_forward_derivatives():
    robot, computation = load_robot("machado_2r"), forward_derivatives()
    states = computation.states(robot, random_states(robot, 5, 1))
    entries = forward_entries(robot)
    names = [each.name for each in computation.outputs(robot)]
    found = arrays_of(robot.n, entries, names, computation.reference(robot, states))
    golden = forward_dynamics_derivatives(robot, states["q"], states["qd"], states["tau"])
    for name, array in (
        ("dqdd_dq", golden.position), ("dqdd_dqd", golden.rate),
        ("inverse_mass", golden.inverse_mass),
    ):  # fmt: skip
        np.testing.assert_allclose(found[name], array, rtol=0, atol=1e-10 * np.abs(array).max())


def test_with_the_inverse_given_rotors_are_in_it():
    robot, computation = load_robot("puma560"), forward_derivatives(given=True, actuators=True)
    motion = random_states(robot, 5, 1)
    states = computation.states(robot, motion)
    inner = inverse_dynamics_derivatives(robot, motion.q, motion.qd, motion.qdd)
    inverse = np.linalg.inv(inner.mass + rotor_inertia(robot))
    names = [each.name for each in computation.outputs(robot)]
    expected = -inverse @ inner.rate
    column = names.index("dqdd_dqd_2_3")
    found = computation.reference(robot, states)[:, column]
    np.testing.assert_allclose(found, expected[:, 1, 2], rtol=1e-9)


@pytest.mark.parametrize("given", [False, True])
def test_a_joint_that_moves_nothing_is_refused(given):
    robot = load_robot("machado_2r")
    empty = dataclasses.replace(robot.links[1], mass=0.0, inertia=np.zeros((3, 3)))
    robot = dataclasses.replace(robot, links=(robot.links[0], empty))
    with pytest.raises(InputError, match="inertia"):
        build_array(robot, forward_derivatives(given=given))
