"""Operations of the FPU on FAreg alone: entries of `fpentry`, `fprtoi32` and `fpint`."""

from __future__ import annotations

from emulator.transputer.isa.codes import entries
from emulator.transputer.isa.codes import operations as op
from emulator.transputer.processor import state as at
from emulator.transputer.processor.compiled import compiled
from emulator.transputer.processor.effects import refuse
from emulator.transputer.processor.fpu_stack import any_denormal, issue
from emulator.transputer.processor.node_arrays import State
from emulator.transputer.processor.softfloat import square_root
from emulator.transputer.processor.softfloat_convert import (
    fits,
    in_range,
    scale,
    to_double,
    to_single,
    to_whole,
    without_rounding,
)
from emulator.transputer.processor.softfloat_format import (
    MINUS,
    NEAREST,
    PLUS,
    ZERO,
    is_denormal,
    is_finite,
    magnitude,
)


@compiled
def _set_rounding(s: State, code: int) -> bool:
    """`fpurn`, `fpurz`, `fpurp`, `fpurm`; False for any other code."""
    if code == entries.FPURN:
        s[at.ROUNDING] = NEAREST
    elif code == entries.FPURZ:
        s[at.ROUNDING] = ZERO
    elif code == entries.FPURP:
        s[at.ROUNDING] = PLUS
    elif code == entries.FPURM:
        s[at.ROUNDING] = MINUS
    else:
        return False
    return True


@compiled
def _change_length(s: State, code: int) -> int:
    """`fpur32tor64`, `fpur64tor32`, `fpunoround`; return 1 if FP_Error is due.

    A real that has the wanted length already stays (the part's result is undefined).
    """
    if code == entries.FPUR32TOR64:
        if s[at.FALEN] == 1:
            return 1
        s[at.FAREG], error = to_double(s[at.FAREG])
        s[at.FALEN] = 1
        return error
    if s[at.FALEN] == 0:
        return 1
    s[at.FALEN] = 0
    if code == entries.FPUNOROUND:
        s[at.FAREG] = without_rounding(s[at.FAREG])
        return 0
    s[at.FAREG], error = to_single(s[at.FAREG], s[at.ROUNDING])
    return error


@compiled
def _range_check(s: State, bits: int) -> int:
    """Return 1, for FP_Error, if FAreg is out of the range of whole numbers of so many bits."""
    return 0 if in_range(s[at.FAREG], s[at.FALEN], bits) else 1


@compiled
def _scale(s: State, power: int) -> int:
    """Multiply FAreg by a power of 2; return 1 if FP_Error is due."""
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
    if code in (entries.FPUR32TOR64, entries.FPUR64TOR32, entries.FPUNOROUND):
        error = _change_length(s, code)
    elif code == entries.FPUCHKI32:
        error = _range_check(s, 32)
    elif code == entries.FPUCHKI64:
        error = _range_check(s, 64)
    elif code == entries.FPUMULBY2:
        error = _scale(s, 1)
    elif code == entries.FPUDIVBY2:
        error = _scale(s, -1)
    elif code == entries.FPUEXPINC32:
        error = _scale(s, 32)
    elif code == entries.FPUEXPDEC32:
        error = _scale(s, -32)
    elif code == entries.FPUSQRTFIRST:
        _, error = square_root(s[at.FAREG], double, NEAREST)
    elif code == entries.FPUSQRTSTEP:
        pass
    elif code == entries.FPUSQRTLAST:
        s[at.FAREG], error = square_root(s[at.FAREG], double, s[at.ROUNDING])
    elif code == entries.FPUABS:
        error = 0 if is_finite(s[at.FAREG], double) else 1
        s[at.FAREG] = magnitude(s[at.FAREG], double)
    elif code == entries.FPUSETERROR:
        error = 1
    elif code == entries.FPUCLEARERROR:
        s[at.FP_ERROR] = 0
    else:
        refuse(s, at.FPU_ENTRY | code)
    s[at.FP_ERROR] |= error
    s[at.ROUNDING] = NEAREST
    return denormal or is_denormal(s[at.FAREG], s[at.FALEN])


@compiled
def round_to_whole(s: State, operation: int) -> None:
    """`fpint`, and `fprtoi32`, which sets FP_Error where the result does not fit INT32."""
    double, mode, before = s[at.FALEN], s[at.ROUNDING], s[at.FAREG]
    s[at.FAREG], error = to_whole(before, double, mode)
    if operation == op.FPRTOI32:
        error = 0 if fits(before, double, 32, mode) else 1
    s[at.FP_ERROR] |= error
    issue(s, at.OPERATIONS + operation, double, any_denormal(before, before, s[at.FAREG], double))
