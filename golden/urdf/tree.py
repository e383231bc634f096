"""The links and joints of a URDF file, and the one chain of moving joints among them."""

from __future__ import annotations

import dataclasses

from common.errors import InputError
from golden.urdf.xml_elements import Element

_FIXED = "fixed"
_MOVING = ("revolute", "continuous", "prismatic")
_ONE_PARENT = "a tree: each link but the root is the child of one joint"


@dataclasses.dataclass(frozen=True)
class Edge:
    """A joint between two links, by name."""

    name: str
    type: str
    parent: str
    child: str
    element: Element

    @property
    def moves(self) -> bool:
        """Whether it is not fixed."""
        return self.type != _FIXED


@dataclasses.dataclass(frozen=True)
class Tree:
    """All links and joints of a file: one root, no loop, and moving joints in one chain only.

    Parameters
    ----------
    links
        By name.
    root
        The link that is nobody's child.
    edges
        Each after the one above it; so the moving ones run from the base to the tip.
    """

    links: dict[str, Element]
    root: str
    edges: tuple[Edge, ...]


def read_tree(robot: Element) -> Tree:
    """Return the links and joints inside <robot>.

    Raises
    ------
    InputError
        A name is missing, unknown or used twice, a joint's type is not understood, there is a
        loop, more than one root, no moving joint, or a branch of moving joints.
    """
    links = _named(robot, "link")
    if not links:
        raise InputError(robot.place(), "no <link>", "two or more links and the joints between")
    edges = [_edge(name, element, links) for name, element in _named(robot, "joint").items()]
    if not any(edge.moves for edge in edges):
        raise InputError(robot.place(), "no joint moves", f"at least one {' or '.join(_MOVING)}")
    _check_children(edges)
    root = _root(robot, links, edges)
    ordered = _ordered(robot, root, edges)
    _check_branches(links, ordered)
    return Tree(links, root, tuple(ordered))


def _named(robot: Element, tag: str) -> dict[str, Element]:
    found: dict[str, Element] = {}
    for element in robot.all(tag):
        name = element.text("name", f"the {tag}'s name")
        if name in found:
            problem = f"stands twice, first in line {found[name].line}"
            raise InputError(element.place(), problem, f"each {tag} once")
        found[name] = element
    return found


def _edge(name: str, element: Element, links: dict[str, Element]) -> Edge:
    allowed = f"{', '.join(_MOVING)} or {_FIXED}"
    kind = element.text("type", allowed)
    if kind not in (*_MOVING, _FIXED):
        raise InputError(element.place("type"), f"{kind!r} is not understood", allowed)
    mimic = element.one("mimic")
    if mimic is not None:
        raise InputError(mimic.place(), "a joint that follows another", "independent joints")
    ends = []
    for tag in ("parent", "child"):
        end = element.required(tag, f'<{tag} link="..."/>')
        link = end.text("link", "the name of a link")
        if link not in links:
            raise InputError(end.place("link"), f"no link {link!r}", "the name of a link")
        ends.append(link)
    return Edge(name, kind, ends[0], ends[1], element)


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
    below: dict[str, list[Edge]] = {}
    for edge in edges:
        below.setdefault(edge.parent, []).append(edge)
    result: list[Edge] = []
    reached = [root]
    for link in reached:  # grows while it is walked
        result += below.get(link, [])
        reached += [edge.child for edge in below.get(link, [])]
    if len(result) < len(edges):
        lost = next(edge for edge in edges if edge not in result)
        problem = f"a loop: the root {root!r} does not lead to link {lost.parent!r}"
        raise InputError(lost.element.place(), problem, _ONE_PARENT)
    return result


def _check_branches(links: dict[str, Element], edges: list[Edge]) -> None:
    moving_below: set[str] = set()
    ways: dict[str, list[str]] = {}
    for edge in reversed(edges):
        if edge.moves or edge.child in moving_below:
            moving_below.add(edge.parent)
            ways.setdefault(edge.parent, []).insert(0, edge.name)
    for edge in edges:
        names = ways.get(edge.parent, [])
        if len(names) > 1:
            joints = ", ".join(repr(name) for name in names)
            problem = f"branches: joints {joints} all lead to moving links"
            allowed = f'one chain (make the joints of the other branches type="{_FIXED}")'
            raise InputError(links[edge.parent].place(), problem, allowed)
