"""Figures 2 and 3's lists of predecessors, as printed and as mended, as arcs of whole graphs.

In `arcs.toml` a list names, for each task (k/i), the tasks that it waits for: ``3`` is (3/i),
``3-`` is (3/i-1) and ``3+`` is (3/i+1). Some arcs of a mended list are needed by one kind of joint
only.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from dataflow.tasks.graph import Arc
from papers.zeng_egan.printed import printed_arcs


def mended_arcs(kind: str, revolute: Sequence[bool]) -> frozenset[Arc]:
    """Return the arcs between tasks of the graph `95` or `52` that the mended list has.

    Parameters
    ----------
    revolute
        Of each joint, whether it turns.
    """
    mended = printed_arcs()["mended"][kind]
    only = {True: set(mended["revolute"]), False: set(mended["prismatic"])}
    links = range(1, len(revolute) + 1)
    return frozenset(
        arc
        for i in links
        for k, names in enumerate(mended["predecessors"], start=1)
        for name in names
        if f"{name} {k}" not in only[not revolute[i - 1]]
        for arc in _arcs(mended["predecessors"], i, k, name, len(revolute))
    )


def printed_predecessors(kind: str, n: int) -> frozenset[Arc]:
    """Return the arcs of n links that the printed predecessors have."""
    lists = printed_arcs()["lists"][kind]["predecessors"]
    return _all(lists, n)


def printed_successors(kind: str, n: int) -> frozenset[Arc]:
    """Return the arcs of n links that the printed successors have."""
    lists = printed_arcs()["lists"][kind]["successors"]
    return frozenset((before, after) for after, before in _all(lists, n))


def _all(lists: Sequence[Iterable[str]], n: int) -> frozenset[Arc]:
    return frozenset(
        arc
        for i in range(1, n + 1)
        for k, names in enumerate(lists, start=1)
        for name in names
        for arc in _arcs(lists, i, k, name, n)
    )


def _arcs(lists: Sequence[object], i: int, k: int, name: str, n: int) -> list[Arc]:
    """Return the arc from a named task to (k/i), or none if the named one lies beyond the arm."""
    link = i + {"-": -1, "+": 1}.get(name[-1], 0)
    if not 1 <= link <= n:
        return []
    size = len(lists)
    return [(int(name.rstrip("+-")) + size * (link - 1), k + size * (i - 1))]
