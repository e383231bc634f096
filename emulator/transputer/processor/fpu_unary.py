"""Operations of the FPU on FAreg alone: entries of `fpentry`, `fprtoi32` and `fpint`."""

from __future__ import annotations

from emulator.transputer.processor import state as at
from emulator.transputer.processor.compiled import compiled
from emulator.transputer.processor.memory import State
from emulator.transputer.processor.softfloat import (
    MINUS,
    NEAREST,
    PLUS,
    ZERO,
    is_denormal,
    is_finite,
    magnitude,
    square_root,
)
from emulator.transputer.processor.softfloat_convert import (
    fits,
    scale,
    to_double,
    to_single,
    to_whole,
)

_REAL_TO_INTEGER, _WHOLE = 0x19D, 0x1A1
"""`fprtoi32` and `fpint`: their operation codes above 0x100, so as not to meet an entry's."""


@compiled
def _set_rounding(s: State, code: int) -> bool:
    """`fpurn`, `fpurz`, `fpurp`, `fpurm`; False for any other code."""
    if code == 0x22:
        s[at.ROUNDING] = NEAREST
    elif code == 0x06:
        s[at.ROUNDING] = ZERO
    elif code == 0x04:
        s[at.ROUNDING] = PLUS
    elif code == 0x05:
        s[at.ROUNDING] = MINUS
    else:
        return False
    return True


@compiled
def _change_length(s: State, code: int) -> int:
    """`fpur32tor64`, `fpur64tor32`, `fpunoround`; return whether FP_Error is due.

    A real that has the wanted length already stays (the part's result is undefined).
    """
    if code == 0x07:
        if s[at.FALEN] == 1:
            return 1
        s[at.FAREG], error = to_double(s[at.FAREG])
        s[at.FALEN] = 1
        return error
    if s[at.FALEN] == 0:
        return 1
    mode = ZERO if code == 0x0D else s[at.ROUNDING]
    s[at.FAREG], error = to_single(s[at.FAREG], mode)
    s[at.FALEN] = 0
    return 0 if code == 0x0D else error


@compiled
def _range_check(s: State, code: int) -> int:
    """`fpuchki32`, `fpuchki64`, and the check of `fprtoi32`; return whether FP_Error is due."""
    bits = 64 if code == 0x0F else 32
    return 0 if fits(s[at.FAREG], s[at.FALEN], bits, s[at.ROUNDING]) else 1


@compiled
def _scaled(s: State, code: int) -> int:
    """`fpumulby2`, `fpudivby2`, `fpuexpinc32`, `fpuexpdec32`; return whether FP_Error is due."""
    power = 1 if code == 0x12 else (-1 if code == 0x11 else (32 if code == 0x0A else -32))
    s[at.FAREG], error = scale(s[at.FAREG], power, s[at.FALEN], s[at.ROUNDING])
    return error


@compiled
def unary(s: State, code: int) -> bool:
    """Execute the operation; return whether operand or result were denormal.

    The square root is made whole by its last step: `fpusqrtfirst` checks, `fpusqrtstep` only
    takes time. So too few steps, which on the part give a rough root, give an exact one here.
    """
    if _set_rounding(s, code):
        return False
    double = s[at.FALEN]
    denormal = is_denormal(s[at.FAREG], double)
    error = 0
    if code in (0x07, 0x08, 0x0D):
        error = _change_length(s, code)
    elif code == 0x0E or code == 0x0F:
        error = _range_check(s, code)
    elif code in (0x12, 0x11, 0x0A, 0x09):
        error = _scaled(s, code)
    elif code == 0x01:
        _, error = square_root(s[at.FAREG], double, NEAREST)
    elif code == 0x03:
        s[at.FAREG], error = square_root(s[at.FAREG], double, s[at.ROUNDING])
    elif code == 0x0B:
        error = 0 if is_finite(s[at.FAREG], double) else 1
        s[at.FAREG] = magnitude(s[at.FAREG], double)
    elif code == _REAL_TO_INTEGER:
        error = _range_check(s, code)
        s[at.FAREG], _ = to_whole(s[at.FAREG], double, s[at.ROUNDING])
    elif code == _WHOLE:
        s[at.FAREG], error = to_whole(s[at.FAREG], double, s[at.ROUNDING])
    elif code == 0x23:
        error = 1
    elif code == 0x9C:
        s[at.FP_ERROR] = 0
    s[at.FP_ERROR] |= error
    s[at.ROUNDING] = NEAREST
    return denormal or is_denormal(s[at.FAREG], s[at.FALEN])
