"""Reading a robot from a URDF file. golden/robots/README.md says what is read and what is not.

Specification: URDF 1.0 to 1.2, wiki.ros.org/urdf/XML and github.com/ros/urdfdom.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping
from pathlib import Path

from common.errors import InputError
from common.inputs import MEBIBYTE, check_input
from golden.joint import Following, Joint
from golden.robot import Robot
from golden.urdf.dynamics import joint
from golden.urdf.geometry import warn_of_rounded_angles
from golden.urdf.mimic import followings
from golden.urdf.segments import Segment, base_body, base_of, links_of, segments_of
from golden.urdf.selection import Selection, select, with_floating_root
from golden.urdf.tree import Tree, read_tree
from golden.urdf.xacro import expanded
from golden.urdf.xml_elements import Element, read_elements, warn

EVERYTHING = Selection()
"""All that moves in a file."""

LARGEST = 64 * MEBIBYTE
"""Bytes that a robot's file may have."""

_DRAWN = ("visual", "collision", "gazebo", "material", "sensor")
"""Elements that nobody here reads."""


def load(
    path: str | Path,
    selection: Selection = EVERYTHING,
    arguments: Mapping[str, str] | None = None,
) -> Robot:
    """Read a robot, or the selected part of it, from a URDF file, or one of xacro.

    Its limits are those that the file tells: nothing is assumed.

    `arguments` are a xacro file's, by name.

    Raises
    ------
    InputError
        The file cannot be read, or anything in it is wrong.

    Warns
    -----
    InputWarning
        A value is likely to be a mistake.
    """
    file = str(path)
    allowed = "the path of a .urdf file"
    check_input(path, allowed, LARGEST)
    if Path(file).suffix.lower() == ".xacro":
        return parse(expanded(path, arguments or {}), f"{file} (expanded)", selection)
    try:
        data = Path(path).read_bytes()
    except OSError as error:
        raise InputError(file, f"cannot be read: {error.strerror}", allowed) from None
    return parse(data, file, selection)


def parse(data: bytes, file: str, selection: Selection = EVERYTHING) -> Robot:
    """Build a robot from a file's content; `file` is its name, for messages.

    Raises
    ------
    InputError
        Anything is wrong.
    """
    return robot_of(read_elements(data, file), file, selection)


def robot_of(root: Element, file: str, selection: Selection, kind: str = "URDF") -> Robot:
    """Build a robot from a file's elements; `kind` is the format that the file has.

    Raises
    ------
    InputError
        Anything is wrong.
    """
    _refuse_macros(root)
    if root.tag != "robot":
        raise InputError(root.place(), "is the outermost element", "<robot>")
    name = _name(root, file)
    tree = read_tree(root)
    selection = with_floating_root(tree, selection)
    tree = select(tree, selection)
    segments = segments_of(tree)
    if not segments:
        raise InputError(root.place(), "no joint moves", "at least one that is not fixed or locked")
    joints = [joint(segment.edge) for segment in segments]
    links = links_of(segments, _coupled(joints, tree))
    if not any(link.mass or link.inertia.any() for link in links):
        warn(file, "no moving link has an <inertial>: all torques are 0")
    else:
        _warn_of_weightless(segments, tree)
    if kind == "URDF":  # else nobody wrote these angles
        _warn_of_rounded_angles(tree)
    base = base_of(segments)
    description = _description(tree, segments)
    body = base_body(tree) if selection.free_base else None
    sources = (f"{kind} file {file}",)
    return Robot(
        name, description, links, base[:3, :3], base[:3, 3], sources=sources, base_body=body
    )


def _name(root: Element, file: str) -> str:
    """Return the robot's name; the file's where there is none."""
    name = " ".join(root.attributes.get("name", "").split())
    if name:
        return name
    stem = Path(file).stem
    fault = "empty" if "name" in root.attributes else "missing"
    warn(f"{root.file}, line {root.line}: <robot> name", f"{fault}: it is called {stem!r}")
    return stem


def _description(tree: Tree, segments: list[Segment]) -> str:
    """Return from where to where the robot reaches, and by which joints."""
    ends = [segments[i].edge.child for i in _tips(segments)]
    if tree.tip is not None:
        ends = [tree.tip]
    joints = ", ".join(segment.edge.name for segment in segments)
    return f"{tree.root} to {', '.join(ends)} by {joints}"


def _tips(segments: list[Segment]) -> list[int]:
    parents = {segment.parent for segment in segments}
    return [i for i in range(len(segments)) if i not in parents]


def _coupled(joints: list[Joint], tree: Tree) -> list[Joint]:
    """Return the joints, each with what it follows; all that is held is not among them."""
    index = {moving.name: i for i, moving in enumerate(joints)}
    result = list(joints)
    for name, following in followings(tree).items():
        if name in index:
            follows = Following(index[following.leader], following.ratio, following.offset)
            result[index[name]] = dataclasses.replace(joints[index[name]], follows=follows)
    return result


def _warn_of_weightless(segments: list[Segment], tree: Tree) -> None:
    """Warn of moving links that have no body, where others have; a planar joint's own have none."""
    for segment in segments:
        child = segment.edge.child
        if not segment.bodies and child in tree.links:
            warn(tree.links[child].place(), "moves and has no <inertial>: it weighs nothing")


def _warn_of_rounded_angles(tree: Tree) -> None:
    children = [tree.links[edge.child] for edge in tree.edges if edge.child in tree.links]
    links = [tree.links[tree.root], *children]
    inertials = (element for link in links for element in link.all("inertial"))
    joints = dict.fromkeys(edge.element for edge in tree.edges)
    warn_of_rounded_angles([*joints, *inertials])


def _refuse_macros(root: Element) -> None:
    """Refuse xacro where a number could come from it; warn once of leftovers where none is read."""
    allowed = "a file that is expanded first: xacro arm.urdf.xacro > arm.urdf"
    prefixes = {
        name.partition(":")[2]
        for name, value in root.attributes.items()
        if name.startswith("xmlns:") and "xacro" in value
    }
    leftovers: list[str] = []
    pending = [(root, False)]
    while pending:
        element, drawn = pending.pop()
        drawn = drawn or element.tag in _DRAWN
        prefix = element.tag.partition(":")[0] if ":" in element.tag else ""
        macros = [(element.place(), "is a xacro macro")] * (prefix == "xacro" or prefix in prefixes)
        macros += [
            (element.place(name), f"{value!r} is a xacro macro")
            for name, value in element.attributes.items()
            if "${" in value or "$(" in value
        ]
        for place, problem in macros:
            if not drawn:
                raise InputError(place, problem, allowed)
            leftovers.append(f"{place}: {problem}")
        pending += [(child, drawn) for child in reversed(element.children)]
    if leftovers:
        place, _, problem = leftovers[0].rpartition(": ")
        more = f" (and {len(leftovers) - 1} more)" if len(leftovers) > 1 else ""
        warn(place, f"{problem}{more}: not read there")
