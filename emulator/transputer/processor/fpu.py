"""The T800's floating-point unit: its stack, its operations and the time it shares with the CPU.

An operation waits until the FPU is idle. Arithmetic then keeps the CPU for `fpu_issue_cycles` and
the FPU for the table's time; loads, stores and comparisons keep both (facts section 2, U3).
Every instruction but those that set a rounding mode leaves it at nearest (P). Where both operands
must have the same length and do not, the part's result is undefined: here FP_Error and a NaN.
"""

from __future__ import annotations

from emulator.transputer.processor import state as at
from emulator.transputer.processor.compiled import compiled
from emulator.transputer.processor.fpu_unary import unary
from emulator.transputer.processor.memory import State, Words, read, write
from emulator.transputer.processor.softfloat import (
    NAN_CONVERSION,
    NEAREST,
    add,
    divide,
    is_denormal,
    is_finite,
    is_nan,
    magnitude,
    multiply,
    negate,
    sign_of,
)
from emulator.transputer.processor.softfloat_convert import (
    from_integer,
    low_word,
    remainder_special,
    remainder_step,
)
from emulator.transputer.processor.words import MASK, offset, unsigned, word

_TYPICAL, _MAXIMUM, _BY_DATA = range(3)


@compiled
def _wait_for_fpu(s: State) -> None:
    """Let the CPU wait until the FPU is idle."""
    if s[at.FPU_FREE] > s[at.CLOCK]:
        s[at.FPU_WAIT] += s[at.FPU_FREE] - s[at.CLOCK]
        s[at.CLOCK] = s[at.FPU_FREE]


@compiled
def _work(s: State, row: int, double: int, denormal: bool) -> None:
    """Keep the FPU busy for the time of a row of the cost table."""
    slow = s[at.FLOATING_CASE] == _MAXIMUM or (s[at.FLOATING_CASE] == _BY_DATA and denormal)
    cycles = s[at.COSTS + 4 * row + 2 * double + (1 if slow else 0)]
    s[at.FPU_FREE] = s[at.CLOCK] + cycles
    s[at.FPU_BUSY] += cycles


@compiled
def _issue(s: State, row: int, double: int, denormal: bool) -> None:
    """Hand an operation to the FPU."""
    _work(s, row, double, denormal)
    s[at.CLOCK] += s[at.FPU_ISSUE_CYCLES]


@compiled
def _synchronous(s: State, row: int, double: int, denormal: bool) -> None:
    """Keep CPU and FPU to the end of an operation."""
    slow = s[at.FLOATING_CASE] == _MAXIMUM or (s[at.FLOATING_CASE] == _BY_DATA and denormal)
    s[at.CLOCK] += s[at.COSTS + 4 * row + 2 * double + (1 if slow else 0)]


@compiled
def _push_real(s: State, x: int, double: int) -> None:
    """Push a real on the FPU's stack."""
    s[at.FCREG], s[at.FCLEN] = s[at.FBREG], s[at.FBLEN]
    s[at.FBREG], s[at.FBLEN] = s[at.FAREG], s[at.FALEN]
    s[at.FAREG], s[at.FALEN] = x, double


@compiled
def _drop_real(s: State) -> None:
    """Take FAreg off the FPU's stack."""
    s[at.FAREG], s[at.FALEN] = s[at.FBREG], s[at.FBLEN]
    s[at.FBREG], s[at.FBLEN] = s[at.FCREG], s[at.FCLEN]


@compiled
def _read_real(s: State, m: Words, place: int, double: int) -> int:
    """Return the real in memory at a word-aligned place, the low word first."""
    place &= ~3
    low = unsigned(read(s, m, place))
    return read(s, m, place + 4) << 32 | low if double else low


@compiled
def _pop_address(s: State) -> int:
    """Take an address off the CPU's stack, as an offset."""
    place = offset(s[at.AREG])
    s[at.AREG], s[at.BREG] = s[at.BREG], s[at.CREG]
    return place


@compiled
def _load(s: State, m: Words, operation: int) -> None:
    """`fpldnlsn`, `fpldnldb`, `fpldnlsni`, `fpldnldbi`, `fpldzerosn`, `fpldzerodb`."""
    _synchronous(s, at.OPERATIONS + operation, 0, False)
    double = 1 if operation in (0x8A, 0x82, 0xA0) else 0
    if operation == 0x9F or operation == 0xA0:
        _push_real(s, 0, double)
        return
    place = _pop_address(s)
    if operation == 0x86 or operation == 0x82:
        place = (place + (8 if double else 4) * s[at.AREG]) & MASK
        s[at.AREG], s[at.BREG] = s[at.BREG], s[at.CREG]
    _push_real(s, _read_real(s, m, place, double), double)


