"""golden against two outside libraries: Pinocchio and Peter Corke's Robotics Toolbox."""

import math

import numpy as np
import pinocchio as pin
import pytest
from hypothesis import given
from hypothesis import strategies as st

from golden.equations_of_motion import (
    coriolis_torque,
    forward_dynamics,
    gravity_torque,
    mass_matrix,
)
from golden.formulations import FORMULATIONS
from golden.generators import planar, random_robot
from golden.kinematics import frames, jacobian, link_pose
from golden.load import load_robot, robot_names
from golden.newton_euler import inverse_dynamics
from golden.robot import JointType
from golden.trajectory import random_states
from golden.transforms import rotation_z
from tests.random_trees import trees

TOLERANCE = 1e-9
POINTS = 4


def pinocchio_model(robot):
    """The same robot: a body's frame there is the frame just after its joint, not the distal one.

    Frame "link3" is the distal frame of link 3. Pinocchio wants the joints in the order of
    `depth_first`.
    """
    model = pin.Model()
    model.gravity = pin.Motion(robot.gravity, np.zeros(3))
    joints = {-1: 0}
    ends = {-1: pin.SE3(robot.base_rotation, robot.base_translation)}
    for i in depth_first(robot):
        link, parent = robot.links[i], robot.parents[i]
        revolute = link.joint.type is JointType.REVOLUTE
        mount = pin.SE3(np.array(link.mount_rotation), np.array(link.mount_translation))
        placement = ends[parent] * mount * pin.SE3(rotation_z(link.joint.offset), np.zeros(3))
        joint = pin.JointModelRZ() if revolute else pin.JointModelPZ()
        joints[i] = model.addJoint(joints[parent], joint, placement, f"joint{i}")
        distal = pin.SE3(link.rotation, link.translation)
        body = pin.Inertia(link.mass, link.center_of_mass, link.inertia)
        model.appendBodyToJoint(joints[i], distal.act(body), pin.SE3.Identity())
        model.addFrame(pin.Frame(f"link{i}", joints[i], distal, pin.FrameType.OP_FRAME))
        ends[i] = distal
    return model


def depth_first(robot, link=-1):
    """The links of a subtree, each branch as a whole; those of a chain in their order."""
    order = [] if link == -1 else [link]
    for child in robot.children(link):
        order += depth_first(robot, child)
    return order


def pinocchio_torques(robot, states, wrench=None, link=None):
    model = pinocchio_model(robot)
    data = model.createData()
    external = pin.StdVec_Force()
    external.extend([pin.Force.Zero()] * (robot.n + 1))
    if wrench is not None:  # what the arm exerts comes back on it with the other sign
        link = robot.n - 1 if link is None else link
        distal = pin.SE3(robot.links[link].rotation, robot.links[link].translation)
        external[model.getJointId(f"joint{link}")] = distal.act(pin.Force(-wrench[:3], -wrench[3:]))
    order = depth_first(robot)
    rows = zip(states.q[:, order], states.qd[:, order], states.qdd[:, order], strict=True)
    torques = np.array([pin.rnea(model, data, *row, external) for row in rows])
    return torques[:, np.argsort(order)]


def assert_agree(tau, expected):
    size = max(float(np.abs(expected).max()), 1e-3)
    np.testing.assert_allclose(tau, expected, rtol=0, atol=TOLERANCE * size)


def toolbox_arm(rtb, robot):
    """The same arm, for standard Denavit-Hartenberg geometry only."""
    links = []
    for link in robot.links:
        a, zero, d = link.translation
        assert zero == 0.0
        alpha = math.atan2(link.rotation[2, 1], link.rotation[2, 2])
        shared = {"a": a, "alpha": alpha, "m": link.mass, "r": link.center_of_mass}
        shared |= {"I": link.inertia}
        if link.joint.type is JointType.REVOLUTE:
            links.append(rtb.RevoluteDH(d=d, offset=link.joint.offset, **shared))
        else:
            links.append(rtb.PrismaticDH(theta=link.joint.offset, offset=d, **shared))
    return rtb.DHRobot(links, gravity=robot.gravity)


robots = st.builds(
    lambda seed, n, base: random_robot(np.random.default_rng(seed), n, base=base),
    st.integers(0, 2**32),
    st.integers(1, 12),
    st.booleans(),
)


@pytest.mark.parametrize("name", [*robot_names(), "planar"])
def test_named_robots_agree_with_pinocchio(name):
    robot = planar(4) if name == "planar" else load_robot(name)
    states = random_states(robot, 20, 1)
    expected = pinocchio_torques(robot, states)
    for compute in FORMULATIONS.values():
        assert_agree(compute(robot, states.q, states.qd, states.qdd), expected)


@given(robots, st.integers(0, 2**32))
def test_random_chains_agree_with_pinocchio(robot, seed):
    states = random_states(robot, POINTS, seed)
    tau = inverse_dynamics(robot, states.q, states.qd, states.qdd)
    assert_agree(tau, pinocchio_torques(robot, states))


