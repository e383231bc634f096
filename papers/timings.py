"""Times for one set of joint torques, or accelerations, as the papers print them."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from papers.catalogue import papers
from papers.printed import Paper

_CLOCK = "clock"
"""The key of the number that is the clock of all of a paper's times."""


@dataclass(frozen=True)
class PaperTime:
    """One printed or derived time.

    Attributes
    ----------
    paper, system
        Who, and with what.
    arm, quantity
        For what: the robot's name, and "torque" or "acceleration".
    seconds
        For one set of it.
    basis
        What it rests on: measured, simulated, theory; or derived from other printed numbers.
    clock_hz
        The clock, where the paper says it.
    source
        Where in the paper, and how the number was derived if it is not printed as such.
    """

    paper: str
    system: str
    arm: str
    quantity: str
    seconds: float
    basis: str
    clock_hz: float | None
    source: str

    @property
    def cycles(self) -> int | None:
        """Clock cycles at the paper's own clock, where it is known."""
        return None if self.clock_hz is None else round(self.seconds * self.clock_hz)


def timings(among: Iterable[Paper]) -> tuple[PaperTime, ...]:
    """Return the times of papers, in their order."""
    return tuple(_timing(paper, key) for paper in among for key in paper.times)


def _timing(paper: Paper, key: str) -> PaperTime:
    number = paper.numbers[key]
    clock = paper.value(_CLOCK) if _CLOCK in paper.numbers else None
    return PaperTime(
        paper.name, number.what, paper.arm, paper.quantity, number.value, number.basis, clock,
        number.source,
    )  # fmt: skip


TIMINGS = timings(papers())
"""Every time of every paper."""


def timings_of(quantity: str) -> tuple[PaperTime, ...]:
    """Return the papers' times for computing a quantity: those of another task say nothing."""
    return tuple(time for time in TIMINGS if time.quantity == quantity)
