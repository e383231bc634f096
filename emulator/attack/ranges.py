"""Integer bits that are proved, and those that patterns have been found to use.

The search for the largest values is an evolution, too: of every operation the patterns with its
lowest and its highest integer are kept, and all that are kept are parents of the next ones. A child
meant for one value often serves another.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from common.arrays import Integers
from dataflow.design import Design
from dataflow.numbers.formats import width_of
from emulator.attack.judge import Judge
from emulator.attack.moves import children, corners
from emulator.attack.search import Attack

_POINTS = 4096
"""Patterns whose values are looked at, at once."""

_ROUNDS = 100
"""Rounds of the search, of `_POINTS` patterns each."""


@dataclass(frozen=True)
class UsedBits:
    """Of all values of a design.

    Attributes
    ----------
    proved
        Bits of all formats.
    used
        Bits that the values seen would need; no fewer are possible.
    widest
        The name of the value with most bits that were not seen in use, and how many.
    spare
        How many values have so many bits that were not seen in use.
    """

    proved: int
    used: int
    widest: tuple[str, int]
    spare: Mapping[int, int]

    @property
    def unused(self) -> int:
        """Bits that no pattern was seen to use: what the proof may waste, at most."""
        return self.proved - self.used


class Ranges:
    """The lowest and highest integers seen of every operation, and the patterns that gave them.

    Attributes
    ----------
    low, high
        Shape (operations,).
    lowest_at, highest_at
        Shape (operations, inputs).
    """

    def __init__(self, judge: Judge, seed: int) -> None:
        self.judge, self.seed = judge, seed
        operations, inputs = len(judge.design.operations), len(judge.lowest)
        self.low = np.full(operations, np.iinfo(np.int64).max)
        self.high = np.full(operations, np.iinfo(np.int64).min)
        self.lowest_at = np.zeros((operations, inputs), dtype=np.int64)
        self.highest_at = np.zeros((operations, inputs), dtype=np.int64)

    def look_at(self, patterns: Integers) -> None:
        """Take note of all values at some patterns, shape (points, inputs)."""
        for first in range(0, len(patterns), _POINTS):
            some = patterns[first : first + _POINTS]
            values = self.judge.emulator.node_values(some)
            for found, best, at in (
                (values.min(axis=1) < self.low, values.argmin(axis=1), self.lowest_at),
                (values.max(axis=1) > self.high, values.argmax(axis=1), self.highest_at),
            ):
                at[found] = some[best[found]]
            self.low = np.minimum(self.low, values.min(axis=1))
            self.high = np.maximum(self.high, values.max(axis=1))

    def search(self, rounds: int = _ROUNDS) -> None:
        """Look for lower and higher values around those that are known; equal seeds, equal ones."""
        judge = self.judge
        ends = judge.lowest, judge.highest, judge.turns
        self.look_at(corners(np.random.default_rng([self.seed, 0]), 4 * _POINTS, *ends))
        for number in range(1, rounds + 1):
            rng = np.random.default_rng([self.seed, number])
            parents = np.unique(np.concatenate([self.lowest_at, self.highest_at]), axis=0)
            self.look_at(children(rng, parents, _POINTS, *ends))


def used_bits(attack: Attack, rounds: int = _ROUNDS) -> UsedBits:
    """Return how much of the formats an attack's patterns, and a search for ranges, make use of."""
    ranges = Ranges(attack.judge, attack.seed)
    for population in attack.populations:
        if population is not None:
            ranges.look_at(np.concatenate([population.wrong, population.promising]))
    ranges.search(rounds)
    return counted(attack.judge.design, ranges)


def counted(design: Design, ranges: Ranges) -> UsedBits:
    """Return how many bits of a design's formats the values that were seen need."""
    operations = design.operations
    ends = zip(ranges.low.tolist(), ranges.high.tolist(), strict=True)
    used = [width_of(low, high) for low, high in ends]
    spare = [o.format.width - bits for o, bits in zip(operations, used, strict=True)]
    most = int(np.argmax(spare))
    proved = sum(o.format.width for o in operations)
    widest = operations[most].name, spare[most]
    return UsedBits(proved, sum(used), widest, dict(sorted(Counter(spare).items())))
