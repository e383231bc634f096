"""One over a positive fixed-point number, by a table and Newton's steps.

The operand's integer n > 0 is shifted left until its leading one stands in place ``width - 2``:
m in [1, 2) with ``width - 2`` fraction bits. The ``table_bits`` behind the leading one name a
segment; the table has the reciprocal of the segment's middle, to nearest, with ``seed_fraction``
fraction bits, and zeros behind them make it y with ``fraction``. A step is

    e = 2 - m y   and then   y e,   each with its low bits dropped to ``fraction`` fraction bits.

With r = 1 - m y before a step it is r^2 + d behind it, 0 <= d < 3.01 2^-fraction: y e loses below
2^-fraction, e loses as much before it is multiplied with y <= 1, and both count m < 2 times at
most, of which y e = 1 / m takes one away. So y never passes 1 / m after the first step. At last y
is shifted by the operand's place into the result's format, rounded half up.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

from dataflow.numbers.formats import Format

_LARGEST_TABLE = 10
"""Bits of the longest table: 1024 words, one block memory."""

_GUARD = 4
_LARGEST_FRACTION = 30
"""Of y, so that its square fits the emulator's 64 bits."""


@dataclass(frozen=True)
class ReciprocalFormat:
    """Of the operand and of the result; all else follows from them."""

    operand: Format
    result: Format

    @property
    def wanted(self) -> int:
        """Bits of relative error that the steps must reach: a quarter of the result's last."""
        return self.result.width + 2

    @property
    def steps(self) -> int:
        """Newton's steps: the fewest that a table of reasonable length allows."""
        return next(k for k in range(1, 9) if self._table_for(k) <= _LARGEST_TABLE)

    @property
    def table_bits(self) -> int:
        """Bits that name a segment of [1, 2)."""
        return min(self._table_for(self.steps), self.operand.width - 2)

    def _table_for(self, steps: int) -> int:
        # A segment's middle is within 2^-(t + 1) of its ends, 2^-(t + 4) more is the rounding.
        share = self.wanted / float(1 << steps)
        return max(1, math.ceil(share + math.log2(0.5 + 0.0625)))

    @property
    def seed_fraction(self) -> int:
        """Fraction bits of the table."""
        return self.table_bits + 4

    @property
    def fraction(self) -> int:
        """Fraction bits of y between the steps."""
        return max(min(self.result.width + _GUARD, _LARGEST_FRACTION), self.seed_fraction)

    @property
    def normal(self) -> int:
        """Fraction bits of m."""
        return self.operand.width - 2

    @property
    def error(self) -> float:
        """The largest |1 - m y| behind the last step."""
        whole = self.table_bits == self.normal
        r = 2.0**-self.seed_fraction + (0.0 if whole else 2.0 ** -(self.table_bits + 1))
        for _ in range(self.steps):
            r = r * r + 3.01 * 2.0**-self.fraction
        return r

    def shift(self, place: int) -> int:
        """Return by how many bits y is shifted right for an operand whose leading one is there."""
        return self.fraction + place - self.operand.fraction - self.result.fraction
