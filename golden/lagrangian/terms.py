"""What the four Lagrangian formulations share: operators Q_i, pseudo-inertias J_i, traces.

With 4 x 4 transforms A_i from a link's frame to its parent's, dA_i/dq_i = Q_i A_i for both types of
joint, where Q_i is constant. That is the paper's (16) with its (21) widened. For a revolute joint
(21) has Q_z in its upper left corner; for a prismatic one it is zero but for the entry that moves
the origin along z. A mount P before the joint makes it P Q P^-1: the same, told in the parent's
frame.
"""

from __future__ import annotations

import numpy as np

from common.arrays import Reals
from golden.robot import JointType, Link, Robot
from golden.transforms import homogeneous, inverse

_Q_Z = np.array([[0.0, -1.0, 0.0], [1.0, 0.0, 0.0], [0.0, 0.0, 0.0]])
"""(21): turns a vector by a quarter about z and drops its z."""


def operators(robot: Robot) -> Reals:
    """Return Q_i, (n, 4, 4)."""
    result = np.zeros((robot.n, 4, 4))
    for i, link in enumerate(robot.links):
        if link.joint.type is JointType.REVOLUTE:
            result[i, :3, :3] = _Q_Z
        else:
            result[i, 2, 3] = 1.0
        if link.has_mount:
            mount = homogeneous(link.mount_rotation, link.mount_translation)
            result[i] = mount @ result[i] @ inverse(mount)
    return result


def second_moment(link: Link) -> Reals:
    """Return the integral of r r^T dm about the distal frame's origin, (3, 3): (20)."""
    about_center = np.eye(3) * (np.trace(link.inertia) / 2) - link.inertia
    about_origin = link.mass * np.outer(link.center_of_mass, link.center_of_mass)
    return np.asarray(about_center + about_origin, dtype=np.float64)


def pseudo_inertias(robot: Robot) -> Reals:
    """Return J_i, (n, 4, 4): second moment, first moment and mass of each link."""
    result = np.zeros((robot.n, 4, 4))
    for i, link in enumerate(robot.links):
        result[i, :3, :3] = second_moment(link)
        result[i, :3, 3] = result[i, 3, :3] = link.mass * link.center_of_mass
        result[i, 3, 3] = link.mass
    return result


def first_moments(robot: Robot) -> Reals:
    """Return m_i r_i, (n, 4): each link's first moment and mass."""
    return pseudo_inertias(robot)[:, :, 3]


def gravity(robot: Robot) -> Reals:
    """Return g, (4,), in the base frame."""
    return np.append(robot.gravity, 0.0)


def base(robot: Robot) -> Reals:
    """Return W_0, (4, 4)."""
    return homogeneous(robot.base_rotation, robot.base_translation)


def transposed(a: Reals) -> Reals:
    """Return the transpose of matrices (..., i, j)."""
    return np.swapaxes(a, -1, -2)


def trace_of_product(a: Reals, b: Reals) -> Reals:
    """Return tr(a b) for matrices (..., i, j) and (..., j, i)."""
    return np.asarray(np.einsum("...ij,...ji->...", a, b))
