"""The Lagrangian formulation of Waters (1979), O(n^2): (6), with W recursive by (13) to (15).

In a tree the sum of (6) over the links j beyond i is one over those that joint i moves.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike

from common.arrays import Reals
from golden.connectivity import is_last_child
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
    """Return the joint torques, (..., n), from (6).

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
    for i in range(robot.n):
        derivative = {parents[i]: w[parents[i]] @ operator[i]}
        for j in robot.subtree(i):
            derivative[j] = derivative[parents[j]] @ transforms[:, j]  # dW_j/dq_i, by (2)
            if is_last_child(parents, j):
                del derivative[parents[j]]
            weighted = derivative[j] @ inertia[j]
            tau[:, i] += trace_of_product(weighted, transposed(w_ddot[j]))  # (6)
            tau[:, i] -= (derivative[j] @ moment[j]) @ g  # (6), gravity
    return tau
