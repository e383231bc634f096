"""What a network is made of: transputers, wires between their links, a host; and the checks."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from common.errors import InputError
from emulator.transputer.isa.memory_map import MEMORY_MAPS

End = tuple[str, int]
"""A link end: node name, link 0 to 3."""

_SPEEDS = (5, 10, 20)
_MEMORY_LIMIT = 1 << 31
_CLOCK_LIMITS = (5.0, 50.0)


@dataclass(frozen=True)
class NodeConfig:
    """One transputer.

    Parameters
    ----------
    name
        Unique in the network.
    type
        "T414" or "T800".
    clock_mhz
        Processor clock, a multiple of 0.5 from 5 to 50.
    memory_bytes
        On-chip and external memory together, from #80000000 up; a multiple of 4, at least the
        on-chip memory.
    external_cycles
        Processor cycles of one external word access (on-chip: 1).
    """

    name: str
    type: str = "T800"
    clock_mhz: float = 20.0
    memory_bytes: int = 1 << 20
    external_cycles: int = 3


def _check_node(node: NodeConfig) -> None:
    """Raise InputError if a node cannot be built."""
    place = f"node {node.name!r}"
    if node.type not in MEMORY_MAPS:
        raise InputError(place, f"type {node.type!r} is unknown", ", ".join(MEMORY_MAPS))
    on_chip = MEMORY_MAPS[node.type].on_chip
    size = node.memory_bytes
    if size % 4 or not on_chip <= size <= _MEMORY_LIMIT:
        allowed = f"a multiple of 4 from {on_chip} (on chip) to {_MEMORY_LIMIT}"
        raise InputError(place, f"memory of {size} bytes", allowed)
    low, high = _CLOCK_LIMITS
    if not (low <= node.clock_mhz <= high and (2 * node.clock_mhz) % 1 == 0):
        raise InputError(
            place, f"clock of {node.clock_mhz} MHz", f"multiples of 0.5, {low} to {high}"
        )
    if not 1 <= node.external_cycles <= 100:
        raise InputError(place, f"{node.external_cycles} external cycles", "1 to 100")


def _check_wires(names: Sequence[str], wires: Sequence[tuple[End, End]], host: End | None) -> None:
    """Raise InputError for a name twice, a wire to nowhere, or an end with two wires."""
    for name in names:
        if names.count(name) > 1:
            raise InputError(f"node {name!r}", "the name is used twice", "a name of its own each")
    seen: set[End] = set()
    for end in [end for wire in wires for end in wire] + ([host] if host else []):
        place = f"wire to {end[0]}.{end[1]}"
        if end[0] not in names:
            raise InputError(place, f"there is no node {end[0]!r}", ", ".join(names))
        if end[1] not in range(4):
            raise InputError(place, f"link {end[1]!r} does not exist", "links 0 to 3")
        if end in seen:
            raise InputError(place, "the link has two wires", "one wire a link")
        seen.add(end)


def check_network(
    nodes: Sequence[NodeConfig],
    wires: Sequence[tuple[End, End]],
    host: End | None,
    link_mbits: int,
) -> None:
    """Raise InputError if a network cannot be built."""
    if not nodes:
        raise InputError("network", "there are no nodes", "at least one")
    if link_mbits not in _SPEEDS:
        raise InputError("link speed", f"{link_mbits} Mbit/s", "5, 10 or 20")
    for node in nodes:
        _check_node(node)
    _check_wires([node.name for node in nodes], wires, host)
