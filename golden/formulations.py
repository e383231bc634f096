"""The formulations of inverse dynamics, by name."""

from __future__ import annotations

from collections.abc import Callable

from common.arrays import Reals
from golden import newton_euler
from golden.lagrangian import hollerbach_3x3, hollerbach_4x4, uicker_kahn, waters

FORMULATIONS: dict[str, Callable[..., Reals]] = {
    "newton-euler": newton_euler.inverse_dynamics,
    "uicker-kahn": uicker_kahn.inverse_dynamics,
    "waters": waters.inverse_dynamics,
    "hollerbach-4x4": hollerbach_4x4.inverse_dynamics,
    "hollerbach-3x3": hollerbach_3x3.inverse_dynamics,
}
"""Each takes (robot, q, qd, qdd, *, actuators=False) and returns torques (..., n)."""
