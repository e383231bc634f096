"""Which job of which link each transputer does in each stage: tables 8a and 8b, by the schedule.

Data pass at the end of a stage. So a job runs in the stage of its link, or as many stages behind as
what it reads asks for: a value of the same transputer may be of the same stage, others must be of
an earlier one. That makes jobs 4, 6 and 7 run a stage behind, as section IV.3 has it, and 9 and 10
one ahead: stage 0 of table 7a.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from functools import cache

from papers.zalzala_morris.schedule import ELEMENTS, READS, Read, job_weight

Level = Mapping[str, int]
"""How many stages a job runs behind the stage of its link."""

Stage = Mapping[str, tuple[tuple[str, int], ...]]
"""The jobs and their links by transputer."""

TRANSPUTERS = {
    1: {"T0": ("4", "7"), "T1": ("2", "6", "9", "10"), "T2": ("3",), "T3": ("1", "5", "8")},
    2: {"T0": ("2", "3", "5", "6"), "T1": ("1a", "4a"), "T2": ("1b", "4b"), "T3": ("1c", "4c")},
}
"""Whose processor of the packing is which transputer of figure 8."""

_FIRST_LEVEL = {1: -1, 2: 0}


@cache
def levels(phase: int) -> Level:
    """Return the least levels that satisfy what every job reads."""
    homes = {job: home for home, jobs in TRANSPUTERS[phase].items() for job in jobs}
    found = dict.fromkeys(homes, _FIRST_LEVEL[phase])
    settled = False
    while not settled:
        settled = True
        for job, home in homes.items():
            least = max(
                (_after(read, found, homes, home) for read in READS[phase][job]),
                default=found[job],
            )
            if least > found[job]:
                found[job], settled = least, False
    return found


def _after(read: Read, found: Level, homes: Mapping[str, str], home: str) -> int:
    """Return the least level of a job on a transputer that reads a value."""
    elsewhere = homes[read.job] != home
    return found[read.job] + elsewhere - read.of_link_before


def stages(phase: int, n: int) -> tuple[Stage, ...]:
    """Return the stages 1, 2, ... of an arm of n joints; the pipeline's last ones run dry.

    In phase 2 the recursion starts from the arm's last link, which has nothing to carry: stage 1 is
    that of link n - 1, as in (51), and what is behind of link n.
    """
    level = levels(phase)
    last = n + max(level.values()) - (phase - 1)
    return tuple(_stage(phase, number, n, level) for number in range(1, last + 1))


def _stage(phase: int, number: int, n: int, level: Level) -> Stage:
    found = {}
    for home, jobs in TRANSPUTERS[phase].items():
        places = [(job, number + (phase - 1) - level[job]) for job in jobs]
        links = [(job, place if phase == 1 else n + 1 - place) for job, place in places]
        found[home] = tuple((job, link) for job, link in links if 1 <= link <= n)
    return found


def stage_work(phase: int, stage: Stage, n: int) -> dict[str, Fraction]:
    """Return the work of each transputer by the weight factors (44), us, messages left out."""
    start = 1 if phase == 1 else n
    return {
        home: _total([job_weight(phase, job, first=link == start) for job, link in jobs])
        for home, jobs in stage.items()
    }


def _total(weights: Sequence[Fraction]) -> Fraction:
    return sum(weights, start=Fraction())


def pipeline_work(n: int) -> dict[tuple[int, str], Fraction]:
    """Return the work of both phases on each transputer of the pipeline, us, by column and name.

    Column k has link k of phase 1, and what runs behind; phase 2 goes back through the columns.
    """
    found: dict[tuple[int, str], Fraction] = {}
    for phase in (1, 2):
        for number, stage in enumerate(stages(phase, n), start=1):
            column = number if phase == 1 else n + 1 - number
            for home, work in stage_work(phase, stage, n).items():
                if stage[home]:
                    place = (column, home)
                    found[place] = found.get(place, Fraction()) + work
    return found


def busy_share(n: int) -> Fraction:
    """Return the share of time in which the pipeline's transputers work, messages left out.

    Points follow each other as fast as the one with most work lets them.
    """
    work = pipeline_work(n).values()
    return _total(list(work)) / (len(work) * max(work))


def agrees_with(phase: int, processors: Sequence[Sequence[str]]) -> bool:
    """Tell whether a packing has the jobs of `TRANSPUTERS`, whatever its processors are called."""
    ours = {frozenset(jobs) for jobs in TRANSPUTERS[phase].values()}
    return ours == {frozenset(jobs) for jobs in processors} and set().union(*ours) == {
        job for element in ELEMENTS[phase] for job in element
    }
