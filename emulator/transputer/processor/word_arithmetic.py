"""32-bit words in 64-bit integers, and bit patterns of reals."""

from __future__ import annotations

import numpy as np

from emulator.transputer.processor.compiled import compiled

MASK = 0xFFFFFFFF
_SIGN = 0x80000000


@compiled
def word(x: int) -> int:
    """Return the low 32 bits of x as a signed word."""
    return ((x & MASK) ^ _SIGN) - _SIGN


@compiled
def wide(x: int) -> int:
    """Return a word or byte of memory as a 64-bit integer."""
    return int(np.int64(x))


@compiled
def natural(x: int) -> int:
    """Return an index that is not negative: none is looked for at the array's end.

    For use between the brackets alone: numba makes a REAL64 of a sum of both kinds of integers.
    """
    return int(np.uint64(x))


@compiled
def unsigned(x: int) -> int:
    """Return the word x as a number from 0."""
    return x & MASK


@compiled
def offset(address: int) -> int:
    """Return a word taken as an address as an offset from #80000000."""
    return address + _SIGN


@compiled
def address(offset: int) -> int:
    """Return an offset from #80000000 as a signed address."""
    return (offset & MASK) - _SIGN


@compiled
def real64(bits: int) -> float:
    """Return the REAL64 with that bit pattern."""
    return float(np.int64(bits).view(np.float64))


@compiled
def bits64(value: float) -> int:
    """Return the bit pattern of a REAL64."""
    return int(np.float64(value).view(np.int64))


@compiled
def real32(bits: int) -> np.float32:
    """Return the REAL32 with that bit pattern."""
    return np.uint32(bits & MASK).view(np.float32)


@compiled
def bits32(value: np.float32) -> int:
    """Return the bit pattern of a REAL32 as a number from 0."""
    return int(np.int64(np.float32(value).view(np.uint32)))
