"""What must not matter: names, the order of siblings, which way the base's frame is turned."""

import dataclasses
import re
import xml.etree.ElementTree as ET

import numpy as np
import pinocchio as pin
from hypothesis import given, settings
from hypothesis import strategies as st

from golden.equations_of_motion import mass_matrix
from golden.free_base import free_base_dynamics
from golden.newton_euler import inverse_dynamics
from golden.urdf.selection import Selection
from tests.pinocchio_robots import quietly, states
from tests.urdf_writer import Writer

FREE = Selection(free_base=True)
seeds, sizes = st.integers(0, 2**32), st.integers(1, 8)
few = settings(max_examples=12, deadline=None)


def assert_close(found, expected):
    size = max(1.0, np.abs(expected).max())
    np.testing.assert_allclose(found, expected, rtol=0, atol=1e-10 * size)


@given(seeds, sizes)
@few
def test_names_do_not_matter(seed, n):
    text = Writer(seed, n, branching=True).text
    renamed = re.sub(r'"(l|j|fixed|side)(\d)', r'"the other \1 9\2', text)
    robot, other = quietly(text), quietly(renamed)
    joints = states(n, 3, seed)
    assert other.joint_names == tuple(f"the other j 9{name[1:]}" for name in robot.joint_names)
    np.testing.assert_array_equal(
        inverse_dynamics(other, *joints), inverse_dynamics(robot, *joints)
    )


@given(seeds, sizes)
@few
def test_the_order_of_siblings_does_not_matter(seed, n):
    text = Writer(seed, n, branching=True).text
    root = ET.fromstring(text)
    root[:] = root[::-1]
    robot, other = quietly(text), quietly(ET.tostring(root, encoding="unicode"))
    places = [robot.joint_names.index(name) for name in other.joint_names]
    joints = states(n, 3, seed)
    turned = [part[:, places] for part in joints]
    assert_close(inverse_dynamics(other, *turned), inverse_dynamics(robot, *joints)[:, places])
    mass = mass_matrix(robot, joints[0])[:, places][:, :, places]
    assert_close(mass_matrix(other, turned[0]), mass)


def mounted(text, turn):
    """The robot on a link of its own, its root turned by a rotation."""
    roll, pitch, yaw = pin.rpy.matrixToRpy(turn)
    mount = (
        '<link name="wall"/><joint name="bolt" type="fixed"><parent link="wall"/>'
        f'<child link="l0"/><origin rpy="{Writer.numbers((roll, pitch, yaw))}"/></joint></robot>'
    )
    return text.replace("</robot>", mount)


@given(seeds, sizes)
@few
def test_a_base_that_turns_with_gravity_feels_nothing(seed, n):
    text = Writer(seed, n, branching=True).text
    turn = pin.exp3(np.random.default_rng(seed).uniform(-3, 3, 3))
    robot, other = quietly(text), quietly(mounted(text, turn))
    other = dataclasses.replace(other, gravity=turn @ robot.gravity)
    joints = states(n, 3, seed)
    assert_close(inverse_dynamics(other, *joints), inverse_dynamics(robot, *joints))


@given(seeds, sizes)
@few
def test_a_free_base_whose_frame_is_turned_has_its_wrench_turned(seed, n):
    text = Writer(seed, n, branching=True).text
    turn = pin.exp3(np.random.default_rng(seed).uniform(-3, 3, 3))
    robot, other = quietly(text, FREE), quietly(mounted(text, turn), FREE)
    motion = np.random.default_rng(seed + 1).uniform(-3, 3, (3, 3, 3))
    joints = states(n, 3, seed)
    tau, wrench = free_base_dynamics(robot, *motion, *joints)
    found, felt = free_base_dynamics(other, *(motion @ turn.T), *joints)
    assert_close(found, tau)
    assert_close(felt, np.hstack([wrench[:, :3] @ turn.T, wrench[:, 3:] @ turn.T]))
