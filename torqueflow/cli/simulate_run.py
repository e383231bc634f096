"""One run of `torqueflow simulate`: design, compile, simulate, compare, report."""

from __future__ import annotations

import shutil
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from rich.console import Console

from common.arrays import Reals
from common.files import open_output, write_file, write_json
from common.scratch import ScratchFolder
from common.tables import console
from dataflow.beats import Beats
from dataflow.build import design_of, state_of
from dataflow.design import Design
from dataflow.errors.bounds import OutputBound
from dataflow.errors.target import ErrorTarget
from dataflow.errors.word_lengths import cheapest
from dataflow.lowering.request import Request
from dataflow.lowering.steps import STEPS, State, dealt
from dataflow.numbers.ports import encode, has_directions, with_rest
from golden.trajectory import Trajectory
from hdl.registers import StateBits
from hdl.simulate.beats import BeatSimulation
from hdl.simulate.build_cache import BuildCache
from hdl.simulate.fst import write_fst
from hdl.simulate.rows import Row, rows_of
from hdl.simulate.simulator import Simulation
from hdl.simulate.suited import QUICK_CYCLES, suited
from hdl.simulate.tools import FST
from hdl.simulate.views import view_of
from torqueflow.cli.error_options import ErrorChoice
from torqueflow.cli.steps import step
from torqueflow.report.comparison import Agreement, compare, stimulus
from torqueflow.report.derivative_report import DerivativeFindings
from torqueflow.report.error_report import ErrorFindings, error_findings, print_error_findings
from torqueflow.report.fast_check import Passed
from torqueflow.report.simulation import Session, simulation_report
from torqueflow.report.simulation_report import print_report


@dataclass(frozen=True)
class Run:
    """What is simulated and how: what the command line asks for, checked and read.

    ``file`` is the trajectory's, None if it is random; ``usable`` are the simulators that may be
    chosen among; ``beats`` is how a set leaves, ``tag`` the bits of a number that travels with it.
    """

    request: Request
    topology: str
    motion: Trajectory
    file: str | None
    seed: int
    stall: float
    clip: bool
    usable: tuple[str, ...]
    waves: str | None
    view: str | None
    picture: str | None
    cached: bool
    every_point: bool
    errors: ErrorChoice
    derivatives: DerivativeFindings | None = None
    beats: str = "set"
    tag: int = 0


def run(asked: Run, json: str | None) -> int:
    """Simulate, write what is asked for, print the report; return the exit status."""
    began = time.monotonic()
    screen = console()
    computation, arm, motion = asked.request.computation, asked.request.robot, asked.motion
    made = Made.of(asked, screen)
    design = made.design
    with step(screen, "reading states"):
        states = computation.states(arm, motion)
        states = with_rest(design, states) if has_directions(design) else states
        encoded = encode(design, states, clip=asked.clip, source=asked.file or "trajectory")
        played = stimulus(design, encoded, asked.stall, asked.seed)
    errors = made.errors(asked, screen)
    cycles = len(played.valid)
    simulator = suited(cycles * len(design.operations), asked.waves, asked.usable)
    with ScratchFolder() as folder:
        with step(screen, f"compiling the RTL with {simulator}"):
            rows = rows_of(design, [joint.name for joint in arm.joints])
            simulation = Simulation(
                design,
                simulator,
                Path(folder),
                waves=asked.waves is not None,
                rows=rows if asked.waves is not None else (),
                optimised=cycles > QUICK_CYCLES,
                cache=BuildCache() if asked.cached else None,
                library=asked.cached,
            )
        with step(screen, f"simulating {cycles} clock cycles"):
            agreement = compare(simulation, played, computation.reference(arm, states))
        write_waves(asked, design, rows, simulation)
        bits = simulation.state
    session = session_of(
        asked, design, errors, simulator, motion.points, encoded.clipped, bits, agreement,
        time.monotonic() - began,
    )  # fmt: skip
    return concluded(asked, session, screen, json, anchors_of(asked, made, states, screen))


