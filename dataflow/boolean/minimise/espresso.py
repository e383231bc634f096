"""Expand, irredundant, reduce: a cover of all outputs together, improved round by round.

The loop of Espresso (Brayton, Hachtel, McMullen, Sangiovanni-Vincentelli: Logic Minimization
Algorithms for VLSI Synthesis, 1984) on whole truth tables. How many products cover each output at
each pattern is known at every moment, and guides the steps: expand prefers what few other products
cover, so that those become redundant; reduce takes away what others cover as well, so that the next
expansion can go elsewhere.
"""

from __future__ import annotations

import numpy as np

from common.arrays import Integers
from dataflow.boolean.minimise.cover import Cover
from dataflow.boolean.minimise.kernels import expand, fill, irredundant, reduce


def espresso(cover: Cover, rounds: int, seed: int = 1) -> Cover:
    """Return a cover of the same table with fewer products, or as many.

    Parameters
    ----------
    cover
        Where to start.
    rounds
        How often the loop is run; its order is random, so each round may find what others did not.
    seed
        Equal seeds give equal covers.
    """
    table = cover.patterns
    rng = np.random.default_rng(seed)
    cubes = np.stack([cover.care, cover.value, cover.drives], axis=1)
    counts = np.zeros((len(table), cover.outputs), dtype=np.uint16)
    fill(cubes, counts, cover.inputs)
    best = cubes
    for _ in range(rounds):
        cubes = cubes[rng.permutation(len(cubes))]
        expand(cubes, counts, table, cover.inputs, int(rng.integers(1 << 31)))
        cubes = cubes[irredundant(cubes, counts, cover.inputs)]
        if (len(cubes), _literals(cubes)) < (len(best), _literals(best)):
            best = cubes.copy()
        cubes = cubes[rng.permutation(len(cubes))]
        cubes = cubes[reduce(cubes, counts, cover.inputs)]
    return Cover(cover.inputs, cover.outputs, *best.T)


def _literals(cubes: Integers) -> int:
    return int(np.bitwise_count(cubes[:, 0]).sum())
