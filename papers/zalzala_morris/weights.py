"""Weight factors (44), (45) of the jobs, and the theory (50) to (61) that is built of them.

All is in exact fractions of a microsecond. A machine is what a multiplication, an addition and a
number sent take.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from papers.counting import Operations
from papers.polynomial import Polynomial
from papers.zalzala_morris.counts import counts_as_printed, job_counts


@dataclass(frozen=True)
class Clock:
    """What operations take on a machine, in us.

    Attributes
    ----------
    multiplication, addition
        Of single floats.
    number_sent
        To a neighbour.
    """

    multiplication: Fraction
    addition: Fraction
    number_sent: Fraction

    def weight(self, operations: Operations) -> Fraction:
        """Return the weight factor (44)."""
        return (
            operations.multiplications * self.multiplication + operations.additions * self.addition
        )


_NUMBER_SENT = Fraction(32, 20)
"""VI.3 has 1.60 us: 32 bits at 20 Mbit/s, without the three bits and the pause around each byte."""

T800 = Clock(Fraction(550, 1000), Fraction(350, 1000), _NUMBER_SENT)
"""Section V: 11 and 7 cycles at 20 MHz, as in INMOS's data sheet."""

T414 = Clock(Fraction(200, 20), Fraction(230, 20), _NUMBER_SENT)
"""INMOS's estimates for REAL32 by routines: 200 and 230 cycles at 20 MHz. The paper has none."""


def weight(phase: int, job: int, clock: Clock = T800) -> Fraction:
    """Return the weight factor of a job for a link within the arm, us, by the paper's counts."""
    return clock.weight(counts_as_printed(phase, job))


@dataclass(frozen=True)
class Theory:
    """Equation (60) in us, its four parts for an arm of n joints.

    Attributes
    ----------
    multiplications, additions
        By (52).
    communication_1, communication_2
        By (59), of either phase.
    """

    multiplications: Fraction
    additions: Fraction
    communication_1: Fraction
    communication_2: Fraction

    @property
    def operations(self) -> Fraction:
        """Their time."""
        return self.multiplications + self.additions

    @property
    def communication(self) -> Fraction:
        """That of both phases."""
        return self.communication_1 + self.communication_2

    @property
    def total(self) -> Fraction:
        """All of it."""
        return self.operations + self.communication


STAGES_LESS = 1
"""(59) has n stages of messages in phase 2, (60) and (51) one less: the last link needs none."""

MOST_SENT = {1: 12, 2: 29}
"""Numbers sent at a stage, VI.3."""


def whole_counts() -> tuple[Polynomial, Polynomial]:
    """Return multiplications and additions by (52), from the counts of the longest way.

    Job 3 for every link; jobs 4 and 7 of the last one, a level behind; jobs 1 and 4 of phase 2, a
    row each, for all links but the last.
    """
    found = []
    for kind in ("multiplications", "additions"):
        first = int(getattr(job_counts(1, 3, first=True), kind))
        later = int(getattr(counts_as_printed(1, 3), kind))
        behind = sum(int(getattr(counts_as_printed(1, job), kind)) for job in (4, 7))
        rows = sum(int(getattr(counts_as_printed(2, job), kind)) for job in (1, 4))
        found.append(Polynomial.of(later + rows, first - later + behind - rows))
    return found[0], found[1]


def theory(clock: Clock, n: int, counts: tuple[Polynomial, Polynomial]) -> Theory:
    """Return (60) for a machine."""
    multiplications, additions = counts
    return Theory(
        multiplications(n) * clock.multiplication,
        additions(n) * clock.addition,
        (n + 1) * MOST_SENT[1] * clock.number_sent,
        (n - STAGES_LESS) * MOST_SENT[2] * clock.number_sent,
    )


def pass_theory(clock: Clock, phase: int) -> Fraction:
    """Return what a pass takes by the theory, us: its longest processor and its messages."""
    longest = weight(1, 3, clock) if phase == 1 else weight(2, 1, clock) + weight(2, 4, clock)
    return longest + MOST_SENT[phase] * clock.number_sent


def efficiency(stages: int, tasks: int) -> Fraction:
    """Return eta of a pipeline, (63)."""
    return Fraction(tasks, stages + tasks - 1)
