"""The arms that come with the project: their numbers, against their sources."""

import math

import numpy as np
import pytest

from golden.equations_of_motion import gravity_torque, mass_matrix
from golden.load import load_robot, robot_names
from golden.newton_euler import inverse_dynamics
from golden.robot import JointType
from golden.trajectory import random_states

DEGREE = math.pi / 180


@pytest.mark.parametrize("name", robot_names())
def test_every_robot_has_sources(name):
    robot = load_robot(name)
    assert robot.sources
    assert robot.description


@pytest.mark.parametrize("name", ["puma560", "stanford"])
def test_numbers_are_those_of_the_toolbox(name, rtb):
    robot = load_robot(name)
    shipped = {"puma560": rtb.models.DH.Puma560, "stanford": rtb.models.DH.Stanford}[name]()
    for link, theirs in zip(robot.links, shipped.links, strict=True):
        revolute = link.joint.type is JointType.REVOLUTE
        assert theirs.isrevolute == revolute
        assert link.mass == theirs.m
        np.testing.assert_allclose(link.center_of_mass, theirs.r, rtol=0, atol=0)
        np.testing.assert_allclose(link.inertia, theirs.I, rtol=0, atol=0)
        d = theirs.d if revolute else 0.0
        np.testing.assert_allclose(link.translation, [theirs.a, 0, d], atol=1e-12)
        alpha = math.atan2(link.rotation[2, 1], link.rotation[2, 2])
        assert alpha == pytest.approx(theirs.alpha, abs=1e-15)
        theta = theirs.offset if revolute else theirs.theta
        assert link.joint.offset == pytest.approx(theta, abs=1e-15)
        np.testing.assert_allclose(link.joint.position_limits, theirs.qlim, rtol=1e-14)
        motor = link.joint.actuator
        assert (motor.gear_ratio, motor.motor_inertia) == (theirs.G, theirs.Jm)
        assert motor.viscous_friction == theirs.B
        assert [motor.coulomb_positive, motor.coulomb_negative] == list(theirs.Tc)


def test_puma_limits():
    puma = load_robot("puma560")
    # Armstrong, Khatib, Burdick 1986, table 7; Corke 1996, table 2.21 from 2.18 and the gears.
    assert puma.torque_limits.tolist() == [97.6, 186.4, 89.4, 24.2, 20.1, 21.3]
    gears = np.abs([joint.actuator.gear_ratio for joint in puma.joints])
    motor_speeds = np.array([120, 163, 129, 406, 366, 440])
    np.testing.assert_allclose(puma.velocity_limits, motor_speeds / gears, atol=0.005)
    qn = np.array([0, math.pi / 4, -math.pi, 0, math.pi / 4, 0])
    for q in (np.zeros(6), qn, np.array([0, math.pi / 2, -math.pi / 2, 0, 0, 0])):
        assert (puma.position_limits[:, 0] <= q).all()
        assert (q <= puma.position_limits[:, 1]).all()
    assert (puma.velocity_limits > 1).all()
    assert (puma.acceleration_limits > 1).all()


def test_puma_motors_can_do_the_assumed_accelerations():
    """Each joint alone, from rest and against gravity, the rotors included."""
    puma = load_robot("puma560")
    np.testing.assert_allclose(puma.acceleration_limits, puma.velocity_limits / 0.2, rtol=0.01)
    q = random_states(puma, 2000, 0).q
    inertia = np.diagonal(mass_matrix(puma, q, actuators=True), axis1=1, axis2=2)
    needed = inertia * puma.acceleration_limits + np.abs(gravity_torque(puma, q))
    assert (needed.max(axis=0) < puma.torque_limits).all()


@pytest.mark.parametrize("name", ["puma560", "stanford"])
def test_torque_limits_cover_the_other_limits(name):
    robot = load_robot(name)
    states = random_states(robot, 20_000, 0)
    tau = inverse_dynamics(robot, states.q, states.qd, states.qdd, actuators=True)
    assert (np.abs(tau).max(axis=0) < robot.torque_limits).all()


