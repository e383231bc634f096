"""The robot as the link steps see it: everything in the frame that moves with the joint.

The golden model describes a link in its distal frame. Hardware is cheaper in the joint's own
frame, z along the axis: there the way to the next joint is a constant, so nothing but the rotation
about z depends on q, and inertia can be moved between links (see `regrouped`).

A link's mass distribution is its 4x4 pseudo-inertia P, the integral of r r^T dm with
r = (x, y, z, 1): second moments S, first moment m s and mass m in one symmetric matrix. Under a
rigid transform T it becomes T P T^T.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from common.arrays import Reals
from dataflow.numbers.approximate import plain
from golden.connectivity import BASE
from golden.robot import JointType, Link, Robot

SNAP = 1e-12
"""Entries of rotations this near to -1, 0 or 1 are meant to be exactly that."""


@dataclass(frozen=True)
class JointFrameLink:
    """One joint and the link it moves.

    Attributes
    ----------
    revolute
        Whether q turns the link about z (else it slides along z).
    rotation, translation
        The constant transform from the moving frame of the parent's joint to this joint's frame at
        q = 0; shapes (3, 3) and (3,), metres. On the base: from the base's frame.
    pseudo_inertia
        Shape (4, 4): kg m2, kg m and kg, in this joint's moving frame.
    parent
        The index of the link that carries the joint, smaller than this one's; -1 for the base.
    """

    revolute: bool
    rotation: Reals
    translation: Reals
    pseudo_inertia: Reals
    parent: int = BASE

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
        return plain(self.pseudo_inertia[3, 3])


def joint_frame_links(robot: Robot) -> list[JointFrameLink]:
    """Return the robot's links in their joints' frames, inertia as it is."""
    links = []
    for i, (link, parent) in enumerate(zip(robot.links, robot.parents, strict=True)):
        rotation, translation = robot.placement(i)
        to_distal = homogeneous(link.rotation, link.translation)
        links.append(
            JointFrameLink(
                revolute=link.joint.type is JointType.REVOLUTE,
                rotation=snapped(rotation @ rotation_about_z(link.joint.offset)),
                translation=np.array(translation, dtype=float),
                pseudo_inertia=to_distal @ _distal_pseudo_inertia(link) @ to_distal.T,
                parent=parent,
            )
        )
    return links


def regrouped(links: Sequence[JointFrameLink]) -> list[JointFrameLink]:
    """Return links that move and weigh alike, with as many inertial parameters zero as can be.

    Mass on the axis of a revolute joint moves alike whether it belongs to the link above or below
    the joint, so the (z, 1) block of P goes to the parent: m, m s_z and S_zz vanish. Around a
    prismatic joint both links turn alike, so the whole of S goes. What reaches the base is at
    rest. Gautier and Khalil, "Direct calculation of minimum set of inertial parameters of serial
    robots", IEEE Trans. Robotics and Automation 6 (1990), give the same sets from the energy.
    """
    inertias = [link.pseudo_inertia.copy() for link in links]
    for i, link in reversed(list(enumerate(links))):
        movable = slice(2, 4) if link.revolute else slice(0, 3)
        lump = np.zeros((4, 4))
        lump[movable, movable] = inertias[i][movable, movable]
        inertias[i][movable, movable] = 0.0
        if link.parent != BASE:
            transform = homogeneous(link.rotation, link.translation)
            inertias[link.parent] += transform @ lump @ transform.T
    return [
        dataclasses.replace(link, pseudo_inertia=_cleaned(inertia, link))
        for link, inertia in zip(links, inertias, strict=True)
    ]


def _distal_pseudo_inertia(link: Link) -> Reals:
    """Return P of a link about its distal frame's origin, from mass, centre and inertia."""
    mass, centre = link.mass, link.center_of_mass
    second = 0.5 * np.trace(link.inertia) * np.eye(3) - link.inertia
    pseudo = np.zeros((4, 4))
    pseudo[:3, :3] = second + mass * np.outer(centre, centre)
    pseudo[:3, 3] = pseudo[3, :3] = mass * centre
    pseudo[3, 3] = mass
    return pseudo


def homogeneous(rotation: Reals, translation: Reals) -> Reals:
    """Return a rigid transform as a 4x4 matrix."""
    transform = np.eye(4)
    transform[:3, :3] = rotation
    transform[:3, 3] = translation
    return transform


def rotation_about_z(angle: float) -> Reals:
    """Return Rz(angle), exact at multiples of a right angle."""
    cosine, sine = np.cos(angle), np.sin(angle)
    return snapped(np.array([[cosine, -sine, 0.0], [sine, cosine, 0.0], [0.0, 0.0, 1.0]]))


def snapped(rotation: Reals) -> Reals:
    """Set right what differs from -1, 0, 1 by rounding only."""
    nearest = np.round(rotation)
    return np.where(np.abs(rotation - nearest) < SNAP, nearest, rotation)


def _cleaned(inertia: Reals, link: JointFrameLink) -> Reals:
    """Set to zero what cancelled: entries that are rounding noise beside the link's own inertia."""
    scale = np.sqrt(np.abs(np.diag(link.pseudo_inertia)))
    noise = 1e-13 * max(1.0, float(np.max(scale)))
    return np.where(np.abs(inertia) < noise, 0.0, inertia)
