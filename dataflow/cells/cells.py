"""Look-up tables and flip-flops, and what chains of carries and memories take of them.

Counted is an ECP5, whose look-up tables have four inputs, as `torqueflow synth` counts it: two
tables for each cell of a carry chain, six for a distributed memory of 16 words of 4 bits.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

_BLOCK_BITS, _BLOCK_WORDS = 36, 512
"""Of a block memory at its widest."""

_DISTRIBUTED_TABLES, _DISTRIBUTED_BITS, _DISTRIBUTED_WORDS = 6, 4, 16

_WORTH = 21
"""Distributed memories above which Yosys takes a block in their place (measured: 20 to 24)."""


@dataclass(frozen=True)
class Cells:
    """Look-up tables and flip-flops; estimates, so not whole."""

    luts: float = 0.0
    flip_flops: float = 0.0

    def __add__(self, other: Cells) -> Cells:
        return Cells(self.luts + other.luts, self.flip_flops + other.flip_flops)


def total(parts: Iterable[Cells]) -> Cells:
    """Return what parts take together."""
    return sum(parts, Cells())


def carry_chain(bits: int) -> int:
    """Return the look-up tables of an adder: a cell has two bits, and two tables."""
    return 2 * -(-max(0, bits) // 2)


def memory(width: int, words: int, *, written_through: bool = False) -> Cells:
    """Return what a memory with a registered output takes, its addresses left out.

    Parameters
    ----------
    written_through
        Whether a word that is written in the cycle in which it is read is read at once: then the
        address is registered in place of the output, but in front of a block memory, which is
        passed by.
    """
    banks = -(-words // _DISTRIBUTED_WORDS)
    distributed = -(-width // _DISTRIBUTED_BITS) * banks
    blocks = -(-width // _BLOCK_BITS) * -(-words // _BLOCK_WORDS)
    if distributed > _WORTH * blocks:
        return Cells(width, width) if written_through else Cells()
    joined = width * (banks - 1)
    registers = 0 if written_through else width
    return Cells(_DISTRIBUTED_TABLES * distributed + joined, registers)
