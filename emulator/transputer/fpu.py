"""The floating-point unit (not there yet: its operations are unknown instructions)."""

from __future__ import annotations

from emulator.transputer import state as at
from emulator.transputer.compiled import compiled
from emulator.transputer.memory import State, Words


@compiled
def floating(s: State, m: Words, operation: int) -> None:
    """Stop the node at any floating-point operation."""
    s[at.STOPPED] = at.UNKNOWN
    s[at.FAULT_CODE] = operation
