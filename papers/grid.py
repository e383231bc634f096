"""Which settings of what the papers leave unsaid explain the times they print.

They do not say what the compiler checked, how long an access to external memory took and what lay
there, how fast the links were, or how matrices were indexed. Every combination of plausible answers
is run.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import product

import numpy as np

from golden.load import load_robot
from golden.trajectory import Trajectory, random_trajectory
from occam.program import Checks
from papers.indexing import Indexing
from papers.programs import PaperProgram, programs
from papers.run import ROBOT, Settings, compile_for, run
from papers.zalzala_morris.passes import Phases, phases
from papers.zomaya_morris.reductions import reductions

_CHECKS = tuple(Checks)
_EXTERNAL_CYCLES = (3, 5)
_LINK_MBITS = (10, 20)
_INDEXINGS = tuple(Indexing)
_POINTS = 10
"""Points of each run: times differ from point to point by less than 1 %."""
_SEED = 1989


@dataclass(frozen=True)
class Measured:
    """What one combination of settings gives.

    Attributes
    ----------
    settings
        The combination; the part is that of each case.
    seconds
        For one set of torques, a time for each of `cases`.
    phases
        Of the recursive Lagrangian on four T800s.
    """

    settings: Settings
    seconds: tuple[float, ...]
    phases: Phases

    def residual(self, paper: str | None = None) -> float:
        """Return the factor by which the times miss the papers', or one's: 1 where all agree.

        e to the root of the mean square of the logarithms of the ratios.
        """
        ratios = [
            ours / theirs
            for ours, theirs, (program, _) in zip(self.seconds, printed(), cases(), strict=True)
            if paper in (None, program.paper)
        ]
        return math.exp(math.sqrt(np.mean(np.log(ratios) ** 2)))

    @property
    def reductions(self) -> tuple[float, float]:
        """How much less time PSCSNEA takes than NE and SCSNEA; the paper has 0.58 and 0.41."""
        ours = {
            program.name: seconds
            for seconds, (program, part) in zip(self.seconds, cases(), strict=True)
            if part == "T800"
        }
        return reductions(ours)


def cases() -> tuple[tuple[PaperProgram, str], ...]:
    """Return the program and the part of each time that the papers measured."""
    return tuple((program, part) for program in programs() for part in program.compared)


def compared_papers() -> tuple[str, ...]:
    """Return the names of the papers that have cases."""
    return tuple(dict.fromkeys(program.paper for program, _ in cases()))


def printed() -> tuple[float, ...]:
    """Return the papers' seconds for each case."""
    return tuple(program.seconds[part] for program, part in cases())


def combinations() -> Iterator[Settings]:
    """Return every combination, in a fixed order."""
    for indexing, code, checks, external, link in product(
        _INDEXINGS, (False, True), _CHECKS, _EXTERNAL_CYCLES, _LINK_MBITS
    ):
        yield Settings(
            checks=checks,
            external_cycles=external,
            link_mbits=link,
            indexing=indexing,
            external_code=code,
        )


def _measure(settings: Settings, trajectory: Trajectory) -> Measured:
    """Run every case with one combination of settings."""
    seconds, found = [], None
    for program, part in cases():
        result = run(compile_for(program, replace(settings, part=part)), trajectory)
        seconds.append(result.seconds)
        if (program.name, part) == ("drl", "T800"):
            found = phases(result)
    assert found is not None
    return Measured(settings, tuple(seconds), found)


def explore(
    chosen: Sequence[Settings] | None = None, done: Callable[[Measured], None] | None = None
) -> list[Measured]:
    """Run combinations, all unless some are chosen; the best fit comes first."""
    trajectory = random_trajectory(load_robot(ROBOT), _POINTS, _SEED)
    results = []
    for settings in combinations() if chosen is None else chosen:
        results.append(_measure(settings, trajectory))
        if done is not None:
            done(results[-1])
    return sorted(results, key=Measured.residual)
