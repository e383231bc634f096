"""IEEE 754 REAL32 and REAL64 in whole numbers: unpack, round, add, multiply, divide, square root.

A pattern of bits is a number from 0 (REAL32) or a 64-bit integer (REAL64). Each operation returns
(bits, error); error is 1 where the T800 sets FP_Error: invalid operation, division by zero,
overflow, and any infinite or NaN operand (P).

To nearest, finite operands go to the host's own arithmetic, which is IEEE 754's too.
"""

from __future__ import annotations

from emulator.transputer.processor.compiled import entry
from emulator.transputer.processor.words import MASK, bits32, bits64, real32, real64

NEAREST, ZERO, PLUS, MINUS = range(4)
"""Rounding modes."""

# NaNs that operations make, REAL32 then REAL64 (from memory of INMOS's library manual; the T800
# makes a different one for each cause, P).
NAN_ZERO_BY_ZERO = (0x7FC00000, 0x7FF8000000000000)
NAN_INFINITY_BY_INFINITY = (0x7FA00000, 0x7FF4000000000000)
NAN_ZERO_TIMES_INFINITY = (0x7F900000, 0x7FF2000000000000)
NAN_INFINITY_LESS_INFINITY = (0x7F880000, 0x7FF1000000000000)
NAN_ROOT = (0x7F840000, 0x7FF0800000000000)
NAN_CONVERSION = (0x7F820000, 0x7FF0400000000000)
NAN_REMAINDER_OF_INFINITY = (0x7F804000, 0x7FF0080000000000)
NAN_REMAINDER_BY_ZERO = (0x7F802000, 0x7FF0040000000000)

TOP = 62
"""Where `unpack` puts the highest bit of a significand."""


@entry
def fraction_bits(double: int) -> int:
    """Return the bits of the fraction field."""
    return 52 if double else 23


@entry
def _greatest_exponent(double: int) -> int:
    """Return the exponent field of infinities and NaNs."""
    return 2047 if double else 255


@entry
def sign_of(x: int, double: int) -> int:
    """Return 1 for a set sign bit."""
    return (x >> 63) & 1 if double else (x >> 31) & 1


@entry
def magnitude(x: int, double: int) -> int:
    """Return the pattern without its sign bit."""
    return x & 0x7FFFFFFFFFFFFFFF if double else x & 0x7FFFFFFF


@entry
def with_sign(x: int, sign: int, double: int) -> int:
    """Return a pattern without sign bit, with that sign."""
    if double:
        return x | -(sign << 63) if sign else x
    return x | sign << 31


@entry
def infinity(sign: int, double: int) -> int:
    """Return an infinity."""
    return with_sign(_greatest_exponent(double) << fraction_bits(double), sign, double)


@entry
def is_finite(x: int, double: int) -> bool:
    """Return whether x is neither infinite nor a NaN."""
    return magnitude(x, double) >> fraction_bits(double) != _greatest_exponent(double)


@entry
def is_nan(x: int, double: int) -> bool:
    """Return whether x is a NaN."""
    return magnitude(x, double) > _greatest_exponent(double) << fraction_bits(double)


@entry
def is_denormal(x: int, double: int) -> bool:
    """Return whether x is denormal (zero is not)."""
    return 0 < magnitude(x, double) < 1 << fraction_bits(double)


@entry
def choose_nan(b: int, a: int, double: int) -> int:
    """Return the NaN among two operands, of two the one with the larger fraction (P)."""
    if not is_nan(a, double):
        return b
    if not is_nan(b, double):
        return a
    return b if magnitude(b, double) > magnitude(a, double) else a


@entry
def unpack(x: int, double: int) -> tuple[int, int]:
    """Return (exponent e, significand f) of a finite non-zero x: |x| = f 2^(e - 62), bit 62 set."""
    p = fraction_bits(double)
    field = magnitude(x, double) >> p
    f = x & ((1 << p) - 1)
    e = 1 - (_greatest_exponent(double) >> 1)
    if field > 0:
        f |= 1 << p
        e += field - 1
    f <<= TOP - p
    while f < 1 << TOP:
        f <<= 1
        e -= 1
    return e, f


