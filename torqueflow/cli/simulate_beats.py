"""One run of `torqueflow simulate --beats`: a machine with its serializer, held beat by beat."""

from __future__ import annotations

import time
from pathlib import Path

from common.scratch import ScratchFolder
from common.tables import console
from dataflow.beats import planned_beats, with_beats
from dataflow.numbers.ports import encode, has_directions, with_rest
from hdl.simulate.beats import BeatSimulation
from hdl.simulate.rows import rows_of
from hdl.simulate.suited import QUICK_CYCLES, suited
from torqueflow.cli.simulate_run import (
    Made,
    Run,
    anchors_of,
    concluded,
    session_of,
    write_waves,
)
from torqueflow.cli.steps import step
from torqueflow.report.beat_comparison import compare_beats, random_tags
from torqueflow.report.comparison import stimulus


def run_beats(asked: Run, json: str | None) -> int:
    """Simulate, write what is asked for, print the report; return the exit status.

    Raises
    ------
    InputError
        The interval is too short for the beats, outputs are no columns, or the tag is too wide.
    """
    began = time.monotonic()
    screen = console()
    computation, arm = asked.request.computation, asked.request.robot
    made = Made.of(asked, screen)
    beats = planned_beats(made.design, asked.beats, asked.tag)
    design = with_beats(made.design, beats)
    with step(screen, "reading states"):
        states = computation.states(arm, asked.motion)
        states = with_rest(design, states) if has_directions(design) else states
        encoded = encode(design, states, clip=asked.clip, source=asked.file or "trajectory")
        played = stimulus(design, encoded, asked.stall, asked.seed)
        tags = random_tags(beats, len(encoded.integers), asked.seed)
    errors = made.errors(asked, screen)
    cycles = len(played.valid)
    simulator = suited(cycles * len(design.operations), asked.waves, asked.usable)
    with ScratchFolder() as folder:
        with step(screen, f"compiling the RTL with {simulator}"):
            rows = rows_of(design, [joint.name for joint in arm.joints])
            simulation = BeatSimulation(
                design, beats, simulator, Path(folder), waves=asked.waves is not None,
                rows=rows if asked.waves is not None else (), optimised=cycles > QUICK_CYCLES,
                library=asked.cached,
            )  # fmt: skip
        with step(screen, f"simulating {cycles} clock cycles"):
            agreement = compare_beats(simulation, played, tags, computation.reference(arm, states))
        write_waves(asked, design, rows, simulation)
    session = session_of(
        asked, design, errors, simulator, asked.motion.points, encoded.clipped, simulation.state,
        agreement, time.monotonic() - began, beats,
    )  # fmt: skip
    return concluded(asked, session, screen, json, anchors_of(asked, made, states, screen))
