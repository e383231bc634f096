"""The computations that come with the project, by name."""

from __future__ import annotations

from common.errors import InputError
from dataflow.computations.computation import Computation
from dataflow.computations.derivatives import INVERSE_DERIVATIVES
from dataflow.computations.forward_derivatives import FORWARD_DERIVATIVES
from dataflow.computations.forward_dynamics import FORWARD, FORWARD_WITH_ROTORS
from dataflow.computations.inverse_dynamics import LAGRANGIAN, NEWTON_EULER

COMPUTATIONS: dict[str, Computation] = {
    each.name: each
    for each in (
        NEWTON_EULER,
        LAGRANGIAN,
        FORWARD,
        FORWARD_WITH_ROTORS,
        INVERSE_DERIVATIVES,
        FORWARD_DERIVATIVES,
    )
}
"""What ``--algorithm`` may name."""


def computation_named(name: str) -> Computation:
    """Return the computation of that name.

    Raises
    ------
    InputError
        There is none.
    """
    if name not in COMPUTATIONS:
        raise InputError("--algorithm", repr(name), ", ".join(COMPUTATIONS))
    return COMPUTATIONS[name]
