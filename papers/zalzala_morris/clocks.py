"""Both machines' clocks at job level: the weight factors (44) beside jobs on emulated transputers.

Each job runs many times on one transputer that times itself by its own clock; what an empty loop
takes is taken off. ``python -m papers.zalzala_morris.clocks`` prints the tables of docs/papers.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from pathlib import Path
from shutil import copytree
from tempfile import TemporaryDirectory

import numpy as np

from occam.build import build
from papers.catalogue import FOLDER
from papers.counted_host import CountedHost
from papers.machine import served
from papers.programs import INCLUDES
from papers.zalzala_morris.measured import SETTING, four
from papers.zalzala_morris.passes import phases
from papers.zalzala_morris.pipeline_stages import TRANSPUTERS
from papers.zalzala_morris.weights import (
    MOST_SENT,
    T414,
    T800,
    Clock,
    theory,
    weight,
    whole_counts,
)

CLOCKS = {"T800": T800, "T414": T414}

_CALLS: dict[str, str] = {
    "none": "SKIP",
    "I,1": "job.I.1 (j, A, W)",
    "I,2": "job.I.2 (j, theta.dot, A, W, W.dot)",
    "I,3": "job.I.3 (j, theta.dot, theta.ddot, A, W, W.dot, W.ddot)",
    "I,4": "job.I.4 (j, W.ddot, p.ddot)",
    "I,5": "job.I.5 (j, A, W, N)",
    "I,6": "job.I.6 (j, W.ddot, e.star)",
    "I,7": "job.I.7 (j, W.ddot, p.ddot, D.star)",
    "I,8": "job.I.8 (j, N, g.star)",
    "I,9": "job.I.9 (j, theta, A)",
    "II,1 and 4": "job.II.1.4 (j, 0, A, D.star, e, D.c)",
    "II,2": "job.II.2 (j, e.star, p.ddot, e)",
    "II,3": "job.II.3 (j, N, D.c, tau)",
    "II,5": "job.II.5 (j, g.star, D.c, tau)",
}
"""Jobs by name, and how they are called for link j."""

_TIMES = 256
_TICK_US = 64.0
"""Of a transputer's clock at low priority."""
_MOST_CYCLES = 1_000_000_000
_LINK = 3


@dataclass(frozen=True)
class JobTime:
    """A job on one machine, us.

    Attributes
    ----------
    theory
        Its weight factor.
    emulated
        What the emulated transputer takes.
    """

    job: str
    theory: Fraction
    emulated: float


@cache
def job_times(part: str) -> tuple[JobTime, ...]:
    """Return every job of a link within the arm on a part, "T800" or "T414".

    Raises
    ------
    papers.machine.ProgramFailed
        The program did not answer.
    """
    ticks = dict(zip(_CALLS, _ticks(part), strict=True))
    idle = ticks.pop("none")
    return tuple(
        JobTime(job, _theory(job, CLOCKS[part]), (value - idle) * _TICK_US / _TIMES)
        for job, value in ticks.items()
    )


def _theory(job: str, clock: Clock) -> Fraction:
    phase, _, numbers = job.partition(",")
    of_phase = len(phase)
    return sum(
        (weight(of_phase, int(number), clock) for number in numbers.split(" and ")),
        start=Fraction(),
    )


def _source() -> str:
    """Return occam that does all jobs for all links once, then each many times for one link."""
    indent = "\n        "
    first = ("I,9", "I,1", "I,2", "I,3", "I,4", "I,5", "I,6", "I,7", "I,8")
    once = indent.join(_CALLS[job] for job in first)
    timed = "\n    ".join(
        f"SEQ\n      clock ? start\n      SEQ k = 0 FOR {_TIMES}\n        {call}\n"
        f"      clock ? end\n      to.host ! end MINUS start"
        for call in _CALLS.values()
    )
    back = indent.join(_CALLS[job] for job in ("II,2", "II,1 and 4"))
    return f"""#USE "snglmath.lib"
#INCLUDE "../../includes/puma560.inc"
#INCLUDE "lagrangian_jobs.inc"

PROC main (CHAN OF ANY from.host, to.host)
  VAL INT j IS {_LINK}:
  VAL REAL32 theta IS 0.3(REAL32):
  VAL REAL32 theta.dot IS 0.7(REAL32):
  VAL REAL32 theta.ddot IS -0.4(REAL32):
  [7][3][3]REAL32 A, W, W.dot, W.ddot, N, D.star:
  [7][3]REAL32 p.ddot, e.star, g.star, e:
  [7][3][4]REAL32 D.c:
  REAL32 tau:
  TIMER clock:
  INT start, end:
  SEQ
    p.ddot[0] := [0.0(REAL32), 0.0(REAL32), 0.0(REAL32)]
    SEQ j = 1 FOR 6
      SEQ
        {once}
    SEQ k = 0 FOR 6
      VAL INT j IS 6 - k:
      SEQ
        {back}
        job.II.1.4 (j, 1, A, D.star, e, D.c)
        job.II.1.4 (j, 2, A, D.star, e, D.c)
    {timed}
:
"""


