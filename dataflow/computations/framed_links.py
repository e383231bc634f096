"""A robot's links in frames on its joints, inertia regrouped, as link steps work on them.

Regrouping moves toward the base what a joint cannot tell from its neighbour's, up to a base that
moves.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from common.arrays import Reals
from dataflow.equations.joint_frames import (
    JointFrameLink,
    joint_frame_links,
    pseudo_inertia,
    regrouped,
    regrouped_onto,
)
from dataflow.equations.parallel_axes import parallel_frames
from golden.robot import Robot


@dataclass(frozen=True)
class FramedLinks:
    """A robot's links as the steps work on them, inertia regrouped.

    Attributes
    ----------
    links
        Its links, in frames that move with the joints.
    frames
        By link, (3, 3): what turns its joint's frame into that one.
    on_base
        The pseudo-inertia of the base with what went to it, (4, 4); zeros if the base stands.
    """

    links: list[JointFrameLink]
    frames: list[Reals]
    on_base: Reals


def framed_links(robot: Robot, parallel: bool = False) -> FramedLinks:
    """Return a robot's links; if asked for, frames of parallel axes not turned to each other."""
    links = joint_frame_links(robot)
    frames: list[Reals] = [np.eye(3)] * len(links)
    if parallel:
        links, frames = parallel_frames(links)
    if robot.base_body is None:
        return FramedLinks(regrouped(links), frames, np.zeros((4, 4)))
    links, on_base = regrouped_onto(links, pseudo_inertia(robot.base_body))
    return FramedLinks(links, frames, on_base)


def base_link(framed: FramedLinks) -> JointFrameLink:
    """Return the base as a body in its own frame."""
    return JointFrameLink(True, np.eye(3), np.zeros(3), framed.on_base)
