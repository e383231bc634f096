"""Golden's accelerations are no further from those of 64 bits of fraction than is counted."""

import numpy as np
import pytest

from dataflow.computations.forward_dynamics import FORWARD, FORWARD_WITH_ROTORS
from golden.connectivity import BASE
from golden.frame_motion import FrameMotion, Wrench
from golden.generators import random_robot
from golden.load import load_robot
from golden.newton_euler import recursion
from golden.pivots import solved
from golden.trajectory import random_states
from golden.vectors import ZERO

CASES = [
    ("machado_2r", FORWARD), ("machado_2r", FORWARD_WITH_ROTORS), ("puma560", FORWARD_WITH_ROTORS),
    (3, FORWARD), (4, FORWARD_WITH_ROTORS),
]  # fmt: skip


def long_torques(robot, upwards, q, qd, qdd):
    """Golden's recursion with 64 bits of fraction."""
    columns = [[c.astype(np.longdouble) for c in np.atleast_2d(v).T] for v in (q, qd, qdd)]
    base = FrameMotion(ZERO, ZERO, tuple(np.longdouble(u) + 0 * columns[0][0] for u in upwards))
    tau, _ = recursion(robot, base, *columns, BASE, Wrench(ZERO, ZERO))
    return np.stack([tau[:, i] for i in range(robot.n)], axis=-1)


def long_accelerations(robot, states, rotors):
    q, qd, tau = states["q"], states["qd"], states["tau"]
    still = np.zeros_like(q)
    columns = [long_torques(robot, np.zeros(3), q, still, still + one) for one in np.eye(robot.n)]
    mass = np.stack(columns, axis=-1)
    for i, joint in enumerate(robot.joints):
        motor = joint.actuator
        if rotors and motor is not None:
            mass[:, i, i] += np.longdouble(motor.gear_ratio) ** 2 * motor.motor_inertia
    bias = long_torques(robot, robot.base_rotation.T @ -robot.gravity, q, qd, still)
    return solved(mass, tau - bias)


@pytest.mark.parametrize(("name", "computation"), CASES)
def test_rounding_of_accelerations_is_counted(name, computation):
    if isinstance(name, str):
        robot = load_robot(name)
    else:
        rng = np.random.default_rng(name)
        robot = random_robot(rng, name, actuators=True)
    states = computation.states(robot, random_states(robot, 300, 1))
    exact = long_accelerations(robot, states, computation is FORWARD_WITH_ROTORS)
    distance = np.abs(computation.reference(robot, states) - exact).astype(float).max(axis=0)
    reaches = {key: np.abs(values).max(axis=0) for key, values in states.items()}
    counted = computation.rounding(robot, reaches)
    assert np.all(distance <= counted)
    assert np.all(distance > 0.0)
    assert np.all(counted <= 1e-6 * np.abs(exact).max(axis=0)) or computation is FORWARD