def write_waves(
    asked: Run, design: Design, rows: Sequence[Row], simulation: Simulation | BeatSimulation
) -> None:
    """Write the waveforms of a simulation, and what opens them, to where they are asked for."""
    if asked.waves is None:
        return
    source = _as_asked(simulation.waveform, Path(asked.waves))
    with source.open("rb") as waves, open_output(asked.waves) as file:
        shutil.copyfileobj(waves, file)
    if asked.view is not None:
        inner = simulation.stage_rows
        text = view_of(design, rows, Path(asked.waves), Path(asked.view), inner)
        write_file(asked.view, text.encode())


def anchors_of(
    asked: Run, made: Made, states: Mapping[str, Reals], screen: Console
) -> dict[str, Any]:
    """Return other systems, published and measured, for a report of derivatives; else nothing."""
    if asked.derivatives is None:
        return {}
    from torqueflow.report.anchors_report import anchor_keys

    with step(screen, "timing straight-line C and Pinocchio"):
        return anchor_keys(asked.request.robot, made.lowered.graph, states)


def concluded(
    asked: Run,
    session: Session,
    screen: Console,
    json: str | None,
    anchors: Mapping[str, Any] | None = None,
) -> int:
    """Write what is asked for, print the report; return the exit status.

    ``anchors`` are what a report of derivatives has beside: other systems, published and measured.
    """
    found = simulation_report(session) | dict(anchors or {})
    if json is not None:
        write_json(json, found)
    if asked.picture is not None:
        from torqueflow.report.simulation_picture import session_picture

        with step(screen, "drawing"):
            write_file(asked.picture, session_picture(session))
    print_report(screen, found, session.computation.quantity)
    if session.errors is not None:
        print_error_findings(screen, session.errors, session.design)
    if anchors:
        from torqueflow.report.anchors_report import print_anchors

        screen.print()
        print_anchors(screen, found)
    return 0 if found["checks_hold"] else 1


def _as_asked(waveform: Path, asked: Path) -> Path:
    """Return the waveforms in the format that the name asks for, which may have to be written."""
    if asked.suffix != FST or waveform.suffix == FST:
        return waveform
    written = waveform.with_suffix(FST)
    write_fst(waveform, written)
    return written


@dataclass(frozen=True)
class Made:
    """A machine that is asked for, and the bounds that it was chosen by if errors have a target."""

    lowered: State
    bounds: Sequence[OutputBound] | None
    design: Design

    @classmethod
    def of(cls, asked: Run, screen: Console) -> Made:
        """Design the machine, with a target for errors the cheapest one."""
        wanted = asked.errors
        with step(screen, "designing the machine"):
            if wanted.target is None:
                lowered, bounds = state_of(asked.request, STEPS[-1].name), None
            else:
                found = cheapest(asked.request, ErrorTarget.read(wanted.target), wanted.effort)
                lowered, bounds = dealt(found.state), found.bounds
            return cls(lowered, bounds, design_of(lowered))

    def errors(self, asked: Run, screen: Console) -> ErrorFindings:
        """Bound the machine's errors as hard as asked for."""
        wanted = asked.errors
        with step(screen, "bounding errors"):
            return error_findings(
                self.lowered, wanted.effort, wanted.seconds, asked.seed, wanted.saved, self.bounds,
                wanted.target,
            )  # fmt: skip


def session_of(
    asked: Run,
    design: Design,
    errors: ErrorFindings,
    simulator: str,
    points: int,
    clipped: int,
    state: StateBits,
    agreement: Agreement | Passed,
    seconds: float,
    beats: Beats | None = None,
) -> Session:
    """Return what a report is made of; arguments as `Session`'s attributes."""
    return Session(
        asked.request.robot.name,
        asked.request.computation,
        design,
        asked.topology,
        simulator,
        points,
        clipped,
        state.registers,
        state.memory,
        agreement,
        seconds,
        seed=asked.seed,
        stall=asked.stall,
        trajectory=asked.file,
        links=asked.request.robot.n,
        every_point=asked.every_point,
        errors=errors,
        derivatives=asked.derivatives,
        beats=beats,
    )
