"""Golden torques, closed forms and identities; facts that hold for any correct inverse dynamics."""

import dataclasses
import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from common.errors import InputError
from golden.equations_of_motion import gravity_torque, mass_matrix
from golden.generators import planar, random_robot
from golden.kinematics import frames, jacobian, joint_transform
from golden.load import load_robot
from golden.newton_euler import inverse_dynamics
from golden.robot import Joint, JointType, Link, Robot
from golden.trajectory import random_states
from golden.transforms import homogeneous, rotation_rpy
from tests.random_trees import trees

ZERO, ONES = np.zeros(6), np.ones(6)
QN = np.array([0, math.pi / 4, -math.pi, 0, math.pi / 4, 0])
QR = np.array([0, math.pi / 2, -math.pi / 2, 0, 0, 0])
# Rigid body, then with actuators: agreed by roboticstoolbox 1.5.0 and Pinocchio 4.1 to 2e-14.
MOVING = [-1.391074371083128, 33.42279896769273, 5.283111268052362]
MOVING += [1.223081815659778e-3, 3.063227848907184e-2, 1.482842712474688e-4]
MOVING_DRIVEN = [29.14213189686767, 56.50435760951774, 16.35276885842456]
MOVING_DRIVEN += [1.264475991512812, 1.123922279424472, 0.519648097544448]
PUSHED = [2.569080889421033, 33.67769639897571, 6.849090745412271]
PUSHED += [-7.475915567831386e-4, 3.273463945641469e-2, 6.828427124746192e-5]
PUSHED_DRIVEN = [3.353110858063024, 36.00251124397571, 7.42596407735027]
PUSHED_DRIVEN += [0.190043034566897, 0.203440931113415, 0.194132789939248]
chains = st.builds(
    lambda seed, n, base: random_robot(np.random.default_rng(seed), n, base=base),
    st.integers(0, 2**32),
    st.integers(1, 12),
    st.booleans(),
)
robots = st.one_of(chains, trees())
seeds = st.integers(0, 2**32)


@pytest.fixture(scope="module")
def puma():
    return load_robot("puma560")


def one_joint(joint_type, mass=2.0, center=(0.0, 0.0, 0.0), inertia=None, tilt=(0.0, 0.0, 0.0)):
    joint = Joint(joint_type, 0.0, (-10.0, 10.0), 1.0, 1.0, 100.0)
    inertia = np.zeros((3, 3)) if inertia is None else np.diag(inertia)
    link = Link(joint, np.eye(3), np.zeros(3), mass, np.array(center), inertia)
    return Robot("one", "", (link,), rotation_rpy(*tilt))


@pytest.mark.parametrize(
    ("q", "qd", "qdd", "actuators", "expected"),
    [
        (ZERO, ZERO, ZERO, False, [0, 37.48366665, 0.24892875, 0, 0, 0]),
        (QN, ZERO, ZERO, False, [0, 31.63988037835712, 6.035138023010512, 0, 0.0282528, 0]),
        (QR, ZERO, ZERO, False, [0, -0.77523525, 0.24892875, 0, 0, 0]),
        (QN, ONES, ZERO, False, MOVING),
        (QN, ONES, ZERO, True, MOVING_DRIVEN),
        (QN, ZERO, ONES, False, PUSHED),
        (QN, ZERO, ONES, True, PUSHED_DRIVEN),
    ],
)
def test_golden_torques_of_the_puma(puma, q, qd, qdd, actuators, expected):
    tau = inverse_dynamics(puma, q, qd, qdd, actuators=actuators)
    np.testing.assert_allclose(tau, expected, rtol=1e-12, atol=1e-12)


def test_golden_tip_wrench_of_the_puma(puma):
    free = inverse_dynamics(puma, QN, ZERO, ZERO)
    tau = inverse_dynamics(puma, QN, ZERO, ZERO, tip_force=[1, 2, 3], tip_moment=[4, 5, 6])
    expected = [-2.35724370285077, -5.5532403456003, -4.3319255131349, 7.0710678118654, -5, 6]
    np.testing.assert_allclose(tau - free, expected, rtol=0, atol=2e-13)


def test_horizontal_pendulum():
    level = (math.pi / 2, 0.0, 0.0)  # the joint's axis lies, y of its frame is up
    arm = one_joint(JointType.REVOLUTE, center=(0.5, 0, 0), tilt=level)
    assert inverse_dynamics(arm, [0], [0], [0]) == pytest.approx([9.81], rel=1e-14)
    arm = one_joint(JointType.REVOLUTE, center=(0.5, 0, 0), inertia=(0, 0, 0.1), tilt=level)
    assert inverse_dynamics(arm, [0], [0], [1]) == pytest.approx([10.41], rel=1e-14)


def test_vertical_slider():
    arm = one_joint(JointType.PRISMATIC)
    assert inverse_dynamics(arm, [0.3], [0.7], [0]) == pytest.approx([19.62], rel=1e-14)
    assert inverse_dynamics(arm, [0.3], [0.7], [1]) == pytest.approx([21.62], rel=1e-14)