@compiled
def _store(s: State, m: Words, operation: int) -> None:
    """`fpstnlsn`, `fpstnldb`, `fpstnli32`."""
    _synchronous(s, at.OPERATIONS + operation, 0, False)
    place = _pop_address(s) & ~3
    if operation == 0x9E:
        write(s, m, place, word(low_word(s[at.FAREG], s[at.FALEN])))
    else:
        write(s, m, place, word(s[at.FAREG]))
        if operation == 0x84:
            write(s, m, place + 4, s[at.FAREG] >> 32)
    _drop_real(s)


@compiled
def _load_integer(s: State, m: Words, operation: int) -> None:
    """`fpi32tor32`, `fpi32tor64`, `fpb32tor64`."""
    _issue(s, at.OPERATIONS + operation, 0, False)
    value = read(s, m, _pop_address(s) & ~3)
    double = 0 if operation == 0x96 else 1
    if operation == 0x9A:
        value = unsigned(value)
    _push_real(s, from_integer(value, double, s[at.ROUNDING]), double)


@compiled
def _compute(s: State, b: int, a: int, double: int, kind: int) -> int:
    """Return b + a (0), b - a (1), b times a (2), b / a (3); FP_Error may be set."""
    mode = s[at.ROUNDING]
    if kind == 0:
        result, error = add(b, a, double, mode)
    elif kind == 1:
        result, error = add(b, negate(a, double), double, mode)
    elif kind == 2:
        result, error = multiply(b, a, double, mode)
    else:
        result, error = divide(b, a, double, mode)
    s[at.FP_ERROR] |= error
    return result


@compiled
def _any_denormal(b: int, a: int, result: int, double: int) -> bool:
    """Return whether operands or result are denormal."""
    return is_denormal(b, double) or is_denormal(a, double) or is_denormal(result, double)


@compiled
def _mismatch(s: State) -> bool:
    """Return whether FAreg and FBreg differ in length; their result is then a NaN."""
    if s[at.FALEN] == s[at.FBLEN]:
        return False
    s[at.FP_ERROR] = 1
    s[at.FAREG] = NAN_CONVERSION[s[at.FALEN]]
    return True


@compiled
def _arithmetic(s: State, operation: int) -> None:
    """`fpadd`, `fpsub`, `fpmul`, `fpdiv`: FBreg with FAreg."""
    double, a, b = s[at.FALEN], s[at.FAREG], s[at.FBREG]
    kind = 0 if operation == 0x87 else (1 if operation == 0x89 else (2 if operation == 0x8B else 3))
    result = s[at.FAREG] if _mismatch(s) else _compute(s, b, a, double, kind)
    _issue(s, at.OPERATIONS + operation, double, _any_denormal(b, a, result, double))
    _drop_real(s)
    s[at.FAREG], s[at.FALEN] = result, double


@compiled
def _load_and_compute(s: State, m: Words, operation: int) -> None:
    """`fpldnladdsn`, `fpldnladddb`, `fpldnlmulsn`, `fpldnlmuldb`: FAreg with memory.

    The CPU's part is the load's, the FPU's the rest.
    """
    double = 1 if operation == 0xA6 or operation == 0xA8 else 0
    kind = 0 if operation == 0xAA or operation == 0xA6 else 2
    s[at.CLOCK] += s[at.COSTS + 4 * (at.OPERATIONS + (0x8A if double else 0x8E))]
    b = _read_real(s, m, _pop_address(s), double)
    a = s[at.FAREG]
    if s[at.FALEN] != double:
        s[at.FP_ERROR] = 1
        result = NAN_CONVERSION[double]
    else:
        result = _compute(s, b, a, double, kind)
    _work(s, at.OPERATIONS + operation, double, _any_denormal(b, a, result, double))
    s[at.FAREG], s[at.FALEN] = result, double


@compiled
def _order(b: int, a: int, double: int) -> int:
    """Return -1, 0 or 1 as b is less than, equal to or greater than a, neither a NaN."""
    x, y = magnitude(b, double), magnitude(a, double)
    if sign_of(b, double) == 1:
        x = -x
    if sign_of(a, double) == 1:
        y = -y
    return 0 if x == y else (1 if x > y else -1)


