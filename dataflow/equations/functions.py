"""What equations of motion need beside + - *: parameters, angles, roots and reciprocals."""

from __future__ import annotations

import math
from typing import Protocol

import numpy as np

from dataflow.equations.vector import Operations, Plain, Real


class Functions(Operations, Protocol):
    """The scalars that a block runs over, as far as they differ from plain numbers."""

    def parameter(self, name: str, value: float) -> Real:
        """Return a number of the robot, which may be known by its name from here on."""

    def handed_over(self, name: str, value: Real) -> Real:
        """Return a result of a block as the blocks after it read it."""

    def cosine_and_sine(self, angle: Real, joint: str) -> tuple[Real, Real]:
        """Return cosine and sine of an angle, rad."""

    def root(self, value: Real) -> Real:
        """Return the square root of a positive number."""

    def reciprocal(self, value: Real) -> Real:
        """Return one over a number that is not zero."""


class Floats(Plain):
    """Functions of floats and NumPy arrays."""

    def parameter(self, name: str, value: float) -> Real:
        """Return the value."""
        return value

    def handed_over(self, name: str, value: Real) -> Real:
        """Return the value."""
        return value

    def cosine_and_sine(self, angle: Real, joint: str) -> tuple[Real, Real]:
        """Return cosine and sine of an angle or an array of angles, rad."""
        return np.cos(angle), np.sin(angle)

    def root(self, value: Real) -> Real:
        """Return the square root; NaN of a negative number."""
        return np.sqrt(value)

    def reciprocal(self, value: Real) -> Real:
        """Return one over a number or an array."""
        return 1.0 / value


UNKNOWN_BOUND = math.inf
"""The length of a vector of which nothing need be proved."""
