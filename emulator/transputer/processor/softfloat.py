"""IEEE 754 REAL32 and REAL64 in whole numbers: add, multiply, divide, square root.

Each operation returns (bits, error), bits as in `softfloat_format`; error is 1 where the T800 sets
FP_Error: invalid operation, division by zero, overflow, and any infinite or NaN operand (P).

To nearest, finite operands go to the host's own arithmetic, which is IEEE 754's too.
"""

from __future__ import annotations

from emulator.transputer.processor.compiled import entry_point, inlined
from emulator.transputer.processor.softfloat_format import (
    MINUS,
    NAN_INFINITY_BY_INFINITY,
    NAN_INFINITY_LESS_INFINITY,
    NAN_ROOT,
    NAN_ZERO_BY_ZERO,
    NAN_ZERO_TIMES_INFINITY,
    NEAREST,
    TOP,
    choose_nan,
    infinity,
    is_finite,
    is_nan,
    magnitude,
    pack_any,
    shift_sticky,
    sign_of,
    unpack,
    with_sign,
)
from emulator.transputer.processor.word_arithmetic import bits32, bits64, real32, real64


@inlined
def _native(b: int, a: int, double: int, operation: int) -> tuple[int, int]:
    """Compute b + a (0), b times a (1) or b / a (2) to nearest with the host's arithmetic."""
    if double:
        y, x = real64(b), real64(a)
        z = y + x if operation == 0 else (y * x if operation == 1 else y / x)
        result = bits64(z)
    else:
        v, u = real32(b), real32(a)
        w = v + u if operation == 0 else (v * u if operation == 1 else v / u)
        result = bits32(w)
    return result, 0 if is_finite(result, double) else 1


@entry_point
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


@entry_point
def multiply(b: int, a: int, double: int, mode: int) -> tuple[int, int]:
    """Return b times a; a NaN gets the sign of a product (P)."""
    sign = sign_of(a, double) ^ sign_of(b, double)
    a_zero, b_zero = magnitude(a, double) == 0, magnitude(b, double) == 0
    if not (is_finite(a, double) and is_finite(b, double)):
        if is_nan(a, double) or is_nan(b, double):
            return with_sign(magnitude(choose_nan(b, a, double), double), sign, double), 1
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


@entry_point
def divide(b: int, a: int, double: int, mode: int) -> tuple[int, int]:
    """Return b / a; a NaN gets the sign of a quotient (P)."""
    sign = sign_of(a, double) ^ sign_of(b, double)
    if is_nan(a, double) or is_nan(b, double):
        return with_sign(magnitude(choose_nan(b, a, double), double), sign, double), 1
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


@entry_point
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
