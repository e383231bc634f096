"""Double-word arithmetic, and the T414's help for floating point in software."""

from __future__ import annotations

from emulator.transputer.isa.codes import operations as op
from emulator.transputer.processor import state as at
from emulator.transputer.processor.arithmetic import charged_places
from emulator.transputer.processor.compiled import compiled, inlined
from emulator.transputer.processor.effects import charge, pop, push, refuse, set_error
from emulator.transputer.processor.memory import read
from emulator.transputer.processor.node_arrays import State, WordMemory
from emulator.transputer.processor.word_arithmetic import unsigned, word

_INFINITY = 0x7F800000


@compiled
def _add_or_subtract(s: State, operation: int) -> None:
    """`ladd`, `lsub` (checked), `lsum`, `ldiff` (carry in Breg); bit 0 of Creg comes in.

    Creg stays, as does Breg of the first two.
    """
    charge(s, operation, 0)
    a, b, carry = s[at.AREG], s[at.BREG], s[at.CREG] & 1
    if operation == op.LADD or operation == op.LSUB:
        exact = b + a + carry if operation == op.LADD else b - a - carry
        s[at.AREG] = word(exact)
        if exact != word(exact):
            set_error(s)
        return
    a, b = unsigned(a), unsigned(b)
    exact = b + a + carry if operation == op.LSUM else b - a - carry
    s[at.AREG] = word(exact)
    s[at.BREG] = (exact >> 32) & 1


@compiled
def _long_multiply(s: State) -> None:
    """`lmul`: Areg times Breg plus Creg, unsigned; low word in Areg, high word in Breg, Creg."""
    charge(s, op.LMUL, 0)
    a, b = unsigned(s[at.AREG]), unsigned(s[at.BREG])
    low = (a & 0xFFFF) * b + unsigned(s[at.CREG])
    high = (a >> 16) * b + (low >> 16)
    s[at.AREG] = word((high & 0xFFFF) << 16 | (low & 0xFFFF))
    s[at.BREG] = s[at.CREG] = word(high >> 16)


@compiled
def _long_divide(s: State) -> None:
    """`ldiv`: Creg and Breg (low) by Areg, unsigned; quotient in Areg, remainder in Breg, Creg.

    An error pops Areg.
    """
    charge(s, op.LDIV, 0)
    divisor, remainder = unsigned(s[at.AREG]), unsigned(s[at.CREG])
    if remainder >= divisor:
        pop(s)
        set_error(s)
        return
    low, quotient = unsigned(s[at.BREG]), 0
    for i in range(31, -1, -1):
        remainder = remainder << 1 | (low >> i & 1)
        quotient <<= 1
        if remainder >= divisor:
            remainder -= divisor
            quotient |= 1
    s[at.AREG] = word(quotient)
    s[at.BREG] = s[at.CREG] = word(remainder)


@compiled
def _set_double(s: State, high: int, low: int) -> None:
    """Put a double word into Breg (high) and Areg (low)."""
    s[at.AREG] = word(low)
    s[at.BREG] = word(high)


@compiled
def _long_shift(s: State, operation: int) -> None:
    """`lshr` and `lshl`: Creg and Breg (low) by Areg places, unsigned; Creg as Breg after it."""
    places = unsigned(s[at.AREG])
    charge(s, operation, 1 if places >= 32 else 0)
    s[at.CLOCK] += charged_places(s, places)
    high, low = unsigned(s[at.CREG]), unsigned(s[at.BREG])
    if places >= 64:
        high = low = 0
    elif operation == op.LSHR:
        if places >= 32:
            high, low, places = 0, high, places - 32
        low = (low >> places) | ((high << (32 - places)) if places > 0 else 0)
        high >>= places
    else:  # lshl
        if places >= 32:
            high, low, places = low, 0, places - 32
        high = (high << places) | (low >> (32 - places))
        low <<= places
    _set_double(s, high, low)
    s[at.CREG] = s[at.BREG]


