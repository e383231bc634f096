"""The FPU's loads and stores, and what it takes from memory as whole numbers."""

from __future__ import annotations

from emulator.transputer.isa.codes import operations as op
from emulator.transputer.processor import state as at
from emulator.transputer.processor.compiled import compiled, inlined
from emulator.transputer.processor.effects import pop
from emulator.transputer.processor.fpu_stack import drop_real, issue, push_real, synchronous
from emulator.transputer.processor.memory import read, write
from emulator.transputer.processor.node_arrays import State, WordMemory
from emulator.transputer.processor.softfloat_convert import from_integer, low_word
from emulator.transputer.processor.word_arithmetic import MASK, offset, unsigned, word


@inlined
def read_real(s: State, m: WordMemory, place: int, double: int) -> int:
    """Return the real in memory at a word-aligned place, the low word first."""
    place &= ~3
    low = unsigned(read(s, m, place))
    return read(s, m, place + 4) << 32 | low if double else low


@inlined
def pop_address(s: State) -> int:
    """Take an address off the CPU's stack, as an offset."""
    return offset(pop(s))


@compiled
def load_zero(s: State, operation: int) -> None:
    """`fpldzerosn`, `fpldzerodb`."""
    synchronous(s, at.OPERATIONS + operation, 0, False)
    push_real(s, 0, 1 if operation == op.FPLDZERODB else 0)


@inlined
def load(s: State, m: WordMemory, operation: int) -> None:
    """`fpldnlsn`, `fpldnldb`, `fpldnlsni`, `fpldnldbi`."""
    synchronous(s, at.OPERATIONS + operation, 0, False)
    double = 1 if operation == op.FPLDNLDB or operation == op.FPLDNLDBI else 0
    place = pop_address(s)
    if operation == op.FPLDNLSNI or operation == op.FPLDNLDBI:
        place = (place + (8 if double else 4) * pop(s)) & MASK
    push_real(s, read_real(s, m, place, double), double)


@compiled
def store(s: State, m: WordMemory, operation: int) -> None:
    """`fpstnlsn`, `fpstnldb`, `fpstnli32`."""
    synchronous(s, at.OPERATIONS + operation, 0, False)
    place = pop_address(s) & ~3
    if operation == op.FPSTNLI32:
        write(s, m, place, word(low_word(s[at.FAREG], s[at.FALEN])))
    else:
        write(s, m, place, word(s[at.FAREG]))
        if operation == op.FPSTNLDB:
            write(s, m, place + 4, s[at.FAREG] >> 32)
    drop_real(s)


@compiled
def load_integer(s: State, m: WordMemory, operation: int) -> None:
    """`fpi32tor32`, `fpi32tor64`, `fpb32tor64`."""
    issue(s, at.OPERATIONS + operation, 0, False)
    value = read(s, m, pop_address(s) & ~3)
    double = 0 if operation == op.FPI32TOR32 else 1
    if operation == op.FPB32TOR64:
        value = unsigned(value)
    push_real(s, from_integer(value, double, s[at.ROUNDING]), double)