@given(robots, st.integers(0, 2**32))
def test_tip_wrench_agrees_with_pinocchio(robot, seed):
    states = random_states(robot, POINTS, seed)
    wrench = np.random.default_rng(seed).uniform(-10, 10, 6)
    tau = inverse_dynamics(
        robot, states.q, states.qd, states.qdd, tip_force=wrench[:3], tip_moment=wrench[3:]
    )
    assert_agree(tau, pinocchio_torques(robot, states, wrench))


@given(robots, st.integers(0, 2**32))
def test_frames_agree_with_pinocchio(robot, seed):
    states = random_states(robot, 1, seed)
    model = pinocchio_model(robot)
    data = model.createData()
    pin.forwardKinematics(model, data, states.q[0])
    last = robots_last_frame(robot)
    tip = (data.oMi[robot.n] * last).homogeneous
    np.testing.assert_allclose(frames(robot, states.q)[0, -1], tip, rtol=0, atol=1e-11)


def robots_last_frame(robot):
    return pin.SE3(robot.links[-1].rotation, robot.links[-1].translation)


@given(trees(), st.integers(0, 2**32))
def test_random_trees_agree_with_pinocchio(robot, seed):
    states = random_states(robot, POINTS, seed)
    expected = pinocchio_torques(robot, states)
    for compute in FORMULATIONS.values():
        assert_agree(compute(robot, states.q, states.qd, states.qdd), expected)


@given(trees(), st.data())
def test_a_wrench_at_a_link_of_a_tree_agrees_with_pinocchio(robot, data):
    link = data.draw(st.integers(0, robot.n - 1))
    states = random_states(robot, POINTS, data.draw(st.integers(0, 2**32)))
    wrench = np.random.default_rng(link).uniform(-10, 10, 6)
    exerted = {"tip_force": wrench[:3], "tip_moment": wrench[3:], "tip_link": link}
    tau = inverse_dynamics(robot, states.q, states.qd, states.qdd, **exerted)
    assert_agree(tau, pinocchio_torques(robot, states, wrench, link))


@given(trees(), st.integers(0, 2**32))
def test_the_parts_of_a_trees_equations_agree_with_pinocchio(robot, seed):
    state = random_states(robot, 1, seed)
    q, qd, tau = state.q[0], state.qd[0], 100 * state.qdd[0]
    model, order = pinocchio_model(robot), depth_first(robot)
    data, back = model.createData(), np.argsort(order)
    upper = np.triu(pin.crba(model, data, q[order]))
    mass = (upper + np.triu(upper, 1).T)[np.ix_(back, back)]
    assert_agree(mass_matrix(robot, q), mass)
    gravity = pin.computeGeneralizedGravity(model, data, q[order])[back]
    assert_agree(gravity_torque(robot, q), gravity)
    bias = pin.nonLinearEffects(model, data, q[order], qd[order])[back]
    assert_agree(coriolis_torque(robot, q, qd) + gravity_torque(robot, q), bias)
    qdd = pin.aba(model, data, q[order], qd[order], tau[order])[back]
    assert_agree(forward_dynamics(robot, q, qd, tau), qdd)


@given(trees(), st.integers(0, 2**32))
def test_poses_and_jacobians_of_a_tree_agree_with_pinocchio(robot, seed):
    q = random_states(robot, 1, seed).q[0]
    model, order = pinocchio_model(robot), depth_first(robot)
    data, back = model.createData(), np.argsort(order)
    pin.computeJointJacobians(model, data, q[order])
    pin.updateFramePlacements(model, data)
    for i in range(robot.n):
        frame = model.getFrameId(f"link{i}")
        pose = data.oMf[frame].homogeneous
        np.testing.assert_allclose(link_pose(robot, q, i), pose, rtol=0, atol=1e-11)
        found = pin.getFrameJacobian(model, data, frame, pin.ReferenceFrame.LOCAL)
        expected = found.reshape(6, robot.n)[:, back]  # one joint comes without its axis
        np.testing.assert_allclose(jacobian(robot, q, i), expected, rtol=0, atol=1e-11)


@pytest.mark.parametrize("name", ["puma560", "stanford"])
@pytest.mark.parametrize("actuators", [False, True])
def test_named_robots_agree_with_the_toolbox_as_it_ships_them(name, actuators, rtb):
    robot = load_robot(name)
    shipped = {"puma560": rtb.models.DH.Puma560, "stanford": rtb.models.DH.Stanford}[name]()
    if not actuators:
        for link in shipped.links:
            link.Jm, link.B, link.Tc = 0, 0, [0, 0]
    states = random_states(robot, 50, 2)
    expected = shipped.rne(np.array(states.q), np.array(states.qd), np.array(states.qdd))
    tau = inverse_dynamics(robot, states.q, states.qd, states.qdd, actuators=actuators)
    assert_agree(tau, expected)


@given(st.integers(0, 2**32), st.integers(1, 8))
def test_random_chains_agree_with_the_toolbox(rtb, seed, n):
    robot = random_robot(np.random.default_rng(seed), n, quarter_twists=True)
    states = random_states(robot, POINTS, seed)
    parts = [np.array(part) for part in (states.q, states.qd, states.qdd)]
    expected = np.reshape(toolbox_arm(rtb, robot).rne(*parts), (POINTS, n))
    assert_agree(inverse_dynamics(robot, *parts), expected)
