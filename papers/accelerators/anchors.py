"""The published figures, read from `anchors.toml`, and whether what follows from others does."""

from __future__ import annotations

import tomllib
from dataclasses import dataclass
from functools import cache
from pathlib import Path

_FILE = Path(__file__).parent / "anchors.toml"

_ROUNDED = 0.005
"""Half of the last digit of a time that is published in hundredths of a microsecond."""


@dataclass(frozen=True)
class Anchor:
    """One published figure.

    Attributes
    ----------
    system, robot, kernel
        Whose, for which robot, of what.
    cycles, clock_mhz, microseconds
        For one set of results; None where it is not published.
    source
        The file or page that it comes from.
    dsps, luts
        Multiplier blocks and lookup tables of the FPGA; None likewise.
    dsp_parts
        The blocks of each half, where the source gives those.
    links
        Of a chain, where the cycles are said to follow from them.
    """

    system: str
    robot: str
    kernel: str
    source: str
    cycles: int | None = None
    clock_mhz: float | None = None
    microseconds: float | None = None
    links: int | None = None
    dsps: int | None = None
    luts: int | None = None
    dsp_parts: tuple[int, ...] = ()

    @property
    def verdict(self) -> str:
        """What became of the figure here: it follows from others of its source, or stands alone."""
        follows = []
        if self.links is not None and self.cycles is not None:
            told = self.cycles == 4 * self.links + 6
            follows.append("4 n + 6 cycles" if told else "not 4 n + 6 cycles")
        if None not in (self.cycles, self.clock_mhz, self.microseconds):
            time = float(self.cycles or 0) / float(self.clock_mhz or 1.0)
            told = abs(time - float(self.microseconds or 0.0)) <= _ROUNDED
            follows.append("cycles over clock" if told else f"not cycles over clock, {time:.3g} us")
        if self.dsp_parts:
            told = sum(self.dsp_parts) == self.dsps
            follows.append("DSPs of both halves" if told else "not the DSPs of both halves")
        return ", ".join(follows) or "as published"


@cache
def anchors() -> tuple[Anchor, ...]:
    """Return all of them, in the order of the file.

    Raises
    ------
    TypeError
        An entry has a field that is unknown, or lacks one.
    """
    with _FILE.open("rb") as file:
        entries = tomllib.load(file)["anchors"]
    for entry in entries:
        entry["dsp_parts"] = tuple(entry.get("dsp_parts", ()))
    return tuple(Anchor(**entry) for entry in entries)
