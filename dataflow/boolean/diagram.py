"""Reduced ordered decision diagrams, shared by all outputs of a term.

Bryant: Graph-based algorithms for Boolean function manipulation. IEEE Trans. Computers 35 (1986);
Machado and others end their paper with them, after Matos and Oldfield (1983).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from common.arrays import Integers


@dataclass(frozen=True, eq=False)
class Diagram:
    """Nodes that each ask for one input bit, in the same order on every way down.

    Attributes
    ----------
    order
        Input bits from the one that is asked for first; bit k of a pattern has weight 2^k.
    leaves
        (leaves,): the values at the ends.
    bit, low, high
        (nodes,): the input bit that a node asks for, and where to go if it is 0 or 1: leaf
        ``low``, or node ``low - len(leaves)``. Nodes come after those that they lead to.
    roots
        Where each output starts, numbered likewise; the lowest output bit first.
    """

    order: tuple[int, ...]
    leaves: Integers
    bit: Integers
    low: Integers
    high: Integers
    roots: Integers

    @property
    def nodes(self) -> int:
        """How many nodes there are, ends not counted."""
        return len(self.bit)

    def walked(self, patterns: Integers) -> Integers:
        """Return the leaf that each output reaches for each pattern, (outputs, patterns)."""
        ends = len(self.leaves)
        bit = np.concatenate([np.zeros(ends, dtype=np.int64), self.bit])
        stay = np.arange(ends)
        children = np.stack(
            [np.concatenate([stay, self.low]), np.concatenate([stay, self.high])], axis=1
        )
        place = np.repeat(self.roots[:, np.newaxis], len(patterns), axis=1)
        for _ in self.order:
            place = children[place, patterns >> bit[place] & 1]
        reached: Integers = self.leaves[place]
        return reached

    @cached_property
    def patterns(self) -> Integers:
        """(2^inputs,): the output bits of every input pattern, by the diagram alone."""
        every = np.arange(1 << len(self.order), dtype=np.int64)
        places = np.arange(len(self.roots))[:, np.newaxis]
        return np.asarray((self.walked(every) << places).sum(axis=0), dtype=np.int64)

    def check(self, patterns: Integers) -> Diagram:
        """Return the diagram if it is the table `patterns`, for all patterns; else ValueError."""
        wrong = np.flatnonzero(self.patterns != patterns)
        if len(wrong):
            raise ValueError(f"a diagram differs from its table at pattern {int(wrong[0])}")
        return self


def diagram(values: Integers, order: Sequence[int]) -> Diagram:
    """Return the reduced diagram of tables for one order of the input bits.

    Parameters
    ----------
    values
        (outputs, 2^inputs): zeros and ones for a diagram of bits; or any whole numbers, which then
        are the leaves.
    order
        Input bits from the one that is asked for first.
    """
    inputs = len(order)
    leaves, labels = np.unique(values, return_inverse=True)
    grid = labels.reshape(len(values), *(2,) * inputs)
    axes = [0, *(1 + inputs - 1 - bit for bit in order)]
    ids = np.ascontiguousarray(grid.transpose(axes)).reshape(len(values), -1)
    count = len(leaves)
    bits, lows, highs = [], [], []
    for bit in reversed(order):
        low, high = ids[:, 0::2], ids[:, 1::2]
        differs = low != high
        keys, inverse = np.unique(low[differs] * count + high[differs], return_inverse=True)
        ids = low.copy()
        ids[differs] = count + inverse
        bits.append(np.full(len(keys), bit, dtype=np.int64))
        lows.append(keys // count)
        highs.append(keys % count)
        count += len(keys)
    asked, low_ids, high_ids = (
        np.concatenate([np.zeros(0, dtype=np.int64), *parts]) for parts in (bits, lows, highs)
    )
    roots = ids.reshape(-1).astype(np.int64)
    return Diagram(tuple(order), leaves.astype(np.int64), asked, low_ids, high_ids, roots)
