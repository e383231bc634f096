"""A robot as links behind moving joints: what is fixed or locked to a link is part of it.

A URDF joint turns about, or slides along, any axis a of its child link's frame, and its constant
transform O comes before it. With A a rotation that takes z to a, O Rot(a, q) = (O A) Rz(q) A^T, and
likewise for a slide. So a chain in the canonical form of golden.robot has O_1 A_1 as its base
transform and X_i = A_i^T O_(i+1) A_(i+1), the last one A_n^T. Where a link carries several joints,
X is A^T, its distal frame is its frame in the file, and each of them has the mount O A.
"""

from __future__ import annotations

import dataclasses

import numpy as np

from common.arrays import Reals
from golden.connectivity import BASE, children
from golden.rigid_body import RigidBody, joined
from golden.robot import Joint, Link
from golden.transforms import homogeneous, inverse, rotation_about
from golden.urdf.dynamics import body
from golden.urdf.geometry import toward
from golden.urdf.tree import PRISMATIC, Edge, Tree

_ROUNDING = 1e-15  # what products of rotations leave where zeros belong
_NOWHERE = np.zeros(3)


@dataclasses.dataclass(eq=False)
class Segment:
    """A moving joint, and all that is fixed to its child link.

    `mount` is the joint's pose in the frame of its parent segment, (4, 4); `tip` that of the chosen
    tip in this segment's, if it is here.
    """

    edge: Edge
    parent: int
    mount: Reals
    bodies: list[RigidBody] = dataclasses.field(default_factory=list)
    tip: Reals = dataclasses.field(default_factory=lambda: np.eye(4))

    @property
    def turn(self) -> Reals:
        """A, (4, 4)."""
        return homogeneous(toward(self.edge.axis), _NOWHERE)


def segments_of(tree: Tree) -> list[Segment]:
    """Return the moving joints, a parent before its children, fixed links merged into their own.

    The base does not move: what is fixed to it is not looked at.
    """
    segments: list[Segment] = []
    at: dict[str, tuple[int, Reals]] = {tree.root: (BASE, np.eye(4))}
    for edge in tree.edges:
        i, parent_pose = at[edge.parent]
        placement = parent_pose @ edge.origin
        if edge.moves:
            segments.append(Segment(edge, i, placement))
            i, placement = len(segments) - 1, np.eye(4)
        elif edge.locked is not None:
            placement = placement @ _held(edge, edge.locked)
        at[edge.child] = (i, placement)
        if i == BASE:
            continue
        own = body(tree.links[edge.child]) if edge.child in tree.links else None
        if own is not None:
            segments[i].bodies.append(own.seen_from(placement))
        if edge.child == tree.tip:
            segments[i].tip = placement
    return segments


def base_body(tree: Tree) -> RigidBody:
    """Return the root link and all that is fixed to it as one body, in the root's frame."""
    at = {tree.root: np.eye(4)}
    for edge in tree.edges:
        if edge.parent in at and not edge.moves:
            held = np.eye(4) if edge.locked is None else _held(edge, edge.locked)
            at[edge.child] = at[edge.parent] @ edge.origin @ held
    bodies = [(body(tree.links[link]), pose) for link, pose in at.items() if link in tree.links]
    return joined([own.seen_from(pose) for own, pose in bodies if own is not None])


def links_of(segments: list[Segment], joints: list[Joint]) -> tuple[Link, ...]:
    """Return the links, given each segment's joint."""
    parents = [segment.parent for segment in segments]
    links = []
    for i, (segment, joint) in enumerate(zip(segments, joints, strict=True)):
        carried = children(parents, i)
        distal = segment.tip
        if len(carried) == 1:
            distal = segments[carried[0]].mount @ segments[carried[0]].turn
        mount = np.eye(4)
        if len(children(parents, segment.parent)) > 1:
            mount = _clean(segment.mount @ segment.turn, 1.0)
        links.append(_link(segment, joint, distal, mount))
    return tuple(links)


def base_of(segments: list[Segment]) -> Reals:
    """Return the base transform, (4, 4): the only joint's on the base, the identity if more."""
    mounted = [segment for segment in segments if segment.parent == BASE]
    if len(mounted) > 1:
        return np.eye(4)
    return _clean(mounted[0].mount @ mounted[0].turn, 1.0)


def _link(segment: Segment, joint: Joint, distal: Reals, mount: Reals) -> Link:
    """Return a link; `distal` is the pose of its distal frame in the URDF link's."""
    x = _clean(segment.turn.T @ distal, 1.0)
    whole = joined(segment.bodies)
    seen = whole.seen_from(inverse(distal))
    center = _clean(seen.center_of_mass, 1.0)
    inertia = _clean(seen.inertia, float(np.abs(seen.inertia).max()))
    return Link(
        joint, x[:3, :3], x[:3, 3], whole.mass, center, inertia,
        segment.parent, mount[:3, :3], mount[:3, 3], segment.edge.child,
    )  # fmt: skip


def _held(edge: Edge, place: float) -> Reals:
    """Return the transform over a joint that is held at a place, (4, 4)."""
    if edge.type == PRISMATIC:
        return homogeneous(np.eye(3), place * edge.axis)
    return homogeneous(rotation_about(edge.axis, place), _NOWHERE)


def _clean(array: Reals, size: float) -> Reals:
    """Return the array with true zeros where only rounding is left beside numbers of a size."""
    return np.where(np.abs(array) <= _ROUNDING * size, 0.0, array)
