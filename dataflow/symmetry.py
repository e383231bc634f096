"""Which links of a robot are each other's images: left and right arms, the legs of a walker.

Branches that hang on one link are alike if they have the same shape and their links the same
constants but for signs: as joint frames see them (`dataflow.equations.joint_frames`), with inertia
regrouped. Where a branch begins it may be mounted anywhere.
"""

from __future__ import annotations

import numpy as np

from common.arrays import Reals
from dataflow.equations.joint_frames import JointFrameLink, joint_frame_links, regrouped
from golden.connectivity import BASE
from golden.robot import Robot

_ALIKE = 1e-9  # of the largest entry: files round


def alike(robot: Robot) -> list[tuple[int, ...]]:
    """Return groups of links that are each other's images, each in the links' order.

    A link that has no image is in no group; links of a group are as deep as each other.
    """
    links = regrouped(joint_frame_links(robot))
    groups: list[tuple[int, ...]] = []
    for parent in (BASE, *range(len(links))):
        waiting = list(robot.children(parent))
        while waiting:
            first, *others = waiting
            images = [first, *(i for i in others if _same_branch(robot, links, first, i))]
            waiting = [i for i in others if i not in images]
            if len(images) > 1:
                branches = (robot.subtree(i) for i in images)
                groups += [tuple(together) for together in zip(*branches, strict=True)]
    return _disjoint(groups)


def _same_branch(robot: Robot, links: list[JointFrameLink], a: int, b: int) -> bool:
    """Return whether two branches are alike, their own mounts apart."""
    first, second = robot.subtree(a), robot.subtree(b)
    if len(first) != len(second):
        return False
    image = dict(zip(first, second, strict=True))
    for i, j in image.items():
        if i != a and image.get(links[i].parent) != links[j].parent:
            return False
        if links[i].revolute != links[j].revolute:
            return False
        pairs = [(links[i].pseudo_inertia, links[j].pseudo_inertia)]
        if i != a:
            pairs += [
                (links[i].rotation, links[j].rotation),
                (links[i].translation, links[j].translation),
            ]
        if not all(_same_sizes(left, right) for left, right in pairs):
            return False
    return True


def _same_sizes(a: Reals, b: Reals) -> bool:
    """Return whether numbers are equal but for their signs."""
    largest = max(float(np.abs(a).max()), float(np.abs(b).max()))
    return bool(np.all(np.abs(np.abs(a) - np.abs(b)) <= _ALIKE * largest))


def _disjoint(groups: list[tuple[int, ...]]) -> list[tuple[int, ...]]:
    """Return groups joined where they share a link: fingers of hands of arms."""
    joined: list[set[int]] = []
    for group in groups:
        touching = [each for each in joined if each & set(group)]
        joined = [each for each in joined if each not in touching]
        joined.append(set(group).union(*touching))
    return sorted(tuple(sorted(each)) for each in joined)
