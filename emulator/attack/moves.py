"""New patterns from old ones: corners, small and large steps, mixtures of two."""

from __future__ import annotations

import numpy as np

from common.arrays import Flags, Integers


def corners(
    rng: np.random.Generator, count: int, lowest: Integers, highest: Integers, turns: Flags
) -> Integers:
    """Return patterns at the ends of their ports, angles anywhere; half of them anywhere at all."""
    shape = (count, len(lowest))
    anywhere = rng.integers(lowest, highest, shape, endpoint=True)
    ends = np.where(rng.random(shape) < 0.5, lowest, highest)
    corner = (rng.random((count, 1)) < 0.5) & ~turns
    return np.where(corner, ends, anywhere)


def children(
    rng: np.random.Generator,
    parents: Integers,
    count: int,
    lowest: Integers,
    highest: Integers,
    turns: Flags,
) -> Integers:
    """Return patterns near their parents, within the ports; angles wrap."""
    shape = (count, parents.shape[1])
    made = parents[rng.integers(0, len(parents), count)].copy()
    others = parents[rng.integers(0, len(parents), count)]
    mixed = (rng.random((count, 1)) < 0.3) & (rng.random(shape) < 0.3)
    made = np.where(mixed, others, made)
    span = (highest - lowest).astype(float)
    few = rng.random(shape) < rng.choice([0.1, 0.3], (count, 1))
    small = rng.integers(-8, 9, shape)
    scale = span * 2.0 ** rng.uniform(-14.0, -1.0, (count, 1))
    large = np.rint(rng.standard_normal(shape) * scale).astype(np.int64)
    steps = np.where(rng.random((count, 1)) < 0.5, small, large)
    made = np.where(few, made + steps, made)
    flipped = (rng.random(shape) < 0.03) & ~turns
    made = np.where(flipped, -made, made)
    wrapped = (made - lowest) % (highest - lowest + 1) + lowest
    return np.where(turns, wrapped, np.clip(made, lowest, highest))
