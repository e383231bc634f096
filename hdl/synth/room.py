"""Rows of an ECP5 that stay empty, so that the wires of shared units have room.

The placer sets what is connected side by side and knows nothing of how many wires go there. A
machine whose operations share units is one knot of choices, each read by tables of all its bits:
packed without a gap it leaves the router thousands of wires that two want, however long it looks.
With every second row empty there are twice as many wires, and few become longer. Rows and not
columns, since a carry chain goes along a row. nextpnr has no word for a place that stays empty, so
a look-up table that nothing reads stands in each.
"""

from __future__ import annotations

from hdl.synth.flows import ROOM
from hdl.synth.sites import TILES

_TABLES = ("A.K0", "A.K1", "B.K0", "B.K1", "C.K0", "C.K1", "D.K0", "D.K1")
"""Of a tile's slices, as nextpnr calls them."""

_FILLED = 0.6
"""How much of the rows left a machine may take: beyond it the placer looks for long, or in vain."""


def empty_rows(luts: float, device: str) -> list[int]:
    """Return the rows that stay empty beside so many look-up tables: none to half of all.

    Those next to a row of blocks are kept where a band of rows allows it.
    """
    if device not in TILES:
        return []
    bands, rows = TILES[device].bands, sum(map(len, TILES[device].bands))
    for step in (2, 3, 4):
        empty = [row for band in bands for row in band[step - 1 :: step]]
        if luts <= _FILLED * (rows - len(empty)) * len(TILES[device].columns) * len(_TABLES):
            return empty
    return []


def with_room(netlist: str, top: str, device: str, luts: float) -> str:
    """Return a netlist in RTLIL with a look-up table in each place that is to stay empty.

    It comes back as it is if the device's rows are not known, or are all needed.

    Parameters
    ----------
    top
        The module that gets them.
    luts
        Look-up tables of the netlist, about: those of carry chains and memories among them.
    """
    rows = empty_rows(luts, device)
    if not rows:
        return netlist
    cells = "".join(
        _cell(f"X{column}/Y{row}/SLICE{table}", f"{ROOM}{column}_{row}_{table[0]}{table[-1]}")
        for row in rows
        for column in TILES[device].columns
        for table in _TABLES
    )
    begin = netlist.index(f"\nmodule \\{top}\n")
    end = netlist.index("\nend\n", begin)
    return netlist[:end] + cells + netlist[end:]


def _cell(place: str, name: str) -> str:
    return (
        f'\n  attribute \\BEL "{place}"\n  attribute \\keep 1\n  cell \\LUT4 \\{name}\n'
        "    parameter \\INIT 16'0000000000000000\n  end\n"
    )
