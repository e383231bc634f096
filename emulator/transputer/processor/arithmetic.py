"""Single-word integer operations that the interpreter's loop does not do itself."""

from __future__ import annotations

from emulator.transputer.isa.codes import operations as op
from emulator.transputer.processor import state as at
from emulator.transputer.processor.compiled import compiled, inlined
from emulator.transputer.processor.effects import charge, pop_to, refuse, set_error
from emulator.transputer.processor.node_arrays import State
from emulator.transputer.processor.word_arithmetic import unsigned, word


@compiled
def highest_bit(x: int) -> int:
    """Return the number of the highest set bit of a number from 0; 0 for 0."""
    n = 0
    while x > 1:
        x >>= 1
        n += 1
    return n


@compiled
def charged_places(s: State, places: int) -> int:
    """Return the shift count that is paid for."""
    return min(places, s[at.SHIFT_LIMIT])


@compiled
def _product(s: State) -> None:
    """`prod`: the cost depends on Areg, on the T800 on its magnitude."""
    a = s[at.AREG]
    row = at.COSTS + 4 * (at.OPERATIONS + op.PROD)
    if a < 0 and s[at.IS_T800] == 1:
        s[at.CLOCK] += s[row + 1] + highest_bit(-a)
    else:
        s[at.CLOCK] += s[row] + highest_bit(unsigned(a))
    pop_to(s, word(a * s[at.BREG]))


@compiled
def _multiply(s: State) -> None:
    """`mul`."""
    charge(s, op.MUL, 0)
    exact = s[at.AREG] * s[at.BREG]
    pop_to(s, word(exact))
    if exact != word(exact):
        set_error(s)


@compiled
def _divide(s: State) -> None:
    """`div`: by zero, or of the most negative word by -1, an error, and Areg stays.

    Creg gets what the part's last step leaves: |Breg| - (|quotient| or 1) |Areg|.
    """
    charge(s, op.DIV, 0)
    a, b = s[at.AREG], s[at.BREG]
    s[at.BREG] = s[at.CREG]
    if a == 0 or (a == -1 and b == at.NOT_PROCESS):
        set_error(s)
        return
    quotient = abs(b) // abs(a)
    s[at.AREG] = -quotient if (a < 0) != (b < 0) else quotient
    s[at.CREG] = word(abs(b) - (quotient | 1) * abs(a))


@compiled
def _remainder(s: State) -> None:
    """`rem`: by zero an error, and Breg into Areg; of the most negative word by -1 it is 0.

    Creg gets the magnitude of the remainder.
    """
    charge(s, op.REM, 0)
    a, b = s[at.AREG], s[at.BREG]
    s[at.BREG] = s[at.CREG]
    if a == 0:
        s[at.AREG] = b
        set_error(s)
        return
    left = abs(b) % abs(a)
    s[at.AREG] = -left if b < 0 else left
    s[at.CREG] = left


@compiled
def _fractional_multiply(s: State) -> None:
    """`fmul`: words as fractions in [-1, 1), rounded to nearest, ties to even."""
    exact = s[at.AREG] * s[at.BREG]
    whole, rest = exact >> 31, exact & 0x7FFFFFFF
    charge(s, op.FMUL, 1 if rest != 0 else 0)
    if rest > 0x40000000 or (rest == 0x40000000 and whole & 1 == 1):
        whole += 1
    pop_to(s, word(whole))
    if whole != word(whole):
        set_error(s)


@compiled
def _shift(s: State, operation: int) -> None:
    """`shr` and `shl`: places in Areg, unsigned."""
    places = unsigned(s[at.AREG])
    charge(s, operation, 0)
    s[at.CLOCK] += charged_places(s, places)
    if places >= 32:
        pop_to(s, 0)
    elif operation == op.SHR:
        pop_to(s, word(unsigned(s[at.BREG]) >> places))
    else:  # shl
        pop_to(s, word(s[at.BREG] << places))


@compiled
def _check(s: State, operation: int) -> None:
    """`csub0`, `ccnt1`, `cword`, `csngl`: Breg (Areg) stays, an error if it is out of range.

    An Areg of `cword` that is no power of 2, or the most negative, is never an error (P, D).
    """
    charge(s, operation, 0)
    a, b = s[at.AREG], s[at.BREG]
    if operation == op.CSUB0:
        bad = unsigned(b) >= unsigned(a)
    elif operation == op.CCNT1:
        bad = b == 0 or unsigned(b) > unsigned(a)
    elif operation == op.CWORD:
        power_of_two = a > 0 and a & (a - 1) == 0
        bad = power_of_two and (b >= a or b < -a)
    else:  # csngl
        bad = b != (-1 if a < 0 else 0)
    pop_to(s, a if operation == op.CSNGL else b)
    if bad:
        set_error(s)


@compiled
def _extend(s: State, operation: int) -> None:
    """`xword` (bits from the sign bit Areg up are all set if it is), `xdble`, `wcnt`."""
    charge(s, operation, 0)
    a, b = s[at.AREG], s[at.BREG]
    if operation == op.XWORD:
        pop_to(s, b if a & b == 0 else word(b | -a))
        return
    s[at.CREG] = b
    if operation == op.XDBLE:
        s[at.BREG] = -1 if a < 0 else 0
    else:  # wcnt
        s[at.AREG] = a >> 2
        s[at.BREG] = a & 3


@inlined
def single_length(s: State, operation: int) -> None:
    """Execute one of the operations of this file."""
    if operation == op.PROD:
        _product(s)
    elif operation == op.MUL:
        _multiply(s)
    elif operation == op.DIV:
        _divide(s)
    elif operation == op.REM:
        _remainder(s)
    elif operation == op.FMUL:
        _fractional_multiply(s)
    elif operation == op.SHR or operation == op.SHL:
        _shift(s, operation)
    elif operation in (op.CSUB0, op.CSNGL, op.CCNT1, op.CWORD):
        _check(s, operation)
    elif operation in (op.XWORD, op.XDBLE, op.WCNT):
        _extend(s, operation)
    else:
        refuse(s, operation)
