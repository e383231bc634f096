"""A schedule of a given length: jobs move among the cycles that their data leave until units do.

Every state keeps the order of data and the length; a cycle of the interval may ask for more units
than there are. Jobs drawn at random move to cycles drawn at random between what they wait for and
what waits for them, and a move that makes the excess larger is rarely taken, at a temperature that
stays the same (Kirkpatrick, Gelatt and Vecchi, Science 220, 1983; Minton and others, "Minimizing
conflicts", Artificial Intelligence 58, 1992). Where all units of a slot are taken, now and then the
job and one that has the slot change places: units that are just enough leave hardly another move.
Only jobs that share units move; all between them is time that passes. The seed is fixed: equal jobs
end in equal starts.
"""

from __future__ import annotations

from dataflow.timing.board import Board, Links
from dataflow.timing.jobs import Jobs, Starts
from dataflow.timing.moves import Mover

_TEMPERATURE = 0.09
"""At it one unit too many is accepted once in 67,000 times."""

_EXCHANGES = (0.0, 0.1)
"""How often places are exchanged, by turns: schedules get shorter, but values may wait longer."""


class Sharers:
    """The jobs that share units, and the cycles that data need from one to another."""

    def __init__(self, jobs: Jobs) -> None:
        self.jobs = jobs
        self.count = sum(kind is not None for kind in jobs.kind)
        before: list[list[tuple[int, int]]] = [[] for _ in range(len(jobs))]
        after: list[list[tuple[int, int]]] = [[] for _ in range(len(jobs))]
        reach: list[dict[int, int]] = []
        for job, operands in enumerate(jobs.before):
            found: dict[int, int] = {}
            for operand in operands:
                through = reach[operand] if jobs.kind[operand] is None else {operand: 0}
                for other, cycles in through.items():
                    cycles += jobs.latency[operand]
                    found[other] = max(found.get(other, 0), cycles)
            reach.append(found)
            if jobs.kind[job] is not None:
                before[job] = list(found.items())
                for other, cycles in found.items():
                    after[other].append((job, cycles))
        number = {kind: position for position, kind in enumerate(jobs.limits)}
        self._mover = Mover(
            Board(
                [-1 if kind is None else number[kind] for kind in jobs.kind],
                list(jobs.limits.values()),
                jobs.earliest(),
                [-start for start in jobs.latest(0)],
                Links.of(before),
                Links.of(after),
                jobs.interval,
            )
        )

    @property
    def board(self) -> Board:
        """What stays while jobs move."""
        return self._mover.board

    def annealed(self, starts: Starts, end: int, moves: int, seeds: int = 2) -> Starts | None:
        """Return starts with units enough and all results by ``end``; None if none is found.

        Parameters
        ----------
        starts
            To begin from: in the order of data and by ``end``, whatever units that takes.
        moves
            How many moves are drawn at most for each job and seed.
        seeds
            How often it is tried.
        """
        for seed in range(seeds):
            exchanges = _EXCHANGES[seed % len(_EXCHANGES)]
            found = self._mover.settled(
                starts, end, moves * self.count, _TEMPERATURE, exchanges, seed
            )
            if found is not None:
                return self.completed(found)
        return None

    def completed(self, starts: Starts) -> Starts:
        """Return the starts, with all that shares nothing as early as it can be."""
        jobs = self.jobs
        for job, operands in enumerate(jobs.before):
            if jobs.kind[job] is None:
                ready = [starts[operand] + jobs.latency[operand] for operand in operands]
                starts[job] = max(ready, default=0)
        return starts
