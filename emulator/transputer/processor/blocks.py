"""Block moves, two-dimensional moves, and the T800's bit and CRC operations."""

from __future__ import annotations

from emulator.transputer.isa.codes import operations as op
from emulator.transputer.processor import state as at
from emulator.transputer.processor.arithmetic import highest_bit
from emulator.transputer.processor.compiled import compiled, inlined
from emulator.transputer.processor.effects import charge, pop_to, refuse
from emulator.transputer.processor.memory import NOTHING, block_stall, copy, words_spanned
from emulator.transputer.processor.node_arrays import ByteMemory, State
from emulator.transputer.processor.word_arithmetic import MASK, offset, unsigned, word

_PIECE_CYCLES = 1 << 16


@compiled
def _move(s: State, b: ByteMemory) -> None:
    """`move`: Areg bytes to Breg from Creg."""
    start, count = s[at.CLOCK], unsigned(s[at.AREG])
    destination, source = offset(s[at.BREG]), offset(s[at.CREG])
    charge(s, op.MOVE, 1)
    words = max(words_spanned(source, count), words_spanned(destination, count))
    s[at.CLOCK] += s[at.COSTS + 4 * (at.OPERATIONS + op.MOVE)] * words
    copy(s, b, destination, source, count)
    s[at.INSTRUCTION_START] = start


@compiled
def _move_rows_init(s: State) -> None:
    """`move2dinit`: rows Areg, destination stride Breg, source stride Creg."""
    charge(s, op.MOVE2DINIT, 0)
    s[at.MOVE_ROWS] = s[at.AREG]
    s[at.MOVE_DESTINATION_STRIDE] = s[at.BREG]
    s[at.MOVE_SOURCE_STRIDE] = s[at.CREG]


@compiled
def _move_row(
    s: State, b: ByteMemory, operation: int, destination: int, source: int, width: int
) -> None:
    """Copy one row of a two-dimensional move: all its bytes, or those that are (not) zero."""
    row = at.COSTS + 4 * (at.OPERATIONS + operation)
    words = max(words_spanned(source, width), words_spanned(destination, width))
    s[at.CLOCK] += s[row] * words + s[row + 1]
    if operation == op.MOVE2DALL:
        copy(s, b, destination, source, width)
        return
    block_stall(s, source, width)
    block_stall(s, destination, width)
    if s[at.STOPPED] != at.RUNS:
        return
    for i in range(min(width, s[at.SIZE] - destination)):
        byte = b[source + i] if source + i < s[at.SIZE] else NOTHING
        if (byte != 0) == (operation == op.MOVE2DNONZERO):
            b[destination + i] = byte


@compiled
def _move_rows(s: State, b: ByteMemory, operation: int) -> None:
    """`move2dall`, `move2dnonzero`, `move2dzero`: rows of Areg bytes to Breg from Creg.

    Done in pieces of `_PIECE_CYCLES`, between which events are handled: there may be 2^31 rows.
    """
    start, width = s[at.CLOCK], unsigned(s[at.AREG])
    while s[at.MOVE_DONE] < s[at.MOVE_ROWS] and s[at.CLOCK] - start < _PIECE_CYCLES:
        done = s[at.MOVE_DONE]
        destination = offset(s[at.BREG]) + done * s[at.MOVE_DESTINATION_STRIDE] & MASK
        source = offset(s[at.CREG]) + done * s[at.MOVE_SOURCE_STRIDE] & MASK
        _move_row(s, b, operation, destination, source, width)
        if s[at.STOPPED] != at.RUNS:
            return
        s[at.MOVE_DONE] = done + 1
    if s[at.MOVE_DONE] < s[at.MOVE_ROWS]:
        s[at.CONTINUED] = operation
    else:
        s[at.CONTINUED] = -1
        s[at.MOVE_DONE] = 0
    s[at.INSTRUCTION_START] = start


@compiled
def _cyclic_redundancy(s: State, operation: int) -> None:
    """`crcword`, `crcbyte`: data Areg (top byte for crcbyte), remainder Breg, polynomial Creg."""
    charge(s, operation, 0)
    data, remainder = unsigned(s[at.AREG]), unsigned(s[at.BREG])
    for _ in range(32 if operation == op.CRCWORD else 8):
        out = remainder >> 31
        remainder = (remainder << 1 | data >> 31) & MASK
        data = data << 1 & MASK
        if out == 1:
            remainder ^= unsigned(s[at.CREG])
    pop_to(s, word(remainder))


@compiled
def _reversed_bits(x: int, count: int) -> int:
    """Return the low `count` bits of x in reverse order."""
    result = 0
    for i in range(count):
        result |= (x >> i & 1) << (count - 1 - i)
    return result


@compiled
def _reversed_low_bits(x: int, count: int) -> int:
    """Return the low `count` bits of x reversed; beyond 32 they move on upwards (P)."""
    if count >= 64:
        return 0
    return word(_reversed_bits(x, min(count, 32)) << max(count - 32, 0))


@compiled
def _bits(s: State, operation: int) -> None:
    """`bitcnt`, `bitrevword`, `bitrevnbits`."""
    charge(s, operation, 0)
    a = unsigned(s[at.AREG])
    if operation == op.BITREVWORD:
        s[at.AREG] = word(_reversed_bits(a, 32))
    elif operation == op.BITREVNBITS:
        s[at.CLOCK] += min(a, s[at.SHIFT_LIMIT])
        pop_to(s, _reversed_low_bits(unsigned(s[at.BREG]), a))
    else:  # bitcnt
        s[at.CLOCK] += highest_bit(a)
        count = 0
        for i in range(32):
            count += a >> i & 1
        pop_to(s, word(count + s[at.BREG]))


@inlined
def blocks_and_bits(s: State, b: ByteMemory, operation: int) -> None:
    """Execute one of the operations of this file."""
    if operation == op.MOVE:
        _move(s, b)
    elif operation == op.MOVE2DINIT:
        _move_rows_init(s)
    elif operation in (op.MOVE2DALL, op.MOVE2DNONZERO, op.MOVE2DZERO):
        _move_rows(s, b, operation)
    elif operation == op.CRCWORD or operation == op.CRCBYTE:
        _cyclic_redundancy(s, operation)
    elif operation in (op.BITCNT, op.BITREVWORD, op.BITREVNBITS):
        _bits(s, operation)
    else:
        refuse(s, operation)
