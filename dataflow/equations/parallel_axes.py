"""Joints with parallel axes, one after the other: for all that turns they are one joint.

A link turns by the sum of the angles of the parallel joints before it, at the sum of their rates.
So its angular velocity and acceleration come in one rotation from the frame before the first of
them, the head of the group, and its moments go back in one.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Sequence

import numpy as np

from common.arrays import Reals
from dataflow.equations.joint_frames import JointFrameLink, homogeneous, snapped
from golden.connectivity import BASE


def with_parallel_frames(links: Sequence[JointFrameLink]) -> list[JointFrameLink]:
    """Return the same links, frames of parallel axes not turned against each other.

    What is left of the rotation between such axes is one about z, which commutes with the joint's
    own; so it is taken out of the frame that moves, and goes into the link's inertia and the
    places of its children.
    """
    return parallel_frames(links)[0]


def parallel_frames(links: Sequence[JointFrameLink]) -> tuple[list[JointFrameLink], list[Reals]]:
    """Return links `with_parallel_frames`, and what of each frame's rotation was taken out, (3, 3).

    What stood at p in a link's frame stands at the rotation times p in its frame as returned.
    """
    turned: list[JointFrameLink] = []
    left: list[Reals] = [np.eye(3)] * len(links)
    for i, link in enumerate(links):
        if link.parent != BASE:
            link = dataclasses.replace(
                link,
                rotation=snapped(left[link.parent] @ link.rotation),
                translation=left[link.parent] @ link.translation,
            )
        if _is_parallel(links, link):
            left[i] = link.rotation
            transform = homogeneous(left[i], np.zeros(3))
            inertia = transform @ link.pseudo_inertia @ transform.T
            link = dataclasses.replace(link, rotation=np.eye(3), pseudo_inertia=inertia)
        turned.append(link)
    return turned, left


def group_heads(links: Sequence[JointFrameLink]) -> list[int]:
    """Return for each link the first of the parallel joints that end in it; often itself."""
    heads: list[int] = []
    for i, link in enumerate(links):
        plain = bool(np.array_equal(link.rotation, np.eye(3)))
        heads.append(heads[link.parent] if plain and _is_parallel(links, link) else i)
    return heads


def _is_parallel(links: Sequence[JointFrameLink], link: JointFrameLink) -> bool:
    """Tell whether a link and its parent turn about axes of the same direction."""
    if link.parent == BASE or not (link.revolute and links[link.parent].revolute):
        return False
    axis: Reals = link.rotation[:, 2]
    return bool(np.array_equal(axis, [0.0, 0.0, 1.0]))
