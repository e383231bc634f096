"""FPGA families whose own blocks the parts can be built of: what `elaborate` gets as its platform.

Without one, parts are plain Amaranth that any tool infers blocks from, and that every simulator
runs.
"""

from __future__ import annotations

import enum


class Family(enum.Enum):
    """A family of FPGAs."""

    ECP5 = "ecp5"
    GOWIN = "gowin"
    ICE40 = "ice40"
    XC7 = "xc7"


INFERRING = (Family.XC7,)
"""Whose synthesis packs registers into a multiplier block, if they stand as the block's do."""
