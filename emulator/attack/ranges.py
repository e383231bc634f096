"""Integer bits that are proved, and those that patterns have been seen to use."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from dataflow.numbers.formats import width_of
from emulator.attack.search import Attack

_POINTS = 4096
"""Patterns whose values are looked at, at once."""


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
    """

    proved: int
    used: int
    widest: tuple[str, int]

    @property
    def unused(self) -> int:
        """Bits that no pattern was seen to use: what the proof may waste, at most."""
        return self.proved - self.used


def used_bits(attack: Attack) -> UsedBits:
    """Return how much of the formats an attack's patterns, and random corners, make use of."""
    judge = attack.judge
    kept = [p for p in attack.populations if p is not None]
    patterns = [each for p in kept for each in (p.wrong, p.promising)]
    rng = np.random.default_rng(attack.seed)
    ends = rng.random((4 * _POINTS, len(judge.lowest))) < 0.5
    corners = np.where(ends, judge.lowest, judge.highest)
    anywhere = rng.integers(judge.lowest, judge.highest, corners.shape, endpoint=True)
    everything = np.concatenate([*patterns, np.where(judge.turns, anywhere, corners)])
    operations = judge.design.operations
    low = np.zeros(len(operations), dtype=np.int64)
    high = np.zeros(len(operations), dtype=np.int64)
    for first in range(0, len(everything), _POINTS):
        values = judge.emulator.node_values(everything[first : first + _POINTS])
        low, high = np.minimum(low, values.min(axis=1)), np.maximum(high, values.max(axis=1))
    used = [width_of(int(a), int(b)) for a, b in zip(low, high, strict=True)]
    spare = [o.format.width - bits for o, bits in zip(operations, used, strict=True)]
    most = int(np.argmax(spare))
    proved = sum(o.format.width for o in operations)
    return UsedBits(proved, sum(used), (operations[most].name, spare[most]))
