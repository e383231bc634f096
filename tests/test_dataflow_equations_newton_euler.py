import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from dataflow.equations.drive import Drive
from dataflow.equations.joint_frames import JointFrameLink
from dataflow.equations.newton_euler import (
    LinkMotion,
    Wrench,
    backward,
    base_motion,
    forward,
    inertial_moment,
    link_wrench,
    tensor,
)
from dataflow.equations.vector import Plain, PlaneRotation, Vector
from golden.transforms import rotation_rpy, rotation_z

NUMBERS = st.floats(-5.0, 5.0)
TRIPLES = st.tuples(NUMBERS, NUMBERS, NUMBERS).map(np.array)
OPS = Plain()


def vector(values):
    return Vector.constant(np.asarray(values, dtype=float))


def array(v):
    return np.array([float(x) for x in v.components])


def near(v, expected):
    np.testing.assert_allclose(array(v), expected, atol=1e-9)
    assert np.linalg.norm(array(v)) <= v.norm * (1.0 + 1e-12) + 1e-12


def pseudo_inertia(points, masses):
    """Of point masses: the sum of m r r^T with r = (x, y, z, 1)."""
    r = np.column_stack([points, np.ones(len(points))])
    return (r * np.array(masses)[:, None]).T @ r


def a_link(seed, revolute=True):
    rng = np.random.default_rng(seed)
    points, masses = rng.uniform(-1.0, 1.0, (7, 3)), rng.uniform(0.1, 1.0, 7)
    rotation = rotation_rpy(*rng.uniform(-3.0, 3.0, 3))
    translation = rng.uniform(-1.0, 1.0, 3)
    link = JointFrameLink(revolute, rotation, translation, pseudo_inertia(points, masses))
    return link, points, masses


@given(TRIPLES, TRIPLES, TRIPLES)
def test_the_tensor_is_that_of_a_turning_body(omega, alpha, r):
    u = tensor(OPS, 1, vector(omega), vector(alpha))
    expected = np.cross(alpha, r) + np.cross(omega, np.cross(omega, r))
    near(u.times(vector(r)), expected)


@given(TRIPLES, TRIPLES, st.integers(0, 100))
def test_the_inertial_moment_is_eulers(omega, alpha, seed):
    link, _, _ = a_link(seed)
    moments = link.second_moments
    inertia = np.trace(moments) * np.eye(3) - moments
    u = tensor(OPS, 1, vector(omega), vector(alpha))
    expected = inertia @ alpha + np.cross(omega, inertia @ omega)
    near(inertial_moment(u, moments), expected)


@given(TRIPLES, TRIPLES, TRIPLES, st.integers(0, 100))
def test_a_links_wrench_is_the_sum_over_its_points(omega, alpha, acceleration, seed):
    link, points, masses = a_link(seed)
    u = tensor(OPS, 1, vector(omega), vector(alpha))
    motion = LinkMotion(vector(omega), vector(alpha), vector(acceleration), u)
    wrench = link_wrench(OPS, 1, link, motion)
    force, moment = np.zeros(3), np.zeros(3)
    for r, mass in zip(points, masses, strict=True):
        point = acceleration + np.cross(alpha, r) + np.cross(omega, np.cross(omega, r))
        force += mass * point
        moment += np.cross(r, mass * point)
    near(wrench.force, force)
    near(wrench.moment, moment)


def moved(seed, revolute, q, qd, qdd):
    """One step forward from a body in any motion, and the textbook's answer."""
    rng = np.random.default_rng(seed)
    omega, alpha, acceleration = rng.uniform(-3.0, 3.0, (3, 3))
    link, _, _ = a_link(seed, revolute)
    u = tensor(OPS, 0, vector(omega), vector(alpha))
    before = LinkMotion(vector(omega), vector(alpha), vector(acceleration), u)
    drive = Drive(qd, qdd, abs(qd), abs(qdd), slide=q, slide_bound=abs(q))
    if revolute:
        turn = PlaneRotation(math.cos(q), math.sin(q))
        drive = Drive(qd, qdd, abs(qd), abs(qdd), rotation=turn)
    after = forward(OPS, 1, link, drive, before)
    back = (link.rotation @ (rotation_z(q) if revolute else np.eye(3))).T
    z = np.array([0.0, 0.0, 1.0])
    arm = link.translation if revolute else link.translation + link.rotation @ z * q
    turned = back @ omega
    expected = acceleration + np.cross(alpha, arm) + np.cross(omega, np.cross(omega, arm))
    expected = back @ expected
    if revolute:
        rate, second = turned + qd * z, back @ alpha + np.cross(turned, qd * z) + qdd * z
    else:
        rate, second = turned, back @ alpha
        expected = expected + 2.0 * np.cross(turned, qd * z) + qdd * z
    return after, (rate, second, expected)


@given(st.integers(0, 100), st.booleans(), NUMBERS, NUMBERS, NUMBERS)
def test_a_step_forward_is_the_textbooks(seed, revolute, q, qd, qdd):
    after, (omega, alpha, acceleration) = moved(seed, revolute, q, qd, qdd)
    near(after.omega, omega)
    near(after.alpha, alpha)
    near(after.acceleration, acceleration)
    r = np.array([0.3, -0.2, 0.5])
    near(after.tensor.times(vector(r)), np.cross(alpha, r) + np.cross(omega, np.cross(omega, r)))


@given(TRIPLES, TRIPLES, TRIPLES, TRIPLES, st.integers(0, 100), st.booleans(), NUMBERS)
def test_a_step_back_adds_the_childrens_wrenches(own_f, own_n, far_f, far_n, seed, revolute, q):
    children = [a_link(seed + k)[0] for k in range(seed % 3)]
    own = Wrench(vector(own_f), vector(own_n))
    beyond = [(Wrench(vector(far_f), vector(far_n)), child) for child in children]
    drive = Drive(0.0, 0.0, 1.0, 1.0, slide=q, slide_bound=abs(q))
    if revolute:
        turn = PlaneRotation(math.cos(q), math.sin(q))
        drive = Drive(0.0, 0.0, 1.0, 1.0, rotation=turn)
    torque, passed = backward(OPS, 1, drive, own, beyond)
    force, moment = np.array(own_f), np.array(own_n)
    for child in children:
        carried = child.rotation @ far_f
        force = force + carried
        moment = moment + child.rotation @ far_n + np.cross(child.translation, carried)
    assert torque == pytest.approx((moment if revolute else force)[2], abs=1e-9)
    if revolute:
        near(passed.force, rotation_z(q) @ force)
        near(passed.moment, rotation_z(q) @ moment)
    else:
        near(passed.force, force)
        near(passed.moment, moment + np.cross([0.0, 0.0, q], force))


def test_the_recursion_starts_from_rest():
    motion = base_motion(np.array([1.0, 2.0, -9.81]))
    near(motion.acceleration, [-1.0, -2.0, 9.81])
    for still in (motion.omega, motion.alpha, motion.tensor.times(vector([1.0, 1.0, 1.0]))):
        near(still, np.zeros(3))