@entry
def rounds_up(sign: int, odd: bool, rest: int, half: int, mode: int) -> bool:
    """Return whether a magnitude is rounded away from zero."""
    if mode == NEAREST:
        return rest > half or (rest == half and odd)
    if mode == PLUS:
        return rest != 0 and sign == 0
    if mode == MINUS:
        return rest != 0 and sign == 1
    return False


@entry
def pack(sign: int, e: int, f: int, double: int, mode: int) -> tuple[int, int]:
    """Round f 2^(e - 62), bit 62 of f set, bit 0 standing for all that lies below; see `unpack`.

    Returns (bits, 1 if it overflowed).
    """
    p = fraction_bits(double)
    field = e + (_greatest_exponent(double) >> 1)
    shift = TOP - p
    if field <= 0:
        shift += 1 - field
        field = 0
        if shift > 63:
            f, shift = 1, 2
    rest = f & ((1 << shift) - 1) if shift < 63 else f
    kept = f >> shift if shift < 63 else 0
    if rounds_up(sign, kept & 1 == 1, rest, 1 << (shift - 1), mode):
        kept += 1
    limit = _greatest_exponent(double) << p
    if 0 < field < _greatest_exponent(double):
        kept += (field - 1) << p
    if field < _greatest_exponent(double) and kept < limit:
        return with_sign(kept, sign, double), 0
    to_infinity = mode == NEAREST or mode == (MINUS if sign == 1 else PLUS)
    return with_sign(limit if to_infinity else limit - 1, sign, double), 1


@entry
def shift_sticky(f: int, places: int) -> int:
    """Shift right; bit 0 of the result also stands for what fell off."""
    if places > 62:
        return 1 if f != 0 else 0
    lost = f & ((1 << places) - 1)
    return f >> places | (1 if lost != 0 else 0)


@entry
def pack_any(sign: int, e: int, f: int, double: int, mode: int) -> tuple[int, int]:
    """Round f 2^(e - 62) for any f from 1 to 2^63 - 1."""
    while f < 1 << TOP:
        f <<= 1
        e -= 1
    return pack(sign, e, f, double, mode)


@entry
def _native(b: int, a: int, double: int, operation: int) -> tuple[int, int]:
    """Compute b + a (0), b times a (1) or b / a (2) to nearest with the host's arithmetic."""
    if double:
        y, x = real64(b), real64(a)
        z = y + x if operation == 0 else (y * x if operation == 1 else y / x)
        result = bits64(z)
    else:
        v, u = real32(b), real32(a)
        w = v + u if operation == 0 else (v * u if operation == 1 else v / u)
        result = bits32(w) & MASK
    return result, 0 if is_finite(result, double) else 1


@entry
def add(b: int, a: int, double: int, mode: int) -> tuple[int, int]:
    """Return b + a."""
    if not (is_finite(a, double) and is_finite(b, double)):
        if is_nan(a, double) or is_nan(b, double):
            return choose_nan(b, a, double), 1
        if is_finite(a, double):
            return b, 1
        if is_finite(b, double) or a == b:
            return a, 1
        return NAN_INFINITY_LESS_INFINITY[double], 1
    if mode == NEAREST:
        return _native(b, a, double, 0)
    sign_a, sign_b = sign_of(a, double), sign_of(b, double)
    if magnitude(a, double) == 0 or magnitude(b, double) == 0:
        if magnitude(a, double) != 0:
            return a, 0
        if magnitude(b, double) != 0 or sign_a == sign_b:
            return b, 0
        return with_sign(0, 1 if mode == MINUS else 0, double), 0
    if magnitude(a, double) > magnitude(b, double):
        a, b, sign_a, sign_b = b, a, sign_b, sign_a
    e, f = unpack(b, double)
    e_a, f_a = unpack(a, double)
    f >>= 1
    f_a = shift_sticky(f_a, e - e_a + 1)
    f = f + f_a if sign_a == sign_b else f - f_a
    if f == 0:
        return with_sign(0, 1 if mode == MINUS else 0, double), 0
    return pack_any(sign_b, e + 1, f, double, mode)


