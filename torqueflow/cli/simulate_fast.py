"""One run of `torqueflow simulate --fast`: the RTL and its bench as one compiled program."""

from __future__ import annotations

import dataclasses
import time
from collections.abc import Iterator
from pathlib import Path

from common.scratch import ScratchFolder
from common.tables import console
from dataflow.beats import planned_beats, with_beats
from dataflow.computations.surroundings import Extras, random_outside
from golden.robot import Robot
from golden.trajectory import Trajectory, random_states
from hdl.bench.fast import FastBench
from hdl.simulate.build_cache import BuildCache
from torqueflow.cli.beat_options import leaves_alone
from torqueflow.cli.simulate_run import Made, Run, concluded, session_of
from torqueflow.cli.steps import counted, step
from torqueflow.report.fast_check import Check

_BATCH = 65_536
"""Sets made at a time."""


def run_fast(asked: Run, points: int, extras: Extras, json: str | None) -> int:
    """Check so many random states, or a file's motion; print the report, return the exit status."""
    began = time.monotonic()
    screen = console()
    computation, arm = asked.request.computation, asked.request.robot
    points = points if asked.file is None else asked.motion.points
    made = Made.of(asked, screen)
    design, beats = made.design, None
    if not leaves_alone(asked.beats, asked.tag):
        beats = planned_beats(design, asked.beats, asked.tag)
        design = with_beats(design, beats)
    errors = made.errors(asked, screen)
    with ScratchFolder() as folder:
        with step(screen, "compiling the RTL and its bench"):
            cache = BuildCache() if asked.cached else None
            bench = FastBench(design, Path(folder), cache, library=asked.cached, beats=beats)
        with counted(screen, "sets checked", points) as more:
            if asked.file is None:
                motions, source = _random(arm, extras, points, asked.seed), "random states"
            else:
                motions, source = _pieces(asked.motion), asked.file
            check = Check(arm, computation, design, motions, asked.clip, source, more, beats)
            found = check.run(bench, asked.stall, asked.seed)
    session = session_of(
        asked, design, errors, "verilator, compiled bench", points, found.clipped, bench.state,
        found, time.monotonic() - began, beats,
    )  # fmt: skip
    return concluded(asked, session, screen, json)


def _random(arm: Robot, extras: Extras, points: int, seed: int) -> Iterator[Trajectory]:
    """Yield independent states, each number uniform within its limits."""
    for batch, begin in enumerate(range(0, points, _BATCH)):
        count, own = min(_BATCH, points - begin), seed + 1_000_003 * batch
        states = random_states(arm, count, own)
        yield dataclasses.replace(states, beside=random_outside(arm, extras, count, own))


def _pieces(motion: Trajectory) -> Iterator[Trajectory]:
    """Yield a motion piece by piece."""
    for begin in range(0, motion.points, _BATCH):
        rows = slice(begin, begin + _BATCH)
        beside = {name: array[rows] for name, array in motion.beside.items()}
        yield Trajectory(motion.q[rows], motion.qd[rows], motion.qdd[rows], beside=beside)
