"""Parts of a robot: what is held is neither lost nor felt by the others."""

import dataclasses

import numpy as np
import pinocchio as pin
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from common.errors import InputError
from golden.kinematics import link_pose
from golden.load import load_robot
from golden.newton_euler import inverse_dynamics
from golden.urdf.selection import Selection
from tests.pinocchio_robots import quietly, states, torques
from tests.urdf_writer import Writer

HAND = """<robot name="hand"><link name="world"/><link name="arm"/><link name="wrist"/>
<link name="palm"/><link name="left"/><link name="right"/>
<joint name="lift" type="prismatic"><parent link="world"/><child link="arm"/><axis xyz="0 0 1"/>
</joint>
<joint name="turn" type="revolute"><parent link="arm"/><child link="wrist"/><axis xyz="0 0 1"/>
<origin xyz="0.5 0 0"/></joint>
<joint name="bolts" type="fixed"><parent link="wrist"/><child link="palm"/><origin xyz="0.1 0 0"/>
<mimic joint="turn"/></joint>
<joint name="a" type="prismatic"><parent link="palm"/><child link="left"/></joint>
<joint name="b" type="prismatic"><parent link="palm"/><child link="right"/>
<mimic joint="a" multiplier="-2" offset="0.25"/></joint></robot>"""
MASS = '<inertial><mass value="3"/><inertia ixx="1" ixy="0" ixz="0" iyy="1" iyz="0" izz="1"/>'
MASS += "</inertial>"


def refused(selection, *words, text=HAND):
    with pytest.raises(InputError) as caught:
        quietly(text, selection)
    for word in words:
        assert word in str(caught.value)


@given(st.integers(0, 2**32), st.integers(2, 9))
@settings(max_examples=40, deadline=None)
def test_held_joints_leave_the_others_as_pinocchio_has_them(seed, n):
    text = Writer(seed, n, branching=True).text
    rng = np.random.default_rng(seed)
    whole, model = quietly(text), pin.buildModelFromXML(text)
    names = list(rng.permutation(whole.joint_names)[: rng.integers(1, n)])
    locks = {str(name): float(rng.uniform(-1, 1)) for name in names}
    part = quietly(text, Selection(locks=locks))
    assert set(part.joint_names) == set(whole.joint_names) - set(names)
    q, qd, qdd = states(part.n, 3, seed)
    kept = [whole.joint_names.index(name) for name in part.joint_names]
    everything = np.zeros((3, 3, whole.n))
    everything[0] = [locks.get(name, 0.0) for name in whole.joint_names]
    everything[:, :, kept] = q, qd, qdd
    expected = torques(model, whole, *everything)[:, kept]
    size = max(1.0, np.abs(expected).max())
    found = inverse_dynamics(part, q, qd, qdd)
    np.testing.assert_allclose(found, expected, rtol=0, atol=1e-9 * size)


def test_a_tip_is_the_end_of_the_chain_and_has_the_last_frame():
    robot = quietly(HAND, Selection(tip="palm"))
    assert robot.joint_names == ("lift", "turn")
    assert robot.description == "world to palm by lift, turn"
    np.testing.assert_allclose(
        link_pose(robot, [0.3, 0.0])[:3, 3], [0.6, 0, 0.3], rtol=0, atol=1e-15
    )


def test_what_hangs_beside_a_chain_keeps_its_mass():
    text = HAND.replace('<link name="left"/>', f'<link name="left">{MASS}</link>')
    robot = quietly(text, Selection(tip="wrist", locks={"a": 0.5}))
    assert [link.mass for link in robot.links] == [0, 3]
    # 1 kg m2 about its centre, 0.1 + 0.5 m from the axis
    tau = inverse_dynamics(robot, [0.0, 0.0], [0.0, 0.0], [0.0, 1.0])
    assert tau.tolist() == pytest.approx([3 * 9.81, 1 + 3 * 0.6**2])


def test_a_base_stands_still_and_the_rest_is_gone():
    robot = quietly(HAND, Selection(base="arm", tip="palm"))
    assert robot.joint_names == ("turn",)
    np.testing.assert_allclose(robot.base_translation, [0.5, 0, 0])
    refused(Selection(base="arm", tip="world"), "--tip: 'world': not carried by 'arm'")


def test_only_some_joints_move():
    robot = quietly(HAND, Selection(joints=("turn", "lift")))
    assert robot.joint_names == ("lift", "turn")


def test_a_follower_is_held_where_its_leader_holds_it():
    text = HAND.replace('<link name="right"/>', f'<link name="right">{MASS}</link>')
    for selection, reach in (
        (Selection(locks={"a": 0.1}), 0.1 + 0.05),  # -2 0.1 + 0.25
        (Selection(tip="wrist"), 0.1 + 0.25),
        (Selection(joints=("lift", "turn")), 0.1 + 0.25),
        (Selection(tip="wrist", locks={"b": 0.7}), 0.1 + 0.7),
    ):
        robot = quietly(text, selection)
        tau = inverse_dynamics(robot, [0.0, 0.0], [0.0, 0.0], [0.0, 1.0])
        assert tau[1] == pytest.approx(1 + 3 * reach**2)


def test_a_follower_of_a_follower_is_held_too():
    third = f'<link name="c">{MASS}</link><joint name="c" type="prismatic"><parent link="palm"/>'
    third += '<child link="c"/><mimic joint="b"/></joint></robot>'
    text = HAND.replace("</robot>", third)
    robot = quietly(text, Selection(locks={"a": 0.1}))
    tau = inverse_dynamics(robot, [0.0, 0.0], [0.0, 0.0], [0.0, 1.0])
    assert tau[1] == pytest.approx(1 + 3 * (0.1 + 0.05) ** 2)


def test_a_floating_robot_may_be_stood_on_the_ground():
    text = HAND.replace(
        'type="prismatic"><parent link="world"', 'type="floating"><parent link="world"'
    )
    refused(Selection(tip="palm"), "'lift' floats", "--base arm", text=text)
    assert quietly(text, Selection(base="arm", tip="palm")).joint_names == ("turn",)


@pytest.mark.parametrize(
    ("selection", "words"),
    [
        (Selection(tip="finger"), ("--tip: 'finger': no such link", "world", "palm")),
        (Selection(base="finger"), ("--base: 'finger': no such link",)),
        (Selection(locks={"bolts": 0.0}), ("--lock: no joint 'bolts' moves", "a, b, lift, turn")),
        (Selection(locks={"a": float("nan")}), ("--lock: a=nan",)),
        (Selection(joints=("b",)), ("--joints: 'b' follows 'a'; allowed: joints that lead",)),
        (Selection(joints=("a", "z")), ("--joints: no joint 'z' moves",)),
        (Selection(joints=("a",), locks={"a": 1.0}), ("--lock: 'a' is one of --joints",)),
        (Selection(tip="world"), ("no joint moves",)),
        (Selection(locks={"lift": 0, "turn": 0, "a": 0}), ("no joint moves",)),
    ],
)
def test_what_cannot_be_chosen(selection, words):
    refused(selection, *words)


def test_robots_without_names_have_no_parts():
    for option in ({"tip": "x"}, {"base": "x"}, {"locks": {"x": 0.0}}, {"joints": ("x",)}):
        with pytest.raises(InputError, match=r"without names: no part .* with a \.urdf file"):
            load_robot("machado_2r", Selection(**option))
    assert load_robot("machado_2r", dataclasses.replace(Selection())).n == 2