@entry
def negate(x: int, double: int) -> int:
    """Return x with its sign changed, NaNs as they are."""
    if is_nan(x, double):
        return x
    return with_sign(magnitude(x, double), 1 - sign_of(x, double), double)


@entry
def multiply(b: int, a: int, double: int, mode: int) -> tuple[int, int]:
    """Return b times a."""
    sign = sign_of(a, double) ^ sign_of(b, double)
    a_zero, b_zero = magnitude(a, double) == 0, magnitude(b, double) == 0
    if not (is_finite(a, double) and is_finite(b, double)):
        if is_nan(a, double) or is_nan(b, double):
            return choose_nan(b, a, double), 1
        if a_zero or b_zero:
            return NAN_ZERO_TIMES_INFINITY[double], 1
        return infinity(sign, double), 1
    if mode == NEAREST:
        return _native(b, a, double, 1)
    if a_zero or b_zero:
        return with_sign(0, sign, double), 0
    e_a, f_a = unpack(a, double)
    e_b, f_b = unpack(b, double)
    x, y = f_a >> 10, f_b >> 10  # 53 bits each
    x1, x0, y1, y0 = x >> 27, x & 0x7FFFFFF, y >> 27, y & 0x7FFFFFF
    middle = x1 * y0 + x0 * y1
    low = x0 * y0 + ((middle & 0x7FFFFFF) << 27)
    high = x1 * y1 + (middle >> 27) + (low >> 54)
    low &= (1 << 54) - 1
    f = high << 10 | low >> 44
    if low & ((1 << 44) - 1) != 0:
        f |= 1
    return pack_any(sign, e_a + e_b + 2, f, double, mode)


@entry
def divide(b: int, a: int, double: int, mode: int) -> tuple[int, int]:
    """Return b / a."""
    sign = sign_of(a, double) ^ sign_of(b, double)
    if is_nan(a, double) or is_nan(b, double):
        return choose_nan(b, a, double), 1
    if not is_finite(b, double):
        if not is_finite(a, double):
            return NAN_INFINITY_BY_INFINITY[double], 1
        return infinity(sign, double), 1
    if not is_finite(a, double):
        return with_sign(0, sign, double), 1
    if magnitude(a, double) == 0:
        if magnitude(b, double) == 0:
            return NAN_ZERO_BY_ZERO[double], 1
        return infinity(sign, double), 1
    if mode == NEAREST:
        return _native(b, a, double, 2)
    if magnitude(b, double) == 0:
        return with_sign(0, sign, double), 0
    e_a, f_a = unpack(a, double)
    e_b, f_b = unpack(b, double)
    quotient, remainder = 0, f_b >> 10
    divisor = f_a >> 10
    for _ in range(58):
        quotient <<= 1
        if remainder >= divisor:
            remainder -= divisor
            quotient |= 1
        remainder <<= 1
    if remainder != 0:
        quotient |= 1
    return pack_any(sign, e_b - e_a + TOP - 57, quotient, double, mode)


@entry
def square_root(a: int, double: int, mode: int) -> tuple[int, int]:
    """Return the square root of a."""
    if is_nan(a, double):
        return a, 1
    if magnitude(a, double) == 0:
        return a, 0
    if sign_of(a, double) == 1:
        return NAN_ROOT[double], 1
    if not is_finite(a, double):
        return a, 1
    e, f = unpack(a, double)
    if e & 1:
        e -= 1
    else:
        f >>= 1  # now a = f 2^(e - 61), e even
    root = remainder = 0
    for i in range(58):
        pair = f >> (61 - 2 * i) & 3 if i < 31 else (f << 1 & 3 if i == 31 else 0)
        remainder = remainder << 2 | pair
        trial = root << 2 | 1
        root <<= 1
        if remainder >= trial:
            remainder -= trial
            root |= 1
    if remainder != 0:
        root = root << 1 | 1
    else:
        root <<= 1
    return pack_any(0, (e >> 1) + TOP - 58, root, double, mode)
