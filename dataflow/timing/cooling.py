"""Annealing: changes for the worse are made, ever fewer of them."""

from __future__ import annotations

import math
import random
from collections.abc import Iterator


def heats(moves: int, hottest: float, coldest: float) -> Iterator[float]:
    """Yield the heat of each move, of the unit in which a change is for the worse."""
    for move in range(moves):
        yield hottest * (1.0 - move / moves) ** 2 + coldest


def accepted(rng: random.Random, worse: float, heat: float) -> bool:
    """Draw whether a change that is worse by so much is made; a better one always is."""
    return worse <= 0.0 or rng.random() < math.exp(-worse / heat)
