"""Where the multiplier blocks of an ECP5 are: in a few rows that go across the whole chip."""

from __future__ import annotations

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