def test_polar_arm():
    hub = dataclasses.replace(
        one_joint(JointType.REVOLUTE, mass=0.0).links[0], rotation=rotation_rpy(0, math.pi / 2, 0)
    )
    slider = one_joint(JointType.PRISMATIC, mass=1.0).links[0]
    arm = Robot("polar", "", (hub, slider), gravity=np.zeros(3))
    tau = inverse_dynamics(arm, [0.4, 0.5], [0.3, 0.2], [0, 0])
    assert tau == pytest.approx([0.06, -0.045], rel=1e-13)


@given(robots, seeds)
def test_inverse_dynamics_is_quadratic_in_velocity(robot, seed):
    state = random_states(robot, 3, seed)
    zero = np.zeros(robot.n)
    rest = inverse_dynamics(robot, state.q, zero, zero)
    once = inverse_dynamics(robot, state.q, state.qd, zero) - rest
    for factor in (-1.0, 2.0, 3.5):
        much = inverse_dynamics(robot, state.q, factor * state.qd, zero) - rest
        assert_close(much, factor**2 * once, rest)


@given(chains, seeds)
def test_a_wrench_at_the_tip_enters_by_the_jacobian(robot, seed):
    state = random_states(robot, 4, seed)
    wrench = np.random.default_rng(seed).uniform(-10, 10, (4, 6))
    free = inverse_dynamics(robot, state.q, state.qd, state.qdd)
    tau = inverse_dynamics(
        robot, state.q, state.qd, state.qdd, tip_force=wrench[:, :3], tip_moment=wrench[:, 3:]
    )
    assert_close(tau - free, np.einsum("prs,pr->ps", jacobian(robot, state.q), wrench), tau)


@given(trees(), st.data())
def test_a_wrench_at_any_link_of_a_tree_enters_by_its_jacobian(robot, data):
    link = data.draw(st.integers(0, robot.n - 1))
    state = random_states(robot, 4, data.draw(seeds))
    wrench = np.random.default_rng(robot.n).uniform(-10, 10, (4, 6))
    free = inverse_dynamics(robot, state.q, state.qd, state.qdd)
    exerted = {"tip_force": wrench[:, :3], "tip_moment": wrench[:, 3:], "tip_link": link}
    tau = inverse_dynamics(robot, state.q, state.qd, state.qdd, **exerted)
    expected = np.einsum("prs,pr->ps", jacobian(robot, state.q, link), wrench)
    assert_close(tau - free, expected, tau)
    others = sorted(set(range(robot.n)) - set(robot.path(link)))
    np.testing.assert_array_equal(tau[:, others], free[:, others])


def test_a_wrench_on_a_tree_names_its_link():
    robot = random_robot(np.random.default_rng(0), 4, parents=(-1, 0, 0, 2))
    zero = np.zeros(4)
    with pytest.raises(InputError, match=r"link: not given, and the tree ends in the links 1, 3"):
        inverse_dynamics(robot, zero, zero, zero, tip_force=[1, 0, 0])
    with pytest.raises(InputError, match="link: no link 4; allowed: 0 to 3"):
        inverse_dynamics(robot, zero, zero, zero, tip_moment=[1, 0, 0], tip_link=4)
    inverse_dynamics(robot, zero, zero, zero)


@given(robots, seeds)
def test_a_base_transform_only_turns_gravity(robot, seed):
    state = random_states(robot, 3, seed)
    turned = dataclasses.replace(
        robot,
        base_rotation=np.eye(3),
        base_translation=np.array([5.0, 6.0, 7.0]),
        gravity=robot.base_rotation.T @ robot.gravity,
    )
    expected = inverse_dynamics(robot, state.q, state.qd, state.qdd)
    assert_close(inverse_dynamics(turned, state.q, state.qd, state.qdd), expected, expected)


@given(robots, seeds)
def test_a_massless_payload_changes_nothing(robot, seed):
    state = random_states(robot, 3, seed)
    payload = random_robot(np.random.default_rng(seed), 1).links[0]
    payload = dataclasses.replace(payload, mass=0.0, inertia=np.zeros((3, 3)))
    longer = dataclasses.replace(robot, links=(*robot.links, payload))
    more = [np.hstack([part, np.full((3, 1), 0.3)]) for part in (state.q, state.qd, state.qdd)]
    expected = inverse_dynamics(robot, state.q, state.qd, state.qdd)
    tau = inverse_dynamics(longer, *more)
    assert_close(tau[:, :-1], expected, expected)
    assert_close(tau[:, -1], np.zeros(3), expected)


@given(st.integers(2, 8), st.data())
def test_a_locked_joint_leaves_the_others_torques(n, data):
    rng = np.random.default_rng(data.draw(seeds))
    robot = random_robot(rng, n, base=True)
    locked = data.draw(st.integers(0, n - 1))
    state = random_states(robot, 1, data.draw(seeds))
    q, qd, qdd = (np.array(part[0]) for part in (state.q, state.qd, state.qdd))
    qd[locked] = qdd[locked] = 0.0
    expected = np.delete(inverse_dynamics(robot, q, qd, qdd), locked)
    shorter = weld(robot, locked, q[locked])
    tau = inverse_dynamics(shorter, *(np.delete(part, locked) for part in (q, qd, qdd)))
    assert_close(tau, expected, expected)


