"""Spatial vectors in base coordinates: motions and forces of rigid bodies as columns of six.

A motion is the angular velocity over the velocity of the body's point at the origin, a force the
moment about the origin over the force. R. Featherstone: Rigid Body Dynamics Algorithms. Springer,
2008, chapter 2. Leading axes are a batch everywhere.
"""

from __future__ import annotations

import numpy as np

from common.arrays import Reals


def skew(v: Reals) -> Reals:
    """Return the matrices, (..., 3, 3), that cross vectors (..., 3) with what follows."""
    result = np.zeros((*v.shape, 3))
    result[..., 0, 1], result[..., 0, 2], result[..., 1, 2] = -v[..., 2], v[..., 1], -v[..., 0]
    return result - np.swapaxes(result, -1, -2)


def motion_cross(v: Reals) -> Reals:
    """Return v x, (..., 6, 6), which crosses a motion (..., 6) with a motion: (2.31)."""
    result = np.zeros((*v.shape, 6))
    result[..., :3, :3] = result[..., 3:, 3:] = skew(v[..., :3])
    result[..., 3:, :3] = skew(v[..., 3:])
    return result


def force_cross(v: Reals) -> Reals:
    """Return v x*, (..., 6, 6), which crosses a motion with a force: (2.32)."""
    return -np.swapaxes(motion_cross(v), -1, -2)


def crossed_by(f: Reals) -> Reals:
    """Return the matrices, (..., 6, 6), that take a motion m to m x* f, for forces f, (..., 6)."""
    result = np.zeros((*f.shape, 6))
    result[..., :3, :3] = -skew(f[..., :3])
    result[..., :3, 3:] = result[..., 3:, :3] = -skew(f[..., 3:])
    return result


def spatial_inertia(mass: float, centre: Reals, inertia: Reals) -> Reals:
    """Return inertias about the origin, (..., 6, 6): (2.63).

    Parameters
    ----------
    mass
        kg.
    centre
        (..., 3), m, of mass, in base coordinates.
    inertia
        (..., 3, 3), kg m2, about the centre, along the base's axes.
    """
    across = skew(centre)
    result = np.zeros((*centre.shape[:-1], 6, 6))
    result[..., :3, :3] = inertia - mass * across @ across
    result[..., :3, 3:] = mass * across
    result[..., 3:, :3] = -mass * across
    result[..., 3:, 3:] = mass * np.eye(3)
    return result


def applied(matrices: Reals, vectors: Reals) -> Reals:
    """Return matrices (..., 6, 6) times vectors (..., 6)."""
    return np.asarray((matrices @ vectors[..., None])[..., 0])
