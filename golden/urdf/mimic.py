"""Which joint follows which, told by <mimic>: q = multiplier q_leader + offset."""

from __future__ import annotations

import dataclasses

from common.errors import InputError
from golden.urdf.tree import Edge, Tree


@dataclasses.dataclass(frozen=True)
class Following:
    """What a joint's coordinate is: ratio times its leader's, and offset (rad or m) added."""

    leader: str
    ratio: float
    offset: float


def followings(tree: Tree) -> dict[str, Following]:
    """Return what each joint follows that does, by name; leaders follow nothing.

    A follower of a follower follows the first of them. What is said of a fixed joint is void.

    Raises
    ------
    InputError
        There is no such joint to follow, or joints follow each other in a circle.
    """
    edges = {edge.name: edge for edge in tree.edges}
    return {name: _following(edge, edges) for name, edge in edges.items() if edge.mimic is not None}


def _following(follower: Edge, edges: dict[str, Edge]) -> Following:
    ratio, offset, passed = 1.0, 0.0, [follower.name]
    mimic = follower.mimic
    while mimic is not None:
        mimic.only(("joint", "multiplier", "offset"))
        leader = mimic.text("joint", "the name of a joint")
        if leader not in edges:
            allowed = f"one of {', '.join(edges)}"
            raise InputError(mimic.place("joint"), f"no joint {leader!r} here", allowed)
        if leader in passed:
            problem = f"{leader!r} follows itself by {', '.join(passed)}"
            raise InputError(mimic.place("joint"), problem, "a joint that leads")
        passed.append(leader)
        offset += ratio * mimic.number("offset", "a finite number, rad or m", 0.0)
        ratio *= mimic.number("multiplier", "a finite number", 1.0)
        mimic = edges[leader].mimic
    return Following(passed[-1], ratio, offset)
