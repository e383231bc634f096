"""Trees from URDF files: what Pinocchio finds for the same file, whatever their order and names."""

import itertools
import re

import numpy as np
import pinocchio as pin
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from golden.equations_of_motion import mass_matrix
from golden.formulations import FORMULATIONS
from golden.kinematics import frames, link_pose
from golden.newton_euler import inverse_dynamics
from golden.urdf.segments import links_of, segments_of
from golden.urdf.tree import read_tree
from golden.urdf.xml_elements import read_elements
from tests.pinocchio_robots import model_positions, quietly, speed_places, states, torques
from tests.urdf_writer import Writer

LIMIT = '<limit lower="-1" upper="1" velocity="1" effort="1" acceleration="1"/>'


def assert_close(found, expected):
    size = max(1.0, np.abs(expected).max())
    np.testing.assert_allclose(found, expected, rtol=0, atol=1e-9 * size)


@given(st.integers(0, 2**32), st.integers(1, 20))
@settings(max_examples=40, deadline=None)
def test_random_trees_agree_with_pinocchio(seed, n):
    text = Writer(seed, n, branching=True).text
    robot, model = quietly(text), pin.buildModelFromXML(text)
    q, qd, qdd = states(robot.n, 4, seed)
    assert_close(inverse_dynamics(robot, q, qd, qdd), torques(model, robot, q, qd, qdd))
    data = model.createData()
    speeds = speed_places(model, robot)
    expected = pin.crba(model, data, model_positions(model, robot.joint_names, q[0]))
    expected = np.triu(expected) + np.triu(expected, 1).T
    assert_close(mass_matrix(robot, q[0]), expected[np.ix_(speeds, speeds)])


@given(st.integers(0, 2**32), st.integers(2, 6))
@settings(max_examples=10, deadline=None)
def test_all_formulations_agree_on_such_a_tree(seed, n):
    robot = quietly(Writer(seed, n, branching=True).text)
    given_states = states(robot.n, 3, seed)
    expected = inverse_dynamics(robot, *given_states)
    for formulation in FORMULATIONS.values():
        assert_close(formulation(robot, *given_states), expected)


@given(st.integers(0, 2**32))
@settings(max_examples=20, deadline=None)
def test_where_tips_are_agrees_with_pinocchio(seed):
    text = Writer(seed, 6, branching=True).text
    robot, model = quietly(text), pin.buildModelFromXML(text)
    (q,), *_ = states(robot.n, 1, seed)
    data = model.createData()
    pin.forwardKinematics(model, data, model_positions(model, robot.joint_names, q))
    poses = frames(robot, q)
    for i in robot.tips:
        expected = data.oMi[model.getJointId(robot.joint_names[i])].homogeneous
        np.testing.assert_allclose(poses[i + 1], expected, rtol=0, atol=1e-9)


def test_a_walk_down_each_branch_gives_the_order():
    rows = [("a", "o", "A"), ("c", "A", "C"), ("b", "o", "B"), ("d", "A", "D"), ("e", "C", "E")]
    joints = "".join(
        f'<joint name="{name}" type="prismatic"><parent link="{parent}"/><child link="{child}"/>'
        f"{LIMIT}</joint>"
        for name, parent, child in rows
    )
    links = "".join(f'<link name="{name}"/>' for name in "oABCDE")
    robot = quietly(f'<robot name="r">{links}{joints}</robot>')
    assert robot.joint_names == ("a", "c", "e", "d", "b")
    assert robot.parents == (-1, 0, 1, 0, -1)
    assert robot.description == "o to E, D, B by a, c, e, d, b"


@given(st.integers(0, 2**32))
@settings(max_examples=10, deadline=None)
def test_the_order_in_the_file_and_the_names_do_not_matter(seed):
    writer = Writer(seed, 7, branching=True)
    robot = quietly(writer.text)
    writer.rng.shuffle(writer.parts)
    text = "<robot name='random'>\n" + "\n".join(writer.parts) + "\n</robot>"
    text = re.sub(r'"l(\d+)"', r'"link \1 of it"', text)
    other = quietly(text)
    order = [robot.joint_names.index(name) for name in other.joint_names]
    q, qd, qdd = states(robot.n, 3, seed)
    assert_close(
        inverse_dynamics(other, q[:, order], qd[:, order], qdd[:, order]),
        inverse_dynamics(robot, q, qd, qdd)[:, order],
    )


def test_a_link_with_several_joints_has_its_own_frame():
    text = """<robot name="r"><link name="o"/><link name="hub"/><link name="x"/><link name="y"/>
    <joint name="j" type="continuous"><parent link="o"/><child link="hub"/>
    <axis xyz="0 1 0"/></joint>
    <joint name="u" type="prismatic"><parent link="hub"/><child link="x"/>
    <origin xyz="1 2 3" rpy="1 0 0"/></joint>
    <joint name="v" type="prismatic"><parent link="hub"/><child link="y"/></joint></robot>"""
    robot = quietly(text)
    np.testing.assert_allclose(link_pose(robot, np.zeros(3), "hub"), np.eye(4), atol=1e-15)


PLANAR = """<robot name="r"><link name="o"/><link name="p"><inertial><origin xyz="0.1 0.2 0.3"/>
<mass value="2"/><inertia ixx="0.1" ixy="0.01" ixz="0" iyy="0.2" iyz="0" izz="0.15"/>
</inertial></link>
<joint name="slab" type="planar"><parent link="o"/><child link="p"/>
<origin xyz="1 2 3" rpy="0.3 0.2 0.1"/><axis xyz="0.6 0 0.8"/></joint></robot>"""


def test_a_planar_joint_is_two_slides_and_a_turn():
    robot = quietly(PLANAR)
    assert robot.joint_names == ("slab.x", "slab.y", "slab.turn")
    axes = [
        segment.edge.axis for segment in segments_of(read_tree(read_elements(PLANAR.encode(), "r")))
    ]
    np.testing.assert_allclose(np.stack(axes) @ np.stack(axes).T, np.eye(3), atol=1e-15)
    np.testing.assert_allclose(np.cross(axes[0], axes[1]), axes[2], atol=1e-15)
    np.testing.assert_allclose(axes[2], [0.6, 0, 0.8], atol=1e-15)
    by_hand = '<robot name="r"><link name="o"/><link name="m"/><link name="n"/>'
    by_hand += re.search("<link name=.p.*</link>", PLANAR, re.DOTALL)[0]
    ends = itertools.pairwise("omnp")
    kinds = ("prismatic", "prismatic", "continuous")
    origins = ('<origin xyz="1 2 3" rpy="0.3 0.2 0.1"/>', "", "")
    for name, kind, axis, (parent, child), origin in zip(
        robot.joint_names, kinds, axes, ends, origins, strict=True
    ):
        by_hand += f'<joint name="{name}" type="{kind}"><parent link="{parent}"/>'
        by_hand += (
            f'<child link="{child}"/>{origin}<axis xyz="{" ".join(map(repr, axis.tolist()))}"/>'
        )
        by_hand += LIMIT + "</joint>"
    model = pin.buildModelFromXML(by_hand + "</robot>")
    q, qd, qdd = states(3, 5, 1)
    assert_close(inverse_dynamics(robot, q, qd, qdd), torques(model, robot, q, qd, qdd))


@pytest.mark.parametrize("count", [1, 2])
def test_links_know_their_joints(count):
    tree = read_tree(read_elements(PLANAR.encode(), "r"))
    segments = segments_of(tree)[:count]
    joints = list(quietly(PLANAR).joints[:count])
    assert [link.joint.name for link in links_of(segments, joints)] == ["slab.x", "slab.y"][:count]
