"""All prime products of a table, from a table over all 3^w products of w inputs.

Quine's and McCluskey's method without its lists: an array has an axis of three for each input, 0
for the inverted literal, 1 for the literal, 2 for neither, and for each product the outputs that it
may drive. A product without a literal may drive what both with it may. A product is prime if each
literal that it loses costs it an output.
"""

from __future__ import annotations

import numpy as np

from common.arrays import Integers
from common.errors import InputError
from dataflow.boolean.minimise.cover import Cover

MOST_INPUTS = 16
"""Inputs of the largest table over all products: 43 million."""


def primes(patterns: Integers, inputs: int, outputs: int) -> Cover:
    """Return every prime product with all the outputs that it may drive, each once.

    Parameters
    ----------
    patterns
        (2^inputs,): output bits by input pattern.

    Raises
    ------
    InputError
        There are too many inputs for a table over all products.
    """
    products = _products(patterns, inputs, outputs)
    prime = products != 0
    for axis in range(inputs):
        without = products[_at(axis, slice(2, 3), inputs)]
        kept = _at(axis, slice(0, 2), inputs)
        prime[kept] &= products[kept] != without
    places = np.flatnonzero(prime.reshape(-1))
    care = np.zeros(len(places), dtype=np.int64)
    value = np.zeros(len(places), dtype=np.int64)
    rest = places.copy()
    for bit in range(inputs):  # the last axis is that of the lowest bit
        rest, digit = np.divmod(rest, 3)
        care |= (digit < 2).astype(np.int64) << bit
        value |= (digit == 1).astype(np.int64) << bit
    drives = products.reshape(-1)[places].astype(np.int64)
    return Cover(inputs, outputs, care, value, drives)


def _products(patterns: Integers, inputs: int, outputs: int) -> np.ndarray:
    """Return the outputs that each product may drive, an axis of 3 for each input."""
    if inputs > MOST_INPUTS:
        allowed = f"up to {MOST_INPUTS}: --minimiser isop or espresso beyond"
        raise InputError("--minimiser", f"{inputs} inputs for a list of all primes", allowed)
    products = np.zeros((3,) * inputs, dtype=np.min_scalar_type((1 << outputs) - 1))
    products[(slice(0, 2),) * inputs] = patterns.reshape((2,) * inputs)
    for axis in range(inputs):
        # Axes before this one are whole; those behind it hold no product without a literal yet.
        part = products[(slice(None),) * (axis + 1) + (slice(0, 2),) * (inputs - axis - 1)]
        literals = np.moveaxis(part, axis, 0)
        np.bitwise_and(literals[0:1], literals[1:2], out=literals[2:3])
    return products


def _at(axis: int, part: slice, inputs: int) -> tuple[slice, ...]:
    """Return the index of a part of one axis."""
    return tuple(part if i == axis else slice(None) for i in range(inputs))
