"""Which transputer boots which: the shortest ways over the wires from the host's node."""

from __future__ import annotations

from collections import deque
from collections.abc import Collection
from dataclasses import dataclass

from common.errors import InputError
from emulator.transputer.network.configuration import End
from emulator.transputer.network.network_file import NetworkFile


@dataclass(frozen=True)
class BootTree:
    """A tree over the nodes that are booted.

    Attributes
    ----------
    ways
        For each node the link ends by which it is reached from the host's node, that node's own
        end first: () for itself. Nodes come in the order of the lengths of their ways, so that a
        node stands behind all those on its way.
    """

    ways: dict[str, tuple[End, ...]]


def boot_tree(network: NetworkFile, needed: Collection[str]) -> BootTree:
    """Return a tree of shortest ways to all ``needed`` nodes.

    Ways lead over needed nodes alone where they can; a node that is not needed is in the tree only
    if another is reached through it. Raises InputError if one cannot be reached.
    """
    every = [node.name for node in network.nodes]
    ways = _shortest(network, set(needed))
    if not ways.keys() >= set(needed):
        ways = _shortest(network, set(every))
    for name in every:
        if name in needed and name not in ways:
            root = network.host[0]
            raise InputError(
                f"node {name}", f"no way over wires from {root}, which the host boots", "a wire"
            )
    passed = {end[0] for name in needed for end in ways[name]} | set(needed) | {network.host[0]}
    return BootTree({name: way for name, way in ways.items() if name in passed})


def _shortest(network: NetworkFile, names: set[str]) -> dict[str, tuple[End, ...]]:
    """Return the way to each of the names that is reached over the others alone."""
    wires: dict[str, list[tuple[End, str]]] = {}
    for one, other in network.wires:
        wires.setdefault(one[0], []).append((one, other[0]))
        wires.setdefault(other[0], []).append((other, one[0]))
    root = network.host[0]
    ways: dict[str, tuple[End, ...]] = {root: ()}
    waiting = deque([root])
    while waiting:
        name = waiting.popleft()
        for end, far in sorted(wires.get(name, [])):
            if far in names and far not in ways:
                ways[far] = (*ways[name], end)
                waiting.append(far)
    return ways
