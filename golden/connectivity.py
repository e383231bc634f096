"""How the links of a tree hang together, told by each link's parent alone.

`parents[i]` is the index of the link that link i's joint is mounted on, -1 for the base. A parent
comes before its children, so walking upwards through the indices meets every link after the one
that carries it, and walking downwards after all that it carries.

Source: R. Featherstone: Rigid Body Dynamics Algorithms. Springer, 2008, section 4.1: the parent
array lambda and the sets mu (children), kappa (path) and nu (subtree).
"""

from __future__ import annotations

from collections.abc import Sequence

from common.errors import InputError

BASE = -1
"""The parent of a link whose joint is mounted on the base."""


def check_parents(parents: Sequence[int]) -> None:
    """Raise InputError, naming the link, unless each parent is the base or an earlier link."""
    for i, parent in enumerate(parents):
        place = f"links[{i}].parent"
        allowed = f"an int from {BASE}, the base, to {i - 1}: parents come before their children"
        if i == 0:
            allowed = f"{BASE}, the base: parents come before their children"
        if not isinstance(parent, int) or isinstance(parent, bool):
            raise InputError(place, f"{parent!r} is not an int", allowed)
        if not BASE <= parent < i:
            problem = f"{parent} is no link before it"
            raise InputError(place, problem, allowed)


def children(parents: Sequence[int], i: int) -> tuple[int, ...]:
    """Return the links whose parent is link i, or the base if i is -1, in ascending order."""
    return tuple(j for j, parent in enumerate(parents) if parent == i)


def is_last_child(parents: Sequence[int], i: int) -> bool:
    """Return whether no link after link i has its parent: all that needs that has been met."""
    return parents[i] not in parents[i + 1 :]


def path(parents: Sequence[int], i: int) -> tuple[int, ...]:
    """Return the links from the base to link i, both it and all its ancestors, ascending."""
    links = []
    while i != BASE:
        links.append(i)
        i = parents[i]
    return tuple(reversed(links))


def subtree(parents: Sequence[int], i: int) -> tuple[int, ...]:
    """Return link i and all its descendants, ascending: what joint i moves."""
    links = {i}
    for j in range(i + 1, len(parents)):
        if parents[j] in links:
            links.add(j)
    return tuple(sorted(links))
