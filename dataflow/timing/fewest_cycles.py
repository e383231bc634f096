"""The fewest cycles in which jobs are found to be done on the units that there are."""

from __future__ import annotations

import functools
from collections import Counter
from collections.abc import Sequence

import numpy as np

from dataflow.operators import UnitKind
from dataflow.timing.annealing import Sharers
from dataflow.timing.jobs import Jobs, StageUnits, Starts
from dataflow.timing.justification import justified, soonest

_MOVES, _SEEDS = 600, 2
"""Moves tried for each job and length at first, and how often."""

_LAST_MOVES, _LAST_SEEDS = 3000, 4
"""The same before a length counts as out of reach."""

_PAYS = 0.04
"""The part of the latency that an adder more must save."""


def with_fewest_cycles(candidates: Sequence[Jobs]) -> tuple[int, Starts]:
    """Return which candidate was found to end first, and its starts.

    Each has starts already, of any length, that keep to its units: the result is no later than any
    of them. Lengths between the least that there can be and the least that is known are tried by
    halves, from starts that take any number of units; then, one cycle less at a time, from what was
    found.
    """
    searches = [_Search(jobs) for jobs in candidates]
    for search in sorted(searches, key=lambda search: search.least):
        known = min(other.end for other in searches)
        if search.least < known:
            search.by_halves(known)
            search.by_steps(_MOVES, _SEEDS)
    first = min(range(len(searches)), key=lambda i: searches[i].end)
    searches[first].by_steps(_LAST_MOVES, _LAST_SEEDS)
    return first, searches[first].starts


def with_one_unit_more(candidates: Sequence[Jobs], end: int) -> tuple[int, Jobs, Starts] | None:
    """Return a candidate with a unit more that ends before ``end``; None if it is not needed.

    It is where the next longer interval does with fewer units and ends before ``end`` all the same:
    two cycles in which all units are busy may be a worse place than three with one that is free.
    The unit is of a kind with as few free slots as can be, and none for sines, which are dear.
    """
    longer = [jobs.one_cycle_longer() for jobs in candidates]
    if sum(longer[0].limits.values()) >= sum(candidates[0].limits.values()):
        return None
    if all(_found_by(jobs, end - 1, _LAST_MOVES) is None for jobs in longer):
        return None
    counts = Counter(kind for kind in candidates[0].kind if kind is not None)
    limits, interval = candidates[0].limits, candidates[0].interval
    kinds = [kind for kind in limits if kind[1] is not UnitKind.TRIGONOMETRY]
    for kind in sorted(kinds, key=lambda kind: limits[kind] * interval - counts[kind]):
        for which, jobs in enumerate(candidates):
            richer = jobs.limited({**limits, kind: limits[kind] + 1})
            starts = _found_by(richer, end - 1, _MOVES)
            if starts is not None:
                return which, richer, starts
    return None


def _found_by(jobs: Jobs, end: int, moves: int) -> Starts | None:
    """Return starts with all results by ``end``, if so many moves a job find any."""
    begin = _with_sines_in_turn(jobs)
    if jobs.end(begin) > end or shortest_end(jobs) > end:
        return None
    return Sharers(jobs).annealed(begin, end, moves, _SEEDS)


def with_adders_that_may_pay(jobs: Jobs) -> Jobs:
    """Return jobs with one adder more of each stage where that lowers the least end by much.

    Multipliers stay the fewest: a chip has so many, and adders are among its small parts.
    """
    for kind in jobs.limits:
        if kind[1] is UnitKind.ADDER:
            richer = jobs.limited({**jobs.limits, kind: jobs.limits[kind] + 1})
            if pays(shortest_end(richer), shortest_end(jobs)):
                jobs = richer
    return jobs


def pays(end: int, fewer: int) -> bool:
    """Tell whether an end is so much earlier than one on fewer adders that they are worth it."""
    return end <= fewer * (1.0 - _PAYS)


def shortest_end(jobs: Jobs) -> int:
    """Return an end that no schedule comes below: some jobs wait long, or are followed by much.

    Of a kind's jobs, those that cannot start before a cycle and are followed by some cycles at
    least share its units between the two.
    """
    heads = jobs.earliest()
    end = jobs.end(heads)
    tails = [end - start for start in jobs.latest(end)]
    members: dict[StageUnits, list[int]] = {}
    for job, kind in enumerate(jobs.kind):
        if kind is not None:
            members.setdefault(kind, []).append(job)
    shortest = end
    for kind, users in members.items():
        counts = np.zeros((end + 1, end + 1), np.int64)
        for job in users:
            counts[heads[job], tails[job]] += 1
        # Those with a head of at least the row and a tail of at least the column.
        many = counts[::-1, ::-1].cumsum(axis=0).cumsum(axis=1)[::-1, ::-1]
        cycles = -(-many // jobs.limits[kind]) - 1
        ends = np.add.outer(np.arange(end + 1), np.arange(end + 1)) + cycles
        shortest = max(shortest, int(np.max(ends, where=many > 0, initial=0)))
    return shortest


class _Search:
    """The shortest schedule of some jobs so far."""

    def __init__(self, jobs: Jobs) -> None:
        self.jobs = jobs
        self.starts = jobs.starts
        self.least = shortest_end(jobs)

    @functools.cached_property
    def sharers(self) -> Sharers:
        """The jobs that can be moved."""
        return Sharers(self.jobs)

    @property
    def end(self) -> int:
        """The cycle in which its last result is there."""
        return self.jobs.end(self.starts)

    def by_halves(self, known: int) -> None:
        """Look for an end before a known one, or no later than it if that is the least."""
        begin = _with_sines_in_turn(self.jobs)
        low, high = max(self.least, self.jobs.end(begin)), min(known, self.end)
        while low < high:
            middle = (low + high) // 2
            found = self.sharers.annealed(begin, middle, _MOVES, _SEEDS)
            if found is None:
                low = middle + 1
            else:
                self.starts, high = found, self.jobs.end(found)

    def by_steps(self, moves: int, seeds: int) -> None:
        """Take one cycle after the other away for as long as that is found."""
        if self.end > self.least:
            self.starts = justified(self.jobs, self.starts)
        while (end := self.end) > self.least:
            last = self.jobs.latest(end - 1)
            pressed = [min(pair) for pair in zip(self.starts, last, strict=True)]
            found = self.sharers.annealed(pressed, end - 1, moves, seeds)
            if found is None:
                return
            self.starts = found


def _with_sines_in_turn(jobs: Jobs) -> Starts:
    """Return the earliest starts if sines and cosines alone had to wait for their units.

    So much waits for a sine that it would hardly move later.
    """
    counts = Counter(kind for kind in jobs.kind if kind is not None)
    end = jobs.end(jobs.earliest())
    order = jobs.in_order(jobs.latest(end))
    plenty = {
        kind: limit if kind[1] is UnitKind.TRIGONOMETRY else counts[kind]
        for kind, limit in jobs.limits.items()
    }
    return soonest(jobs.limited(plenty), order)