@compiled
def _normalise(s: State) -> None:
    """`norm`: shift Breg and Areg (low) left until the top bit is set; places in Creg."""
    high, low = unsigned(s[at.BREG]), unsigned(s[at.AREG])
    if high == 0 and low == 0:
        charge(s, op.NORM, 2)
        s[at.CREG] = 64
        return
    places = 0
    if high == 0:
        high, low, places = low, 0, 32
    while high < 0x80000000:
        high = high << 1 | low >> 31
        low = low << 1 & 0xFFFFFFFF
        places += 1
    charge(s, op.NORM, 1 if places >= 32 else 0)
    s[at.CLOCK] += places
    s[at.CREG] = places
    _set_double(s, high, low)


@compiled
def _unpack_single(s: State) -> None:
    """`unpacksn`: a REAL32 as fraction, exponent and four times the old Breg plus its kind.

    Kinds: 0 zero, 1 finite, 2 infinite, 3 NaN. A denormal gets exponent 1, as INMOS's library.
    """
    charge(s, op.UNPACKSN, 0)
    exponent, fraction = s[at.AREG] >> 23 & 0xFF, (s[at.AREG] & 0x7FFFFF) << 8
    kind = 1
    if exponent == 0:
        if fraction == 0:
            kind = 0
        else:
            exponent = 1
    elif exponent == 0xFF:
        kind = 2 if fraction == 0 else 3
    else:
        fraction |= 0x80000000
    s[at.CREG] = word(4 * s[at.BREG] + kind)
    s[at.BREG] = exponent
    s[at.AREG] = word(fraction)


@compiled
def _post_normalise(s: State, m: WordMemory) -> None:
    """`postnormsn`: exponent W+0 less Creg into Creg, the fraction shifted if it is denormal."""
    exponent = read(s, m, s[at.WPTR]) - s[at.CREG]
    charge(s, op.POSTNORMSN, 1 if exponent <= 0 else 0)
    if exponent <= 0:
        high, low, places = unsigned(s[at.BREG]), unsigned(s[at.AREG]), min(1 - exponent, 64)
        lost = False
        for _ in range(places):
            lost = lost or low & 1 == 1
            low = low >> 1 | (high & 1) << 31
            high >>= 1
        _set_double(s, high, low | (1 if lost else 0))
        exponent = 0
    s[at.CREG] = min(exponent, 0xFF)


@compiled
def _round_single(s: State) -> None:
    """`roundsn`: pack fraction Breg, guard word Areg and exponent Creg, to nearest even.

    Breg becomes Areg, Creg its exponent shifted out (P); of an overflow Breg stays, Creg is twice
    that.
    """
    exponent, fraction, guard = s[at.CREG], unsigned(s[at.BREG]), s[at.AREG]
    up = fraction & 0x80 != 0 and (guard != 0 or fraction & 0x7F != 0 or fraction & 0x100 != 0)
    charge(s, op.ROUNDSN, 1 if up else 0)
    packed = _INFINITY
    if exponent < 0xFF:
        packed = (exponent << 23 | (fraction >> 8 & 0x7FFFFF)) + (1 if up else 0)
    s[at.AREG] = word(packed)
    if exponent < 0xFF:
        s[at.BREG] = s[at.AREG]
        s[at.CREG] = unsigned(exponent) >> 9
    else:
        s[at.CREG] = word(s[at.BREG] << 1)


@inlined
def double_length(s: State, m: WordMemory, operation: int) -> None:
    """Execute one of the operations of this file."""
    if operation in (op.LADD, op.LSUB, op.LSUM, op.LDIFF):
        _add_or_subtract(s, operation)
    elif operation == op.LMUL:
        _long_multiply(s)
    elif operation == op.LDIV:
        _long_divide(s)
    elif operation == op.LSHR or operation == op.LSHL:
        _long_shift(s, operation)
    elif operation == op.NORM:
        _normalise(s)
    elif operation == op.UNPACKSN:
        _unpack_single(s)
    elif operation == op.POSTNORMSN:
        _post_normalise(s, m)
    elif operation == op.ROUNDSN:
        _round_single(s)
    elif operation == op.LDINF:
        charge(s, operation, 0)
        push(s, _INFINITY)
    elif operation == op.CFLERR:
        charge(s, operation, 0)
        if s[at.AREG] & _INFINITY == _INFINITY:
            set_error(s)
    else:
        refuse(s, operation)
