"""Robots in which joints follow others: what virtual work and Pinocchio say of them."""

import dataclasses

import numpy as np
import pinocchio as pin
import pytest
from hypothesis import given, reject, settings
from hypothesis import strategies as st

from common.errors import InputError
from dataflow.build import build_array
from golden.actuators import actuator_torque
from golden.coupling import all_positions, coupling_matrix
from golden.equations_of_motion import forward_dynamics, gravity_torque, mass_matrix
from golden.formulations import FORMULATIONS
from golden.kinematics import jacobian, link_pose
from golden.limits import Limits, with_limits
from golden.newton_euler import inverse_dynamics
from golden.robot import Following, Robot
from golden.urdf.selection import Selection
from tests.pinocchio_robots import quietly, states
from tests.random_trees import random_tree
from tests.urdf_writer import Writer


def coupled(seed, n):
    """A random tree with motors, some of whose joints follow others, and its K and c."""
    rng = np.random.default_rng(seed)
    robot = random_tree(seed, n, base=True, actuators=True)
    leaders = sorted(rng.permutation(n)[: rng.integers(1, n)].tolist())
    k, c = np.zeros((n, len(leaders))), np.zeros(n)
    links = list(robot.links)
    for i in range(n):
        if i in leaders:
            k[i, leaders.index(i)] = 1
            continue
        column, ratio, c[i] = rng.integers(len(leaders)), rng.uniform(-2, 2), rng.uniform(-1, 1)
        k[i, column] = ratio
        follows = Following(leaders[column], float(ratio), float(c[i]))
        joint = dataclasses.replace(links[i].joint, follows=follows)
        links[i] = dataclasses.replace(links[i], joint=joint)
    return dataclasses.replace(robot, links=tuple(links)), robot, k, c


some = given(st.integers(0, 2**32), st.integers(2, 7))
few = settings(max_examples=15, deadline=None)


@some
@few
def test_every_formulation_gathers_what_drives_the_followers(seed, n):
    robot, free, k, c = coupled(seed, n)
    q, qd, qdd = states(robot.n, 3, seed)
    np.testing.assert_array_equal(coupling_matrix(robot), k)
    np.testing.assert_allclose(all_positions(robot, q), q @ k.T + c, atol=1e-14)
    tau = inverse_dynamics(free, q @ k.T + c, qd @ k.T, qdd @ k.T, actuators=True)
    for formulation in FORMULATIONS.values():
        found = formulation(robot, q, qd, qdd, actuators=True)
        np.testing.assert_allclose(found, tau @ k, rtol=0, atol=1e-9 * np.abs(tau).max())


@some
@few
def test_the_equations_of_motion_hold(seed, n):
    robot, free, k, c = coupled(seed, n)
    q, qd, qdd = states(robot.n, 3, seed)
    m = mass_matrix(robot, q, actuators=True)
    np.testing.assert_allclose(
        m, k.T @ mass_matrix(free, q @ k.T + c, actuators=True) @ k, rtol=0, atol=1e-9 * m.max()
    )
    np.testing.assert_allclose(
        actuator_torque(robot, qd, qdd), actuator_torque(free, qd @ k.T, qdd @ k.T) @ k, rtol=1e-12
    )
    tau = inverse_dynamics(robot, q, qd, qdd, actuators=True)
    found = forward_dynamics(robot, q, qd, tau, actuators=True)
    np.testing.assert_allclose(found, qdd, rtol=0, atol=1e-6)


@some
@few
def test_a_jacobian_is_the_change_of_the_pose(seed, n):
    robot, *_ = coupled(seed, n)
    (q,), (qd,), _ = states(robot.n, 1, seed)
    link, step = n - 1, 1e-6
    before, after = (link_pose(robot, q + sign * step * qd, link) for sign in (-1, 1))
    turn = link_pose(robot, q, link)[:3, :3]
    linear = turn.T @ (after - before)[:3, 3] / (2 * step)
    np.testing.assert_allclose((jacobian(robot, q, link) @ qd)[:3], linear, rtol=0, atol=1e-6)
    wrench = np.random.default_rng(seed).normal(size=6)
    tau = inverse_dynamics(
        robot, q, qd, qd, tip_force=wrench[:3], tip_moment=wrench[3:], tip_link=link
    )
    expected = inverse_dynamics(robot, q, qd, qd) + jacobian(robot, q, link).T @ wrench
    np.testing.assert_allclose(tau, expected, rtol=0, atol=1e-9 * max(1, np.abs(tau).max()))


