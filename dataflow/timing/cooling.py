"""Annealing: changes for the worse are made, ever fewer of them.

A source of `dataflow.timing.machine_code`.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import Protocol


class Chance(Protocol):
    """What numbers are drawn from: `random.Random`, or NumPy's generator."""

    def random(self) -> float:
        """Return a number from 0 to below 1."""


def heat_at(move: int, moves: int, hottest: float, coldest: float) -> float:
    """Return the heat of one of all moves, of the unit in which a change is for the worse."""
    return hottest * (1.0 - move / moves) ** 2 + coldest


def heats(moves: int, hottest: float, coldest: float) -> Iterator[float]:
    """Yield the heat of each move."""
    for move in range(moves):
        yield heat_at(move, moves, hottest, coldest)


def accepted(rng: Chance, worse: float, heat: float) -> bool:
    """Draw whether a change that is worse by so much is made; a better one always is."""
    return worse <= 0.0 or rng.random() < math.exp(-worse / heat)
