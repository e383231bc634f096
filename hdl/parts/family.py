"""FPGA families whose own blocks the parts can be built of: what `elaborate` gets as its platform.

Without one, parts are plain Amaranth that any tool infers blocks from, and that every simulator
runs.
"""

from __future__ import annotations

import enum


class Family(enum.Enum):
    """A family of FPGAs."""

    ECP5 = "ecp5"
