"""The links and joints of a URDF file: a tree with one root."""

from __future__ import annotations

import dataclasses

import numpy as np

from common.arrays import Reals
from common.errors import InputError
from golden.transforms import homogeneous
from golden.urdf.geometry import axis, pose, toward
from golden.urdf.xml_elements import Element

FIXED, FLOATING, PRISMATIC, CONTINUOUS = "fixed", "floating", "prismatic", "continuous"
"""Types of joints, as URDF spells them."""

_PLANAR = "planar"
_ONE_COORDINATE = ("revolute", CONTINUOUS, PRISMATIC)
_ALLOWED = f"{', '.join(_ONE_COORDINATE)}, {_PLANAR}, {FLOATING} or {FIXED}"
_ONE_PARENT = "a tree: each link but the root is the child of one joint"


@dataclasses.dataclass(frozen=True, eq=False)
class Edge:
    """A joint between two links, by name.

    Parameters
    ----------
    name, type, parent, child
        As the file has them.
    element
        The <joint>.
    origin
        (4, 4): the joint's pose in its parent link.
    axis
        (3,): a unit vector in the joint's frame; any for a fixed or floating joint.
    locked
        Where it is held, rad or m; None if it is not.
    """

    name: str
    type: str
    parent: str
    child: str
    element: Element
    origin: Reals
    axis: Reals
    locked: float | None = None

    @property
    def moves(self) -> bool:
        """Whether it is neither fixed nor locked."""
        return self.type != FIXED and self.locked is None

    @property
    def is_planar(self) -> bool:
        """Whether it is one of the three that a planar joint becomes."""
        return self.element.attributes["type"] == _PLANAR

    @property
    def mimic(self) -> Element | None:
        """What it follows; None where it follows nothing, or is fixed, so that it cannot."""
        return None if self.type == FIXED else self.element.one("mimic")


@dataclasses.dataclass(frozen=True)
class Tree:
    """All links and joints of a file, or a part of them: one root and no loop.

    Parameters
    ----------
    links
        By name. A planar joint has two links of its own, which are in no file and not here.
    root
        The link that is nobody's child.
    edges
        Each after the one above it, and all that hangs on a link before its next sibling;
        siblings in the order of the file.
    tip
        The link that ends the chain, if one is chosen.
    """

    links: dict[str, Element]
    root: str
    edges: tuple[Edge, ...]
    tip: str | None = None


def read_tree(robot: Element) -> Tree:
    """Return the links and joints inside <robot>.

    A planar joint becomes two slides and a turn, NAME.x, NAME.y and NAME.turn, all three in its
    frame: x along the shortest turn of x that brings z to the plane's normal.

    Raises
    ------
    InputError
        A name is missing, unknown or used twice, a joint's type is not understood, there is a
        loop, or more than one root.
    """
    links = _named(robot, "link")
    if not links:
        raise InputError(robot.place(), "no <link>", "two or more links and the joints between")
    edges = [
        edge
        for name, element in _named(robot, "joint").items()
        for edge in _edges(name, element, links)
    ]
    _check_children(edges)
    root = _root(robot, links, edges)
    return Tree(links, root, tuple(_ordered(robot, root, edges)))


def below(tree: Tree, link: str) -> tuple[Edge, ...]:
    """Return the joints that a link carries, near or far, in the tree's order."""
    reached, found = {link}, []
    for edge in tree.edges:
        if edge.parent in reached:
            reached.add(edge.child)
            found.append(edge)
    return tuple(found)


def _named(robot: Element, tag: str) -> dict[str, Element]:
    found: dict[str, Element] = {}
    for element in robot.all(tag):
        name = element.text("name", f"the {tag}'s name")
        if name in found:
            problem = f"stands twice, first in line {found[name].line}"
            raise InputError(element.place(), problem, f"each {tag} once")
        found[name] = element
    return found


def _edges(name: str, element: Element, links: dict[str, Element]) -> list[Edge]:
    """Return the one edge that a joint is; of a planar one the three."""
    kind = element.text("type", _ALLOWED)
    if kind not in (*_ONE_COORDINATE, _PLANAR, FLOATING, FIXED):
        raise InputError(element.place("type"), f"{kind!r} is not understood", _ALLOWED)
    parent, child = (_end(element, tag, links) for tag in ("parent", "child"))
    mimic = element.one("mimic")
    if mimic is not None and kind in (_PLANAR, FLOATING):
        raise InputError(mimic.place(), f"a {kind} joint follows another", "one coordinate")
    origin = pose(element)
    if kind in (FIXED, FLOATING):
        return [Edge(name, kind, parent, child, element, origin, np.zeros(3))]
    if kind != _PLANAR:
        return [Edge(name, kind, parent, child, element, origin, axis(element))]
    x, y, normal = toward(axis(element)).T
    after_x, after_y = f"{child} ({name}.x)", f"{child} ({name}.y)"
    here = homogeneous(np.eye(3), np.zeros(3))
    return [
        Edge(f"{name}.x", PRISMATIC, parent, after_x, element, origin, x),
        Edge(f"{name}.y", PRISMATIC, after_x, after_y, element, here, y),
        Edge(f"{name}.turn", CONTINUOUS, after_y, child, element, here, normal),
    ]


def _end(element: Element, tag: str, links: dict[str, Element]) -> str:
    end = element.required(tag, f'<{tag} link="..."/>')
    link = end.text("link", "the name of a link")
    if link not in links:
        raise InputError(end.place("link"), f"no link {link!r}", "the name of a link")
    return link


def _check_children(edges: list[Edge]) -> None:
    above: dict[str, Edge] = {}
    for edge in edges:
        if edge.child in above:
            problem = (
                f"link {edge.child!r} is already the child of joint {above[edge.child].name!r}"
            )
            raise InputError(edge.element.place(), problem, _ONE_PARENT)
        above[edge.child] = edge


def _root(robot: Element, links: dict[str, Element], edges: list[Edge]) -> str:
    children = {edge.child for edge in edges}
    roots = [name for name in links if name not in children]
    if not roots:
        raise InputError(robot.place(), "a loop: each link is the child of a joint", _ONE_PARENT)
    if len(roots) > 1:
        named = ", ".join(repr(name) for name in roots[:4]) + (", ..." if len(roots) > 4 else "")
        problem = f"{len(roots)} links are nobody's child: {named}"
        raise InputError(robot.place(), problem, "one root, all other links joined to it")
    return roots[0]


def _ordered(robot: Element, root: str, edges: list[Edge]) -> list[Edge]:
    """Return the edges as a walk down each branch before the next meets them."""
    hanging: dict[str, list[Edge]] = {}
    for edge in edges:
        hanging.setdefault(edge.parent, []).append(edge)
    result: list[Edge] = []
    pending = hanging.get(root, [])[::-1]
    while pending:
        edge = pending.pop()
        result.append(edge)
        pending += hanging.get(edge.child, [])[::-1]
    if len(result) < len(edges):
        lost = next(edge for edge in edges if edge not in result)
        problem = f"a loop: the root {root!r} does not lead to link {lost.parent!r}"
        raise InputError(lost.element.place(), problem, _ONE_PARENT)
    return result
