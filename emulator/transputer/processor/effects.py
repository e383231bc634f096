"""What many operations have in common: a cost, the evaluation stack, the error flag."""

from __future__ import annotations

from emulator.transputer.processor import state as at
from emulator.transputer.processor.compiled import compiled, inlined
from emulator.transputer.processor.node_arrays import State

WORK_BEFORE_PAUSE = 1 << 22
"""Steps inside instructions and events, which take no or little simulated time, until Ctrl-C and
limits are looked at."""


@compiled
def worked(s: State, steps: int) -> None:
    """Count steps of a loop inside an instruction; after many the node's turn ends."""
    s[at.WORK] += steps
    if s[at.WORK] >= WORK_BEFORE_PAUSE:
        s[at.NEXT_EVENT] = min(s[at.NEXT_EVENT], s[at.CLOCK])


@inlined
def charge(s: State, operation: int, case: int) -> None:
    """Add one of the numbers of an operation's cost to the clock."""
    s[at.CLOCK] += s[at.COSTS + 4 * (at.OPERATIONS + operation) + case]


@inlined
def push(s: State, value: int) -> None:
    """Push a value on the evaluation stack."""
    s[at.CREG] = s[at.BREG]
    s[at.BREG] = s[at.AREG]
    s[at.AREG] = value


@inlined
def pop(s: State) -> int:
    """Take the top of the evaluation stack off and return it."""
    value = s[at.AREG]
    s[at.AREG] = s[at.BREG]
    s[at.BREG] = s[at.CREG]
    return value


@inlined
def pop_to(s: State, value: int) -> None:
    """Replace Areg and Breg by one value."""
    s[at.AREG] = value
    s[at.BREG] = s[at.CREG]


@compiled
def set_error(s: State) -> None:
    """Set the error flag, and halt if that is asked for."""
    s[at.ERROR_FLAG] = 1
    if s[at.HALT_ON_ERROR] == 1:
        s[at.STOPPED] = at.HALTED


@compiled
def refuse(s: State, code: int) -> None:
    """Stop the node at a code that is no instruction, or that its executor does not know."""
    s[at.STOPPED] = at.UNKNOWN
    s[at.FAULT_CODE] = code
