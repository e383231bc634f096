"""Sines' tables next to the multiplier blocks that read them, on an ECP5.

A table is a block memory without a register behind it: with `floorplan`'s places for the blocks, a
placer that puts it where wires are short in sum makes the slowest path of a machine whose
multipliers have no operand registers. Which memories a table takes is known after synthesis alone.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from hdl.synth.floorplan import SITES

_MEMORY_COLUMNS = (0, 2, 4, 6)
"""Columns of a group's four memories from its first."""

_MEMORY_ROWS = {"ecp5-85f": (22, 46, 70, 82)}
"""As nextpnr 0.11 places a design that takes all memories; groups stand below those of blocks."""

_TABLE = re.compile(r"(.*\.trigonometry_\w+)\.table\.")
_SITE = re.compile(r"X(\d+)/Y(\d+)/")


def table_places(cells: str, top: str, device: str) -> dict[str, str]:
    """Return a place for each memory that is a sine's table, nearest to the blocks that read it.

    Empty if the device's memories are not known or the blocks have no places.

    Parameters
    ----------
    cells, top
        Yosys's JSON, and the module.
    """
    free = dict(_sites(device))
    module = json.loads(cells)["modules"][top]["cells"]
    places = {}
    for name, cell in sorted(module.items()):
        found = _TABLE.match(name)
        if cell["type"] != "DP16KD" or found is None or not free:
            continue
        blocks = [
            _where(module, f"{found[1]}.multiply_{which}.block") for which in ("sine", "cosine")
        ]
        known = [block for block in blocks if block is not None]
        if known:
            places[name] = min(free, key=lambda site: _farthest(free[site], known))
            del free[places[name]]
    return places


def with_places(cells: str, top: str, places: Mapping[str, str]) -> str:
    """Return Yosys's JSON with places for some cells."""
    if not places:
        return cells
    netlist = json.loads(cells)
    for name, place in places.items():
        netlist["modules"][top]["cells"][name].setdefault("attributes", {})["BEL"] = place
    return json.dumps(netlist)


def with_commands(script: Sequence[str], top: str, places: Mapping[str, str]) -> list[str]:
    """Return Yosys's script with commands that do the same before its last, which writes."""
    commands = [f'setattr -set BEL "{place}" {top}/c:{name}' for name, place in places.items()]
    return [*script[:-1], *commands, script[-1]]


def _sites(device: str) -> Iterator[tuple[str, tuple[int, int]]]:
    for row in _MEMORY_ROWS.get(device, ()):
        for group in SITES[device].groups:
            for k, column in enumerate(_MEMORY_COLUMNS):
                yield f"X{group + column}/Y{row}/EBR{k}", (group + column, row)


def _where(module: Mapping[str, Any], name: str) -> tuple[int, int] | None:
    """Return a cell's column and row, if it has a place."""
    place = _SITE.match(module.get(name, {}).get("attributes", {}).get("BEL", ""))
    return None if place is None else (int(place[1]), int(place[2]))


def _farthest(site: tuple[int, int], blocks: list[tuple[int, int]]) -> int:
    return max(abs(site[0] - x) + abs(site[1] - y) for x, y in blocks)
