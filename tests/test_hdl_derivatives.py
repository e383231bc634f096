"""Derivatives in RTL: every bit and every cycle is the emulator's, with stalls."""

import numpy as np
import pytest

from dataflow.build import build_array, build_ring
from dataflow.computations.derivatives import INVERSE_DERIVATIVES
from dataflow.computations.forward_derivatives import forward_derivatives
from dataflow.numbers.ports import encode
from golden.load import load_robot
from golden.trajectory import random_states
from hdl.simulate.simulator import Simulation
from torqueflow.report.comparison import compare, stimulus


def agreement_of(computation, robot, design, folder, points):
    given = computation.states(robot, random_states(robot, points, 6))
    played = stimulus(design, encode(design, given), 0.3, 7)
    simulation = Simulation(design, "icarus", folder)
    return compare(simulation, played, computation.reference(robot, given))


def assert_agrees(found, design):
    assert (found.bit_mismatches, found.cycle_mismatches) == (0, 0)
    assert found.latency == design.latency
    noise = 1e-13 * max(1.0, float(np.abs(found.golden).max()))
    assert np.all(found.errors <= np.array(design.error_bounds) + noise)


@pytest.mark.parametrize(
    ("name", "build", "interval"),
    [
        ("machado_2r", build_array, 1),
        ("machado_2r", build_array, 3),
        ("machado_2r", build_ring, 8),
        pytest.param("stanford", build_array, 5, marks=pytest.mark.slow),
        pytest.param("puma560", build_array, 12, marks=pytest.mark.slow),
        pytest.param("puma560", build_array, 1, marks=pytest.mark.slow),
        pytest.param("puma560", build_array, 5, marks=pytest.mark.slow),
        pytest.param("puma560", build_ring, 64, marks=pytest.mark.slow),
        pytest.param("stanford", build_ring, 64, marks=pytest.mark.slow),
    ],
)
def test_every_bit_and_cycle_is_the_emulators_and_within_bounds(name, build, interval, tmp_path):
    robot = load_robot(name)
    design = build(robot, INVERSE_DERIVATIVES, initiation_interval=interval)
    assert_agrees(agreement_of(INVERSE_DERIVATIVES, robot, design, tmp_path, 4), design)


@pytest.mark.slow
@pytest.mark.parametrize("name", ["puma560", "stanford"])
def test_forward_derivatives_of_a_whole_arm_with_its_rotors(name, tmp_path):
    robot = load_robot(name)
    computation = forward_derivatives(actuators=True)
    design = build_array(robot, computation, 24, 12)
    assert_agrees(agreement_of(computation, robot, design, tmp_path, 2), design)
