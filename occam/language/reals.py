"""Reals and their bit patterns, and the real nearest to an exact value, without double rounding."""

from __future__ import annotations

import math
from fractions import Fraction
from typing import TypeAlias

import numpy as np

from occam.language.types import Primitive

Real: TypeAlias = "np.float32 | np.float64"


def from_bits(type_: Primitive, pattern: int) -> Real:
    """Return the real with these bits."""
    if type_ is Primitive.REAL32:
        return np.uint32(pattern).view(np.float32)
    return np.uint64(pattern).view(np.float64)


def to_bits(type_: Primitive, number: Real) -> int:
    """Return the bits of a real, not negative."""
    if type_ is Primitive.REAL32:
        return int(np.float32(number).view(np.uint32))
    return int(np.float64(number).view(np.uint64))


def is_finite(type_: Primitive, pattern: int) -> bool:
    """Tell whether the bits are a number, no infinity and not one of those that are no numbers."""
    return bool(np.isfinite(from_bits(type_, pattern)))


def remainder(x: Real, y: Real) -> Real:
    """Return ``x - n y`` with the n nearest to ``x / y`` (IEEE 754); it is always exact."""
    return type(x)(math.remainder(float(x), float(y)))


def nearest(type_: Primitive, exact: Fraction, truncate: bool = False) -> int | None:
    """Return the bits of the nearest real, ties to even; ``truncate``: next towards zero.

    None: too large.
    """
    digits, least, largest = (24, -149, 128) if type_ is Primitive.REAL32 else (53, -1074, 1024)
    magnitude = abs(exact)
    if magnitude == 0:
        return 0
    # Count in units in the last place: 2**exponent <= magnitude < 2**(exponent + 1).
    exponent = magnitude.numerator.bit_length() - magnitude.denominator.bit_length()
    if Fraction(2) ** exponent > magnitude:
        exponent -= 1
    unit = max(exponent - digits + 1, least)
    scaled = magnitude / Fraction(2) ** unit
    count = int(scaled) if truncate else round(scaled)
    if count.bit_length() + unit > largest:
        return None
    # In IEEE 754 formats the patterns of positive numbers count them in order.
    pattern = count + ((unit - least) << (digits - 1))
    sign = 1 << (31 if type_ is Primitive.REAL32 else 63)
    return pattern | sign if exact < 0 else pattern
