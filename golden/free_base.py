"""Inverse dynamics of a robot whose base moves: humanoids, quadrupeds, arms on vehicles.

The recursion of `golden.newton_euler` begins with the base's motion in place of gravity alone, and
ends with the wrench that remains there: R. Featherstone: Rigid Body Dynamics Algorithms. Springer,
2008, section 9.1, with the base's acceleration given.
"""

from __future__ import annotations

from numpy.typing import ArrayLike

from common.arrays import Reals
from common.errors import InputError
from golden.loaded import loaded_dynamics
from golden.robot import Robot


def free_base_dynamics(
    robot: Robot,
    angular_velocity: ArrayLike,
    angular_acceleration: ArrayLike,
    acceleration: ArrayLike,
    q: ArrayLike,
    qd: ArrayLike,
    qdd: ArrayLike,
    *,
    actuators: bool = False,
) -> tuple[Reals, Reals]:
    """Return the joint torques, and the wrench that must act on the base, for a motion of both.

    Parameters
    ----------
    robot
        One with a `base_body`.
    angular_velocity, angular_acceleration
        (..., 3), rad/s and rad/s2: of the base, in the base frame's axes.
    acceleration
        (..., 3), m/s2: of the base frame's origin less the acceleration of a free body, in the base
        frame's axes, as an accelerometer there shows it. So the robot's own gravity is not used.
    q, qd, qdd
        (..., n), as for `golden.newton_euler.inverse_dynamics`. All arrays broadcast.
    actuators
        Add the terms of `golden.actuators.actuator_torque`.

    Returns
    -------
    (..., n), N m or N; and (..., 6): the force, N, and the moment about the base frame's origin,
    N m, that the surroundings exert on the robot, in the base frame's axes.

    Raises
    ------
    InputError
        The robot's base stands, a shape does not fit, or a number is not finite.
    """
    if robot.base_body is None:
        problem = "its base stands"
        raise InputError(robot.name, problem, "a robot with a body for its base: free_base")
    base = angular_velocity, angular_acceleration, acceleration
    return loaded_dynamics(robot, q, qd, qdd, base=base, actuators=actuators)
