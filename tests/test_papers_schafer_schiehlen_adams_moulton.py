"""The integration scheme: second order, energy kept, blown-up motions told."""

import numpy as np
import pytest

from common.errors import InputError
from dataflow.equations.computed_torque import ComputedTorque
from dataflow.equations.functions import Floats
from golden.equations_of_motion import forward_dynamics, mass_matrix
from golden.generators import planar
from golden.load import load_robot
from golden.newton_euler import inverse_dynamics
from papers.schafer_schiehlen.adams_moulton import integrated


def swing(step, seconds=0.4):
    """Return the largest change of a frictionless double pendulum's energy, of its first."""
    robot = planar(2)
    still = np.zeros(2)

    def accelerations(q, qd):
        return forward_dynamics(robot, q, qd, still)

    found = integrated(
        accelerations, np.array([-0.5, 0.3]), still, step, round(seconds / step), robot
    )
    q, qd = found[:, 0], found[:, 1]
    kinetic = 0.5 * np.einsum("ti,tij,tj->t", qd, mass_matrix(robot, q), qd)
    heights = np.cumsum(0.5 * np.sin(np.cumsum(q, axis=1)), axis=1)
    below = np.concatenate([np.zeros((len(q), 1)), heights[:, :-1]], axis=1)
    potential = (2.0 * 9.81 * (heights + below) / 2).sum(axis=1)
    energy = kinetic + potential
    return np.abs(energy - energy[0]).max()


def test_energy_is_kept_within_the_schemes_order():
    coarse, fine, finer = (swing(step) for step in (4e-3, 2e-3, 1e-3))
    assert 3.4 < coarse / fine < 9
    assert 3.4 < fine / finer < 9
    assert finer < 1e-3


def test_a_known_motion():
    robot = planar(1)
    found = integrated(lambda q, qd: -4.0 * q, np.ones(1), np.zeros(1), 1e-3, 1000, robot)
    assert found[-1, 0, 0] == pytest.approx(np.cos(2.0), abs=2e-6)


def test_a_step_that_is_too_long_is_told_by_time_and_joint():
    robot = planar(2)
    with pytest.raises(InputError, match=r"joint 2 at 0\.\d+ s: the motion blows up with steps"):
        integrated(
            lambda q, qd: np.array([0.0, -1e6 * q[1]]), np.ones(2), np.zeros(2), 0.01, 100, robot
        )


def test_computed_torques_give_the_acceleration_that_is_asked_for():
    robot = load_robot("puma560")
    goal, rng = np.full(6, 0.2), np.random.default_rng(1)
    q, qd = rng.uniform(-1, 1, 6), rng.uniform(-1, 1, 6)
    control = ComputedTorque(goal, 25.0, 10.0)
    torques = np.array(control.torques(Floats(), robot, q, qd), dtype=float)
    asked = -25.0 * (q - goal) - 10.0 * qd
    np.testing.assert_allclose(torques, inverse_dynamics(robot, q, qd, asked), atol=1e-9)
