"""The programs of the recursive Lagrangian on emulated transputers, in one setting."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cache

from golden.load import load_robot
from golden.trajectory import random_trajectory
from occam.program import Checks
from papers.programs import find
from papers.run import ROBOT, ProgramRun, Settings, compile_for, run

SETTING = Settings(checks=Checks.NONE)
"""No checks, external memory of 3 cycles, code on chip as far as it goes, links at 20 Mbit/s.

Of the settings of `transputer compare` that come within 3 % of 2.46 ms, the one that comes nearest
to the 8.96 ms of the T414s (docs/papers/zalzala-morris.md).
"""

_POINTS = 10
_SHORT, _LONG = 20, 40
"""Points of the two runs of the pipeline whose difference has no filling in it."""
_SEED = 1989
_TRANSPUTERS = 4


@dataclass(frozen=True)
class Pipeline:
    """The pipeline of 26.

    Attributes
    ----------
    step
        Seconds from one result to the next.
    busy
        Seconds of each transputer's work in a step; column c has T0 to T3 of link c.
    """

    step: float
    busy: tuple[tuple[float, ...], ...]


@cache
def four(part: str) -> ProgramRun:
    """Return the run on four transputers of a part, "T800" or "T414"."""
    built = compile_for(find("drl", _TRANSPUTERS), replace(SETTING, part=part))
    return run(built, random_trajectory(load_robot(ROBOT), _POINTS, _SEED))


@cache
def pipeline() -> Pipeline:
    """Return the run on 26 T800s."""
    built = compile_for(find("drl", 26), SETTING)
    short, long = (
        run(built, random_trajectory(load_robot(ROBOT), points, _SEED))
        for points in (_SHORT, _LONG)
    )
    step = (long.window.seconds - short.window.seconds) / (_LONG - _SHORT)
    work = {
        name: (1 - idle) * long.window.seconds / _LONG for name, idle in long.idle_shares().items()
    }
    columns = [
        tuple(work[f"P{_TRANSPUTERS * column + place}"] for place in range(_TRANSPUTERS))
        for column in range(6)
    ]
    return Pipeline(step, (*columns, (work["P24"], work["P25"])))
