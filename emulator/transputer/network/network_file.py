"""NET.toml: which transputers there are, how they are wired, and where the host is.

::

    [network]                # all of it may be left out
    link_speed = 20          # Mbit/s, all links: 5, 10 or 20
    host = "a.0"             # the link end the host is wired to; link 0 of the first node

    [nodes.a]                # each key may be left out
    type = "T800"            # or "T414"
    clock = 20               # MHz, a multiple of 0.5
    memory = "1M"            # bytes, on chip and external; a number, or with K or M
    external_cycles = 3      # of one access to an external word

    [nodes.b]

    [wires]
    a.1 = "b.0"              # link 1 of a to link 0 of b, both directions
"""

from __future__ import annotations

import difflib
import re
import tomllib
import warnings
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from common.errors import InputError, InputWarning
from common.inputs import MEBIBYTE, read_text
from emulator.transputer.network.configuration import End, NodeConfig

_LARGEST = 16 * MEBIBYTE
_TYPES = ("T414", "T800")
LINK_SPEEDS = (5, 10, 20)
_CLOCK_MAXIMUM = 50.0
_MEMORY_LEAST, _MEMORY_MAXIMUM = 4096, 1 << 28
EXTERNAL_CYCLES_MAXIMUM = 64
MEMORY_ALLOWED = "a multiple of 4 bytes, '4K' to '256M'"
_NODES_MAXIMUM = 1024

_NAME = re.compile(r"[A-Za-z_][A-Za-z_0-9-]*")
_MEMORY = re.compile(r"([0-9]+) *([KM]?)B?", re.IGNORECASE)
_END = re.compile(r"(.+)\.([0-9]+)")


@dataclass(frozen=True)
class NetworkFile:
    """A network as `network.Network` takes it.

    Attributes
    ----------
    nodes
        The transputers, in the order of the file.
    wires
        Pairs of link ends.
    link_mbits
        Speed of all links in Mbit/s.
    host
        The link end the host is wired to.
    """

    nodes: tuple[NodeConfig, ...]
    wires: tuple[tuple[End, End], ...]
    link_mbits: int
    host: End


def single(type_: str, memory_bytes: int = NodeConfig.memory_bytes) -> NetworkFile:
    """Return the network of one transputer of that type, with the host on its link 0."""
    node = NodeConfig("root", type_, memory_bytes=memory_bytes)
    return NetworkFile((node,), (), LINK_SPEEDS[-1], ("root", 0))


def memory_size(value: object) -> int | None:
    """Return a size of memory in bytes, or None for what is none.

    A whole number, or text: one with K or M behind it.
    """
    size = value if type(value) is int else 0
    if isinstance(value, str) and (match := _MEMORY.fullmatch(value.strip())):
        size = int(match[1]) * {"": 1, "K": 1 << 10, "M": 1 << 20}[match[2].upper()]
    return size if _MEMORY_LEAST <= size <= _MEMORY_MAXIMUM and size % 4 == 0 else None


def load(path: Path) -> NetworkFile:
    """Read a NET.toml; raises InputError that names the file and the key at fault."""
    return parse(read_text(path, "a network file in TOML", _LARGEST), str(path))


def parse(text: str, name: str = "network") -> NetworkFile:
    """Read the text of a NET.toml, which error messages call ``name``."""
    try:
        data = tomllib.loads(text)
    except (ValueError, RecursionError) as error:  # of syntax; of numbers without end
        raise InputError(name, str(error), "TOML, with every key once") from error
    return NetworkFileReader(name).network(data)


