"""Which file executes which of the operations that the interpreter's loop leaves to others."""

from __future__ import annotations

from emulator.transputer.processor import state as at
from emulator.transputer.processor.alternation import alternation
from emulator.transputer.processor.arithmetic import single_arithmetic
from emulator.transputer.processor.blocks import blocks_and_bits
from emulator.transputer.processor.channels import channel_input, output, reset_channel
from emulator.transputer.processor.compiled import compiled
from emulator.transputer.processor.control import control
from emulator.transputer.processor.fpu import floating
from emulator.transputer.processor.long_arithmetic import long_or_floating
from emulator.transputer.processor.memory import Bytes, State, Words

_SINGLE, _LONG, _BLOCK, CONTROL, _CHANNEL, _ALTERNATION, _FLOATING = range(1, 8)

_CONTROL = (
    *(0x0D, 0x03, 0x39, 0x15, 0x55, 0x18, 0x50, 0x1C, 0x17, 0x3D, 0x3E, 0x22, 0x54, 0x2B),
    *(0x1E, 0x3C, 0x06, 0x1B, 0x10, 0x29, 0x2A, 0x57, 0x58, 0x59),
)
_GROUPS = {
    _SINGLE: (0x08, 0x53, 0x2C, 0x1F, 0x72, 0x40, 0x41, 0x13, 0x4D, 0x56, 0x4C, 0x3A, 0x1D, 0x3F),
    _LONG: (0x16, 0x38, 0x37, 0x4F, 0x31, 0x1A, 0x35, 0x36, 0x19, 0x63, 0x6C, 0x6D, 0x71, 0x73),
    _BLOCK: (0x4A, 0x5B, 0x5C, 0x5D, 0x5E, 0x74, 0x75, 0x76, 0x77, 0x78),
    CONTROL: _CONTROL,
    _CHANNEL: (0x07, 0x0B, 0x0E, 0x0F, 0x12),
    _ALTERNATION: (0x43, 0x4E, 0x44, 0x51, 0x45, 0x47, 0x48, 0x49, 0x2E, 0x2F, 0x30),
    _FLOATING: tuple(range(0x82, 0xAD)),
}
GROUP_OF = tuple(
    next((group for group, codes in _GROUPS.items() if code in codes), 0) for code in range(256)
)
"""The group of every operation code; 0: the interpreter's loop executes it, or nobody does."""


@compiled
def operate(s: State, m: Words, b: Bytes, operation: int) -> None:
    """Execute an operation on the state in `s`, its cost included."""
    group = GROUP_OF[operation]
    if group == _SINGLE:
        single_arithmetic(s, operation)
    elif group == _FLOATING:
        floating(s, m, operation)
    elif group == _CHANNEL:
        if operation == 0x07:
            channel_input(s, m, b)
        elif operation == 0x12:
            reset_channel(s, m)
        else:
            output(s, m, b, operation)
    elif group == CONTROL:
        control(s, m, operation)
    elif group == _ALTERNATION:
        alternation(s, m, operation)
    elif group == _BLOCK:
        blocks_and_bits(s, b, operation)
    elif group == _LONG:
        long_or_floating(s, m, operation)
    else:
        s[at.STOPPED] = at.UNKNOWN
        s[at.FAULT_CODE] = operation
