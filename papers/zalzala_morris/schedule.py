"""The jobs of figure 4 as a task graph: what the paper's passes cost beside the shortest schedule.

The paper packs the jobs of one link into passes of equal length and lets some of them run a pass
behind. Here all jobs of all links wait for nothing but what they read. Times are in units of 50 ns,
of which a multiplication takes 11 and an addition 7; messages are free, as in tables 3 and 5.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction

from dataflow.tasks.bounds import Bounds, bounds
from dataflow.tasks.graph import Task, TaskGraph, connect
from dataflow.tasks.optimum import Optimum, optimum
from dataflow.tasks.policies import cp_misf
from papers.zalzala_morris.counts import PHASE_1, counts_as_printed, job_counts
from papers.zalzala_morris.packing import Processor, Weights, pack
from papers.zalzala_morris.weights import T800, weight

TICK = Fraction(50, 1000)
"""us: a multiplication takes 11, an addition 7."""

PROCESSORS = 4

ELEMENTS = {
    1: (("2", "1"), ("3",), ("7", "4"), ("5", "8"), ("6",), ("9",), ("10",)),
    2: (("4a", "1a"), ("4b", "1b"), ("4c", "1c"), ("3",), ("2",), ("5",), ("6",)),
}
"""The elements of (46) and (48), in any order; a, b and c are the three rows of a job."""


@dataclass(frozen=True)
class Read:
    """A value that a job needs: by the job that gives it, of its own link or of the one before."""

    job: str
    of_link_before: bool = False


def _read(*names: str) -> tuple[Read, ...]:
    """Return reads; a minus stands for the link before, which in phase 2 is the next one out."""
    return tuple(Read(name.rstrip("-"), name.endswith("-")) for name in names)


_ROWS = "abc"

READS = {
    1: {
        "1": _read("9", "1-"),
        "2": _read("9", "1-", "2-"),
        "3": _read("9", "1-", "2-", "3-"),
        "4": _read("3", "10", "4-"),
        "5": _read("9", "1-"),
        "6": _read("3"),
        "7": _read("3", "4"),
        "8": _read("5"),
        "9": (),
        "10": (),
    },
    2: {
        **{f"1{row}": _read("1a-", "1b-", "1c-", "2-") for row in _ROWS},
        **{f"4{row}": _read("4a-", "4b-", "4c-") for row in _ROWS},
        "2": _read("2-"),
        "3": _read("1a", "1b", "1c"),
        "5": _read("4a", "4b", "4c"),
        "6": _read("3", "5"),
    },
}
"""What each job reads of its own phase; phase 2 reads of phase 1 too, which has ended."""


def normalised(phase: int) -> dict[str, Fraction]:
    """Return the jobs' weights as shares of the longest processor's work: table 3, equation (45).

    In phase 2 that is jobs 1 and 4 together, which the paper divides by though (45) says otherwise.
    """
    longest = weight(1, 3) if phase == 1 else weight(2, 1) + weight(2, 4)
    return {job: weight(phase, int(job.rstrip("abc"))) / longest for job in _job_names(phase)}


def _job_names(phase: int) -> Iterator[str]:
    for element in ELEMENTS[phase]:
        yield from element


def packed(phase: int, weights: Weights | None = None) -> list[Processor]:
    """Return the processors of figure 4 or 5 by the paper's rule."""
    return pack(ELEMENTS[phase], normalised(phase) if weights is None else weights)


@dataclass(frozen=True)
class Comparison:
    """Schedules of a whole arm on the paper's four processors, us, messages free.

    Attributes
    ----------
    passes
        By the paper's passes: (50) and (51) at the printed times.
    list_schedule
        By critical path and most immediate successors first.
    best
        The shortest that the solver found, and the bound that it proved; None without the solver.
    bounds
        Lower bounds without a solver.
    """

    passes: Fraction
    list_schedule: Fraction
    bounds: tuple[Fraction, Fraction]
    best: tuple[Fraction, Fraction] | None