class NetworkFileReader:
    """Turns the tables of one file into a network."""

    def __init__(self, file: str) -> None:
        self._file = file
        self._nodes: dict[str, NodeConfig] = {}
        self._used: dict[End, str] = {}

    def network(self, data: dict[str, Any]) -> NetworkFile:
        """Return the network; raise InputError at what cannot be."""
        self._keys(data, "", ("network", "nodes", "wires"))
        common = self._table(data, "network", ("link_speed", "host"))
        nodes = self._table(data, "nodes", None)
        if not 1 <= len(nodes) <= _NODES_MAXIMUM:
            raise self._error(
                "nodes", f"{len(nodes)} of them", f"1 to {_NODES_MAXIMUM} [nodes.NAME]"
            )
        for name in nodes:
            self._nodes[name] = self._node(name, nodes)
        speed = common.get("link_speed", LINK_SPEEDS[-1])
        if speed not in LINK_SPEEDS or isinstance(speed, bool):
            raise self._error("network.link_speed", f"{speed!r}", "5, 10 or 20 (Mbit/s)")
        host = self._host(common)
        wires = self._wires(self._table(data, "wires", None))
        return NetworkFile(tuple(self._nodes.values()), wires, int(speed), host)

    def _node(self, name: str, nodes: dict[str, Any]) -> NodeConfig:
        place = f"nodes.{name}"
        if not _NAME.fullmatch(name):
            raise self._error(place, f"a node called {name!r}", "letters, digits, '_' and '-'")
        node = nodes[name]
        if not isinstance(node, dict):
            raise self._error(place, f"{node!r}", f"a table [{place}]")
        self._keys(node, f"{place}.", ("type", "clock", "memory", "external_cycles"))
        type_ = node.get("type", "T800")
        if type_ not in _TYPES:
            raise self._error(f"{place}.type", f"{type_!r}", " or ".join(map(repr, _TYPES)))
        clock = node.get("clock", 20.0)
        if not _number(clock) or not 0 < clock <= _CLOCK_MAXIMUM or clock * 2 % 1:
            allowed = f"MHz, a multiple of 0.5, at most {_CLOCK_MAXIMUM:g}"
            raise self._error(f"{place}.clock", f"{clock!r}", allowed)
        external = node.get("external_cycles", 3)
        if type(external) is not int or not 1 <= external <= EXTERNAL_CYCLES_MAXIMUM:
            allowed = f"a whole number from 1 to {EXTERNAL_CYCLES_MAXIMUM}"
            raise self._error(f"{place}.external_cycles", f"{external!r}", allowed)
        memory = self._memory(f"{place}.memory", node.get("memory", 1 << 20))
        return NodeConfig(name, type_, float(clock), memory, external)

    def _memory(self, place: str, value: object) -> int:
        size = memory_size(value)
        if size is None:
            raise self._error(place, f"{value!r}", MEMORY_ALLOWED)
        return size

    def _host(self, common: dict[str, Any]) -> End:
        place = "network.host"
        end = self._end(place, common.get("host", f"{next(iter(self._nodes))}.0"))
        self._use(end, place)
        return end

    def _wires(self, table: dict[str, Any]) -> tuple[tuple[End, End], ...]:
        wires: list[tuple[End, End]] = []
        for left, value in self._flat(table):
            place = f"wires.{left}"
            wire = (self._end(place, left), self._end(place, value))
            if wire[::-1] in wires:
                told = f"{self._file}: {place}: this wire was given before, from its other end"
                warnings.warn(told, InputWarning, stacklevel=2)
                continue
            for end in wire:
                self._use(end, place)
            wires.append(wire)
        return tuple(wires)

    def _flat(self, table: dict[str, Any]) -> list[tuple[str, object]]:
        """Give `a.0 = ...` and `"a.0" = ...` alike."""
        wires: list[tuple[str, object]] = []
        for name, value in table.items():
            if isinstance(value, dict):
                wires += [(f"{name}.{link}", end) for link, end in value.items()]
            else:
                wires.append((name, value))
        return wires

    def _end(self, place: str, value: object) -> End:
        match = _END.fullmatch(value) if isinstance(value, str) else None
        if match is None:
            raise self._error(place, f"{value!r} is no link end", "such as a.0: a node and a link")
        name, link = match[1], match[2]
        if name not in self._nodes:
            known = ", ".join(list(self._nodes)[:8]) + (", ..." if len(self._nodes) > 8 else "")
            raise self._error(place, f"no node {name!r} (in {value!r})", known)
        if link not in ("0", "1", "2", "3"):
            raise self._error(place, f"no link {link} (in {value!r})", "links 0 to 3")
        return name, int(link)

    def _use(self, end: End, place: str) -> None:
        if end in self._used:
            problem = f"link {end[0]}.{end[1]} is wired already, by {self._used[end]}"
            raise self._error(place, problem, "one wire on a link")
        self._used[end] = place

    def _table(
        self, data: dict[str, Any], key: str, keys: tuple[str, ...] | None
    ) -> dict[str, Any]:
        table = data.get(key, {})
        if not isinstance(table, dict):
            raise self._error(key, f"{table!r}", f"a table [{key}]")
        if keys is not None:
            self._keys(table, f"{key}.", keys)
        return table

    def _keys(self, table: dict[str, Any], prefix: str, keys: tuple[str, ...]) -> None:
        for key in table:
            if key not in keys:
                likely = difflib.get_close_matches(key, keys, n=1) or keys
                raise self._error(f"{prefix}{key}", "no such key", ", ".join(likely))

    def _error(self, place: str, problem: str, allowed: str) -> InputError:
        # A quoted key may hold anything, but a message is one line.
        return InputError(f"{self._file}: {' '.join(place.split())}", problem, allowed)


def _number(value: object) -> bool:
    return isinstance(value, (int, float)) and not isinstance(value, bool)
