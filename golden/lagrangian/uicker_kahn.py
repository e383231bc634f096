"""The classical Lagrangian formulation of Uicker (1965) and Kahn (1969), O(n^4): (1) to (4).

In a tree the sums of (1) over the links 1 .. j below link j are those over its path from the base.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike

from common.arrays import Reals
from golden.kinematics import link_transforms
from golden.lagrangian.evaluation import evaluate_states
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

_CHUNK = 256


def inverse_dynamics(
    robot: Robot, q: ArrayLike, qd: ArrayLike, qdd: ArrayLike, *, actuators: bool = False
) -> Reals:
    """Return the joint torques, (..., n), from the sums of (1) written out.

    Parameters, returns and errors are those of `golden.newton_euler.inverse_dynamics`, which
    also knows a wrench at the tip.
    """
    return evaluate_states(_torques, _CHUNK, robot, q, qd, qdd, actuators)


def _torques(robot: Robot, q: Reals, qd: Reals, qdd: Reals) -> Reals:
    transforms, operator = link_transforms(robot, q), operators(robot)
    inertia, moment, g = pseudo_inertias(robot), first_moments(robot), gravity(robot)
    tau = np.zeros_like(q)
    for j in range(robot.n):
        path = robot.path(j)
        first, second = _derivatives(base(robot), transforms, operator, path)
        for i in path:
            weighted = first[i] @ inertia[j]
            for k in path:  # (1), the inertial sum
                tau[:, i] += trace_of_product(weighted, transposed(first[k])) * qdd[:, k]
            for k in path:  # (1), the Coriolis and centrifugal sum
                for el in path:
                    h = trace_of_product(weighted, transposed(second[min(k, el), max(k, el)]))
                    tau[:, i] += h * qd[:, k] * qd[:, el]
            tau[:, i] -= (first[i] @ moment[j]) @ g  # (1), gravity
    return tau


def _derivatives(
    base_transform: Reals, transforms: Reals, operator: Reals, path: tuple[int, ...]
) -> tuple[dict[int, Reals], dict[tuple[int, int], Reals]]:
    """Return dW_j/dq_k, and d2W_j/dq_k dq_l for k <= l, of the link j at the end of a path."""
    first: dict[int, Reals] = {}
    second: dict[tuple[int, int], Reals] = {}
    behind = _products_to_the_end(transforms, path)
    before = np.broadcast_to(base_transform, transforms[:, 0].shape)
    for start, k in enumerate(path):
        first[k] = before @ operator[k] @ behind[k]  # (2)
        second[k, k] = before @ operator[k] @ operator[k] @ behind[k]  # (4)
        inner = before @ operator[k] @ transforms[:, k]
        for el in path[start + 1 :]:
            second[k, el] = inner @ operator[el] @ behind[el]  # (3)
            inner = inner @ transforms[:, el]
        before = before @ transforms[:, k]
    return first, second


def _products_to_the_end(transforms: Reals, path: tuple[int, ...]) -> dict[int, Reals]:
    """Return A_k .. A_j for each k of a path to link j: from link j's frame to k's parent's."""
    product = np.broadcast_to(np.eye(4), transforms[:, 0].shape)
    products: dict[int, Reals] = {}
    for k in reversed(path):
        product = transforms[:, k] @ product
        products[k] = product
    return products
