"""The machine code of the processor's compiled functions, kept by the sources of all of them."""

from __future__ import annotations

from pathlib import Path

from common.machine_code import Store

_HERE = Path(__file__).parent

STORE = Store("transputer", (_HERE, _HERE.parent / "isa"), runtime_alone=True)
"""What an entry point is compiled from: these two packages."""
