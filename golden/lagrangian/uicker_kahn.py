"""The classical Lagrangian formulation of Uicker (1965) and Kahn (1969), O(n^4): (1) to (4)."""

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
    n = robot.n
    transforms, operator = link_transforms(robot, q), operators(robot)
    inertia, moment, g = pseudo_inertias(robot), first_moments(robot), gravity(robot)
    tau = np.zeros_like(q)
    for j in range(n):
        # Joints count from 0 here: between[k] is the transform from frame k to frame j + 1.
        between = _suffix_products(transforms[:, : j + 1])
        first, second = _derivatives(base(robot), transforms, operator, between)
        for i in range(j + 1):
            weighted = first[i] @ inertia[j]
            for k in range(j + 1):  # (1), the inertial sum
                tau[:, i] += trace_of_product(weighted, transposed(first[k])) * qdd[:, k]
            for k in range(j + 1):  # (1), the Coriolis and centrifugal sum
                for el in range(j + 1):
                    h = trace_of_product(weighted, transposed(second[min(k, el), max(k, el)]))
                    tau[:, i] += h * qd[:, k] * qd[:, el]
            tau[:, i] -= (first[i] @ moment[j]) @ g  # (1), gravity
    return tau


def _suffix_products(transforms: Reals) -> list[Reals]:
    """Return A_k A_(k+1) .. A_j for k = 0 .. j, and the identity behind them."""
    products = [np.broadcast_to(np.eye(4), transforms[:, 0].shape)]
    for k in reversed(range(transforms.shape[1])):
        products.append(transforms[:, k] @ products[-1])
    return products[::-1]


def _derivatives(
    base_transform: Reals, transforms: Reals, operator: Reals, between: list[Reals]
) -> tuple[list[Reals], dict[tuple[int, int], Reals]]:
    """Return dW_j/dq_k, and d2W_j/dq_k dq_l for k <= l, where W_j ends `between`."""
    count = len(between) - 1
    first: list[Reals] = []
    second: dict[tuple[int, int], Reals] = {}
    before = np.broadcast_to(base_transform, between[0].shape)
    for k in range(count):
        first.append(before @ operator[k] @ between[k])  # (2)
        second[k, k] = before @ operator[k] @ operator[k] @ between[k]  # (4)
        inner = before @ operator[k] @ transforms[:, k]
        for el in range(k + 1, count):
            second[k, el] = inner @ operator[el] @ between[el]  # (3)
            inner = inner @ transforms[:, el]
        before = before @ transforms[:, k]
    return first, second
