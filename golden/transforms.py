"""Rotations, exact at multiples of a quarter turn, and rigid transforms.

A twist of 90 degrees must give true zeros: the simplifications of the dynamics, in software and in
hardware, rest on them, and cos(pi/2) in floating point is 6e-17.
"""

from __future__ import annotations

import math

import numpy as np

from common.arrays import Reals

_UPRIGHT = 1e-12  # of what pitch leaves of x: less is a quarter turn
_QUARTERS = {0: (1.0, 0.0), 1: (0.0, 1.0), 2: (-1.0, 0.0), 3: (0.0, -1.0)}


def cos_sin(angle: float) -> tuple[float, float]:
    """Return the cosine and sine of an angle in radians, exact at quarter turns."""
    quarters = angle / (math.pi / 2)
    nearest = round(quarters)
    if math.isclose(quarters, nearest, rel_tol=4e-16, abs_tol=0.0):
        return _QUARTERS[nearest % 4]
    return math.cos(angle), math.sin(angle)


def rotation_x(angle: float) -> Reals:
    """Return the (3, 3) rotation about x by an angle in radians."""
    c, s = cos_sin(angle)
    return np.array([[1.0, 0.0, 0.0], [0.0, c, 0.0 - s], [0.0, s, c]])


def rotation_y(angle: float) -> Reals:
    """Return the (3, 3) rotation about y by an angle in radians."""
    c, s = cos_sin(angle)
    return np.array([[c, 0.0, s], [0.0, 1.0, 0.0], [0.0 - s, 0.0, c]])


def rotation_z(angle: float) -> Reals:
    """Return the (3, 3) rotation about z by an angle in radians."""
    c, s = cos_sin(angle)
    return np.array([[c, 0.0 - s, 0.0], [s, c, 0.0], [0.0, 0.0, 1.0]])


def rotation_rpy(roll: float, pitch: float, yaw: float) -> Reals:
    """Return Rz(yaw) Ry(pitch) Rx(roll), (3, 3): angles about fixed axes, as in URDF."""
    return rotation_z(yaw) @ rotation_y(pitch) @ rotation_x(roll)


def rpy_of(rotation: Reals) -> Reals:
    """Return roll, pitch and yaw, (3,), with which `rotation_rpy` gives a rotation, (3, 3)."""
    flat = math.hypot(rotation[0, 0], rotation[1, 0])
    pitch = math.atan2(-rotation[2, 0], flat)
    if flat < _UPRIGHT:  # roll and yaw turn about one axis
        return np.array([math.atan2(-rotation[1, 2], rotation[1, 1]), pitch, 0.0])
    roll = math.atan2(rotation[2, 1], rotation[2, 2])
    return np.array([roll, pitch, math.atan2(rotation[1, 0], rotation[0, 0])])


def rotation_about(axis: Reals, angle: float) -> Reals:
    """Return the (3, 3) rotation about a unit vector, (3,), by an angle in radians."""
    c, s = cos_sin(angle)
    x, y, z = axis
    across = np.array([[0.0, -z, y], [z, 0.0, -x], [-y, x, 0.0]])
    return c * np.eye(3) + s * across + (1.0 - c) * np.outer(axis, axis)


def homogeneous(rotation: Reals, translation: Reals) -> Reals:
    """Return the (4, 4) transform of a (3, 3) rotation and a (3,) translation."""
    result = np.eye(4)
    result[:3, :3], result[:3, 3] = rotation, translation
    return result


def inverse(transform: Reals) -> Reals:
    """Return the inverse of a rigid transform, (4, 4): (R, t) becomes (R^T, -R^T t)."""
    rotation, translation = transform[:3, :3], transform[:3, 3]
    return homogeneous(rotation.T, -rotation.T @ translation)