def compare(n: int, *, solve: bool = False) -> Comparison:
    """Return the comparison for an arm of n joints.

    Raises
    ------
    InputError
        ``solve`` is asked for and the solver is not installed.
    """
    graph = job_graph(n)
    durations = graph.durations(1.0)
    found: Bounds = bounds(graph, durations, PROCESSORS)
    solved: Optimum | None = optimum(graph, PROCESSORS) if solve else None
    return Comparison(
        _passes(n),
        _us(cp_misf(graph, durations, PROCESSORS).makespan),
        (_us(found.critical_path), _us(found.work)),
        None if solved is None else (_us(solved.schedule.makespan), _us(solved.bound)),
    )


def _us(ticks: float) -> Fraction:
    return Fraction(round(ticks)) * TICK


def _passes(n: int) -> Fraction:
    """Return the time of all passes by (52): one a link, one behind, the rows of all links but one.

    What comes before the first pass, job 9 of link 1, and after the last, that link's torque, (52)
    leaves out.
    """
    first = T800.weight(job_counts(1, 3, first=True))
    behind = weight(1, 4) + weight(1, 7)
    rows = weight(2, 1) + weight(2, 4)
    return first + (n - 1) * weight(1, 3) + behind + (n - 1) * rows


def job_graph(n: int) -> TaskGraph:
    """Return the jobs of both phases of an arm of n joints as tasks."""
    tasks = [Task(0, "entry")]
    for name, reads, ticks in (*_first_phase(n), *_second_phase(n)):
        tasks.append(Task(len(tasks), name, reads, (name,), ticks))
    tasks.append(Task(len(tasks), "exit"))
    return connect(tasks, 0, tasks[-1].number)


def _first_phase(n: int) -> Iterator[tuple[str, tuple[str, ...], int]]:
    for link in range(1, n + 1):
        for job in PHASE_1:
            reads = tuple(
                f"I.{read.job} of {link - read.of_link_before}"
                for read in READS[1][str(job)]
                if link > read.of_link_before
            )
            yield f"I.{job} of {link}", reads, _ticks(1, job, first=link == 1)


def _second_phase(n: int) -> Iterator[tuple[str, tuple[str, ...], int]]:
    for link in range(n, 0, -1):
        inner = link < n
        beyond = [f"II.{job}{row} of {link + 1}" for job in (1, 4) for row in "abc"]
        carrier = (f"I.9 of {link + 1}",) if inner else ()
        for row in "abc":
            d = (*carrier, f"I.7 of {link}", *(beyond[:3] if inner else ()))
            d += (f"II.2 of {link + 1}", f"I.10 of {link + 1}") if inner else ()
            yield f"II.1{row} of {link}", d, _ticks(2, 1, first=not inner)
            c = (*carrier, f"I.1 of {link}", *(beyond[3:] if inner else ()))
            yield f"II.4{row} of {link}", c, _ticks(2, 4, first=not inner)
        e = (f"I.6 of {link}", f"I.4 of {link}", *((f"II.2 of {link + 1}",) if inner else ()))
        yield f"II.2 of {link}", e, _ticks(2, 2, first=not inner)
        rows = tuple(f"II.{{}}{row} of {link}" for row in "abc")
        d_rows, c_rows = (tuple(row.format(job) for row in rows) for job in (1, 4))
        yield f"II.3 of {link}", (f"I.5 of {link}", *d_rows), _ticks(2, 3, first=not inner)
        yield f"II.5 of {link}", (f"I.8 of {link}", *c_rows), _ticks(2, 5, first=not inner)
        both = (f"II.3 of {link}", f"II.5 of {link}")
        yield f"II.6 of {link}", both, _ticks(2, 6, first=not inner)


def _ticks(phase: int, job: int, *, first: bool) -> int:
    """Return a job's time."""
    return int(job_weight(phase, str(job), first=first) / TICK)


def job_weight(phase: int, job: str, *, first: bool) -> Fraction:
    """Return a job's weight factor, us: by the paper's counts, but where its recursion starts."""
    number = int(job.rstrip(_ROWS))
    counts = job_counts(phase, number, first=True) if first else counts_as_printed(phase, number)
    return T800.weight(counts)