def _ticks(part: str) -> list[int]:
    """Return the ticks of every call."""
    with TemporaryDirectory() as folder:
        programs = FOLDER / "zalzala_morris" / "programs"
        for place in (programs, INCLUDES):
            copytree(place, Path(folder) / place.relative_to(FOLDER))
        source = Path(folder) / programs.relative_to(FOLDER) / "clocks.occ"
        source.write_text(_source())
        built = build(source, part, SETTING.checks)
    host = CountedHost(b"", 4 * len(_CALLS))
    served(SETTING.applied(built), host, _MOST_CYCLES, log_events=False)
    return [int(value) for value in np.frombuffer(bytes(host.received), "<i4")]


@dataclass(frozen=True)
class PassTime:
    """A pass of one phase on four transputers, us.

    Attributes
    ----------
    arithmetic, messages
        By the theory: the longest processor's weights, and the most numbers sent.
    emulated
        From one pass to the next.
    """

    part: str
    phase: int
    arithmetic: Fraction
    messages: Fraction
    emulated: float


def pass_times() -> tuple[PassTime, ...]:
    """Return the passes within the arm on both machines."""
    found = []
    for part, clock in CLOCKS.items():
        measured = phases(four(part))
        longest = (weight(1, 3, clock), weight(2, 1, clock) + weight(2, 4, clock))
        for phase, seconds in ((1, measured.first[3]), (2, measured.second[2])):
            sent = MOST_SENT[phase] * clock.number_sent
            found.append(PassTime(part, phase, longest[phase - 1], sent, 1e6 * seconds))
    return tuple(found)


def pass_work(part: str) -> dict[str, float]:
    """Return how long each transputer's jobs of a pass of phase 1 take, us; job 10 is data."""
    took = {each.job: each.emulated for each in job_times(part)}
    return {
        name: sum(took[f"I,{job}"] for job in jobs if f"I,{job}" in took)
        for name, jobs in TRANSPUTERS[1].items()
    }


def job_level(part: str, n: int) -> float:
    """Return the time of an arm of n joints on the paper's schedule with emulated jobs, us.

    Job 9 ahead, a pass a link but the first, jobs 4 and 7 behind, the rows of each link but the
    last, the last torque; messages by (59) as in (60).
    """
    took = {each.job: each.emulated for each in job_times(part)}
    work = pass_work(part)
    first = took["I,9"] + (n - 1) * max(work.values()) + work["T0"]
    second = (n - 1) * took["II,1 and 4"] + took["II,3"] + took["II,5"]
    sent = theory(CLOCKS[part], n, whole_counts()).communication
    return first + second + float(sent)


def pass_table() -> list[str]:
    """Return the passes of both machines as a table in Markdown."""
    lines = [
        "| us | phase | theory: arithmetic | messages | emulated pass | emulated / theory |",
        "| --- | --- | --- | --- | --- | --- |",
    ]
    for each in pass_times():
        told = float(each.arithmetic + each.messages)
        lines.append(
            f"| {each.part} | {each.phase} | {float(each.arithmetic):.1f} | "
            f"{float(each.messages):.1f} | {each.emulated:.0f} | {each.emulated / told:.1f} |"
        )
    return lines


def job_table() -> list[str]:
    """Return the jobs of both machines as a table in Markdown."""
    lines = [
        "| us | T800: weight | emulated | ratio | T414: weight | emulated | ratio |",
        "| --- | --- | --- | --- | --- | --- | --- |",
    ]
    for t800, t414 in zip(job_times("T800"), job_times("T414"), strict=True):
        cells = " | ".join(
            f"{float(each.theory):.1f} | {each.emulated:.1f} | "
            f"{each.emulated / float(each.theory):.1f}"
            for each in (t800, t414)
        )
        lines.append(f"| {t800.job} | {cells} |")
    return lines


def _main() -> None:
    """Print both tables in Markdown."""
    for part in CLOCKS:
        print(f"{part}: {job_level(part, 6):.0f} us at job level; {pass_work(part)}")
    print("\n".join([*pass_table(), "", *job_table()]))


if __name__ == "__main__":
    _main()
