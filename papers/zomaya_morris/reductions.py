"""How much less time PSCSNEA takes than Newton-Euler and SCSNEA on one T800 (section 8, [b])."""

from __future__ import annotations

from collections.abc import Mapping

from papers.catalogue import paper

_PAPER = paper("zomaya_morris")

PRINTED_REDUCTIONS = (_PAPER.value("saved_on_newton_euler"), _PAPER.value("saved_on_scsnea"))
"""The paper's shares: 0.58 and 0.41."""


def reductions(seconds: Mapping[str, float]) -> tuple[float, float]:
    """Return both shares from the times of the programs ``ne``, ``scsnea`` and ``pscsnea``."""
    return 1 - seconds["pscsnea"] / seconds["ne"], 1 - seconds["pscsnea"] / seconds["scsnea"]
