"""Golden's derivatives are no further from those of 64 bits of fraction than is counted."""

import numpy as np
import pytest

from dataflow.computations.derivative_rounding import derivative_rounding
from dataflow.computations.derivatives import inverse_derivatives
from golden.actuators import viscous_friction
from golden.connectivity import BASE
from golden.derivatives import inverse_dynamics_derivatives
from golden.generators import random_robot
from golden.load import load_robot
from golden.robot import JointType
from golden.trajectory import random_states
from golden.transforms import rotation_z

STEP = 1e-40
"""Of a complex step: its square is nothing, so the derivative is as exact as the arithmetic."""


def turned(angle):
    """Rotations about z, (points, 3, 3)."""
    c, s, zero = np.cos(angle), np.sin(angle), 0 * angle
    rows = [[c, -s, zero], [s, c, zero], [zero, zero, zero + 1]]
    return np.stack([np.stack(row, axis=-1) for row in rows], axis=-2)


def carried(motion, way):
    """Acceleration of a point a way off, on a body with omega, alpha and acceleration."""
    omega, alpha, acceleration = motion
    return acceleration + np.cross(alpha, way) + np.cross(omega, np.cross(omega, way))


def long_torques(robot, q, qd, qdd):
    """Newton and Euler's equations in base coordinates, body by body, on complex numbers."""
    zero, one = np.zeros((len(q), 3), np.clongdouble), np.ones((len(q), 1), np.clongdouble)
    pose = {BASE: (one[..., None] * robot.base_rotation, one * robot.base_translation)}
    motion = {BASE: (zero, zero, -one * robot.gravity)}
    torque = np.zeros(q.shape, np.clongdouble)
    joints = []
    for i, (link, parent) in enumerate(zip(robot.links, robot.parents, strict=True)):
        (turn, place), (omega, alpha, _) = pose[parent], motion[parent]
        at, turn = place + turn @ link.mount_translation, turn @ link.mount_rotation
        axis, rate, push = turn[..., 2], qd[:, i, None], qdd[:, i, None]
        offset = np.longdouble(link.joint.offset)
        if slides := link.joint.type is JointType.PRISMATIC:
            at = at + axis * q[:, i, None]
        acceleration = carried(motion[parent], at - place)
        if slides:
            turn = turn @ rotation_z(link.joint.offset)
            acceleration = acceleration + axis * push + 2 * np.cross(omega, axis) * rate
        else:
            turn = turn @ turned(q[:, i] + offset)
            omega, alpha = omega + axis * rate, alpha + axis * push + np.cross(omega, axis) * rate
        joints.append((axis, at, slides))
        lever, turn = turn @ link.translation, turn @ link.rotation
        pose[i] = turn, at + lever
        motion[i] = omega, alpha, carried((omega, alpha, acceleration), lever)
        inertia = turn @ link.inertia.astype(np.clongdouble) @ np.swapaxes(turn, -1, -2)
        to_centre = turn @ link.center_of_mass
        force = link.mass * carried(motion[i], to_centre)
        spin = (inertia @ omega[..., None])[..., 0]
        moment = (inertia @ alpha[..., None])[..., 0] + np.cross(omega, spin)
        for j in robot.path(i):
            axis, at, slides = joints[j]
            about = moment + np.cross(pose[i][1] + to_centre - at, force)
            torque[:, j] += np.sum(axis * (force if slides else about), axis=-1)
    return torque


def long_derivatives(robot, states):
    """By family's key, in np.longdouble."""
    motion = [each.astype(np.clongdouble) for each in (states.q, states.qd, states.qdd)]
    found = {"torque": long_torques(robot, *motion).real}
    for which, key in enumerate(("position", "rate", "mass")):
        columns = []
        for one in np.eye(robot.n):
            stepped = [each + (k == which) * 1j * STEP * one for k, each in enumerate(motion)]
            columns.append(long_torques(robot, *stepped).imag / np.longdouble(STEP))
        found[key] = np.stack(columns, axis=-1)
    return found


def reaches_of(states):
    return {name: np.abs(getattr(states, name)).max(axis=0) for name in ("q", "qd", "qdd")}


@pytest.mark.parametrize("name", ["machado_2r", "puma560", "stanford", "iiwa14", 3, 5])
def test_rounding_of_derivatives_is_counted(name):
    if isinstance(name, str):
        robot = load_robot(name)
    else:
        robot = random_robot(np.random.default_rng(name), name)
    states = random_states(robot, 20, 1)
    golden = inverse_dynamics_derivatives(robot, states.q, states.qd, states.qdd)
    counted = derivative_rounding(robot, reaches_of(states))
    for key, exact in long_derivatives(robot, states).items():
        distance = np.abs(getattr(golden, key) - exact).astype(float).max(axis=0)
        own = 1e-17 * float(np.abs(exact).max())  # of 64 bits of fraction
        assert np.all(distance <= counted[key] + own)
        assert distance.max() > 0.0
        assert counted[key].max() <= 1e-7 * np.abs(exact).max()


def test_motors_are_counted():
    robot = load_robot("puma560")
    reaches = {"q": np.full(6, 10.0), "qd": np.ones(6), "qdd": np.ones(6)}
    links = derivative_rounding(robot, reaches)
    motors = derivative_rounding(robot, reaches, actuators=True)
    own = 2.0**-53 * np.diag(viscous_friction(robot))
    assert np.all(np.diag(motors["rate"]) >= np.diag(links["rate"]) + own)
    assert np.array_equal(motors["position"], links["position"])


def test_each_output_has_its_entrys_bound():
    robot = load_robot("machado_2r")
    computation = inverse_derivatives()
    reaches = {"q": np.full(2, 10.0), "qd": np.ones(2), "qdd": np.ones(2)}
    counted = derivative_rounding(robot, reaches)
    keys = {"tau": "torque", "dtau_dq": "position", "dtau_dqd": "rate", "mass": "mass"}
    names = [each.name for each in computation.outputs(robot)]
    found = dict(zip(names, computation.rounding(robot, reaches), strict=True))
    assert found["tau2"] == counted["torque"][1]
    assert found["dtau_dq_1_2"] == counted[keys["dtau_dq"]][0, 1]
    assert found["dtau_dqd_2_1"] == counted[keys["dtau_dqd"]][1, 0]
