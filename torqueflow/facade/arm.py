"""A robot to compute with."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from numpy.typing import ArrayLike

from common.arrays import Reals
from common.errors import InputError
from golden import equations_of_motion, kinematics, trajectory
from golden.formulations import FORMULATIONS
from golden.limits import Limits, with_assumptions, with_limits
from golden.load import load_robot
from golden.robot import Robot
from golden.toml.limits_file import read_limits
from golden.trajectory import Trajectory
from golden.urdf.selection import Selection


class Arm:
    """A robot, its float64 dynamics straight from the textbook, and motions for it.

    SI units: rad, m, s, kg, N m, N. Positions, velocities and accelerations have the shape (..., n)
    and broadcast against each other: a batch is one call.

    Parameters
    ----------
    robot
        The golden model; `load` makes one from a name or a file.
    """

    def __init__(self, robot: Robot) -> None:
        self.robot = robot

    def __repr__(self) -> str:
        """Return name and joints."""
        return f"<Arm {self.name!r}, {self.n} joints: {', '.join(self.robot.joint_names)}>"

    @property
    def name(self) -> str:
        """The robot's name."""
        return self.robot.name

    @property
    def n(self) -> int:
        """How many joints it has."""
        return self.robot.n

    @property
    def torque_limits(self) -> Reals:
        """The largest torque or force of each joint, (n,); infinite where nobody has told it."""
        return self.robot.torque_limits

    def torques(
        self,
        q: ArrayLike,
        qd: ArrayLike,
        qdd: ArrayLike,
        *,
        formulation: str = "newton-euler",
        actuators: bool = False,
    ) -> Reals:
        """Return the joint torques or forces of a motion, (..., n): inverse dynamics.

        Parameters
        ----------
        formulation
            Its equations, one of `golden.formulations.FORMULATIONS`.
        actuators
            Whether the motors' inertia and friction count.

        Raises
        ------
        InputError
            An unknown formulation, or a shape that is not the robot's.
        """
        if formulation not in FORMULATIONS:
            raise InputError("formulation", repr(formulation), ", ".join(FORMULATIONS))
        compute = FORMULATIONS[formulation]
        return compute(self.robot, q, qd, qdd, actuators=actuators)

    def accelerations(self, q: ArrayLike, qd: ArrayLike, tau: ArrayLike) -> Reals:
        """Return the accelerations that torques cause, (..., n): forward dynamics."""
        return equations_of_motion.forward_dynamics(self.robot, q, qd, tau)

    def mass_matrix(self, q: ArrayLike) -> Reals:
        """Return M of M qdd + C + G, (..., n, n)."""
        return equations_of_motion.mass_matrix(self.robot, q)

    def gravity_torque(self, q: ArrayLike) -> Reals:
        """Return what holds the robot still, (..., n)."""
        return equations_of_motion.gravity_torque(self.robot, q)

    def pose(self, q: ArrayLike, link: int | str | None = None) -> Reals:
        """Return a link's frame in the world, (..., 4, 4); the last link's if none is named."""
        return kinematics.link_pose(self.robot, q, link)

    def jacobian(self, q: ArrayLike, link: int | str | None = None) -> Reals:
        """Return a link's Jacobian, (..., 6, n); the last link's if none is named."""
        return kinematics.jacobian(self.robot, q, link)

    def random_states(self, points: int, seed: int = 1) -> Trajectory:
        """Return states within the limits that have nothing to do with each other."""
        return trajectory.random_states(self.robot, points, seed)

    def random_motion(self, points: int, seed: int = 1) -> Trajectory:
        """Return a smooth motion within the limits, sampled at so many points."""
        return trajectory.random_trajectory(self.robot, points, seed)


def load(
    name_or_path: str | Path,
    *,
    tip: str | None = None,
    base: str | None = None,
    lock: Mapping[str, float] | None = None,
    joints: tuple[str, ...] | None = None,
    limits: str | Path | None = None,
    velocity_limit: float | None = None,
    acceleration_limit: float | None = None,
    torque_limit: float | None = None,
) -> Arm:
    """Return a robot that comes with torqueflow, by name, or any from a .toml or .urdf file.

    Parameters
    ----------
    tip, base, lock, joints
        The part of a URDF file's robot that is meant: see `golden.urdf.selection.Selection`.
    limits
        A .toml file of joint limits.
    velocity_limit, acceleration_limit, torque_limit
        Of every joint that no file gives one. Acceleration limits that are still missing are
        assumed, with a warning, where the velocity's is known: full speed 0.2 s after rest.

    Raises
    ------
    InputError
        There is no such robot, or something in a file is wrong.
    """
    selection = Selection(tip, base, lock or {}, joints)
    robot = load_robot(name_or_path, selection, assume=False)
    rest = Limits(
        velocity_limit=velocity_limit,
        acceleration_limit=acceleration_limit,
        torque_limit=torque_limit,
    )
    told = {} if limits is None else read_limits(str(limits), robot)
    return Arm(with_assumptions(with_limits(robot, told, rest), str(name_or_path)))
