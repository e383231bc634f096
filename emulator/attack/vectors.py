"""Patterns without end, to hold hardware against the emulator: random ones, corners, attacks."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from common.arrays import Integers
from emulator.attack.moves import children
from emulator.attack.search import Attack

_KINDS = ("random", "random", "random", "corners", "corners", "attack", "random", "corners")
"""Of batches that follow each other: an eighth are attacks, which take longest to think of."""

_ROUNDS = 3
"""Rounds of the attack for each output, before its patterns' children are tried."""


def kind_of(batch: int) -> str:
    """Return what the patterns of a batch are."""
    return _KINDS[batch % len(_KINDS)]


def batches(attack: Attack, size: int, seed: int = 1) -> Iterator[Integers]:
    """Yield batches of patterns, shape (size, inputs): batch k is of the kind `kind_of(k)`.

    Any pattern may be on a port, so random ones are; at corners every number is at an end of its
    format, 0, 1 or -1; attacks are children of the patterns with the largest errors.
    """
    attack.run(rounds=_ROUNDS * attack.outputs)
    judge = attack.judge
    found = [p for p in attack.populations if p is not None]
    parents = np.concatenate([each for p in found for each in (p.wrong, p.promising)])
    widths = np.array([port.format.width for port in judge.design.inputs])
    few = np.stack([judge.lowest, judge.highest, *(np.full_like(widths, k) for k in (0, 1, -1))])
    batch = 0
    while True:
        rng = np.random.default_rng([seed, batch])
        if kind_of(batch) == "random":
            words = rng.integers(-(1 << 31), 1 << 31, (size, len(widths)), dtype=np.int32)
            yield (words >> (32 - widths).astype(np.int32)).astype(np.int64)
        elif kind_of(batch) == "corners":
            chosen = rng.integers(0, len(few), (size, len(widths)), dtype=np.int8)
            yield np.take_along_axis(few, chosen.astype(np.int64), axis=0)
        else:
            yield children(rng, parents, size, judge.lowest, judge.highest, judge.turns)
        batch += 1
