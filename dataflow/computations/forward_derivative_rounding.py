"""How far golden's derivatives of forward dynamics may be off: its rounding, constants of M.

Those of inverse dynamics (`derivative_rounding`) at accelerations that are off themselves, times an
inverse of M that is (`solved_rounding`). Where M^-1 is given it is exact, and so are accelerations.
"""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from common.arrays import Reals
from dataflow.computations.derivative_families import Family
from dataflow.computations.derivative_rounding import rounded_derivatives
from dataflow.computations.forward_constants import distances_of_constants
from dataflow.computations.forward_derivative_families import INVERSE, POSITION, RATE, Kind
from dataflow.computations.forward_dynamics import bounds_within
from dataflow.computations.solved_rounding import solved_rounding
from dataflow.numbers.knowledge import SLACK
from dataflow.numbers.rounded_arrays import RoundedArray
from golden.robot import Robot


def forward_derivative_rounding(
    kind: Kind, robot: Robot, reaches: Mapping[str, Reals]
) -> dict[Family, Reals]:
    """Return bounds of the rounding of golden's entries, (n, n) by family, in SI units.

    Infinite where a pivot of M might vanish by golden's rounding, as far as can be told.

    Parameters
    ----------
    reaches
        The largest magnitudes of q, qd and tau, (n,) each; with M^-1 given of qdd in place of tau,
        and of the upper triangle of M^-1, row by row.
    """
    if kind.given:
        accelerations = RoundedArray.of(reaches["qdd"])
        upper = np.zeros((robot.n, robot.n))
        upper[np.triu_indices(robot.n)] = reaches[INVERSE.array]
        inverse = RoundedArray.of(np.maximum(upper, upper.T))
    else:
        bounds = bounds_within(robot, reaches, actuators=kind.actuators)
        solved = solved_rounding(robot, reaches, bounds, distances_of_constants(robot, reaches))
        accelerations, inverse = solved.accelerations, solved.inverse
    q, qd = RoundedArray.of(reaches["q"]), RoundedArray.of(reaches["qd"])
    free = rounded_derivatives(robot, q, qd, accelerations)
    found = {POSITION: inverse @ free["position"], RATE: inverse @ free["rate"], INVERSE: inverse}
    return {family: _known(SLACK * each.error) for family, each in found.items()}


def _known(error: Reals) -> Reals:
    """Return errors, those that nothing is known of infinite: nothing times infinity, too."""
    return np.where(np.isnan(error), np.inf, error)
