"""Memory as the rarer instructions see it: with wait states, and an end.

An access where there is no memory goes on, as on the part: it takes the time of one to external
memory, what is read is `NOTHING`, what is written is lost. Every such access is counted. Under
STRICT_MEMORY it stops the node instead; so do, always, instructions fetched from there.
"""

from __future__ import annotations

from emulator.transputer.processor import state as at
from emulator.transputer.processor.compiled import compiled, inlined
from emulator.transputer.processor.node_arrays import ByteMemory, State, WordMemory
from emulator.transputer.processor.word_arithmetic import MASK, wide

NOTHING = 0
"""Every byte that is read where there is no memory. ASSUMPTION: nothing drives the data bus
there, so a part reads what its board's wiring gives."""
_SPARE = 8
"""Where the word that stands for absent memory lies behind the memory and the boot logic's two."""


@compiled
def no_memory(s: State, offset: int) -> None:
    """Stop the node where there is no memory."""
    if s[at.STOPPED] == at.RUNS:
        s[at.STOPPED] = at.FAULT
        s[at.FAULT_ADDRESS] = offset & MASK


@compiled
def absent(s: State, offset: int, count: int) -> None:
    """Note accesses where there is no memory; stop the node if it is strict."""
    s[at.ABSENT_ACCESSES] += count
    if s[at.STRICT_MEMORY] == 1:
        no_memory(s, offset)


@compiled
def elsewhere(s: State, m: WordMemory, offset: int) -> int:
    """Return where an access beyond memory goes instead: a word that holds `NOTHING`."""
    absent(s, offset, 1)
    place = s[at.SIZE] + _SPARE
    m[place >> 2] = NOTHING
    return place + (offset & 3)


@inlined
def _stall(s: State, offset: int) -> None:
    """Charge the wait states of an access off chip, unless it has stopped the node."""
    if offset >= s[at.ON_CHIP] and (offset < s[at.SIZE] or s[at.STOPPED] == at.RUNS):
        s[at.CLOCK] += s[at.EXTERNAL_PENALTY]
        s[at.EXTERNAL_CYCLES] += s[at.EXTERNAL_PENALTY]


@compiled
def read(s: State, m: WordMemory, offset: int) -> int:
    """Return a word, its wait states charged."""
    offset &= MASK
    place = offset if offset < s[at.SIZE] else elsewhere(s, m, offset)
    _stall(s, offset)
    return wide(m[place >> 2])


@compiled
def write(s: State, m: WordMemory, offset: int, value: int) -> None:
    """Set a word, its wait states charged."""
    offset &= MASK
    place = offset if offset < s[at.SIZE] else elsewhere(s, m, offset)
    _stall(s, offset)
    m[place >> 2] = value


@compiled
def words_spanned(offset: int, count: int) -> int:
    """Return how many words a message touches, part words at either end included."""
    return ((offset & 3) + count + 3) >> 2


@compiled
def block_stall(s: State, offset: int, count: int) -> None:
    """Charge the wait states of a block, and note the part of it that is nowhere."""
    if count <= 0 or offset + count <= s[at.ON_CHIP]:
        return
    if offset + count > s[at.SIZE]:
        beyond = max(offset, s[at.SIZE])
        absent(s, beyond, words_spanned(beyond, offset + count - beyond))
    if s[at.STOPPED] == at.RUNS:
        first = max(offset, s[at.ON_CHIP])
        cycles = s[at.EXTERNAL_PENALTY] * words_spanned(first, offset + count - first)
        s[at.EXTERNAL_CYCLES] += cycles
        s[at.CLOCK] += cycles


@compiled
def copy(s: State, b: ByteMemory, destination: int, source: int, count: int) -> None:
    """Copy bytes upwards, wait states of both sides charged (not the instruction's own cost)."""
    block_stall(s, source, count)
    block_stall(s, destination, count)
    if s[at.STOPPED] != at.RUNS:
        return
    there = min(count, s[at.SIZE] - destination)  # what lands beyond memory is lost
    known = min(there, s[at.SIZE] - source)
    for i in range(known):
        b[destination + i] = b[source + i]
    for i in range(max(known, 0), there):
        b[destination + i] = NOTHING
