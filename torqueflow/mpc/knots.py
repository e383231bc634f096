"""The states of all knots of a plan, whose derivatives are asked for at once.

A planner looks at knot after knot. It has computed every knot's step, though, before it wants the
first knot's derivatives: so each step is written down, and the first question is asked for all.
"""

from __future__ import annotations

import numpy as np

from common.arrays import Reals
from golden.derivatives import InverseDerivatives
from torqueflow.mpc.sources import Source


class Knots:
    """A row for each knot.

    Parameters
    ----------
    source
        Where derivatives come from.
    count, n
        Of knots and of joints.
    """

    def __init__(self, source: Source, count: int, n: int) -> None:
        self.source = source
        self._states = np.zeros((3, count, n))
        self._stale = np.ones(count, dtype=bool)
        self._found: list[InverseDerivatives | None] = [None] * count

    def note(self, knot: int, q: Reals, qd: Reals, qdd: Reals) -> None:
        """Write down a knot's state, (n,) each."""
        state = np.stack([q, qd, qdd])
        if not np.array_equal(state, self._states[:, knot]):
            self._states[:, knot] = state
            self._stale[knot] = True

    def derivatives(self, knot: int) -> InverseDerivatives:
        """Return those of a knot as it was noted last; asks for all that are stale, if it is."""
        if self._stale[knot]:
            rows = np.flatnonzero(self._stale)
            batch = self.source.derivatives(*self._states[:, rows])
            for k, row in enumerate(rows.tolist()):
                self._found[row] = InverseDerivatives(
                    batch.torque[k], batch.position[k], batch.rate[k], batch.mass[k]
                )
            self._stale[:] = False
        found = self._found[knot]
        if found is None:
            raise ValueError(f"knot {knot} was never noted")
        return found
