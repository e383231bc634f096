"""Inverse dynamics of a robot whose base moves: humanoids, quadrupeds, arms on vehicles.

The recursion of `golden.newton_euler` begins with the base's motion in place of gravity alone, and
ends with the wrench that remains there: R. Featherstone: Rigid Body Dynamics Algorithms. Springer,
2008, section 9.1, with the base's acceleration given.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike

from common.arrays import Reals
from common.errors import InputError
from golden.actuators import actuator_torque
from golden.batch import evaluate, finite
from golden.connectivity import BASE
from golden.coupling import all_positions, all_rates, gathered
from golden.frame_motion import (
    FrameMotion,
    Wrench,
    across_body,
    body_wrench,
    carried,
    columns,
    spin_of,
    xyz,
)
from golden.newton_euler import recursion
from golden.robot import Robot
from golden.vectors import ZERO

_CHUNK = 4096


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
    q, qd, qdd = (
        finite(value, name, robot.n) for value, name in ((q, "q"), (qd, "qd"), (qdd, "qdd"))
    )
    omega = finite(angular_velocity, "angular_velocity", 3)
    alpha = finite(angular_acceleration, "angular_acceleration", 3)
    proper = finite(acceleration, "acceleration", 3)
    free = robot.uncoupled
    places, rates, changes = all_positions(robot, q), all_rates(robot, qd), all_rates(robot, qdd)

    def kernel(q: Reals, qd: Reals, qdd: Reals, omega: Reals, alpha: Reals, proper: Reals) -> Reals:
        base = FrameMotion(xyz(omega), xyz(alpha), xyz(proper))
        tau, wrench = _torques_and_wrench(free, base, q, qd, qdd)
        parts = [np.broadcast_to(part, len(q)) for part in (*wrench.force, *wrench.moment)]
        return np.column_stack([tau, *parts])

    found = evaluate(kernel, _CHUNK, free.n + 6, places, rates, changes, omega, alpha, proper)
    tau = gathered(robot, found[..., : free.n])
    if actuators:
        tau = tau + actuator_torque(robot, qd, qdd)
    return tau, found[..., free.n :]


def _torques_and_wrench(
    robot: Robot, base: FrameMotion, q: Reals, qd: Reals, qdd: Reals
) -> tuple[Reals, Wrench]:
    assert robot.base_body is not None
    mounted, _ = across_body(robot.base_rotation, robot.base_translation, base)
    state = columns(q), columns(qd), columns(qdd)
    tau, carries = recursion(robot, mounted, *state, BASE, Wrench(ZERO, ZERO))
    own = body_wrench(robot.base_body, base, spin_of(base.omega, base.alpha))
    return tau, own + carried(robot.base_rotation, robot.base_translation, carries)
