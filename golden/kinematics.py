"""Where the links are: homogeneous transforms, and the Jacobian of the tip."""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike

from common.arrays import Reals
from golden.batch import finite
from golden.robot import Joint, JointType, Robot
from golden.transforms import rotation_z


def homogeneous(rotation: Reals, translation: Reals) -> Reals:
    """Return the (4, 4) transform of a (3, 3) rotation and a (3,) translation."""
    result = np.eye(4)
    result[:3, :3], result[:3, 3] = rotation, translation
    return result


def joint_transform(joint: Joint, q: Reals) -> Reals:
    """Return J(q), (..., 4, 4), for joint coordinates q, (...)."""
    result = np.zeros((*q.shape, 4, 4))
    result[..., 2, 2] = result[..., 3, 3] = 1.0
    if joint.type is JointType.REVOLUTE:
        c, s = np.cos(q + joint.offset), np.sin(q + joint.offset)
        result[..., 0, 0], result[..., 0, 1] = c, -s
        result[..., 1, 0], result[..., 1, 1] = s, c
    else:
        result[..., :3, :3] = rotation_z(joint.offset)
        result[..., 2, 3] = q
    return result


def link_transforms(robot: Robot, q: ArrayLike) -> Reals:
    """Return A_i = J_i(q_i) X_i, each link's distal frame in the one before.

    Parameters
    ----------
    robot
        The arm.
    q
        (..., n), rad or m.

    Returns
    -------
    (..., n, 4, 4).
    """
    q = finite(q, "q", robot.n)
    transforms = [
        joint_transform(link.joint, q[..., i]) @ homogeneous(link.rotation, link.translation)
        for i, link in enumerate(robot.links)
    ]
    return np.stack(transforms, axis=-3)


def frames(robot: Robot, q: ArrayLike) -> Reals:
    """Return the frames W_0 .. W_n in the base frame; W_0 is the frame of the first joint.

    Parameters
    ----------
    robot
        The arm.
    q
        (..., n), rad or m.

    Returns
    -------
    (..., n + 1, 4, 4).
    """
    links = link_transforms(robot, q)
    base = homogeneous(robot.base_rotation, robot.base_translation)
    chain = [np.broadcast_to(base, (*links.shape[:-3], 4, 4))]
    for i in range(robot.n):
        chain.append(chain[-1] @ links[..., i, :, :])
    return np.stack(chain, axis=-3)


def jacobian(robot: Robot, q: ArrayLike) -> Reals:
    """Return the tip's Jacobian, (..., 6, n): linear rows, then angular ones, in the tip's axes.

    Column i is z of frame i - 1 crossed with the way from there to the tip, over z (revolute); or z
    over zeros (prismatic). Works on `q` of shape (..., n).
    """
    chain = frames(robot, q)
    tip = chain[..., -1, :, :]
    columns = []
    for i, joint_type in enumerate(robot.joint_types):
        axis = chain[..., i, :3, 2]
        if joint_type is JointType.REVOLUTE:
            linear = np.cross(axis, tip[..., :3, 3] - chain[..., i, :3, 3])
            angular = axis
        else:
            linear, angular = axis, np.zeros_like(axis)
        columns.append(np.stack([linear, angular], axis=-2) @ tip[..., :3, :3])
    stacked = np.stack(columns, axis=-1)  # (..., 2, 3, n)
    return stacked.reshape(*stacked.shape[:-3], 6, robot.n)
