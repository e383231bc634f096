"""How far golden's accelerations and M^-1 may be from a design's: its rounding, constants off.

Golden makes M column by column and the bias by its recursion (`golden_rounding`), and solves
M x = r by pivots (`golden.pivots`). Errors of M and r are carried through the pivots as those of a
design are (`dataflow.lowering.quotients`), with each step's own rounding added: running error
analysis (N. J. Higham, Accuracy and Stability of Numerical Algorithms, 2nd edition, SIAM 2002,
section 3.3). What the constants of a design's equations are off
(`dataflow.computations.forward_constants`) goes the same way.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from common.arrays import Reals
from dataflow.computations.forward_constants import Distances
from dataflow.computations.golden_rounding import golden_rounding, largest_torques
from dataflow.equations.pivots import Bounds
from dataflow.numbers.approximate import ROUNDING
from dataflow.numbers.knowledge import SLACK
from dataflow.numbers.rounded_arrays import RoundedArray
from golden.robot import Robot

_WEIGHTLESS = np.zeros(3)


@dataclass(frozen=True)
class Solved:
    """What golden solves for, with its rounding: infinite where a pivot might vanish by it.

    Attributes
    ----------
    accelerations
        (n,), rad/s2 or m/s2.
    inverse
        M^-1, (n, n): `golden.pivots.inverted`.
    """

    accelerations: RoundedArray
    inverse: RoundedArray


def solved_rounding(
    robot: Robot, reaches: Mapping[str, Reals], bounds: Bounds, constants: Distances
) -> Solved:
    """Return bounds of golden's accelerations and M^-1, and how far a design's equations' are.

    Parameters
    ----------
    reaches
        The largest magnitudes of q, qd and tau, (n,) each, in SI units.
    bounds
        Of M, with the rotors if golden is to count them.
    constants
        How far M and the bias of the equations are, since their constants are off.
    """
    weightless, still = robot.with_gravity(_WEIGHTLESS), np.zeros(robot.n)
    q, qd, tau = (reaches[name] for name in ("q", "qd", "tau"))
    units = np.eye(robot.n)
    # A result is off by no less than its last rounding: so each of the roundings that follow costs
    # no more than its error again.
    off = np.array([golden_rounding(weightless, q, still, one) for one in units])
    size = np.array([largest_torques(weightless, q, still, one) for one in units])
    mass = 3.0 * np.maximum(off, off.T) + np.diag(4.0 * ROUNDING * bounds.rotors)
    mass = mass + constants.mass
    bias = golden_rounding(weightless, q, qd, still) + golden_rounding(robot, q, still, still)
    held = largest_torques(weightless, q, qd, still) + largest_torques(robot, q, still, still)
    through = _Through(bounds, np.maximum(size, size.T) + np.diag(bounds.rotors), mass)
    error = 4.0 * (bias + ROUNDING * (tau + held)) + constants.bias
    accelerations = through.solved(tau + held, error)
    columns = [through.solved(one, still) for one in units]
    size = np.array([column.size for column in columns])
    inverse = RoundedArray(np.minimum(size, size.T), np.array([each.error for each in columns]))
    return Solved(accelerations, 0.5 * (inverse + inverse.T))


class _Through:
    """Errors of M, carried through the elimination: of each pivot, and of L.

    Parameters
    ----------
    size, mass
        The largest magnitude and error of each element of M, (n, n).
    """

    def __init__(self, bounds: Bounds, size: Reals, mass: Reals) -> None:
        self.bounds, self.n = bounds, len(bounds.pivots)
        self.mass = mass.copy()
        self.size = size.copy()
        self.pivot = np.zeros(self.n)
        self.least = np.zeros(self.n)
        self.below = np.zeros((self.n, self.n))
        self.off = np.zeros((self.n, self.n))
        for k in reversed(range(self.n)):
            self._eliminate(k)

    def _eliminate(self, k: int) -> None:
        lowest, rows = float(self.bounds.pivots[k]), slice(0, k)
        self.pivot[k] = self.mass[k, k]
        self.least[k] = lowest - self.pivot[k]
        if not self.least[k] > 0.0:
            self.least[k] = math.nan  # whatever comes of it is unknown
        scaled = [self.bounds.scaled(k, i) for i in range(k)]
        row, error = np.minimum(self.size[k, rows], scaled), self.mass[k, rows]
        bound = np.array([self.bounds.below(k, i) for i in range(k)])
        below = np.minimum(bound, row / lowest)
        carried = error + below * self.pivot[k]
        self.below[k, rows] = below
        self.off[k, rows] = carried / self.least[k] + 2.0 * ROUNDING * below
        grown = (1.0 + self.pivot[k] / self.least[k]) * np.outer(carried, below)
        rounded = 4.0 * ROUNDING * (np.outer(below, row) + self.size[rows, rows])
        off = np.outer(below, error) + grown
        self.mass[rows, rows] += np.maximum(off, off.T) + rounded
        self.size[rows, rows] += np.maximum(np.outer(below, row), np.outer(row, below))

    def solved(self, right: Reals, error: Reals) -> RoundedArray:
        """Return x, (n,), for a right side of such largest magnitudes and errors."""
        right, error = right.copy(), error.copy()
        energy = self.bounds.energy(right.tolist())
        y, off = np.zeros(self.n), np.zeros(self.n)
        for k in reversed(range(self.n)):
            lowest, below = float(self.bounds.pivots[k]), self.below[k, :k]
            rest = min(float(right[k]), energy * math.sqrt(self.bounds.largest(k)))
            y[k] = min(energy / math.sqrt(lowest), rest / lowest)
            off[k] = (error[k] + y[k] * self.pivot[k]) / self.least[k] + 2.0 * ROUNDING * y[k]
            carried = self.off[k, :k] * self.least[k] * (1.0 + self.pivot[k] / self.least[k])
            error[:k] += below * error[k] + y[k] * carried
            error[:k] += 4.0 * ROUNDING * (below * rest + right[:k])
            right[:k] += below * rest
        x = y.copy()
        for k in range(self.n):
            for i in range(k):
                below, unsure = self.below[k, i], self.off[k, i]
                off[k] += below * off[i] + (x[i] + off[i]) * unsure
                x[k] += below * x[i]
                off[k] += 4.0 * ROUNDING * (x[k] + off[k])
            rotor = float(self.bounds.rotors[k])
            x[k] = min(x[k], energy / math.sqrt(rotor)) if rotor > 0.0 else x[k]
        return RoundedArray(SLACK * x, SLACK * np.where(np.isnan(off), math.inf, off))
