"""Section V's schedule: first fit decreasing for the first element, then best fit decreasing.

A priority list has elements of one or more jobs, sorted by the sum of their weights. The first
element is too long for one processor: its jobs are put one by one on the first processor with room,
the longest first. All other elements stay together and go where the least room is left. A processor
is full at 1.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction

Weights = Mapping[str, Fraction]
"""Weights of jobs by their names, normalised."""

FULL = Fraction(1)


@dataclass
class Processor:
    """A processor's jobs, in the order in which they came, and how much of it they fill."""

    jobs: list[str] = field(default_factory=list)
    filled: Fraction = Fraction(0)

    def room_for(self, weight: Fraction) -> bool:
        """Whether a weight fits."""
        return self.filled + weight <= FULL

    def take(self, jobs: Sequence[str], weights: Weights) -> None:
        """Put jobs on it."""
        self.jobs += jobs
        self.filled += _sum(jobs, weights)


def in_priority(elements: Sequence[Sequence[str]], weights: Weights) -> list[tuple[str, ...]]:
    """Return a list sorted by decreasing weight of its elements, jobs within each likewise."""
    ordered = [tuple(sorted(jobs, key=lambda job: -weights[job])) for jobs in elements]
    return sorted(ordered, key=lambda jobs: -_sum(jobs, weights))


def pack(elements: Sequence[Sequence[str]], weights: Weights) -> list[Processor]:
    """Return the processors that the combined rule fills; a further one where nothing fits."""
    processors: list[Processor] = []
    first, *rest = in_priority(elements, weights)
    alone = [(job,) for job in first] if _sum(first, weights) > FULL else [first]
    for jobs in alone:
        _first_fit(processors, _sum(jobs, weights)).take(jobs, weights)
    for jobs in rest:
        _best_fit(processors, _sum(jobs, weights)).take(jobs, weights)
    return processors


def least_processors(weights: Weights) -> int:
    """Return how many processors there must be at least: all the work, rounded up."""
    return -int(-sum(weights.values(), start=Fraction()) // FULL)


def _first_fit(processors: list[Processor], weight: Fraction) -> Processor:
    for processor in processors:
        if processor.room_for(weight):
            return processor
    return _further(processors)


def _best_fit(processors: list[Processor], weight: Fraction) -> Processor:
    fitting = [processor for processor in processors if processor.room_for(weight)]
    if fitting:
        return max(fitting, key=lambda processor: processor.filled)
    return _further(processors)


def _further(processors: list[Processor]) -> Processor:
    processors.append(Processor())
    return processors[-1]


def _sum(jobs: Sequence[str], weights: Weights) -> Fraction:
    return sum((weights[job] for job in jobs), start=Fraction())