@given(st.integers(1, 6), seeds)
def test_work_equals_the_change_of_energy(n, seed):
    robot = random_robot(np.random.default_rng(seed), n, base=True)
    assert_work_equals_the_change_of_energy(robot, seed)


@given(trees(most=6), seeds)
def test_work_equals_the_change_of_energy_of_a_tree(robot, seed):
    assert_work_equals_the_change_of_energy(robot, seed)


def assert_work_equals_the_change_of_energy(robot, seed):
    ends = random_states(robot, 2, seed).q
    # Three quarters of the way: the arm is still moving there.
    nodes, weights = np.polynomial.legendre.leggauss(60)
    s = 0.75 * (nodes + 1) / 2
    q, qd, qdd = quintic(ends, s)
    power = np.sum(inverse_dynamics(robot, q, qd, qdd) * qd, axis=1)
    work = float(0.75 / 2 * weights @ power)
    states = zip(*quintic(ends, np.array([0.0, 0.75]))[:2], strict=True)
    before, after = (energy(robot, *state) for state in states)
    change = after - before
    assert work == pytest.approx(change, rel=1e-6, abs=1e-6 * float(np.abs(power).max()))


def quintic(ends, s):
    s = s[:, None]
    way = ends[1] - ends[0]
    q = ends[0] + way * s**3 * (10 - 15 * s + 6 * s**2)
    return q, way * 30 * s**2 * (1 - s) ** 2, way * 60 * s * (1 - 3 * s + 2 * s**2)


def energy(robot, q, qd):
    """Kinetic and potential energy, from how the links' frames move, by a central difference."""
    step = 1e-6
    before, now, after = (frames(robot, q + shift * qd)[1:] for shift in (-step, 0.0, step))
    rate = (after - before) / (2 * step)
    total = 0.0
    for link, frame, moving in zip(robot.links, now, rate, strict=True):
        point = np.append(link.center_of_mass, 1.0)
        velocity = (moving @ point)[:3]
        spin = frame[:3, :3].T @ moving[:3, :3]  # skew: angular velocity in the link's axes
        omega = np.array([spin[2, 1], spin[0, 2], spin[1, 0]])
        total += link.mass * (velocity @ velocity / 2 - robot.gravity @ (frame @ point)[:3])
        total += omega @ link.inertia @ omega / 2
    return float(total)


def weld(robot, k, q):
    """The same arm with joint k fixed at q: its link joins the one before, or the base."""
    link = robot.links[k]
    carried = joint_transform(link.joint, np.array(q)) @ homogeneous(
        link.rotation, link.translation
    )
    if k == 0:
        base = homogeneous(robot.base_rotation, robot.base_translation) @ carried
        return dataclasses.replace(
            robot, links=robot.links[1:], base_rotation=base[:3, :3], base_translation=base[:3, 3]
        )
    host = robot.links[k - 1]
    pose = homogeneous(host.rotation, host.translation) @ carried
    # Both bodies in the new distal frame: the host's mass properties are carried backwards.
    turn, shift = carried[:3, :3].T, -carried[:3, :3].T @ carried[:3, 3]
    bodies = [
        (host.mass, turn @ host.center_of_mass + shift, turn @ host.inertia @ turn.T),
        (link.mass, link.center_of_mass, link.inertia),
    ]
    mass = sum(body[0] for body in bodies)
    center = sum(body[0] * body[1] for body in bodies) / mass
    inertia = np.zeros((3, 3))
    for m, c, about in bodies:
        arm = c - center
        inertia += about + m * (arm @ arm * np.eye(3) - np.outer(arm, arm))
    merged = Link(host.joint, pose[:3, :3], pose[:3, 3], mass, center, inertia)
    return dataclasses.replace(robot, links=(*robot.links[: k - 1], merged, *robot.links[k + 1 :]))


def assert_close(value, expected, scale, tolerance=1e-11):
    """Compare relative to the largest torque about, or to 1 N m, which kilograms at decimetres are.

    A torque may vanish as the difference of such ones, so its own size would be no measure.
    """
    size = max(np.abs(expected).max(initial=0.0), np.abs(scale).max(initial=0.0), 1.0)
    np.testing.assert_allclose(value, expected, rtol=0, atol=tolerance * size)


def test_planar_rods_hang_still():
    robot = planar(3)
    hanging = gravity_torque(robot, [-math.pi / 2, 0, 0])
    np.testing.assert_allclose(hanging, 0, atol=1e-13)
    level = gravity_torque(robot, [0, 0, 0])  # 3 rods of 2 kg at 0.25, 0.75, 1.25 m
    np.testing.assert_allclose(level, 2 * 9.81 * np.array([2.25, 1.0, 0.25]), rtol=1e-14)
    # A straight arm turned by joint 1 is one rod of 1.5 m and 6 kg about its end.
    assert mass_matrix(robot, [0, 0, 0])[0, 0] == pytest.approx(6 * 1.5**2 / 3, rel=1e-14)