# Machado and others 1988, equations (3) to (5)
M1, M2, R1, R2, J1, J2, G = 0.5, 6.25, 1.0, 0.8, 5.0, 5.0, 9.8


def machado(q, qd, qdd, last_cosine):
    """T of (1) by (3); `last_cosine` is what its G has beside r2."""
    (_, q2), (v1, v2), (a1, a2) = q, qd, qdd
    c1, c2, s2 = math.cos(q[0]), math.cos(q2), math.sin(q2)
    j11 = (M1 + M2) * R1**2 + M2 * R2**2 + 2 * R1 * R2 * M2 * c2 + J1
    j12 = M2 * R2**2 + R1 * R2 * M2 * c2
    j22 = M2 * R2**2 + J2
    g = G * np.array([M1 * R1 * c1 + M2 * (R1 * c1 + R2 * last_cosine), M2 * R2 * last_cosine])
    c = R1 * R2 * M2 * s2 * np.array([-(v2**2) - 2 * v1 * v2, v1**2])
    return np.array([j11 * a1 + j12 * a2, j12 * a1 + j22 * a2]) + c + g


def test_machado_is_equation_3_with_its_last_c2_read_as_c12():
    """(3) prints G with C2 where figure 1 has C12 = cos(q1 + q2); (4) defines C12 for no other use.

    J1 and J2 stand on the diagonal of (3) alone, so they are the drives': golden's actuators.
    """
    robot = load_robot("machado_2r")
    states = random_states(robot, 50, 0)
    for q, qd, qdd in zip(states.q, states.qd, states.qdd, strict=True):
        tau = inverse_dynamics(robot, q, qd, qdd, actuators=True)
        mended = machado(q, qd, qdd, math.cos(q[0] + q[1]))
        np.testing.assert_allclose(tau, mended, rtol=0, atol=1e-12)
        printed = machado(q, qd, qdd, math.cos(q[1]))
        assert np.abs(tau - printed).max() > 1e-3


def test_machado_is_figure_1():
    """T1 = T11 + .. + T16 and T2 = T21 + .. + T26, as the figure's caption prints them."""
    robot = load_robot("machado_2r")
    states = random_states(robot, 50, 1)
    tau = inverse_dynamics(robot, states.q, states.qd, states.qdd, actuators=True)
    (q1, q2), (v1, v2), (a1, a2) = states.q.T, states.qd.T, states.qdd.T
    c1, c2, c12, s2 = np.cos(q1), np.cos(q2), np.cos(q1 + q2), np.sin(q2)
    t1 = (15.75 + 10 * c2) * a1 + (4 + 5 * c2) * a2 - 5 * s2 * v2**2 - 10 * s2 * v1 * v2
    t1 += 66.15 * c1 + 49 * c12
    t2 = 2 * 0.5 * (4 + 5 * c2) * a1 + 9 * a2 + 5 * s2 * v1**2 + 2 * 24.5 * c12
    np.testing.assert_allclose(tau.T, [t1, t2], rtol=0, atol=1e-12)


def test_machado_torque_ranges():
    """(7a) prints -151.5 .. 152.5, (7b) -69.1 .. 69.1.

    T1's range is symmetric: half a turn of joint 1, q2 and both accelerations reversed, turn every
    term's sign. So the lower end of (7a) cannot be right; the arm reaches -152.4 there.
    """
    robot = load_robot("machado_2r")
    angles = np.linspace(-math.pi, math.pi, 361)
    corners = [(v1, v2, a) for v1 in (-1, 0, 1) for v2 in (-1, 0, 1) for a in (-1, 1)]
    least, most = np.full(2, np.inf), np.full(2, -np.inf)
    q = np.stack(np.meshgrid(angles, angles), axis=-1)
    for v1, v2, a in corners:
        tau = inverse_dynamics(robot, q, [v1, v2], [a, a], actuators=True)
        least = np.minimum(least, tau.min(axis=(0, 1)))
        most = np.maximum(most, tau.max(axis=(0, 1)))
    np.testing.assert_allclose(most, [152.5, 69.1], atol=0.1)
    np.testing.assert_allclose(least, -most, atol=1e-9)
