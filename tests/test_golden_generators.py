"""Arms made on the spot are possible, varied and reproducible."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from common.errors import InputError
from golden.generators import planar, random_inertia, random_robot
from golden.newton_euler import inverse_dynamics
from golden.robot import JointType
from golden.trajectory import random_states


@given(st.integers(0, 2**32), st.integers(1, 12), st.booleans())
def test_bodies_are_physically_possible(seed, n, quarter_twists):
    robot = random_robot(np.random.default_rng(seed), n, quarter_twists=quarter_twists, base=True)
    assert robot.n == n
    for link in robot.links:
        assert link.mass > 0
        moments = np.linalg.eigvalsh(link.inertia)
        assert moments[0] > 0
        assert moments[2] < moments[0] + moments[1]
        np.testing.assert_array_equal(link.inertia, link.inertia.T)
        np.testing.assert_allclose(link.rotation @ link.rotation.T, np.eye(3), atol=1e-14)
        assert np.linalg.det(link.rotation) == pytest.approx(1)
    np.testing.assert_allclose(robot.base_rotation @ robot.base_rotation.T, np.eye(3), atol=1e-14)


@pytest.mark.parametrize("n", [1, 2, 7])
def test_a_planar_arm_can_move_within_its_limits(n):
    robot = planar(n)
    states = random_states(robot, 2000, 0)
    tau = np.abs(inverse_dynamics(robot, states.q, states.qd, states.qdd)).max(axis=0)
    assert (tau < robot.torque_limits).all()
    assert (tau > robot.torque_limits / 10).all()


def test_equal_seeds_make_equal_arms():
    one, two, other = (random_robot(np.random.default_rng(seed), 5) for seed in (1, 1, 2))
    assert one.name == two.name
    for a, b in zip(one.links, two.links, strict=True):
        assert a.joint == b.joint
        np.testing.assert_array_equal(a.inertia, b.inertia)
    assert not np.array_equal(one.links[0].inertia, other.links[0].inertia)


def test_options():
    robot = random_robot(
        np.random.default_rng(0), 3, joint_types="PRP", actuators=True, quarter_twists=True
    )
    assert [kind is JointType.PRISMATIC for kind in robot.joint_types] == [True, False, True]
    assert all(joint.actuator for joint in robot.joints)
    for link in robot.links:
        assert set(link.rotation.ravel()) <= {-1.0, 0.0, 1.0}
        assert link.translation[1] == 0.0
    plain = random_robot(np.random.default_rng(0), 2)
    assert not any(joint.actuator for joint in plain.joints)
    np.testing.assert_array_equal(plain.base_rotation, np.eye(3))


def test_both_joint_types_come_up():
    kinds = {
        kind
        for seed in range(9)
        for kind in random_robot(np.random.default_rng(seed), 4).joint_types
    }
    assert kinds == set(JointType)


def test_random_inertias_are_full():
    assert (random_inertia(np.random.default_rng(0), 0.4, 2.0) != 0).all()


def test_bad_requests():
    rng = np.random.default_rng(0)
    with pytest.raises(InputError, match="links: 0; allowed: 1 or more"):
        planar(0)
    with pytest.raises(InputError, match="links: -1"):
        random_robot(rng, -1)
    with pytest.raises(InputError, match="'RX'; allowed: 2 letters R and P"):
        random_robot(rng, 2, joint_types="RX")
    with pytest.raises(InputError, match="'R'; allowed: 2"):
        random_robot(rng, 2, joint_types="R")
