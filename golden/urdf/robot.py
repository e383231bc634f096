"""Reading an arm from a URDF file. golden/robots/README.md says what is read and what is not.

A URDF joint turns about, or slides along, any axis a of its child link's frame, and its constant
transform O comes before it. With A a rotation that takes z to a, O Rot(a, q) = (O A) Rz(q) A^T, and
likewise for a slide: so the canonical chain of golden.robot has O_1 A_1 as its base transform and
X_i = A_i^T O_(i+1) A_(i+1), the last one A_n^T. The tip's frame is that of the last moving link.

Specification: URDF 1.0 to 1.2, wiki.ros.org/urdf/XML and github.com/ros/urdfdom.
"""

from __future__ import annotations

import dataclasses
from pathlib import Path

import numpy as np

from common.arrays import Reals
from common.errors import InputError
from golden.rigid_body import RigidBody, joined
from golden.robot import Joint, Link, Robot
from golden.transforms import inverse
from golden.urdf.dynamics import TIME_TO_FULL_SPEED, body, joint
from golden.urdf.geometry import axis, pose, warn, warn_of_rounded_angles
from golden.urdf.tree import Edge, Tree, read_tree
from golden.urdf.xml_elements import Element, read_elements

_HALF_TURN_ABOUT_X = np.diag([1.0, -1.0, -1.0])
_ROUNDING = 1e-15  # what products of rotations leave where zeros belong


def load(path: str | Path) -> Robot:
    """Read an arm from a URDF file.

    Raises
    ------
    InputError
        The file cannot be read, or anything in it is wrong.

    Warns
    -----
    InputWarning
        Acceleration limits had to be assumed, or a value is likely to be a mistake.
    """
    file = str(path)
    allowed = "the path of a .urdf file"
    try:
        data = Path(path).read_bytes()
    except FileNotFoundError:
        raise InputError(file, "no such file", allowed) from None
    except IsADirectoryError:
        raise InputError(file, "is a directory", allowed) from None
    except OSError as error:
        raise InputError(file, f"cannot be read: {error.strerror}", allowed) from None
    return parse(data, file)


def parse(data: bytes, file: str) -> Robot:
    """Build an arm from a file's content; `file` is its name, for messages.

    Raises
    ------
    InputError
        Anything is wrong.
    """
    root = read_elements(data, file)
    _refuse_macros(root)
    if root.tag != "robot":
        raise InputError(root.place(), "is the outermost element", "<robot>")
    name = " ".join(root.text("name", "the arm's name").split())
    tree = read_tree(root)
    segments = _segments(tree)
    links, assumed = _canonical(segments)
    sources = [f"URDF file {file}"]
    if assumed:
        speed = f"full speed {TIME_TO_FULL_SPEED:g} s after rest"
        sources.append(f"assumption: {speed} (acceleration limits of {', '.join(assumed)})")
        warn(file, f"no acceleration limits: {speed} is assumed")
    if not any(link.mass or link.inertia.any() for link in links):
        warn(file, "no moving link has an <inertial>: all torques are 0")
    inertials = (element for link in tree.links.values() for element in link.all("inertial"))
    warn_of_rounded_angles([*(edge.element for edge in tree.edges), *inertials])
    joints = ", ".join(segment.edge.name for segment in segments)
    base = _clean(segments[0].mount @ _turned(segments[0].axis), 1.0)
    description = f"{tree.root} to {segments[-1].edge.child} by {joints}"
    return Robot(name, description, links, base[:3, :3], base[:3, 3], sources=tuple(sources))


@dataclasses.dataclass(eq=False)
class Segment:
    """A moving joint, and all that is fixed to its child link.

    `mount` is the joint's pose in the frame of the segment before it, (4, 4).
    """

    edge: Edge
    mount: Reals
    axis: Reals
    bodies: list[RigidBody] = dataclasses.field(default_factory=list)


def _segments(tree: Tree) -> list[Segment]:
    """Return the moving joints from the base to the tip, fixed links merged into those above."""
    segments: list[Segment] = []
    at: dict[str, tuple[Segment | None, Reals]] = {tree.root: (None, np.eye(4))}
    body(tree.links[tree.root])  # the base does not move: its faults are all that matters
    for edge in tree.edges:
        segment, parent_pose = at[edge.parent]
        placement = parent_pose @ pose(edge.element)
        if edge.moves:
            segment = Segment(edge, placement, axis(edge.element))
            segments.append(segment)
            placement = np.eye(4)
        at[edge.child] = (segment, placement)
        own = body(tree.links[edge.child])
        if segment is not None and own is not None:
            segment.bodies.append(own.seen_from(placement))
    return segments


def _canonical(segments: list[Segment]) -> tuple[tuple[Link, ...], list[str]]:
    """Return the links, and the names of the joints whose acceleration had to be assumed."""
    links, assumed = [], []
    for i, segment in enumerate(segments):
        distal = np.eye(4)
        if i + 1 < len(segments):
            distal = segments[i + 1].mount @ _turned(segments[i + 1].axis)
        moving, without = joint(segment.edge)
        if without:
            assumed.append(segment.edge.name)
        turn, whole = _turned(segment.axis), joined(segment.bodies)
        links.append(_link(segment.edge.child, moving, turn, distal, whole))
    return tuple(links), assumed


def _link(name: str, moving: Joint, turn: Reals, distal: Reals, whole: RigidBody) -> Link:
    """Return a link; `turn` is A and `distal` the pose of its distal frame in the URDF link's."""
    x = _clean(turn.T @ distal, 1.0)
    seen = whole.seen_from(inverse(distal))
    center = _clean(seen.center_of_mass, 1.0)
    inertia = _clean(seen.inertia, float(np.abs(seen.inertia).max()))
    return Link(moving, x[:3, :3], x[:3, 3], whole.mass, center, inertia, name=name)


def _turned(direction: Reals) -> Reals:
    """Return the (4, 4) rotation that takes z to a unit vector by the shortest way.

    Exact for the six directions along the axes. Downwards, a half turn about x goes first, so that
    the shortest way is never a half turn, which would have no axis.
    """
    up = direction[2] >= 0
    x, y, z = direction if up else -direction
    spin = np.array([[0.0, 0.0, x], [0.0, 0.0, y], [-x, -y, 0.0]])
    turn = np.eye(3) + spin + spin @ spin / (1 + z)
    result = np.eye(4)
    result[:3, :3] = turn if up else turn @ _HALF_TURN_ABOUT_X
    return result


def _clean(array: Reals, size: float) -> Reals:
    """Return the array with true zeros where only rounding is left beside numbers of a size."""
    return np.where(np.abs(array) <= _ROUNDING * size, 0.0, array)


def _refuse_macros(root: Element) -> None:
    allowed = "a file that is expanded first: xacro arm.urdf.xacro > arm.urdf"
    prefixes = {
        name.partition(":")[2]
        for name, value in root.attributes.items()
        if name.startswith("xmlns:") and "xacro" in value
    }
    pending = [root]
    while pending:
        element = pending.pop()
        prefix = element.tag.partition(":")[0] if ":" in element.tag else ""
        if prefix == "xacro" or prefix in prefixes:
            raise InputError(element.place(), "is a xacro macro", allowed)
        for name, value in element.attributes.items():
            if "${" in value or "$(" in value:
                raise InputError(element.place(name), f"{value!r} is a xacro macro", allowed)
        pending += reversed(element.children)
