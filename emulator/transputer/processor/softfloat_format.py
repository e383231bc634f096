"""The formats of IEEE 754, REAL32 and REAL64, on bits: fields, classes, packing with rounding.

A pattern of bits is a number from 0 (REAL32) or a 64-bit integer (REAL64).
"""

from __future__ import annotations

from emulator.transputer.processor.compiled import entry_point

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

_SIGN = -(1 << 63)
TOP = 62
"""Where `unpack` puts the highest bit of a significand."""


@entry_point
def fraction_bits(double: int) -> int:
    """Return the bits of the fraction field."""
    return 52 if double else 23


@entry_point
def _greatest_exponent(double: int) -> int:
    """Return the exponent field of infinities and NaNs."""
    return 2047 if double else 255


@entry_point
def sign_of(x: int, double: int) -> int:
    """Return 1 for a set sign bit."""
    return (x >> 63) & 1 if double else (x >> 31) & 1


@entry_point
def magnitude(x: int, double: int) -> int:
    """Return the pattern without its sign bit."""
    return x & 0x7FFFFFFFFFFFFFFF if double else x & 0x7FFFFFFF


@entry_point
def with_sign(x: int, sign: int, double: int) -> int:
    """Return a pattern without sign bit, with that sign."""
    if double:
        return x | _SIGN if sign else x
    return x | sign << 31


@entry_point
def infinity(sign: int, double: int) -> int:
    """Return an infinity."""
    return with_sign(_greatest_exponent(double) << fraction_bits(double), sign, double)


@entry_point
def is_finite(x: int, double: int) -> bool:
    """Return whether x is neither infinite nor a NaN."""
    return magnitude(x, double) >> fraction_bits(double) != _greatest_exponent(double)


@entry_point
def is_nan(x: int, double: int) -> bool:
    """Return whether x is a NaN."""
    return magnitude(x, double) > _greatest_exponent(double) << fraction_bits(double)


@entry_point
def is_denormal(x: int, double: int) -> bool:
    """Return whether x is denormal (zero is not)."""
    return 0 < magnitude(x, double) < 1 << fraction_bits(double)


@entry_point
def choose_nan(b: int, a: int, double: int) -> int:
    """Return the NaN among two operands, of two the one with the larger fraction, or b (P)."""
    if not is_nan(a, double):
        return b
    if not is_nan(b, double):
        return a
    return b if magnitude(b, double) >= magnitude(a, double) else a


@entry_point
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


@entry_point
def rounds_up(sign: int, odd: bool, rest: int, half: int, mode: int) -> bool:
    """Return whether a magnitude is rounded away from zero."""
    if mode == NEAREST:
        return rest > half or (rest == half and odd)
    if mode == PLUS:
        return rest != 0 and sign == 0
    if mode == MINUS:
        return rest != 0 and sign == 1
    return False


@entry_point
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


@entry_point
def shift_sticky(f: int, places: int) -> int:
    """Shift right; bit 0 of the result also stands for what fell off."""
    if places > 62:
        return 1 if f != 0 else 0
    lost = f & ((1 << places) - 1)
    return f >> places | (1 if lost != 0 else 0)


@entry_point
def pack_any(sign: int, e: int, f: int, double: int, mode: int) -> tuple[int, int]:
    """Round f 2^(e - 62) for any f from 1 to 2^63 - 1."""
    while f < 1 << TOP:
        f <<= 1
        e -= 1
    return pack(sign, e, f, double, mode)


@entry_point
def negate(x: int, double: int) -> int:
    """Return x with its sign changed, a NaN's too (P: `fpsub` changes that of a NaN in FAreg)."""
    return with_sign(magnitude(x, double), 1 - sign_of(x, double), double)
