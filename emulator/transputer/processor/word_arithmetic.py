"""32-bit words in 64-bit integers, and bit patterns of reals."""

# ruff: noqa: ANN401 - numba has no types for its own machinery
from __future__ import annotations

from typing import Any

import numpy as np
from numba import types
from numba.extending import intrinsic

from emulator.transputer.processor.compiled import compiled

MASK = 0xFFFFFFFF


@compiled
def word(x: int) -> int:
    """Return the low 32 bits of x as a signed word."""
    return int(np.int64(np.int32(x)))


@compiled
def wide(x: int) -> int:
    """Return a word or byte of memory as a 64-bit integer."""
    return int(np.int64(x))


@compiled
def unsigned(x: int) -> int:
    """Return the word x as a number from 0."""
    return x & MASK


@compiled
def offset(address: int) -> int:
    """Return a word taken as an address as an offset from #80000000."""
    return address + 0x80000000


@compiled
def address(offset: int) -> int:
    """Return an offset from #80000000 as a signed address."""
    return int(np.int64(np.int32(offset - 0x80000000)))


def _bitcast(source: Any, target: Any) -> Any:
    """Return an intrinsic that reads the bits of one type as another."""

    @intrinsic  # type: ignore[untyped-decorator]
    def cast(typing_context: Any, value: Any) -> Any:
        def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
            return builder.bitcast(arguments[0], context.get_value_type(target))

        return target(source), generate

    return cast


_to_float64 = _bitcast(types.int64, types.float64)
_from_float64 = _bitcast(types.float64, types.int64)
_to_float32 = _bitcast(types.int32, types.float32)
_from_float32 = _bitcast(types.float32, types.int32)


@compiled
def real64(bits: int) -> float:
    """Return the REAL64 with that bit pattern."""
    return _to_float64(bits)  # type: ignore[no-any-return]


@compiled
def bits64(value: float) -> int:
    """Return the bit pattern of a REAL64."""
    return _from_float64(value)  # type: ignore[no-any-return]


@compiled
def real32(bits: int) -> float:
    """Return the REAL32 with that bit pattern (a signed word)."""
    return _to_float32(np.int32(bits))  # type: ignore[no-any-return]


@compiled
def bits32(value: float) -> int:
    """Return the bit pattern of a REAL32 as a signed word."""
    return int(np.int64(_from_float32(value)))
