"""How far accelerations in single precision are from golden, and what M explains of it.

Cholesky's factorisation is as exact as the condition of M scaled to a unit diagonal allows
(J. Demmel, 1989): with D = diag(M) and H = D^-1/2 M D^-1/2, the error of x is within
c eps (cond(H) |D^1/2 x| + |D^-1/2 r| / lowest eigenvalue of H), in the scaled norm, where r stands
for the torques that cancel in q - k, each of them rounded.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from common.arrays import Reals
from golden.equations_of_motion import (
    coriolis_torque,
    forward_dynamics,
    gravity_torque,
    mass_matrix,
)
from golden.newton_euler import inverse_dynamics
from golden.robot import Robot
from golden.trajectory import random_states

EPSILON = 2.0**-24
"""The largest relative error of one rounding to single precision."""

ROUNDINGS = 8
"""Roundings, c above, that a value of M, k or q and the solution may have gone through."""


@dataclass(frozen=True)
class Accuracy:
    """Errors over states.

    Attributes
    ----------
    error_max
        (n,), rad/s2 or m/s2: the largest difference from golden of each joint.
    bound_share_max
        The largest scaled error as a share of what `ROUNDINGS` explain.
    condition_max
        The largest condition of the scaled M.
    relative_max
        The largest scaled error as a share of the scaled accelerations.
    """

    error_max: Reals
    bound_share_max: float
    condition_max: float
    relative_max: float

    @property
    def agrees(self) -> bool:
        """Whether roundings explain every error."""
        return self.bound_share_max <= 1.0


def demo_states(robot: Robot, points: int, seed: int) -> Reals:
    """Return states, (points, 3 n), as REAL32 holds them: torques cause golden's motions."""
    motion = random_states(robot, points, seed)
    torques = inverse_dynamics(robot, motion.q, motion.qd, motion.qdd)
    states = np.concatenate([motion.q, motion.qd, torques], axis=1)
    return np.asarray(states.astype(np.float32), dtype=np.float64)


def accuracy(robot: Robot, states: Reals, accelerations: Reals) -> Accuracy:
    """Compare accelerations, (points, n), with golden's for states (points, 3 n)."""
    q, qd, torques = np.split(states, 3, axis=1)
    true = forward_dynamics(robot, q, qd, torques)
    mass = mass_matrix(robot, q)
    scale = np.sqrt(np.diagonal(mass, axis1=-2, axis2=-1))
    values = np.linalg.eigvalsh(mass / (scale[:, :, None] * scale[:, None, :]))
    lowest, condition = values[:, 0], values[:, -1] / values[:, 0]
    forces = np.abs(torques) + np.abs(gravity_torque(robot, q))
    forces = (forces + np.abs(coriolis_torque(robot, q, qd))) / scale
    error = np.linalg.norm((accelerations - true) * scale, axis=1)
    size = np.linalg.norm(true * scale, axis=1)
    bound = ROUNDINGS * EPSILON * (condition * size + np.linalg.norm(forces, axis=1) / lowest)
    return Accuracy(
        np.abs(accelerations - true).max(axis=0),
        float(np.max(error / bound)),
        float(condition.max()),
        float(np.max(error / size)),
    )
