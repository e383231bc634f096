"""What one adder and two can make of an operand, in tables.

A way is a fundamental of one adder by which another is made, as a bit: of ``2^k + 1`` bit ``2 k``,
of ``2^k - 1`` bit ``2 k + 1``.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache

import numpy as np

from common.arrays import Integers


@dataclass(frozen=True)
class Fundamentals:
    """Odd multiples that take few adders, ascending, up to a number of bits.

    Attributes
    ----------
    first
        Those of one adder: a power of two and one, or less one.
    own
        What each ``first`` is as a way.
    second
        Those of two adders of which the second stands behind the first.
    ways
        The ways of each ``second``.
    """

    first: Integers
    own: Integers
    second: Integers
    ways: Integers

    def ways_of(self, numbers: Integers) -> Integers:
        """Return how odd numbers are made by two adders, or by one: 0 if they take more."""
        own = _found(numbers, self.first, self.own)
        return own | _found(numbers, self.second, self.ways)


def _found(numbers: Integers, keys: Integers, values: Integers) -> Integers:
    places = np.minimum(np.searchsorted(keys, numbers), len(keys) - 1)
    found: Integers = np.where(keys[places] == numbers, values[places], 0)
    return found


@cache
def way_of(number: int) -> int:
    """Return what a fundamental of one adder is as a way; 0 of any other number."""
    if number < 3:
        return 0
    if (number - 1).bit_count() == 1:
        return 1 << 2 * (number.bit_length() - 1)
    return 1 << 2 * number.bit_length() + 1 if (number + 1).bit_count() == 1 else 0


def fundamental_of(way: int) -> int:
    """Return which fundamental one bit of ways stands for."""
    power, less = divmod(way.bit_length() - 1, 2)
    return (1 << power) + (-1 if less else 1)


def ways_among(numbers: Iterable[int]) -> int:
    """Return which ways some numbers are."""
    ways = 0
    for number in numbers:
        ways |= way_of(number)
    return ways


def odd_parts(numbers: Integers) -> Integers:
    """Return positive numbers without their trailing zeros."""
    zeros = np.bitwise_count((numbers & -numbers) - 1)
    parts: Integers = numbers >> zeros.astype(np.int64)
    return parts


def digits_of(numbers: Integers) -> Integers:
    """Return how many digits of positive numbers' canonical signed form are not zero."""
    digits: Integers = np.bitwise_count(numbers ^ (3 * numbers)).astype(np.int64)
    return digits


@cache
def ways_of(number: int) -> int:
    """Return the ways of an odd number: 0 if it takes more than two adders."""
    return int(fundamentals(number.bit_length() + 1).ways_of(np.array([number]))[0])


@cache
def fundamentals(bits: int) -> Fundamentals:
    """Return the tables for constants of up to so many bits, at most 30."""
    powers = 1 << np.arange(1, bits + 1)
    first = np.unique(np.concatenate([powers + 1, powers[1:] - 1]))
    found: dict[int, int] = {}
    shifts = np.arange(bits + 1)
    for each in first.tolist():
        shifted = each << shifts
        sums = [shifted + 1, shifted - 1, each + (1 << shifts), each - (1 << shifts)]
        near = np.abs(np.concatenate([*sums, shifted + each, shifted - each]))
        near = near[(near > 0) & (near < 1 << (bits + 1))]
        for number in np.unique(odd_parts(near)).tolist():
            found[number] = found.get(number, 0) | way_of(each)
    for simple in (1, *first.tolist()):
        found.pop(simple, None)
    second = np.array(sorted(found), dtype=np.int64)
    own = np.array([way_of(int(each)) for each in first], dtype=np.int64)
    ways = np.array([found[int(each)] for each in second], dtype=np.int64)
    return Fundamentals(first, own, second, ways)
