"""The robot as the link steps see it: everything in the frame that moves with the joint.

The golden model describes a link in its distal frame. Hardware is cheaper in the joint's own
frame, z along the axis: there the way to the next joint is a constant, so nothing but the rotation
about z depends on q, and inertia can be moved between links (see `regrouped`).

A link's mass distribution is its 4x4 pseudo-inertia P, the integral of r r^T dm with
r = (x, y, z, 1): second moments S, first moment m s and mass m in one symmetric matrix. Under a
rigid transform T it becomes T P T^T.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from common.arrays import Reals
from golden.robot import JointType, Link, Robot

SNAP = 1e-12
"""Entries of rotations this near to -1, 0 or 1 are meant to be exactly that."""


@dataclass(frozen=True)
class ChainLink:
    """One joint and the link it moves.

    Attributes
    ----------
    revolute
        Whether q turns the link about z (else it slides along z).
    rotation, translation
        The constant transform from the previous joint's moving frame to this joint's frame at
        q = 0; shapes (3, 3) and (3,), metres.
    pseudo_inertia
        Shape (4, 4): kg m2, kg m and kg, in this joint's moving frame.
    """

    revolute: bool
    rotation: Reals
    translation: Reals
    pseudo_inertia: Reals

    @property
    def second_moments(self) -> Reals:
        """S, shape (3, 3), kg m2."""
        return self.pseudo_inertia[:3, :3]

    @property
    def first_moment(self) -> Reals:
        """Mass times centre of mass, shape (3,), kg m."""
        return self.pseudo_inertia[:3, 3]

    @property
    def mass(self) -> float:
        """Mass in kg; what regrouping left of it."""
        return float(self.pseudo_inertia[3, 3])


def joint_frame_chain(robot: Robot) -> list[ChainLink]:
    """The robot's links in their joints' frames, inertia as it is."""
    links = []
    rotation, translation = robot.base_rotation, robot.base_translation
    for link in robot.links:
        to_distal = homogeneous(link.rotation, link.translation)
        links.append(
            ChainLink(
                revolute=link.joint.type is JointType.REVOLUTE,
                rotation=snapped(rotation @ _rotation_about_z(link.joint.offset)),
                translation=np.array(translation, dtype=float),
                pseudo_inertia=to_distal @ _distal_pseudo_inertia(link) @ to_distal.T,
            )
        )
        rotation, translation = link.rotation, link.translation
    return links


def regrouped(chain: list[ChainLink]) -> list[ChainLink]:
    """The same motion and torques with as many inertial parameters as possible moved to zero.

    Mass on the axis of a revolute joint moves alike whether it belongs to the link above or below
    the joint, so the (z, 1) block of P goes to the link below: m, m s_z and S_zz vanish. Below a
    prismatic joint both links turn alike, so the whole of S goes. What reaches the base is at
    rest. Gautier and Khalil, "Direct calculation of minimum set of inertial parameters of serial
    robots", IEEE Trans. Robotics and Automation 6 (1990), give the same sets from the energy.
    """
    inertias = [link.pseudo_inertia.copy() for link in chain]
    for i in range(len(chain) - 1, -1, -1):
        movable = slice(2, 4) if chain[i].revolute else slice(0, 3)
        lump = np.zeros((4, 4))
        lump[movable, movable] = inertias[i][movable, movable]
        inertias[i][movable, movable] = 0.0
        if i > 0:
            transform = homogeneous(chain[i].rotation, chain[i].translation)
            inertias[i - 1] += transform @ lump @ transform.T
    return [
        ChainLink(link.revolute, link.rotation, link.translation, _cleaned(inertia, link))
        for link, inertia in zip(chain, inertias, strict=True)
    ]


def _distal_pseudo_inertia(link: Link) -> Reals:
    """P of a link about the origin of its distal frame, from mass, centre and inertia."""
    mass, centre = link.mass, link.center_of_mass
    second = 0.5 * np.trace(link.inertia) * np.eye(3) - link.inertia
    pseudo = np.zeros((4, 4))
    pseudo[:3, :3] = second + mass * np.outer(centre, centre)
    pseudo[:3, 3] = pseudo[3, :3] = mass * centre
    pseudo[3, 3] = mass
    return pseudo


def homogeneous(rotation: Reals, translation: Reals) -> Reals:
    """A rigid transform as a 4x4 matrix."""
    transform = np.eye(4)
    transform[:3, :3] = rotation
    transform[:3, 3] = translation
    return transform


def _rotation_about_z(angle: float) -> Reals:
    """Rz(angle), exact at multiples of a right angle."""
    cosine, sine = np.cos(angle), np.sin(angle)
    return snapped(np.array([[cosine, -sine, 0.0], [sine, cosine, 0.0], [0.0, 0.0, 1.0]]))


def snapped(rotation: Reals) -> Reals:
    """The matrix with entries that differ from -1, 0, 1 by rounding only set right."""
    nearest = np.round(rotation)
    return np.where(np.abs(rotation - nearest) < SNAP, nearest, rotation)


def _cleaned(inertia: Reals, link: ChainLink) -> Reals:
    """Set to zero what cancelled: entries that are rounding noise beside the link's own inertia."""
    scale = np.sqrt(np.abs(np.diag(link.pseudo_inertia)))
    noise = 1e-13 * max(1.0, float(np.max(scale)))
    return np.where(np.abs(inertia) < noise, 0.0, inertia)
