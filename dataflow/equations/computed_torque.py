"""Computed-torque control: what the drives exert so that each joint follows a damped oscillator.

u = inverse dynamics at y, yd and the acceleration -kp (y - goal) - kd yd, by Newton-Euler.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from common.arrays import Reals
from dataflow.equations.functions import UNKNOWN_BOUND, Functions
from dataflow.equations.joint_frames import joint_frame_links
from dataflow.equations.recursions import newton_euler_torques
from dataflow.equations.recursive_form import drive_of
from dataflow.equations.vector import Real
from golden.robot import Robot


@dataclass(frozen=True)
class ComputedTorque:
    """A controller that holds a goal.

    Attributes
    ----------
    goal
        (n,), rad or m.
    stiffness, damping
        kp in 1/s2 and kd in 1/s.
    """

    goal: Reals
    stiffness: float = 25.0
    damping: float = 10.0

    def torques(
        self, functions: Functions, robot: Robot, q: Sequence[Real], qd: Sequence[Real]
    ) -> list[Real]:
        """Return the torques (N m, N) at a state, one scalar a joint."""
        drives = []
        for i, link in enumerate(joint_frame_links(robot)):
            away = q[i] - float(self.goal[i])
            asked = -(away * self.stiffness) - qd[i] * self.damping
            drives.append(drive_of(functions, i, link, q[i], qd[i], asked, UNKNOWN_BOUND))
        links = joint_frame_links(robot)
        return newton_euler_torques(functions, links, drives, robot.gravity, lambda stage: None)
