"""Hollerbach's recursive Lagrangian formulation (1980), O(n), with 3 x 3 rotations: (8) to (21).

Mended against the print, which keeps what only holds for other frames or 4 x 4 matrices:

- (9), (11): the first moment m_i r*_i stands for the printed r*_i / m_i, which has no meaning.
- (10): c_i is the first moment, about frame i's origin, of all that joint i carries. Its part from
  beyond is A_(i+1) c_(i+1) plus the mass there times p_(i+1); the print lacks the latter.
- (12): p*_i points from origin i - 1 to origin i, in link i's axes, so its term adds.
- (8) lacks the terms with dp_i/dq_i. They vanish where origin i lies on axis i; in the standard
  Denavit-Hartenberg frames of (5) it does not, and for a prismatic joint they are all there is.
- (12) needs two more terms where p*_i itself changes: at a prismatic joint.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike

from common.arrays import Reals
from golden.kinematics import link_transforms
from golden.lagrangian.chain import (
    evaluate_states,
    operators,
    second_moment,
    trace_of_product,
    transposed,
)
from golden.lagrangian.recursion import motions
from golden.robot import JointType, Robot

_CHUNK = 2048


def inverse_dynamics(
    robot: Robot, q: ArrayLike, qd: ArrayLike, qdd: ArrayLike, *, actuators: bool = False
) -> Reals:
    """Return the joint torques, (..., n), from (8) to (21) as mended above.

    Parameters, returns and errors are those of `golden.newton_euler.inverse_dynamics`, which
    also knows a wrench at the tip.
    """
    return evaluate_states(_torques, _CHUNK, robot, q, qd, qdd, actuators)


def _torques(robot: Robot, q: Reals, qd: Reals, qdd: Reals) -> Reals:
    homogeneous = link_transforms(robot, q)
    a, p = homogeneous[..., :3, :3], homogeneous[..., :3, 3]  # (18), (19): p_i in axes i - 1
    operator = operators(robot)[:, :3, :3]  # (21), zero for a prismatic joint
    w, w_dot, w_ddot = motions(robot.base_rotation, a, operator, qd, qdd)
    p_ddot = _accelerations(robot, a, p, w, w_dot, w_ddot, qd, qdd)

    tau = np.zeros_like(q)
    points = len(q)
    d, e, c, mass = np.zeros((points, 3, 3)), np.zeros((points, 3)), np.zeros((points, 3)), 0.0
    for i in reversed(range(robot.n)):
        link = robot.links[i]
        moment = link.mass * link.center_of_mass
        acceleration = transposed(w_ddot[i + 1])
        d = d + moment[:, None] * p_ddot[i][:, None, :] + second_moment(link) @ acceleration  # (9)
        e = e + link.mass * p_ddot[i] + moment @ acceleration  # (11)
        c = c + moment  # (10)
        mass += link.mass
        if robot.joint_types[i] is JointType.REVOLUTE:
            derivative = w[i] @ operator[i] @ a[:, i]  # (16)
            moved = _apply(w[i] @ operator[i], p[:, i])  # dp_i/dq_i
            tau[:, i] = trace_of_product(derivative, d)  # (8)
            tau[:, i] -= _apply(derivative, c) @ robot.gravity  # (8), gravity
        else:
            moved = w[i][:, :, 2]
        tau[:, i] += np.sum(moved * (e - mass * robot.gravity), axis=-1)  # (8), mended
        # To the axes and the origin of link i - 1: the heads of (9) and (10).
        d = a[:, i] @ d + p[:, i, :, None] * e[:, None, :]
        c = _apply(a[:, i], c) + mass * p[:, i]
    return tau


def _accelerations(
    robot: Robot,
    a: Reals,
    p: Reals,
    w: list[Reals],
    w_dot: list[Reals],
    w_ddot: list[Reals],
    qd: Reals,
    qdd: Reals,
) -> list[Reals]:
    """Return the second derivative of p_i, the origin of frame i in the base frame: (12)."""
    result = []
    p_ddot = np.zeros((len(qd), 3))
    for i, joint_type in enumerate(robot.joint_types):
        p_star = _apply(transposed(a[:, i]), p[:, i])
        p_ddot = p_ddot + _apply(w_ddot[i + 1], p_star)  # (12), mended
        if joint_type is JointType.PRISMATIC:
            z, z_dot = w[i][:, :, 2], w_dot[i][:, :, 2]
            p_ddot = p_ddot + 2 * z_dot * qd[:, i, None] + z * qdd[:, i, None]
        result.append(p_ddot)
    return result


def _apply(matrices: Reals, vectors: Reals) -> Reals:
    return np.asarray(np.einsum("prs,ps->pr", matrices, vectors))
