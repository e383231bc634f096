"""Hollerbach's recursive Lagrangian formulation (1980), O(n), with 4 x 4 transforms: (7), (8).

With 4 x 4 matrices the two sums of (7) obey
D_i = J_i (d2W_i/dt2)^T + A_(i+1) D_(i+1) and c_i = m_i r_i + A_(i+1) c_(i+1): the latter is (10) as
printed, with r_i in link i's own axes (r* of (17)), homogeneous, so that its last entry is 1.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike

from common.arrays import Reals
from golden.kinematics import link_transforms
from golden.lagrangian.chain import (
    base,
    evaluate_states,
    first_moments,
    gravity,
    operators,
    pseudo_inertias,
    trace_of_product,
    transposed,
)
from golden.lagrangian.recursion import motions
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
    w, _, w_ddot = motions(base(robot), transforms, operator, qd, qdd)
    tau = np.zeros_like(q)
    d = np.zeros((len(q), 4, 4))
    c = np.zeros((len(q), 4))
    for i in reversed(range(robot.n)):
        d = inertia[i] @ transposed(w_ddot[i + 1]) + d  # (9), 4 x 4
        c = moment[i] + c  # (10)
        derivative = w[i] @ operator[i] @ transforms[:, i]  # (16)
        tau[:, i] = trace_of_product(derivative, d)  # (8)
        tau[:, i] -= np.einsum("r,prs,ps->p", g, derivative, c)  # (8), gravity
        d = transforms[:, i] @ d  # in the axes of link i - 1
        c = np.einsum("prs,ps->pr", transforms[:, i], c)
    return tau
