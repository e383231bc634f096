"""Where the links are: homogeneous transforms, and the Jacobian of a link."""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike

from common.arrays import Reals
from golden.batch import finite
from golden.coupling import all_positions, gathered
from golden.robot import Joint, JointType, Link, Robot
from golden.transforms import homogeneous, rotation_z


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
    """Return A_i = P_i J_i(q_i) X_i, each link's distal frame in its parent's.

    Parameters
    ----------
    robot
        The robot; what is mounted on the base has W_0 of `frames` in place of a parent's frame.
    q
        (..., n), rad or m.

    Returns
    -------
    (..., links, 4, 4).

    Raises
    ------
    InputError
        The shape does not fit, or a number is not finite.
    """
    q = finite(q, "q", robot.n)
    q = all_positions(robot, q) if robot.is_coupled else q
    transforms = [_link_transform(link, q[..., i]) for i, link in enumerate(robot.links)]
    return np.stack(transforms, axis=-3)


def frames(robot: Robot, q: ArrayLike) -> Reals:
    """Return the frames W_0 .. W_n in the base frame: W_0 the base transform, W_(i + 1) link i.

    Parameters
    ----------
    robot
        The robot; a link's frame is its distal one.
    q
        (..., n), rad or m.

    Returns
    -------
    (..., links + 1, 4, 4).

    Raises
    ------
    InputError
        The shape does not fit, or a number is not finite.
    """
    links = link_transforms(robot, q)
    base = homogeneous(robot.base_rotation, robot.base_translation)
    found = [np.broadcast_to(base, (*links.shape[:-3], 4, 4))]
    for i, parent in enumerate(robot.parents):
        found.append(found[parent + 1] @ links[..., i, :, :])
    return np.stack(found, axis=-3)


def link_pose(robot: Robot, q: ArrayLike, link: int | str | None = None) -> Reals:
    """Return a link's distal frame in the base frame, (..., 4, 4), for q of shape (..., n).

    The link is given by index or name; None means a chain's last one.

    Raises
    ------
    InputError
        There is no such link, the robot is no chain and None is given, or as `frames`.
    """
    return np.asarray(frames(robot, q)[..., robot.index(link) + 1, :, :])


def jacobian(robot: Robot, q: ArrayLike, link: int | str | None = None) -> Reals:
    """Return a link's Jacobian: the motion of its distal frame, in that frame's axes, per qd.

    Column i is z of joint i crossed with the way from there to the link's origin, over z
    (revolute); or z over zeros (prismatic). It is zero if joint i does not move the link.

    Parameters
    ----------
    robot
        The robot.
    q
        (..., n), rad or m.
    link
        Its index or name; None means a chain's last one.

    Returns
    -------
    (..., 6, n): three linear rows, then three angular ones.

    Raises
    ------
    InputError
        As `link_pose`.
    """
    moved = robot.index(link)
    if robot.is_coupled:
        everything = all_positions(robot, finite(q, "q", robot.n))
        return gathered(robot, jacobian(robot.uncoupled, everything, moved))
    poses = frames(robot, q)
    end = poses[..., moved + 1, :, :]
    columns = [np.zeros_like(end[..., :2, :3])] * robot.n
    for i in robot.path(moved):
        mount = poses[..., robot.parents[i] + 1, :, :] @ _mount(robot.links[i])
        axis = mount[..., :3, 2]
        if robot.joint_types[i] is JointType.REVOLUTE:
            linear = np.cross(axis, end[..., :3, 3] - mount[..., :3, 3])
            angular = axis
        else:
            linear, angular = axis, np.zeros_like(axis)
        columns[i] = np.stack([linear, angular], axis=-2) @ end[..., :3, :3]
    stacked = np.stack(columns, axis=-1)  # (..., 2, 3, n)
    return stacked.reshape(*stacked.shape[:-3], 6, robot.n)


def _link_transform(link: Link, q: Reals) -> Reals:
    moved = joint_transform(link.joint, q) @ homogeneous(link.rotation, link.translation)
    return _mount(link) @ moved if link.has_mount else moved


def _mount(link: Link) -> Reals:
    """Return P, (4, 4)."""
    return homogeneous(link.mount_rotation, link.mount_translation)
