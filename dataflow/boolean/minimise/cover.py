"""A sum of products for several outputs at once, and the proof that it is its table."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np

from common.arrays import Integers


@dataclass(frozen=True, eq=False)
class Cover:
    """Products of literals, each driving one or more outputs.

    A product is true for the patterns p with ``p & care == value``; an output is the OR of the
    products that drive it.

    Attributes
    ----------
    inputs, outputs
        How many there are.
    care, value, drives
        (products,): which input bits are literals, which of them are not inverted, and which output
        bits the product drives. Bit k of a pattern has weight 2^k.
    """

    inputs: int
    outputs: int
    care: Integers
    value: Integers
    drives: Integers

    @classmethod
    def of(cls, inputs: int, outputs: int, rows: list[tuple[int, int, int]]) -> Cover:
        """Return the cover of rows (care, value, drives)."""
        columns = np.array(rows, dtype=np.int64).reshape(-1, 3).T
        return cls(inputs, outputs, *columns)

    @property
    def products(self) -> int:
        """How many products there are; one that drives several outputs counts once."""
        return len(self.care)

    @property
    def literals(self) -> int:
        """Inputs of all products together."""
        return int(np.bitwise_count(self.care).sum())

    @property
    def connections(self) -> int:
        """Inputs of all ORs together: what `products` would be if none were shared."""
        return int(np.bitwise_count(self.drives).sum())

    @cached_property
    def patterns(self) -> Integers:
        """(2^inputs,): the output bits of every input pattern, by the products alone."""
        result = np.zeros(1 << self.inputs, dtype=np.int64)
        every = np.arange(1 << self.inputs, dtype=np.int64)
        if not self.products:
            return result
        order = np.argsort(self.care, kind="stable")
        cares, starts = np.unique(self.care[order], return_index=True)
        for care, members in zip(cares, np.split(order, starts[1:]), strict=True):
            driven = np.zeros(1 << self.inputs, dtype=np.int64)
            np.bitwise_or.at(driven, self.value[members], self.drives[members])
            result |= driven[every & care]
        return result

    def check(self, patterns: Integers) -> Cover:
        """Return the cover if it is the table `patterns`, for all patterns; else ValueError."""
        wrong = np.flatnonzero(self.patterns != patterns)
        if len(wrong):
            raise ValueError(f"a cover differs from its table at pattern {int(wrong[0])}")
        return self


def shared(covers: list[Cover]) -> Cover:
    """Return single-output covers as one, equal products counted once; output k is cover k's."""
    drives: dict[tuple[int, int], int] = {}
    for output, cover in enumerate(covers):
        for care, value in zip(cover.care.tolist(), cover.value.tolist(), strict=True):
            drives[care, value] = drives.get((care, value), 0) | 1 << output
    rows = [(care, value, driven) for (care, value), driven in drives.items()]
    return Cover.of(covers[0].inputs, len(covers), rows)
