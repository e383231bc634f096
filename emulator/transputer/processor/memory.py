"""Memory as the rarer instructions see it: with wait states, and an end."""

from __future__ import annotations

from emulator.transputer.processor import state as at
from emulator.transputer.processor.compiled import compiled
from emulator.transputer.processor.node_arrays import ByteMemory, State, WordMemory
from emulator.transputer.processor.word_arithmetic import MASK, wide


@compiled
def stall(s: State, offset: int) -> int:
    """Return the cycles an access off chip adds; stop the node where there is no memory."""
    if offset >= s[at.SIZE] or offset < 0:
        if s[at.STOPPED] == at.RUNS:
            s[at.STOPPED] = at.FAULT
            s[at.FAULT_ADDRESS] = offset & MASK
        return 0
    s[at.EXTERNAL_CYCLES] += s[at.EXTERNAL_PENALTY]
    return s[at.EXTERNAL_PENALTY]


@compiled
def read(s: State, m: WordMemory, offset: int) -> int:
    """Return a word, its wait states charged; 0 and a stopped node where there is no memory."""
    offset &= MASK
    if offset >= s[at.ON_CHIP]:
        s[at.CLOCK] += stall(s, offset)
        if offset >= s[at.SIZE]:
            return 0
    return wide(m[offset >> 2])


@compiled
def write(s: State, m: WordMemory, offset: int, value: int) -> None:
    """Set a word, its wait states charged; stop the node where there is no memory."""
    offset &= MASK
    if offset >= s[at.ON_CHIP]:
        s[at.CLOCK] += stall(s, offset)
        if offset >= s[at.SIZE]:
            return
    m[offset >> 2] = value


@compiled
def words_spanned(offset: int, count: int) -> int:
    """Return how many words a message touches, part words at either end included."""
    return ((offset & 3) + count + 3) >> 2


@compiled
def block_stall(s: State, offset: int, count: int) -> None:
    """Charge the wait states of a block, or stop the node if part of it is nowhere."""
    if count <= 0 or offset + count <= s[at.ON_CHIP]:
        return
    if offset + count > s[at.SIZE] or offset < 0:
        stall(s, max(offset, s[at.SIZE]))
        return
    first = max(offset, s[at.ON_CHIP])
    cycles = s[at.EXTERNAL_PENALTY] * words_spanned(first, offset + count - first)
    s[at.EXTERNAL_CYCLES] += cycles
    s[at.CLOCK] += cycles


@compiled
def copy(s: State, b: ByteMemory, destination: int, source: int, count: int) -> None:
    """Copy bytes upwards, wait states of both sides charged (not the instruction's own cost)."""
    block_stall(s, source, count)
    block_stall(s, destination, count)
    if s[at.STOPPED] == at.RUNS:
        for i in range(count):
            b[destination + i] = b[source + i]
