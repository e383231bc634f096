"""Where an ECP5 has what: multiplier blocks in a few rows that go across the chip, logic between.

Rows of blocks, of multipliers and of memories, have no logic.
"""

from __future__ import annotations

import itertools
from dataclasses import dataclass

_BLOCK_COLUMNS = (0, 1, 4, 5)
"""Columns of a group's four blocks from its first; the blocks are called after them."""


@dataclass(frozen=True)
class Sites:
    """Where an FPGA's blocks are: groups of four, in rows."""

    rows: tuple[int, ...]
    groups: tuple[int, ...]

    def names(self) -> list[tuple[str, tuple[int, int]]]:
        """Return each place by the name that nextpnr has for it, with its column and row."""
        return [
            (f"X{group + column}/Y{row}/MULT18_{column}", (group + column, row))
            for row in self.rows
            for group in self.groups
            for column in _BLOCK_COLUMNS
        ]


SITES = {
    "ecp5-25f": Sites((13,), (4, 13, 22, 33, 42, 51, 60)),
    "ecp5-45f": Sites((22, 46), (4, 13, 22, 31, 42, 51, 60, 69, 78)),
    "ecp5-85f": Sites((10, 34, 58), (4, 13, 22, 31, 40, 49, 58, 69, 78, 87, 96, 105, 114)),
}
"""By device, as nextpnr 0.11 places a design that takes all of them."""


@dataclass(frozen=True)
class Tiles:
    """Where an FPGA's logic is: a tile of eight look-up tables in each column and row.

    Attributes
    ----------
    bands
        Rows that lie side by side, between rows of blocks.
    """

    columns: range
    bands: tuple[range, ...]


def _tiles(columns: int, rows: int, blocks: tuple[int, ...]) -> Tiles:
    """Return the tiles of a chip up to a column and a row, around its rows of blocks."""
    ends = itertools.pairwise((1, *blocks, rows + 1))
    return Tiles(range(2, columns + 1), tuple(range(below + 1, above) for below, above in ends))


TILES = {
    "ecp5-25f": _tiles(70, 48, (13, 25, 37)),
    "ecp5-45f": _tiles(88, 69, (10, 22, 34, 46, 58)),
    "ecp5-85f": _tiles(124, 93, (10, 22, 34, 46, 58, 70, 82)),
}
"""By device, as nextpnr 0.11 takes a look-up table in each place."""
