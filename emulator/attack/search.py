"""An evolutionary search for the largest error of every output.

Rounds follow each other, an output each in turn. A round draws its random numbers from the seed and
its own number alone, so a search is the same whenever it is stopped and resumed. Two populations an
output: patterns with the largest errors, and patterns at which the error might be largest, did the
roundings conspire; that one climbs a smooth hill, and hands good places to the other.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from common.arrays import Integers, Reals
from dataflow.lowering.steps import State
from emulator.attack.judge import Judge
from emulator.attack.moves import children, corners

_KEPT = 256
"""Patterns in a population."""

_BORN = 2048
"""Patterns that a round judges."""

_FIRST = 8192
"""Patterns, corners half of them, with which an output begins."""


@dataclass(frozen=True)
class Found:
    """What an attack has found.

    Attributes
    ----------
    errors
        The largest error of each output, in its unit, by golden; shape (outputs,).
    states
        The state of each, shape (outputs, inputs), in SI units.
    rounds, patterns
        How many rounds, and how many patterns they judged.
    """

    errors: Reals
    states: Reals
    rounds: int
    patterns: int


@dataclass
class Population:
    """An output's two populations, best first, and the errors of the first one."""

    wrong: Integers
    promising: Integers
    errors: Reals
    worsts: Reals


class Attack:
    """A search on one design; `run` goes on where it stopped."""

    def __init__(self, state: State, seed: int = 1) -> None:
        self.judge, self.seed = Judge(state), seed
        self.outputs = len(self.judge.design.outputs)
        self.rounds = 0
        self.populations: list[Population | None] = [None] * self.outputs

    def run(
        self,
        seconds: float | None = None,
        rounds: int | None = None,
        told: Callable[[int], None] = lambda _: None,
    ) -> Found:
        """Search for a time, or for a number of rounds; at least one round an output."""
        until = None if seconds is None else time.monotonic() + seconds
        last = None if rounds is None else self.rounds + rounds
        while self.rounds < self.outputs or not _over(until, last, self.rounds):
            self._round(self.rounds % self.outputs)
            self.rounds += 1
            told(self.rounds)
        return self.found()

    def found(self) -> Found:
        """Return the largest error of each output so far."""
        errors, states = np.zeros(self.outputs), []
        for output, population in enumerate(self.populations):
            if population is None:
                raise ValueError(f"no round has been run for output {output!r}")
            patterns = population.wrong[:64]
            away = self.judge.judged(patterns, output).away
            reals = np.concatenate([patterns * 1.0, patterns + away]) * self.judge.units
            found = self.judge.error(reals)[:, output]
            best = int(np.argmax(found))
            errors[output] = found[best]
            states.append(reals[best])
        judged = self.outputs * _FIRST + (self.rounds - self.outputs) * _BORN
        return Found(errors, np.array(states), self.rounds, judged)

    def _round(self, output: int) -> None:
        judge = self.judge
        rng = np.random.default_rng([self.seed, self.rounds])
        ends = judge.lowest, judge.highest, judge.turns
        population = self.populations[output]
        if population is None:
            born = corners(rng, _FIRST, *ends)
        else:
            both = np.concatenate([population.wrong, population.promising])
            born = children(rng, both, _BORN, *ends)
        judged = judge.judged(born, output)
        if population is None:
            population = Population(born[:0], born[:0], judged.error[:0], judged.worst[:0])
        wrong, errors = _best(population.wrong, population.errors, born, judged.error)
        promising, worsts = _best(population.promising, population.worsts, born, judged.worst)
        self.populations[output] = Population(wrong, promising, errors, worsts)


def _over(until: float | None, last: int | None, rounds: int) -> bool:
    if last is not None:
        return rounds >= last
    return until is None or time.monotonic() >= until


def _best(kept: Integers, values: Reals, born: Integers, more: Reals) -> tuple[Integers, Reals]:
    """Return the best of two populations, no pattern twice."""
    patterns, found = np.concatenate([kept, born]), np.concatenate([values, more])
    order = np.argsort(-found, kind="stable")[: 2 * _KEPT]
    _, first = np.unique(patterns[order], axis=0, return_index=True)
    chosen = order[np.sort(first)[:_KEPT]]
    return patterns[chosen], found[chosen]
