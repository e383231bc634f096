"""Single-word integer operations that the interpreter's loop does not do itself."""

from __future__ import annotations

from emulator.transputer.processor import state as at
from emulator.transputer.processor.compiled import compiled
from emulator.transputer.processor.memory import State
from emulator.transputer.processor.words import unsigned, word


@compiled
def charge(s: State, operation: int, case: int) -> None:
    """Add one of the numbers of an operation's cost to the clock."""
    s[at.CLOCK] += s[at.COSTS + 4 * (at.OPERATIONS + operation) + case]


@compiled
def set_error(s: State) -> None:
    """Set the error flag, and halt if that is asked for."""
    s[at.ERROR_FLAG] = 1
    if s[at.HALT_ON_ERROR] == 1:
        s[at.STOPPED] = at.HALTED


@compiled
def pop_to(s: State, value: int) -> None:
    """Replace Areg and Breg by one value."""
    s[at.AREG] = value
    s[at.BREG] = s[at.CREG]


@compiled
def push(s: State, value: int) -> None:
    """Push a value on the evaluation stack."""
    s[at.CREG] = s[at.BREG]
    s[at.BREG] = s[at.AREG]
    s[at.AREG] = value


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
    row = at.COSTS + 4 * (at.OPERATIONS + 0x08)
    if a < 0 and s[at.IS_T800] == 1:
        s[at.CLOCK] += s[row + 1] + highest_bit(-a)
    else:
        s[at.CLOCK] += s[row] + highest_bit(unsigned(a))
    pop_to(s, word(a * s[at.BREG]))


@compiled
def _multiply(s: State) -> None:
    """`mul`."""
    charge(s, 0x53, 0)
    exact = s[at.AREG] * s[at.BREG]
    pop_to(s, word(exact))
    if exact != word(exact):
        set_error(s)


@compiled
def _divide(s: State, operation: int) -> None:
    """`div` and `rem`; by zero, or of the most negative word by -1: an error, and 0."""
    charge(s, operation, 0)
    a, b = s[at.AREG], s[at.BREG]
    if a == 0 or (a == -1 and b == at.NOT_PROCESS):
        pop_to(s, 0)
        set_error(s)
        return
    quotient = abs(b) // abs(a)
    if (a < 0) != (b < 0):
        quotient = -quotient
    pop_to(s, quotient if operation == 0x2C else b - a * quotient)


@compiled
def _fractional_multiply(s: State) -> None:
    """`fmul`: words as fractions in [-1, 1), rounded to nearest, ties to even."""
    exact = s[at.AREG] * s[at.BREG]
    whole, rest = exact >> 31, exact & 0x7FFFFFFF
    charge(s, 0x72, 1 if rest != 0 else 0)
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
    elif operation == 0x40:
        pop_to(s, word(unsigned(s[at.BREG]) >> places))
    else:
        pop_to(s, word(s[at.BREG] << places))


@compiled
def _check(s: State, operation: int) -> None:
    """`csub0`, `ccnt1`, `cword`, `csngl`: Breg (Areg) stays, an error if it is out of range."""
    charge(s, operation, 0)
    a, b = s[at.AREG], s[at.BREG]
    if operation == 0x13:
        bad = unsigned(b) >= unsigned(a)
    elif operation == 0x4D:
        bad = b == 0 or unsigned(b) > unsigned(a)
    elif operation == 0x56:
        bad = b >= a or b < -a
    else:
        bad = b != (-1 if a < 0 else 0)
    pop_to(s, a if operation == 0x4C else b)
    if bad:
        set_error(s)


@compiled
def _extend(s: State, operation: int) -> None:
    """`xword`, `xdble`, `wcnt`."""
    charge(s, operation, 0)
    a, b = s[at.AREG], s[at.BREG]
    if operation == 0x3A:
        pop_to(s, b if unsigned(b) < unsigned(a) else word(b - 2 * a))
        return
    s[at.CREG] = b
    if operation == 0x1D:
        s[at.BREG] = -1 if a < 0 else 0
    else:
        s[at.AREG] = a >> 2
        s[at.BREG] = a & 3


@compiled
def single_arithmetic(s: State, operation: int) -> None:
    """Execute one of the operations of this file."""
    if operation == 0x08:
        _product(s)
    elif operation == 0x53:
        _multiply(s)
    elif operation == 0x2C or operation == 0x1F:
        _divide(s, operation)
    elif operation == 0x72:
        _fractional_multiply(s)
    elif operation == 0x40 or operation == 0x41:
        _shift(s, operation)
    elif operation in (0x13, 0x4C, 0x4D, 0x56):
        _check(s, operation)
    else:
        _extend(s, operation)
