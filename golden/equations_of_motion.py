"""The parts of tau = M(q) qdd + C(q, qd) + G(q), and what follows from them.

All come from the Newton-Euler recursion, run with some of its inputs zero: M. W. Walker, D. E.
Orin: Efficient dynamic computer simulation of robotic mechanisms. ASME J. Dynamic Systems,
Measurement and Control 104, 1982, 205-211. Arrays are (..., n) and broadcast. InputError as in
`golden.newton_euler.inverse_dynamics`.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike

from common.arrays import Reals
from golden.actuators import actuator_torque
from golden.batch import finite
from golden.newton_euler import inverse_dynamics
from golden.pivots import solved
from golden.robot import Robot

_WEIGHTLESS = np.zeros(3)


def mass_matrix(robot: Robot, q: ArrayLike, *, actuators: bool = False) -> Reals:
    """Return M(q), (..., n, n), kg m2 (kg m, kg); with the motors' inertias if `actuators`.

    Symmetric; positive definite if every joint moves some mass or inertia.
    """
    zero = np.zeros(robot.n)
    q = finite(q, "q", robot.n)[..., None, :]
    columns = inverse_dynamics(
        robot.with_gravity(_WEIGHTLESS), q, zero, np.eye(robot.n), actuators=actuators
    )
    return (columns + np.swapaxes(columns, -1, -2)) / 2


def coriolis_torque(robot: Robot, q: ArrayLike, qd: ArrayLike) -> Reals:
    """Return the Coriolis and centrifugal torques C(q, qd), (..., n), N m or N."""
    return inverse_dynamics(robot.with_gravity(_WEIGHTLESS), q, qd, np.zeros(robot.n))


def gravity_torque(robot: Robot, q: ArrayLike) -> Reals:
    """Return G(q), (..., n), N m or N: what holds the robot still."""
    zero = np.zeros(robot.n)
    return inverse_dynamics(robot, q, zero, zero)


def forward_dynamics(
    robot: Robot, q: ArrayLike, qd: ArrayLike, tau: ArrayLike, *, actuators: bool = False
) -> Reals:
    """Return the accelerations qdd, (..., n), that torques (..., n) cause.

    Raises
    ------
    numpy.linalg.LinAlgError
        A joint moves nothing: M is singular.
    """
    tau = finite(tau, "tau", robot.n)
    bias = inverse_dynamics(robot, q, qd, np.zeros(robot.n))
    if actuators:
        bias = bias + actuator_torque(robot, qd, np.zeros(robot.n))
    m = mass_matrix(robot, q, actuators=actuators)
    return solved(m, tau - bias)
