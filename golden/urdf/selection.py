"""Which part of a robot is meant: a chain, a part of the tree, some of its joints."""

from __future__ import annotations

import dataclasses
import math
from collections.abc import Collection, Mapping

from common.errors import InputError
from golden.urdf.mimic import followings
from golden.urdf.tree import FLOATING, Edge, Tree, below
from golden.urdf.xml_elements import warn


@dataclasses.dataclass(frozen=True)
class Selection:
    """What to take of a file's robot. Links and joints are named as in the file.

    Nothing is lost on the way: a body behind a joint that is held adds its inertia to the link that
    carries it.

    Parameters
    ----------
    tip
        Only the joints between the base and this link move, and the last link's frame is its own.
    base
        This link is the base: it does not move, and what it does not carry is gone.
    locks
        Joints that are held, and where: rad or m.
    joints
        Only these move, and what follows them. Those that are not, here or for `tip`, are held at
        their place in `locks`, or else where their leader holds them, or else at 0.
    free_base
        The base is free to move: the robot has its body. Where one joint floats on the file's root
        and nothing else there moves, the base is what floats, also without being asked for
        (`with_floating_root`).
    """

    tip: str | None = None
    base: str | None = None
    locks: Mapping[str, float] = dataclasses.field(default_factory=dict)
    joints: tuple[str, ...] | None = None
    free_base: bool = False

    @property
    def is_everything(self) -> bool:
        """Whether nothing is chosen: all that moves in the file moves."""
        return self == Selection()


def with_floating_root(tree: Tree, selection: Selection) -> Selection:
    """Return the selection, with a free base if a robot floats on its root and no part is chosen.

    Warns
    -----
    InputWarning
        It does: the base moves.
    """
    chosen = (selection.tip, selection.base, selection.joints) != (None, None, None)
    loose = {edge.name for edge in _loose(tree)}
    own = dataclasses.replace(tree, edges=tuple(e for e in tree.edges if e.name not in loose))
    link = None if chosen or selection.free_base else _floating_on_root(own)
    if link is None:
        return selection
    (edge,) = (edge for edge in own.edges if edge.child == link)
    if edge.name in selection.locks:
        return selection
    warn(edge.element.place(), f"{edge.name!r} floats: the base moves; --base {link} lets it stand")
    return dataclasses.replace(selection, free_base=True)


def select(tree: Tree, selection: Selection) -> Tree:
    """Return the part of a tree that a selection names, all other joints locked.

    Raises
    ------
    InputError
        There is no such link or joint, a place is not finite, or a joint that floats remains.

    Warns
    -----
    InputWarning
        Things that float beside a robot, as in files of whole scenes, are left out.
    """
    tree = _without_loose(tree) if selection.base is None else tree
    base = selection.base
    if selection.free_base and base is None:
        base = _floating_on_root(tree)
    if base is not None:
        _check_link(tree, base, "--base", tree.links)
        tree = dataclasses.replace(tree, root=base, edges=below(tree, base))
    followers = followings(tree)
    moving = {edge.name for edge in tree.edges if edge.moves}
    kept = set(moving)
    if selection.tip is not None:
        kept &= _way(tree, selection.tip)
    if selection.joints is not None:
        for name in selection.joints:
            _check_joint(name, "--joints", moving)
            if name in followers:
                problem = f"{name!r} follows {followers[name].leader!r}"
                raise InputError("--joints", problem, "joints that lead")
        kept &= set(selection.joints)
    held = {name: 0.0 for name in moving - kept - followers.keys()}
    held |= _checked_locks(selection, moving)
    for name, following in followers.items():
        stands = following.leader in held or following.leader not in moving
        if stands and name not in selection.locks:
            held[name] = following.ratio * held.get(following.leader, 0.0) + following.offset
    edges = tuple(dataclasses.replace(edge, locked=held.get(edge.name)) for edge in tree.edges)
    _refuse_floating(edges)
    return dataclasses.replace(tree, edges=edges, tip=selection.tip)


def _without_loose(tree: Tree) -> Tree:
    """Return a tree without what lies loose on its root; it is warned of."""
    loose = _loose(tree)
    for edge in loose:
        if edge.parent == tree.root:
            warn(edge.element.place(), f"{edge.child!r} floats beside the robot: it is left out")
    names = {edge.name for edge in loose}
    return dataclasses.replace(tree, edges=tuple(e for e in tree.edges if e.name not in names))


def _loose(tree: Tree) -> list[Edge]:
    """Return what floats on the root and has no joint, with all on it, if other joints move."""
    loose: list[Edge] = []
    for edge in tree.edges:
        if edge.parent != tree.root or edge.type != FLOATING:
            continue
        own = [edge, *below(tree, edge.child)]
        gone = {each.name for each in (*loose, *own)}
        alone = not any(each.moves for each in own[1:])
        if alone and any(each.moves for each in tree.edges if each.name not in gone):
            loose += own
    return loose


def _floating_on_root(tree: Tree) -> str | None:
    """Return the link that floats on the root, if beside it there is nothing but fixtures."""
    floating = [e for e in tree.edges if e.parent == tree.root and e.type == FLOATING]
    if len(floating) != 1:
        return None
    carried = {edge.name for edge in below(tree, floating[0].child)} | {floating[0].name}
    fixtures = [edge for edge in tree.edges if edge.name not in carried]
    return None if any(edge.moves for edge in fixtures) else floating[0].child


def _checked_locks(selection: Selection, moving: set[str]) -> Mapping[str, float]:
    for name, place in selection.locks.items():
        _check_joint(name, "--lock", moving)
        if not math.isfinite(place):
            raise InputError("--lock", f"{name}={place}", "a finite number, rad or m")
        if selection.joints is not None and name in selection.joints:
            raise InputError("--lock", f"{name!r} is one of --joints", "a joint that is not")
    return selection.locks


def _way(tree: Tree, tip: str) -> set[str]:
    """Return the joints between the base and a link."""
    above = {edge.child: edge for edge in tree.edges}
    _check_link(tree, tip, "--tip", [tree.root, *above])
    names: set[str] = set()
    while tip in above:
        names.add(above[tip].name)
        tip = above[tip].parent
    return names


def _refuse_floating(edges: tuple[Edge, ...]) -> None:
    for edge in edges:
        if edge.moves and edge.type == FLOATING:
            problem = f"{edge.name!r} floats: six degrees of freedom"
            base = f"--base {edge.child}, which then stands still, or moves with --free-base"
            allowed = f'{base}; --tip or --joints without it; or type="fixed"'
            raise InputError(edge.element.place("type"), problem, allowed)


def _check_link(tree: Tree, link: str, option: str, known: Collection[str]) -> None:
    if link not in known:
        where = "no such link" if link not in tree.links else f"not carried by {tree.root!r}"
        raise InputError(option, f"{link!r}: {where}", f"one of {', '.join(known)}")


def _check_joint(name: str, option: str, moving: set[str]) -> None:
    if name not in moving:
        allowed = f"one of {', '.join(sorted(moving))}" if moving else "no joint moves"
        raise InputError(option, f"no joint {name!r} moves", allowed)
