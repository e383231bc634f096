"""One over positive integers, as `dataflow.numbers.reciprocal.ReciprocalFormat` defines it."""

from __future__ import annotations

import numpy as np

from common.arrays import Integers
from dataflow.numbers.reciprocal import ReciprocalFormat


class Reciprocals:
    """Evaluates reciprocals of arrays of positive integers.

    What is not positive, or too small for the result's format, gives 0: the proof says that neither
    occurs.
    """

    def __init__(self, spec: ReciprocalFormat) -> None:
        self.spec = spec
        middles = 1.0 + (np.arange(1 << spec.table_bits) + 0.5) / (1 << spec.table_bits)
        if spec.table_bits == spec.normal:
            middles -= 0.5 / (1 << spec.table_bits)  # a segment is one number
        seeds = np.rint(np.ldexp(1.0 / middles, spec.seed_fraction)).astype(np.int64)
        self.seeds = seeds << (spec.fraction - spec.seed_fraction)

    def evaluate(self, operand: Integers, out: Integers) -> None:
        """Write the reciprocals of ``operand`` to ``out``, which may be the same array."""
        spec = self.spec
        positive = np.maximum(operand, 1)
        # Below 2**53 the exponent of a float is the place of the leading one.
        place = np.frexp(positive.astype(np.float64))[1].astype(np.int64) - 1
        normal = positive << (spec.normal - place)
        segment = (normal >> (spec.normal - spec.table_bits)) - (1 << spec.table_bits)
        y = self.seeds.take(segment)
        two = np.int64(2 << (spec.normal + spec.fraction))
        for _ in range(spec.steps):
            y = (y * ((two - normal * y) >> spec.normal)) >> spec.fraction
        shift = spec.fraction + place - spec.operand.fraction - spec.result.fraction
        legal = (shift >= 1) & (operand > 0)
        shift = np.where(legal, shift, 1)
        np.multiply((y + (np.int64(1) << (shift - 1))) >> shift, legal, out)
