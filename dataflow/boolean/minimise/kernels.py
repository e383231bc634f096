"""The inner loops of `espresso`, as machine code.

Cubes are rows (care, value, drives) as in `cover.Cover`; counts[p, o] tells how many of them cover
output o at pattern p. Every function leaves the counts right.
"""

# mypy: disable-error-code="untyped-decorator"
from __future__ import annotations

import numpy as np
from numba import njit

from common.arrays import Flags, Integers

_WHIM = 0.3
"""How much chance has a say in the choice of an expansion; a place covered for the second time
counts 1."""


@njit(cache=True)
def _add(cube: Integers, counts: Integers, inputs: int, change: int) -> None:
    """Add a cube to the counts, or take it away."""
    free = ((1 << inputs) - 1) & ~cube[0]
    part = 0
    while True:
        pattern = cube[1] | part
        for output in range(counts.shape[1]):
            if cube[2] >> output & 1:
                counts[pattern, output] += change
        part = (part - free) & free
        if part == 0:
            break


@njit(cache=True)
def fill(cubes: Integers, counts: Integers, inputs: int) -> None:
    """Add all cubes to the counts."""
    for j in range(len(cubes)):
        _add(cubes[j], counts, inputs, 1)


@njit(cache=True)
def _worth(count: int) -> float:
    """Return what covering once more is worth: much where only one other cube does."""
    return 1.0 / (count * count) if count else 1.0


@njit(cache=True)
def _gain(value: int, free: int, drives: int, counts: Integers, table: Integers) -> float:
    """Return the worth of covering a cube's patterns; -1 where that is not allowed."""
    total = 0.0
    part = 0
    while True:
        pattern = value | part
        if table[pattern] & drives != drives:
            return -1.0
        for output in range(counts.shape[1]):
            if drives >> output & 1:
                total += _worth(counts[pattern, output])
        part = (part - free) & free
        if part == 0:
            return total


@njit(cache=True)
def expand(cubes: Integers, counts: Integers, table: Integers, inputs: int, seed: int) -> None:
    """Make every cube prime: no literal can go and no output can come."""
    for j in range(len(cubes)):
        cube = cubes[j]
        _add(cube, counts, inputs, -1)
        while True:
            free = ((1 << inputs) - 1) & ~cube[0]
            best, choice = -1.0, -1
            for place in range(inputs + counts.shape[1]):
                if place < inputs:
                    bit = 1 << place
                    if not cube[0] & bit:
                        continue
                    gain = _gain(cube[1] ^ bit, free, cube[2], counts, table)
                else:
                    bit = 1 << (place - inputs)
                    if cube[2] & bit:
                        continue
                    gain = _gain(cube[1], free, bit, counts, table)
                if gain >= 0.0:
                    seed = (1103515245 * seed + 12345) & 0x7FFFFFFF
                    gain += _WHIM * (seed >> 8) / (1 << 23)
                if gain > best:
                    best, choice = gain, place
            if choice < 0:
                break
            if choice < inputs:
                cube[0] &= ~(1 << choice)
                cube[1] &= ~(1 << choice)
            else:
                cube[2] |= 1 << (choice - inputs)
        _add(cube, counts, inputs, 1)


@njit(cache=True)
def _is_needed(cube: Integers, counts: Integers, inputs: int) -> bool:
    """Return whether a cube alone covers something."""
    free = ((1 << inputs) - 1) & ~cube[0]
    part = 0
    while True:
        pattern = cube[1] | part
        for output in range(counts.shape[1]):
            if cube[2] >> output & 1 and counts[pattern, output] == 1:
                return True
        part = (part - free) & free
        if part == 0:
            return False


@njit(cache=True)
def irredundant(cubes: Integers, counts: Integers, inputs: int) -> Flags:
    """Take cubes away that others cover, one after the other; return which stay."""
    stays = np.ones(len(cubes), dtype=np.bool_)
    for j in range(len(cubes)):
        if not _is_needed(cubes[j], counts, inputs):
            _add(cubes[j], counts, inputs, -1)
            stays[j] = False
    return stays


@njit(cache=True)
def reduce(cubes: Integers, counts: Integers, inputs: int) -> Flags:
    """Shrink each cube to what it alone covers, one after the other; return which stay."""
    stays = np.ones(len(cubes), dtype=np.bool_)
    full = (1 << inputs) - 1
    for j in range(len(cubes)):
        cube = cubes[j]
        free = full & ~cube[0]
        ones, zeros, drives = full, full, 0
        part = 0
        while True:
            pattern = cube[1] | part
            for output in range(counts.shape[1]):
                if cube[2] >> output & 1 and counts[pattern, output] == 1:
                    drives |= 1 << output
                    ones &= pattern
                    zeros &= ~pattern
            part = (part - free) & free
            if part == 0:
                break
        _add(cube, counts, inputs, -1)
        if drives == 0:
            stays[j] = False
            continue
        cube[0] = ones | zeros
        cube[1] = ones
        cube[2] = drives
        _add(cube, counts, inputs, 1)
    return stays
