"""Pairs of fundamentals whose sum is a constant, and about how many adders each pair takes."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Collection
from dataclasses import dataclass
from functools import cache, cached_property

import numpy as np

from common.arrays import Integers
from dataflow.multiples.adder_graph import depth
from dataflow.multiples.fundamentals import (
    Fundamentals,
    digits_of,
    fundamentals,
    odd_parts,
    ways_among,
)

_SUM_BITS, _PLACE_BITS = 31, 20
"""Bits that a sum of two fundamentals and a number of pairs stay below."""

Split = tuple[int, int, int]
"""Two fundamentals, the smaller first, and the ways by which both are made."""


@dataclass(frozen=True)
class Splits:
    """Pairs that make one constant, each of lower levels than its own: arrays, shape (pairs,).

    Attributes
    ----------
    one, other
        The fundamentals.
    ways
        The ways of each (`dataflow.multiples.fundamentals`), shape (2, pairs).
    adders
        About how many each takes where nothing is there yet, shape (2, pairs).
    """

    one: Integers
    other: Integers
    ways: Integers
    adders: Integers

    @cached_property
    def _ascending(self) -> list[tuple[Integers, list[int]]]:
        """Of either fundamental the order in which it ascends, and the numbers in that order."""
        found = []
        for numbers in (self.one, self.other):
            order = np.argsort(numbers)
            found.append((order, numbers[order].tolist()))
        return found

    def best(self, known: Collection[int], wanted: int, most: int) -> list[Split]:
        """Return the pairs that seem to take the fewest adders beside what is known.

        Parameters
        ----------
        wanted
            Ways that are preferred where there is a choice.
        """
        held = ways_among(known)
        adders = self.adders - ((self.adders == 2) & (self.ways & held != 0))
        for number in known:
            for row, (order, numbers) in enumerate(self._ascending):
                first, end = bisect_left(numbers, number), bisect_right(numbers, number)
                if first < end:
                    adders[row, order[first:end]] = 0
        total = adders.sum(axis=0)
        same = self.one == self.other
        total[same] = adders[0, same]
        together = self.ways[0] & self.ways[1]
        total -= ~same & (together & ~held != 0)
        total = 2 * total - ((self.ways[0] | self.ways[1]) & wanted != 0)
        # The place, so that no two are equal and no machine's way of sorting decides.
        likely = (total << _SUM_BITS) + self.one + self.other
        key = (likely << _PLACE_BITS) + np.arange(len(likely))
        fewest = np.argpartition(key, min(4 * most, len(key) - 1))[: 4 * most]
        found: dict[Split, None] = {}
        for i in fewest[np.argsort(key[fewest])]:
            one, other = int(self.one[i]), int(self.other[i])
            found[min(one, other), max(one, other), int(together[i])] = None
        return list(found)[:most]


@cache
def splits(constant: int) -> Splits:
    """Return the pairs of a constant of two levels or more, one of each of at most two adders."""
    table = fundamentals(constant.bit_length() + 1)
    one = [np.array([1]), table.first]
    if depth(constant) > 2:
        one.append(table.second)
    numbers = np.concatenate(one)
    return _splits_with(constant, numbers[numbers < 2 << constant.bit_length()], table)


def splits_with(constant: int, known: Collection[int]) -> Splits | None:
    """Return the pairs of a constant with what is known and not tried by `splits`."""
    table = fundamentals(constant.bit_length() + 1)
    new = [f for f in known if depth(f) < depth(constant)]
    numbers = np.array(new, dtype=np.int64)
    numbers = numbers[table.ways_of(numbers) == 0]
    return _splits_with(constant, numbers, table) if len(numbers) else None


def _splits_with(constant: int, numbers: Integers, table: Fundamentals) -> Splits:
    shifted = numbers[:, None] << np.arange(constant.bit_length() + 1)[None, :]
    rests = np.concatenate([np.abs(constant - shifted), constant + shifted], axis=1)
    able = (
        (rests > 0)
        & (rests < 2 << constant.bit_length())
        & (digits_of(rests) <= 1 << (depth(constant) - 1))
    )
    rows, _ = np.nonzero(able)
    one, other = numbers[rows], odd_parts(rests[able])
    ways = np.stack([table.ways_of(one), table.ways_of(other)])
    digits = np.stack([digits_of(one), digits_of(other)])
    adders = np.where(ways != 0, 2, np.where(digits <= 4, 3, digits - 1))
    return Splits(one, other, ways, np.where(digits <= 2, digits - 1, adders))