def with_mimics(seed, n):
    """URDF text of a random tree in which some joints follow j0, and what is told of them."""
    text, rng = Writer(seed, n, branching=True).text, np.random.default_rng(seed)
    told = {}
    for i in range(1, n):
        if rng.random() < 0.5:
            told[f"j{i}"] = (float(rng.uniform(-2, 2)), float(rng.uniform(-1, 1)))
            ratio, offset = told[f"j{i}"]
            mimic = f'<mimic joint="j0" multiplier="{ratio!r}" offset="{offset!r}"/>'
            start = f'<joint name="j{i}" type="'
            at = text.index(">", text.index(start)) + 1
            text = text[:at] + mimic + text[at:]
    return text.replace('"continuous"', '"revolute"'), told


@given(st.integers(0, 2**32), st.integers(2, 8))
@few
def test_mimics_agree_with_pinocchio(seed, n):
    text, told = with_mimics(seed, n)
    robot = quietly(text)
    try:
        model = pin.buildModelFromXML(text, True)
    except ValueError:  # Pinocchio's leaders come before their followers
        reject()
    assert set(robot.joint_names) == {f"j{i}" for i in range(n)} - set(told)
    data = model.createData()
    places = [model.idx_vs[model.getJointId(name)] for name in robot.joint_names]
    assert sorted(places) == list(range(model.nv))
    for q, qd, qdd in zip(*states(robot.n, 3, seed), strict=True):
        arranged = np.zeros((3, model.nv))
        arranged[:, places] = q, qd, qdd
        expected = pin.rnea(model, data, *arranged)[places]
        found = inverse_dynamics(robot, q, qd, qdd)
        size = max(1.0, np.abs(expected).max())
        np.testing.assert_allclose(found, expected, rtol=0, atol=1e-9 * size)


def test_a_rack_and_pinion():
    """1 kg lifted by a pinion of 50 mm: m g r, and (I + m r^2) qdd."""
    text = """<robot name="r"><link name="o"/><link name="wheel"><inertial><mass value="1"/>
    <inertia ixx="1" ixy="0" ixz="0" iyy="1" iyz="0" izz="0.5"/></inertial></link>
    <link name="rack"><inertial><mass value="1"/><inertia ixx="0" ixy="0" ixz="0" iyy="0" iyz="0"
    izz="0"/></inertial></link>
    <joint name="rack" type="prismatic"><parent link="o"/><child link="rack"/><axis xyz="0 0 1"/>
    <mimic joint="wheel" multiplier="0.05"/></joint>
    <joint name="wheel" type="continuous"><parent link="o"/><child link="wheel"/>
    <axis xyz="0 0 1"/></joint></robot>"""
    robot = quietly(text)
    assert (robot.n, robot.joint_names, robot.leaders) == (1, ("wheel",), (1,))
    assert inverse_dynamics(robot, [0.3], [0.0], [0.0]) == pytest.approx([9.81 * 0.05])
    assert mass_matrix(robot, [0.3]).tolist() == [[pytest.approx(0.5 + 0.05**2)]]
    assert gravity_torque(robot, [1.0]) == pytest.approx([9.81 * 0.05])
    limited = with_limits(robot, {}, Limits(None, 2.0, 5.0, 9.0))
    assert [port.name for port in build_array(limited).inputs] == ["q1", "qd1", "qdd1"]
    assert not quietly(text, Selection(locks={"rack": 0.0})).is_coupled


def test_only_leaders_lead():
    robot, *_ = coupled(3, 4)
    follower = next(i for i in range(4) if i not in robot.leaders)
    for leader in (follower, 7, -1):
        links = list(robot.links)
        joint = dataclasses.replace(links[follower].joint, follows=Following(leader, 1.0))
        links[follower] = dataclasses.replace(links[follower], joint=joint)
        with pytest.raises(
            InputError, match=rf"links\[{follower}\].joint.follows.leader: {leader}"
        ):
            Robot("r", "", tuple(links))
