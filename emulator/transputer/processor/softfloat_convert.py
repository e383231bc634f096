"""IEEE 754 conversions, whole numbers, scaling, and the remainder, on bits as in `softfloat`."""

from __future__ import annotations

from emulator.transputer.processor.compiled import entry_point
from emulator.transputer.processor.softfloat_format import (
    NAN_CONVERSION,
    NAN_REMAINDER_BY_ZERO,
    NAN_REMAINDER_OF_INFINITY,
    NEAREST,
    TOP,
    ZERO,
    choose_nan,
    fraction_bits,
    infinity,
    is_finite,
    is_nan,
    magnitude,
    pack,
    pack_any,
    rounds_up,
    shift_sticky,
    sign_of,
    unpack,
    with_sign,
)
from emulator.transputer.processor.word_arithmetic import MASK

REMAINDER_BITS = (20, 30)
"""Quotient bits of one remainder step, REAL32 and REAL64 (the instruction set manual's limit on
the exponent difference within which the quotient is exact, as quoted in the transterpreter)."""


@entry_point
def from_integer(value: int, double: int, mode: int) -> int:
    """Return a whole number as a real."""
    if value == 0:
        return 0
    sign = 1 if value < 0 else 0
    bits, _ = pack_any(sign, TOP, abs(value), double, mode)
    return bits


@entry_point
def to_double(x: int) -> tuple[int, int]:
    """Return a REAL32 as a REAL64; a NaN keeps its fraction."""
    sign = sign_of(x, 0)
    if not is_finite(x, 0):
        return with_sign(magnitude(x, 0) << 29 | 0x7FF0000000000000, sign, 1), 1
    if magnitude(x, 0) == 0:
        return with_sign(0, sign, 1), 0
    e, f = unpack(x, 0)
    return pack(sign, e, f, 1, NEAREST)


@entry_point
def to_single(x: int, mode: int) -> tuple[int, int]:
    """Return a REAL64 as a REAL32."""
    sign = sign_of(x, 1)
    if not is_finite(x, 1):
        return (NAN_CONVERSION[0] if is_nan(x, 1) else infinity(sign, 0)), 1
    if magnitude(x, 1) == 0:
        return with_sign(0, sign, 0), 0
    e, f = unpack(x, 1)
    return pack(sign, e, f, 0, mode)


@entry_point
def scale(x: int, power: int, double: int, mode: int) -> tuple[int, int]:
    """Return x times 2^power."""
    if not is_finite(x, double):
        return x, 1
    if magnitude(x, double) == 0:
        return x, 0
    e, f = unpack(x, double)
    return pack(sign_of(x, double), e + power, f, double, mode)


@entry_point
def to_whole(x: int, double: int, mode: int) -> tuple[int, int]:
    """Return x rounded to a whole number of its own format."""
    if not is_finite(x, double):
        return x, 1
    if magnitude(x, double) == 0:
        return x, 0
    e, f = unpack(x, double)
    if e >= fraction_bits(double):
        return x, 0
    if e < -1:
        f, e = shift_sticky(f, -1 - e), -1
    shift = TOP - e
    kept = f >> shift if shift < 63 else 0
    rest = f & ((1 << shift) - 1) if shift < 63 else f
    sign = sign_of(x, double)
    if rounds_up(sign, kept & 1 == 1, rest, 1 << (shift - 1), mode):
        kept += 1
    return with_sign(from_integer(kept, double, NEAREST), sign, double), 0


@entry_point
def fits(x: int, double: int, bits: int, mode: int) -> bool:
    """Return whether x, rounded to a whole number, is a two's-complement number of so many bits."""
    if not is_finite(x, double):
        return False
    whole, _ = to_whole(x, double, mode)
    if magnitude(whole, double) == 0:
        return True
    e, f = unpack(whole, double)
    if e < bits - 1:
        return True
    return e == bits - 1 and f == 1 << TOP and sign_of(x, double) == 1


@entry_point
def in_range(x: int, double: int, bits: int) -> bool:
    """Return whether x itself, not rounded, lies among the two's-complement numbers of `bits`.

    From -2^(bits - 1), which does, to below 2^(bits - 1) (P).
    """
    if not is_finite(x, double):
        return False
    if magnitude(x, double) == 0:
        return True
    e, f = unpack(x, double)
    return e < bits - 1 or (e == bits - 1 and f == 1 << TOP and sign_of(x, double) == 1)


@entry_point
def without_rounding(x: int) -> int:
    """Return a REAL64 as a REAL32 of the same sign, the fraction cut, the exponent's low 8 bits.

    Of a number that REAL32 can hold this is that number, cut towards zero; of any other, of
    infinities and NaNs, what the bits give (P).
    """
    field = x >> 52 & 0x7FF
    exponent = field - 1023 + 127 & 0xFF if field != 0 else 0
    return sign_of(x, 1) << 31 | exponent << 23 | (x & (1 << 52) - 1) >> 29


@entry_point
def low_word(x: int, double: int) -> int:
    """Return the low 32 bits, from 0, of x cut to a whole number; 0 if it is not finite."""
    if not is_finite(x, double) or magnitude(x, double) == 0:
        return 0
    e, f = unpack(x, double)
    if e < 0 or e > TOP + 31:
        return 0
    value = f >> (TOP - e) if e <= TOP else (f & MASK) << (e - TOP)
    return (-value if sign_of(x, double) == 1 else value) & MASK


@entry_point
def remainder_special(b: int, a: int, double: int) -> tuple[int, int, bool]:
    """Return (result, error, True) if the remainder of b by a needs no division."""
    if is_nan(a, double) or is_nan(b, double):
        return choose_nan(b, a, double), 1, True
    if not is_finite(b, double):
        return NAN_REMAINDER_OF_INFINITY[double], 1, True
    if magnitude(a, double) == 0:
        return NAN_REMAINDER_BY_ZERO[double], 1, True
    if not is_finite(a, double):
        return b, 1, True
    return b, 0, magnitude(b, double) == 0


@entry_point
def remainder_step(b: int, a: int, double: int) -> tuple[int, int, bool]:
    """Divide finite, non-zero b by a as far as one step goes.

    Returns (remainder, quotient, True) at the end, with the quotient as a real, rounded to
    nearest even as IEEE 754's remainder wants it; else (what is left of b, 0, False).
    """
    sign = sign_of(b, double)
    e_a, f_a = unpack(a, double)
    e_b, f_b = unpack(b, double)
    divisor, rest = f_a >> 10, f_b >> 10
    gap, limit = e_b - e_a, REMAINDER_BITS[double]
    if gap < -1:
        return b, 0, True
    quotient = 0
    for i in range(min(max(gap, 0), limit) + 1):
        if i > 0:
            rest <<= 1
        quotient <<= 1
        if gap >= 0 and rest >= divisor:
            rest -= divisor
            quotient |= 1
    unit = e_a
    if gap > limit:
        left = with_sign(0, sign, double)
        if rest != 0:
            left, _ = pack_any(sign, e_b - limit + TOP - 52, rest, double, ZERO)
        return left, 0, rest == 0
    if gap < 0:
        divisor <<= 1
        unit = e_b
    if 2 * rest > divisor or (2 * rest == divisor and quotient & 1 == 1):
        rest -= divisor
        quotient += 1
    whole = from_integer(quotient, double, NEAREST)
    whole = with_sign(whole, sign ^ sign_of(a, double), double)
    if rest == 0:
        return with_sign(0, sign, double), whole, True
    flipped = 1 if rest < 0 else 0
    result, _ = pack_any(sign ^ flipped, unit + TOP - 52, abs(rest), double, ZERO)
    return result, whole, True
