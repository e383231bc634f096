"""The memory map of each part, and memory as the rarer instructions see it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

from emulator.transputer.processor import state as at
from emulator.transputer.processor.compiled import compiled
from emulator.transputer.processor.words import MASK, wide


class State(Protocol):
    """A node's state, one row of an int64 array, indexed by the numbers of `state`."""

    def __getitem__(self, index: int) -> int: ...
    def __setitem__(self, index: int, value: int) -> None: ...


class States(Protocol):
    """The states of all nodes."""

    def __getitem__(self, index: int) -> State: ...


class Words(Protocol):
    """A node's memory as an int32 array."""

    def __getitem__(self, index: int) -> int: ...
    def __setitem__(self, index: int, value: int) -> None: ...


class Bytes(Protocol):
    """The same memory as an uint8 array."""

    def __getitem__(self, index: int) -> int: ...
    def __setitem__(self, index: int, value: int) -> None: ...


@dataclass(frozen=True)
class MemoryMap:
    """One part's memory, in bytes from #80000000 (P: main.c; N).

    Links 0 to 3 out are the words 0 to 3, links in the words 4 to 7, the event channel word 8;
    timer queues words 9 and 10; the interrupted process is saved from word 11 on.
    """

    on_chip: int
    memory_start: int


MEMORY_MAPS = {"T414": MemoryMap(0x800, 0x48), "T800": MemoryMap(0x1000, 0x70)}


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
def read(s: State, m: Words, offset: int) -> int:
    """Return a word, its wait states charged; 0 and a stopped node where there is no memory."""
    offset &= MASK
    if offset >= s[at.ON_CHIP]:
        s[at.CLOCK] += stall(s, offset)
        if offset >= s[at.SIZE]:
            return 0
    return wide(m[offset >> 2])


@compiled
def write(s: State, m: Words, offset: int, value: int) -> None:
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
def copy(s: State, b: Bytes, destination: int, source: int, count: int) -> None:
    """Copy bytes upwards, wait states of both sides charged (not the instruction's own cost)."""
    block_stall(s, source, count)
    block_stall(s, destination, count)
    if s[at.STOPPED] == at.RUNS:
        for i in range(count):
            b[destination + i] = b[source + i]
