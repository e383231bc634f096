"""Hollerbach's recursive Lagrangian formulation (1980), O(n), with 4 x 4 transforms: (7), (8).

With 4 x 4 matrices the two sums of (7) obey
D_i = J_i (d2W_i/dt2)^T + A_(i+1) D_(i+1) and c_i = m_i r_i + A_(i+1) c_(i+1): the latter is (10) as
printed, with r_i in link i's own axes (r* of (17)), homogeneous, so that its last entry is 1. In a
tree the terms of i + 1 are sums over the children of link i.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike

from common.arrays import Reals
from golden.kinematics import link_transforms
from golden.lagrangian.evaluation import evaluate_states
from golden.lagrangian.recursion import motions
from golden.lagrangian.terms import (
    base,
    first_moments,
    gravity,
    operators,
    pseudo_inertias,
    trace_of_product,
    transposed,
)
from golden.robot import Robot

_CHUNK = 2048


def inverse_dynamics(
    robot: Robot, q: ArrayLike, qd: ArrayLike, qdd: ArrayLike, *, actuators: bool = False
) -> Reals:
    """Return the joint torques, (..., n), from (8).

    Parameters, returns and errors are those of `golden.newton_euler.inverse_dynamics`, which
    also knows a wrench at the tip.
    """
    return evaluate_states(_torques, _CHUNK, robot, q, qd, qdd, actuators)


def _torques(robot: Robot, q: Reals, qd: Reals, qdd: Reals) -> Reals:
    transforms, operator = link_transforms(robot, q), operators(robot)
    inertia, moment, g = pseudo_inertias(robot), first_moments(robot), gravity(robot)
    parents = robot.parents
    w, _, w_ddot = motions(base(robot), parents, transforms, operator, qd, qdd)
    tau = np.zeros_like(q)
    d: dict[int, Reals] = {}
    c: dict[int, Reals] = {}
    for i in reversed(range(robot.n)):
        d[i] = inertia[i] @ transposed(w_ddot[i])  # (9), 4 x 4
        c[i] = np.broadcast_to(moment[i], (len(q), 4))  # (10)
        for k in robot.children(i):
            d[i] = d[i] + transforms[:, k] @ d.pop(k)
            c[i] = c[i] + np.einsum("prs,ps->pr", transforms[:, k], c.pop(k))
        derivative = w[parents[i]] @ operator[i] @ transforms[:, i]  # (16)
        tau[:, i] = trace_of_product(derivative, d[i])  # (8)
        tau[:, i] -= np.einsum("r,prs,ps->p", g, derivative, c[i])  # (8), gravity
    return tau