@compiled
def _compare(s: State, operation: int) -> None:
    """`fpgt`, `fpeq` (both reals go), `fpordered`, `fpnan`, `fpnotfinite` (they stay)."""
    double, a, b = s[at.FALEN], s[at.FAREG], s[at.FBREG]
    _synchronous(s, at.OPERATIONS + operation, double, _any_denormal(b, a, 0, double))
    if operation == 0x91:
        truth = is_nan(a, double)
    elif operation == 0x93:
        truth = not is_finite(a, double)
    else:
        ordered = not (is_nan(a, double) or is_nan(b, s[at.FBLEN]))
        if operation == 0x92:
            truth = ordered
        else:
            finite = is_finite(a, double) and is_finite(b, s[at.FBLEN])
            if not finite or double != s[at.FBLEN]:
                s[at.FP_ERROR] = 1
            side = _order(b, a, double) if ordered else -1
            truth = ordered and side == (1 if operation == 0x94 else 0)
            s[at.FAREG], s[at.FALEN] = s[at.FCREG], s[at.FCLEN]
    s[at.CREG], s[at.BREG], s[at.AREG] = s[at.BREG], s[at.AREG], 1 if truth else 0


@compiled
def _remainder(s: State, operation: int) -> None:
    """`fpremfirst`, `fpremstep`: FBreg by FAreg; TRUE in Areg at the end, else FALSE.

    At the end the remainder is in FAreg and the last step's quotient in FBreg; before, the
    divisor stays in FAreg and what is left in FBreg.
    """
    double, a, b = s[at.FALEN], s[at.FAREG], s[at.FBREG]
    _issue(s, at.OPERATIONS + operation, double, _any_denormal(b, a, 0, double))
    quotient = 0
    if _mismatch(s):
        result, done = s[at.FAREG], True
    else:
        result, error, done = remainder_special(b, a, double)
        s[at.FP_ERROR] |= error
        if not done:
            result, quotient, done = remainder_step(b, a, double)
    if done:
        s[at.FAREG], s[at.FBREG] = result, quotient
    else:
        s[at.FBREG] = result
    s[at.CREG], s[at.BREG], s[at.AREG] = s[at.BREG], s[at.AREG], 1 if done else 0


@compiled
def _error_flags(s: State, operation: int) -> None:
    """`fpchkerror` (into Error), `fptesterror` (TRUE if there was none; cleared)."""
    _synchronous(s, at.OPERATIONS + operation, 0, False)
    if operation == 0x83:
        if s[at.FP_ERROR] == 1:
            s[at.ERROR_FLAG] = 1
            if s[at.HALT_ON_ERROR] == 1:
                s[at.STOPPED] = at.HALTED
        return
    s[at.CREG], s[at.BREG], s[at.AREG] = s[at.BREG], s[at.AREG], 1 - s[at.FP_ERROR]
    s[at.FP_ERROR] = 0


@compiled
def _enter(s: State) -> None:
    """`fpentry`: the operation whose code is in Areg."""
    code = s[at.AREG]
    s[at.AREG], s[at.BREG] = s[at.BREG], s[at.CREG]
    if code < 0 or code > 0xFF or s[at.COSTS + 4 * (at.ENTRIES + code)] < 0:
        s[at.STOPPED] = at.UNKNOWN
        s[at.FAULT_CODE] = 0x10000 | (code & 0xFFFF)
        return
    s[at.COUNTS + at.ENTRIES + code] += 1
    denormal = unary(s, code)
    _issue(s, at.ENTRIES + code, s[at.FALEN], denormal)


@compiled
def floating(s: State, m: Words, operation: int) -> None:
    """Execute one of the FPU's operations."""
    _wait_for_fpu(s)
    if operation == 0xAB:
        _enter(s)
        return
    if operation in (0x87, 0x89, 0x8B, 0x8C):
        _arithmetic(s, operation)
    elif operation in (0x8E, 0x8A, 0x86, 0x82, 0x9F, 0xA0):
        _load(s, m, operation)
    elif operation in (0xAA, 0xA6, 0xAC, 0xA8):
        _load_and_compute(s, m, operation)
    elif operation in (0x88, 0x84, 0x9E):
        _store(s, m, operation)
    elif operation == 0x83 or operation == 0x9C:
        _error_flags(s, operation)
    elif 0x91 <= operation <= 0x95:
        _compare(s, operation)
    elif operation in (0x96, 0x98, 0x9A):
        _load_integer(s, m, operation)
    elif operation == 0x8F or operation == 0x90:
        _remainder(s, operation)
    elif operation == 0xA3:
        _issue(s, at.OPERATIONS + operation, 0, False)
        _push_real(s, s[at.FAREG], s[at.FALEN])
    elif operation == 0xA4:
        _issue(s, at.OPERATIONS + operation, 0, False)
        s[at.FAREG], s[at.FBREG] = s[at.FBREG], s[at.FAREG]
        s[at.FALEN], s[at.FBLEN] = s[at.FBLEN], s[at.FALEN]
    else:
        denormal = unary(s, operation + 0x100)
        _issue(s, at.OPERATIONS + operation, s[at.FALEN], denormal)
    s[at.ROUNDING] = NEAREST
