"""Arrays that count the rounding of float64: largest magnitudes, and largest errors.

As `dataflow.numbers.rounded` for scalars, by the element; a product of matrices counts a rounding
for each of its terms and one more, in whatever order they are added up (N. J. Higham: Accuracy and
Stability of Numerical Algorithms, 2nd edition, SIAM 2002, section 3.5).
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from common.arrays import Reals
from dataflow.numbers.approximate import ROUNDING

Index = int | slice | tuple[int | slice, ...]


@dataclass(frozen=True)
class RoundedArray:
    """Values whose magnitudes are within ``size``, and whose float64 are within ``error`` of them.

    Both have the array's shape. Where a size and its error are zero, the value is one.
    """

    size: Reals
    error: Reals

    @classmethod
    def of(cls, values: Reals, off: float = 0.0) -> RoundedArray:
        """Return numbers, each off by no more than ``off``."""
        size = np.abs(np.asarray(values, dtype=np.float64)) + off
        return cls(size, np.full_like(size, off))

    @classmethod
    def zeros(cls, *shape: int) -> RoundedArray:
        """Return zeros."""
        return cls(np.zeros(shape), np.zeros(shape))

    def __add__(self, other: RoundedArray) -> RoundedArray:
        size, error = self.size + other.size, self.error + other.error
        return RoundedArray(size, error + ROUNDING * (size + error))

    __sub__ = __add__

    def __mul__(self, other: RoundedArray) -> RoundedArray:
        size = self.size * other.size
        error = self.size * other.error + self.error * (other.size + other.error)
        return RoundedArray(size, error + ROUNDING * (size + error))

    def __matmul__(self, other: RoundedArray) -> RoundedArray:
        size = self.size @ other.size
        carried = self.size @ other.error + self.error @ other.size + self.error @ other.error
        terms = self.size.shape[-1] + 1
        return RoundedArray(size, carried + terms * ROUNDING * (size + carried))

    def __rmul__(self, factor: float) -> RoundedArray:
        size, error = abs(factor) * self.size, abs(factor) * self.error
        return RoundedArray(size, error + ROUNDING * (size + error))

    def __getitem__(self, index: Index) -> RoundedArray:
        return RoundedArray(self.size[index], self.error[index])

    def __setitem__(self, index: Index, value: RoundedArray) -> None:
        self.size[index], self.error[index] = value.size, value.error

    @property
    def T(self) -> RoundedArray:
        """The transpose."""
        return RoundedArray(self.size.T, self.error.T)
