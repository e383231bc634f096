"""What a transputer does after reset: boot from a link, peek and poke.

The first byte on any link decides: 0 poke (address and value follow), 1 peek (an address follows,
the word goes back), otherwise the length of a bootstrap that is loaded at MemStart and run.
"""

from __future__ import annotations

from emulator.transputer.processor import state as at
from emulator.transputer.processor.compiled import compiled
from emulator.transputer.processor.link_times import hasten
from emulator.transputer.processor.memory import NOTHING, absent
from emulator.transputer.processor.node_arrays import State, WordMemory
from emulator.transputer.processor.scheduler import descriptor, log, slice_clock
from emulator.transputer.processor.word_arithmetic import address, offset, wide

RUNNING, CONTROL, _PROGRAM, _POKE_ADDRESS, _POKE_VALUE, _PEEK_ADDRESS, _PEEK_REPLY = range(7)
SCRATCH_BYTES = 12
"""Bytes beyond a node's memory where the boot logic keeps an address and a value, and one word
stands for memory that is not there (`memory.elsewhere`)."""


@compiled
def _ask(s: State, link: int, pointer: int, count: int, tick: int) -> None:
    """Let a link take bytes for the boot logic."""
    end = at.LINKS + at.LINK_FIELDS * link
    s[end + at.IN_POINTER] = pointer
    s[end + at.IN_LEFT] = count
    s[end + at.IN_PROCESS] = at.BOOT_PROCESS
    s[end + at.IN_TIME] = tick
    hasten(s, end, tick)


@compiled
def boot_control(s: State, tick: int) -> None:
    """Take the control byte from the first link that has one."""
    for link in range(4):
        end = at.LINKS + at.LINK_FIELDS * link
        if s[at.BOOT_STATE] == CONTROL and s[end + at.BUFFER_FULL] == 1:
            byte = s[end + at.BUFFER_BYTE]
            s[end + at.BUFFER_FULL] = 0
            s[end + at.ACK_TIME] = tick
            hasten(s, end, tick)
            s[at.BOOT_LINK] = link
            if byte == 0:
                s[at.BOOT_STATE] = _POKE_ADDRESS
                _ask(s, link, s[at.SIZE], 4, tick)
            elif byte == 1:
                s[at.BOOT_STATE] = _PEEK_ADDRESS
                _ask(s, link, s[at.SIZE], 4, tick)
            else:
                s[at.BOOT_STATE] = _PROGRAM
                s[at.BOOT_ADDRESS] = byte
                _ask(s, link, s[at.MEMORY_START], byte, tick)


@compiled
def boot_input_done(s: State, m: WordMemory, tick: int) -> None:
    """Go on when the bytes asked for have come."""
    scratch = s[at.SIZE] >> 2
    if s[at.BOOT_STATE] == _PROGRAM:
        _run_bootstrap(s, s[at.BOOT_ADDRESS], tick)
    elif s[at.BOOT_STATE] == _POKE_ADDRESS:
        s[at.BOOT_STATE] = _POKE_VALUE
        _ask(s, s[at.BOOT_LINK], s[at.SIZE] + 4, 4, tick)
    elif s[at.BOOT_STATE] == _POKE_VALUE:
        place = offset(wide(m[scratch]))
        if place < s[at.SIZE]:
            m[place >> 2] = m[scratch + 1]
        else:
            absent(s, place, 1)
        s[at.BOOT_STATE] = CONTROL
        boot_control(s, tick)
    else:
        place = offset(wide(m[scratch]))
        m[scratch + 1] = m[place >> 2] if place < s[at.SIZE] else NOTHING
        s[at.BOOT_STATE] = _PEEK_REPLY
        end = at.LINKS + at.LINK_FIELDS * s[at.BOOT_LINK]
        s[end + at.OUT_POINTER] = s[at.SIZE] + 4
        s[end + at.OUT_LEFT] = 4
        s[end + at.OUT_PROCESS] = at.BOOT_PROCESS
        s[end + at.OUT_TIME] = tick
        hasten(s, end, tick)


@compiled
def _run_bootstrap(s: State, length: int, tick: int) -> None:
    """Start at MemStart at low priority, workspace above the code.

    Areg and Breg get the old Iptr and Wptr, Creg the link the program came from.
    """
    s[at.BOOT_STATE] = RUNNING
    cycle = max(s[at.CLOCK], -(-tick // s[at.TICKS_PER_CYCLE]))
    s[at.IDLE_CYCLES] += cycle - s[at.CLOCK]
    s[at.CLOCK] = cycle
    s[at.AREG] = address(s[at.IPTR])
    s[at.BREG] = address(s[at.WPTR])
    s[at.CREG] = address(16 + 4 * s[at.BOOT_LINK])
    workspace = (s[at.MEMORY_START] + length + 3) & ~3
    s[at.WPTR] = workspace
    s[at.IPTR] = s[at.MEMORY_START]
    s[at.PRIORITY] = 1
    s[at.RUNNING] = 1
    s[at.SLICES] = 0
    slice_clock(s)
    log(s, s[at.CLOCK] * s[at.TICKS_PER_CYCLE], at.PROCESS_START, descriptor(s), s[at.IPTR])
