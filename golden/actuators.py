"""What the motors behind the gears add to the joint torques."""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike

from common.arrays import Reals
from golden.batch import finite
from golden.coupling import all_rates, coupling_matrix, gathered
from golden.robot import Actuator, Robot

_NONE = Actuator(gear_ratio=1.0, motor_inertia=0.0)


def actuator_torque(robot: Robot, qd: ArrayLike, qdd: ArrayLike) -> Reals:
    """Return G^2 Jm qdd + G^2 B qd + |G| Tc for each joint, at the joint.

    G is the gear ratio, Jm the motor's inertia, B its viscous friction. Tc is `coulomb_positive`
    while the joint moves forwards, `coulomb_negative` while it moves backwards, and nothing at
    rest: the direction that counts is the joint's, also where G is negative. A rotor spins about
    its own axis only: no gyroscopic torque of the motors is in this.

    Parameters
    ----------
    robot
        The robot; a joint without an actuator adds nothing.
    qd, qdd
        (..., n), rad/s and rad/s2, or m/s and m/s2. They broadcast.

    Returns
    -------
    (..., n), N m or N.

    Raises
    ------
    InputError
        A shape does not fit, or a number is not finite.

    Source: P. Corke, Robotics Toolbox, `rne` and `Link.friction`.
    """
    qd, qdd = finite(qd, "qd", robot.n), finite(qdd, "qdd", robot.n)
    if robot.is_coupled:
        rates = all_rates(robot, qd), all_rates(robot, qdd)
        return gathered(robot, actuator_torque(robot.uncoupled, *rates))
    actuators = [joint.actuator or _NONE for joint in robot.joints]
    gear = np.array([actuator.gear_ratio for actuator in actuators])
    inertia = gear**2 * [actuator.motor_inertia for actuator in actuators]
    viscous = gear**2 * [actuator.viscous_friction for actuator in actuators]
    forwards = np.abs(gear) * [actuator.coulomb_positive for actuator in actuators]
    backwards = np.abs(gear) * [actuator.coulomb_negative for actuator in actuators]
    coulomb = np.where(qd > 0, forwards, np.where(qd < 0, backwards, 0.0))
    return np.asarray(inertia * qdd + viscous * qd + coulomb, dtype=np.float64)


def rotor_inertia(robot: Robot) -> Reals:
    """Return what the motors' rotors add to M, (n, n), kg m2 (kg): G^2 Jm of each joint."""
    return _of_coordinates(robot, [each.gear_ratio**2 * each.motor_inertia for each in _all(robot)])


def viscous_friction(robot: Robot) -> Reals:
    """Return what the motors add to dtau/dqd, (n, n), N m s/rad (N s/m): G^2 B of each joint."""
    return _of_coordinates(
        robot, [each.gear_ratio**2 * each.viscous_friction for each in _all(robot)]
    )


def _all(robot: Robot) -> list[Actuator]:
    return [link.joint.actuator or _NONE for link in robot.links]


def _of_coordinates(robot: Robot, values: list[float]) -> Reals:
    """Return K' diag(values) K: what stands at joints as it stands at the coordinates."""
    coupling = coupling_matrix(robot)
    return np.asarray(coupling.T @ np.diag(values) @ coupling)
