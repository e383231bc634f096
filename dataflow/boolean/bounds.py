"""Proved bounds of the error of a term and of a torque, over every state within the limits.

For each cell the exact least and largest value of the term, where the cell is all that lands in it
after rounding onto the ports; beside the number that the table has there. No states are sampled.
"""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from common.arrays import Reals
from dataflow.boolean.quantiser import Quantiser
from dataflow.boolean.tables import Table, along

_SLACK = 1e-12
"""Share of a term's amplitude for the rounding of float64 in all of this."""


def term_errors(table: Table, quantisers: Mapping[str, Quantiser]) -> Reals:
    """Return the largest error in each cell, N m or N: an axis a word, 2^bits long.

    Cells that share a pattern, being mirror images, each have their own.
    """
    sized = table.sized
    box, cells, bits = {}, {}, {}
    for place, (word, width) in enumerate(zip(table.words, sized.word_bits, strict=True)):
        name = word.port.name
        low, high = quantisers[name].edges(width)
        axes = len(table.words)
        box[name] = (along(low, place, axes), along(high, place, axes))
        cells[name] = along(np.arange(1 << width, dtype=np.int64), place, axes)
        bits[name] = width
    lowest, highest = sized.term.extrema(box)
    numbers = table.values[table.addresses(cells, bits)] * sized.resolution
    return np.maximum(numbers - lowest, highest - numbers) + _SLACK * sized.amplitude


def term_bound(table: Table, quantisers: Mapping[str, Quantiser]) -> float:
    """Return the largest error of one copy of a term, N m or N."""
    return float(np.max(term_errors(table, quantisers)))
