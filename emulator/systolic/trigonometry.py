"""Sine and cosine by tangents, as `dataflow.numbers.formats.TrigonometricFormat` defines them.

The segment's number and the quadrant are neighbours in the angle, so one table over the whole turn
holds what both decide: value, slope and sign. In a mirrored quadrant the segments run backwards
and the residual counts the other way, which negates the slope.
"""

from __future__ import annotations

import numpy as np

from common.arrays import Integers
from dataflow.numbers.formats import TrigonometricFormat


def quadrant_table(spec: TrigonometricFormat) -> tuple[Integers, Integers]:
    """Return sine and slope of each segment's middle in a quadrant, to the nearest integer.

    Returns
    -------
    values, slopes
        Shape (2**table_bits,): with ``table_fraction`` fraction bits, and per step of the angle
        with ``slope_fraction``.
    """
    segments = 1 << spec.table_bits
    middle = (np.arange(segments) + 0.5) * (0.5 * np.pi / segments)
    step = 2.0 * np.pi * 2.0**-spec.angle_bits
    values = np.rint(np.ldexp(np.sin(middle), spec.table_fraction))
    slopes = np.rint(np.ldexp(np.cos(middle) * step, spec.slope_fraction))
    return values.astype(np.int64), slopes.astype(np.int64)


class SineTable:
    """Evaluates sines and cosines of arrays of binary angles.

    Only the lowest ``angle_bits`` bits of an angle count.

    Raises
    ------
    ValueError
        If a segment is a single step, so that it has no middle.
    """

    def __init__(self, spec: TrigonometricFormat) -> None:
        if spec.residual_bits < 1:
            raise ValueError(f"{spec!r} leaves {spec.residual_bits} bits within a segment")
        values, slopes = quadrant_table(spec)
        sum_fraction = max(spec.table_fraction, spec.slope_fraction)
        values = values << (sum_fraction - spec.table_fraction)
        slopes = slopes << (sum_fraction - spec.slope_fraction)
        self.places = sum_fraction - spec.fraction
        half = (1 << self.places) >> 1
        mirrored_values, mirrored_slopes = values[::-1], -slopes[::-1]
        self.rounded_values = np.tile(np.concatenate([values, mirrored_values]), 2) + half
        self.slopes = np.tile(np.concatenate([slopes, mirrored_slopes]), 2)
        self.signs = np.repeat(np.array([1, -1], dtype=np.int64), 2 * len(values))
        self.residual_bits = spec.residual_bits
        self.residual_mask = (1 << spec.residual_bits) - 1
        self.middle = 1 << (spec.residual_bits - 1)
        self.segment_mask = len(self.signs) - 1
        self.quarter = 1 << (spec.angle_bits - 2)

    def sine(self, angle: Integers, out: Integers) -> None:
        """Write the sines of ``angle`` to ``out``, which may be the same array."""
        segment = angle >> self.residual_bits
        segment &= self.segment_mask
        result = angle & self.residual_mask
        result -= self.middle
        result *= self.slopes.take(segment)
        result += self.rounded_values.take(segment)
        result >>= self.places
        np.multiply(result, self.signs.take(segment), out)

    def cosine(self, angle: Integers, out: Integers) -> None:
        """Write the cosines likewise: a quarter turn on, the sine's angle is the mirrored one."""
        self.sine(angle + self.quarter, out)
