"""Hollerbach's recursive Lagrangian formulation (1980), O(n), with 3 x 3 rotations: (8) to (21).

Mended against the print, which keeps what only holds for other frames or 4 x 4 matrices:

- (9), (11): the first moment m_i r*_i stands for the printed r*_i / m_i, which has no meaning.
- (10): c_i is the first moment, about frame i's origin, of all that joint i carries. Its part from
  beyond is A_(i+1) c_(i+1) plus the mass there times p_(i+1); the print lacks the latter.
- (12): p*_i points from origin i - 1 to origin i, in link i's axes, so its term adds.
- (8) lacks the terms with dp_i/dq_i. They vanish where origin i lies on axis i; in the standard
  Denavit-Hartenberg frames of (5) it does not, and for a prismatic joint they are all there is.
- (12) needs two more terms where p*_i itself changes: at a prismatic joint.

In a tree the terms of i + 1 in (9) to (11) are sums over the children of link i, and i - 1 is the
parent. A mount's translation, which the paper's chains lack, belongs to the parent's body: p*_i
starts behind it, and (12) carries it by the parent's motion.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike

from common.arrays import Reals
from golden.connectivity import BASE
from golden.kinematics import link_transforms
from golden.lagrangian.evaluation import evaluate_states
from golden.lagrangian.recursion import motions
from golden.lagrangian.terms import (
    operators,
    second_moment,
    trace_of_product,
    transposed,
)
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
    transforms = link_transforms(robot, q)
    a, p = transforms[..., :3, :3], transforms[..., :3, 3]  # (18), (19): p_i in the parent's axes
    operator = operators(robot)  # (21), widened
    parents, points = robot.parents, len(q)
    w, w_dot, w_ddot = motions(robot.base_rotation, parents, a, operator[:, :3, :3], qd, qdd)
    p_ddot = _accelerations(robot, a, p, w, w_dot, w_ddot, qd, qdd)

    tau = np.zeros_like(q)
    d: dict[int, Reals] = {}
    e: dict[int, Reals] = {}
    c: dict[int, Reals] = {}
    mass: dict[int, float] = {}
    for i in reversed(range(robot.n)):
        link, parent = robot.links[i], parents[i]
        moment = link.mass * link.center_of_mass
        acceleration = transposed(w_ddot[i])
        d[i] = moment[:, None] * p_ddot[i][:, None, :] + second_moment(link) @ acceleration  # (9)
        e[i] = link.mass * p_ddot[i] + moment @ acceleration  # (11)
        c[i] = np.broadcast_to(moment, (points, 3))  # (10)
        mass[i] = link.mass
        for k in robot.children(i):  # to the axes and the origin of link i
            d[i] = d[i] + a[:, k] @ d.pop(k) + p[:, k, :, None] * e[k][:, None, :]
            e[i] = e[i] + e.pop(k)
            c[i] = c[i] + _apply(a[:, k], c.pop(k)) + mass[k] * p[:, k]
            mass[i] += mass[k]
        turn, shift = operator[i, :3, :3], operator[i, :3, 3]
        moved = _apply(w[parent], p[:, i] @ turn.T + shift)  # dp_i/dq_i
        if robot.joint_types[i] is JointType.REVOLUTE:
            derivative = w[parent] @ turn @ a[:, i]  # (16)
            tau[:, i] = trace_of_product(derivative, d[i])  # (8)
            tau[:, i] -= _apply(derivative, c[i]) @ robot.gravity  # (8), gravity
        tau[:, i] += np.sum(moved * (e[i] - mass[i] * robot.gravity), axis=-1)  # (8), mended
    return tau


def _accelerations(
    robot: Robot,
    a: Reals,
    p: Reals,
    w: dict[int, Reals],
    w_dot: dict[int, Reals],
    w_ddot: dict[int, Reals],
    qd: Reals,
    qdd: Reals,
) -> dict[int, Reals]:
    """Return the second derivative of p_i, the origin of frame i in the base frame: (12)."""
    result = {BASE: np.zeros((len(qd), 3))}
    for i, (link, parent) in enumerate(zip(robot.links, robot.parents, strict=True)):
        mount = link.mount_translation  # the way to the joint turns with the parent
        p_star = _apply(transposed(a[:, i]), p[:, i] - mount)
        p_ddot = result[parent] + w_ddot[parent] @ mount
        p_ddot = p_ddot + _apply(w_ddot[i], p_star)  # (12), mended
        if link.joint.type is JointType.PRISMATIC:
            axis = link.mount_rotation[:, 2]
            z, z_dot = w[parent] @ axis, w_dot[parent] @ axis
            p_ddot = p_ddot + 2 * z_dot * qd[:, i, None] + z * qdd[:, i, None]
        result[i] = p_ddot
    return result


def _apply(matrices: Reals, vectors: Reals) -> Reals:
    return np.asarray(np.einsum("prs,ps->pr", matrices, vectors))
