"""The robot that is controlled: MuJoCo's, from the same links as golden's.

MuJoCo computes the motion by its own equations, so a core that is wrong cannot hide behind the
model that it was made from.
"""

from __future__ import annotations

import xml.etree.ElementTree as ElementTree

import numpy as np

from common.arrays import Reals
from common.errors import InputError
from golden.joint import JointType
from golden.rigid_body import RigidBody, joined
from golden.robot import Link, Robot
from golden.transforms import homogeneous, rotation_z

_WEIGHTLESS = 1e-12
"""kg: what a body has that has no mass; it changes no torque that float64 could tell."""


class Plant:
    """A simulated robot: its links, without motors, gears or friction, as the core computes it.

    Parameters
    ----------
    robot
        A tree of links whose joints follow nothing, on a base that stands.

    Raises
    ------
    InputError
        MuJoCo is not installed.
    """

    def __init__(self, robot: Robot) -> None:
        try:
            import mujoco
        except ImportError as error:
            allowed = "pip install 'torqueflow[mujoco]'"
            raise InputError("loop", "MuJoCo is not installed", allowed) from error
        self._mujoco = mujoco
        self.robot = robot
        self.model = mujoco.MjModel.from_xml_string(mjcf(robot))
        self.data = mujoco.MjData(self.model)
        for body, link in enumerate(robot.links, start=1):
            self._weigh(body, _loaded(link, 0.0))

    def start(self, q: Reals, qd: Reals) -> None:
        """Put the robot there, (n,) each; what it carries stays."""
        self._mujoco.mj_resetData(self.model, self.data)
        self.data.qpos[:], self.data.qvel[:] = q, qd

    @property
    def q(self) -> Reals:
        """(n,), rad or m."""
        return np.array(self.data.qpos)

    @property
    def qd(self) -> Reals:
        """(n,), rad/s or m/s."""
        return np.array(self.data.qvel)

    def move(self, torques: Reals, seconds: float, steps: int) -> None:
        """Let torques, (n,), N m or N, act for a time, in so many steps of Runge and Kutta's."""
        if seconds <= 0.0:
            return
        self.model.opt.timestep = seconds / steps
        self.data.qfrc_applied[:] = torques
        for _ in range(steps):
            self._mujoco.mj_step(self.model, self.data)

    def torques(self, q: Reals, qd: Reals, qdd: Reals) -> Reals:
        """Return the torques of a motion by MuJoCo's inverse dynamics, (n,), N m or N."""
        self.start(q, qd)
        self.data.qacc[:] = qdd
        self._mujoco.mj_inverse(self.model, self.data)
        return np.array(self.data.qfrc_inverse)

    def pick_up(self, mass: float) -> None:
        """Hang a point mass, kg, on the end of the last link; 0 puts it down."""
        self._weigh(len(self.robot.links), _loaded(self.robot.links[-1], mass))

    def _weigh(self, body: int, weight: RigidBody) -> None:
        """Give a body its mass and moments, which MuJoCo keeps by their main axes.

        Its compiler would refuse moments that no body has, as published ones may be.
        """
        model = self.model
        moments, axes = np.linalg.eigh(weight.inertia)
        if np.linalg.det(axes) < 0:
            axes[:, 0] = -axes[:, 0]
        model.body_mass[body] = max(weight.mass, _WEIGHTLESS)
        model.body_ipos[body] = weight.center_of_mass
        model.body_inertia[body] = moments
        model.body_iquat[body] = _quaternion(axes)
        self._mujoco.mj_setConst(model, self._mujoco.MjData(model))


def mjcf(robot: Robot) -> str:
    """Return a robot's joints as MJCF: each body's frame is the joint's, behind the joint.

    Every body weighs the same there; `Plant` gives each its own.
    """
    root = ElementTree.Element("mujoco", model="robot")
    ElementTree.SubElement(root, "compiler", angle="radian", autolimits="false")
    option = ElementTree.SubElement(root, "option", gravity=_text(robot.gravity), integrator="RK4")
    ElementTree.SubElement(option, "flag", constraint="disable", contact="disable")
    world = ElementTree.SubElement(root, "worldbody")
    bodies: list[ElementTree.Element] = []
    for index, link in enumerate(robot.links):
        parent = robot.parents[index]
        inside = world if parent < 0 else bodies[parent]
        rotation, translation = _place(robot, link, parent)
        body = ElementTree.SubElement(
            inside, "body", pos=_text(translation), quat=_text(_quaternion(rotation))
        )
        kind = "hinge" if link.joint.type is JointType.REVOLUTE else "slide"
        ElementTree.SubElement(body, "joint", type=kind, axis="0 0 1")
        ElementTree.SubElement(body, "inertial", mass="1", pos="0 0 0", diaginertia="1 1 1")
        bodies.append(body)
    return ElementTree.tostring(root, encoding="unicode")


def _place(robot: Robot, link: Link, parent: int) -> tuple[Reals, Reals]:
    """Return where a joint's frame is in its parent's body, at q = 0."""
    if parent < 0:
        rotation, translation = robot.base_rotation, robot.base_translation
    else:
        rotation, translation = robot.links[parent].rotation, robot.links[parent].translation
    place = translation + rotation @ link.mount_translation
    return rotation @ link.mount_rotation @ rotation_z(link.joint.offset), place


def _loaded(link: Link, load: float) -> RigidBody:
    """Return a link with a point mass, kg, on its end, in its joint's frame."""
    own = RigidBody(link.mass, link.center_of_mass, link.inertia)
    point = RigidBody(load, np.zeros(3), np.zeros((3, 3)))
    pose = homogeneous(link.rotation, link.translation)
    return joined([own, point]).seen_from(pose)


def _quaternion(rotation: Reals) -> Reals:
    """Return a rotation as MuJoCo writes it: w, x, y, z."""
    from scipy.spatial.transform import Rotation

    x, y, z, w = Rotation.from_matrix(rotation).as_quat()
    return np.array([w, x, y, z])


def _text(values: Reals) -> str:
    return " ".join(repr(float(value)) for value in values)
