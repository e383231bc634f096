"""Which of many designs are worth having: those that no other beats in everything."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from common.arrays import Reals


def pareto(costs: Sequence[Sequence[float]] | Reals) -> list[int]:
    """Return which rows no other row beats, in their order.

    A row beats another that it nowhere exceeds and somewhere stays below. Of equal rows all stay.

    Parameters
    ----------
    costs
        (designs, objectives), each the better the smaller; infinity for what is not known.
    """
    rows = np.asarray(costs, dtype=np.float64)
    if not len(rows):
        return []
    kept = []
    for index, row in enumerate(rows):
        beaten = np.all(rows <= row, axis=1) & np.any(rows < row, axis=1)
        if not beaten.any():
            kept.append(index)
    return kept
