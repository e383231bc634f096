"""golden against two outside libraries: Pinocchio and Peter Corke's Robotics Toolbox."""

import math

import numpy as np
import pinocchio as pin
import pytest
import roboticstoolbox as rtb
from hypothesis import given
from hypothesis import strategies as st

from golden.formulations import FORMULATIONS
from golden.kinematics import frames
from golden.load import load_robot, robot_names
from golden.newton_euler import inverse_dynamics
from golden.robot import JointType
from golden.toml.generators import planar, random_robot
from golden.trajectory import random_states
from golden.transforms import rotation_z

TOLERANCE = 1e-9
POINTS = 4


def pinocchio_model(robot):
    """The same arm: a body's frame there is the frame just after its joint, not the distal one."""
    model = pin.Model()
    model.gravity = pin.Motion(robot.gravity, np.zeros(3))
    placement = pin.SE3(robot.base_rotation, robot.base_translation)
    parent = 0
    for i, link in enumerate(robot.links):
        revolute = link.joint.type is JointType.REVOLUTE
        placement = placement * pin.SE3(rotation_z(link.joint.offset), np.zeros(3))
        joint = pin.JointModelRZ() if revolute else pin.JointModelPZ()
        parent = model.addJoint(parent, joint, placement, f"joint{i}")
        distal = pin.SE3(link.rotation, link.translation)
        body = pin.Inertia(link.mass, link.center_of_mass, link.inertia)
        model.appendBodyToJoint(parent, distal.act(body), pin.SE3.Identity())
        placement = distal
    return model


def pinocchio_torques(robot, states, wrench=None):
    model = pinocchio_model(robot)
    data = model.createData()
    external = pin.StdVec_Force()
    external.extend([pin.Force.Zero()] * (robot.n + 1))
    if wrench is not None:  # what the arm exerts comes back on it with the other sign
        last = robot.links[-1]
        distal = pin.SE3(last.rotation, last.translation)
        external[robot.n] = distal.act(pin.Force(-wrench[:3], -wrench[3:]))
    rows = zip(states.q, states.qd, states.qdd, strict=True)
    return np.array([pin.rnea(model, data, *row, external) for row in rows])


def assert_agree(tau, expected):
    size = max(float(np.abs(expected).max()), 1e-3)
    np.testing.assert_allclose(tau, expected, rtol=0, atol=TOLERANCE * size)


def toolbox_arm(robot):
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


@pytest.mark.parametrize("name", ["puma560", "stanford"])
@pytest.mark.parametrize("actuators", [False, True])
def test_named_robots_agree_with_the_toolbox_as_it_ships_them(name, actuators):
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
def test_random_chains_agree_with_the_toolbox(seed, n):
    robot = random_robot(np.random.default_rng(seed), n, quarter_twists=True)
    states = random_states(robot, POINTS, seed)
    parts = [np.array(part) for part in (states.q, states.qd, states.qdd)]
    expected = np.reshape(toolbox_arm(robot).rne(*parts), (POINTS, n))
    assert_agree(inverse_dynamics(robot, *parts), expected)
