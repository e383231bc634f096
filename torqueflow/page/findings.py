"""What a page tells: one design simulated, its neighbours explored, and where it all comes from."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from common.arrays import Flags, Reals
from common.errors import InputError
from common.scratch import ScratchFolder
from dataflow.build import design_of, state_of
from dataflow.computations.computation import Computation
from dataflow.design import Design
from dataflow.errors.efforts import DEFAULT_EFFORT
from dataflow.exploration.point import Point, explored
from dataflow.lowering.request import WIDTHS, Request
from dataflow.lowering.steps import STEPS
from dataflow.numbers.ports import decode_outputs, encode
from dataflow.topologies import TOPOLOGIES
from emulator.systolic import SystolicArray, handshake
from golden.robot import Robot
from golden.trajectory import Trajectory
from hdl.simulate.simulator import Simulation
from torqueflow.exploring.task import Task
from torqueflow.report.comparison import compare, stimulus
from torqueflow.report.error_report import error_findings
from torqueflow.report.simulation import Session, simulation_report

Row = dict[str, Any]
Step = Callable[[str], AbstractContextManager[object]]
"""Shows what is being done while its block lasts."""

_INTERVALS = (1, 2, 3, 4, 6, 8, 12, 16, 24, 32, 48, 64)
"""Initiation intervals that the page's chart of costs has."""


@dataclass(frozen=True)
class Findings:
    """All that the page's panels and tables are made from.

    Attributes
    ----------
    robot, request, design, computation
        What was built for whom.
    command
        What repeats it.
    motion
        The trajectory.
    results, golden
        The RTL's results and golden's, (points, outputs), in the ports' units.
    taken, offered
        By cycle: whether the machine took a set, and whether it showed a result. Nobody waits.
    report
        The report of the simulation, as ``simulate --json`` has it.
    designs
        Rows of other intervals and topologies of this width, as ``explore`` makes them.
    widths
        Rows by width: ``width``, ``error`` (proved) and ``seen``, as shares of the limit.
    """

    robot: Robot
    request: Request
    design: Design
    computation: Computation
    command: str
    motion: Trajectory
    results: Reals
    golden: Reals
    taken: Flags
    offered: Flags
    report: dict[str, Any]
    designs: tuple[Row, ...]
    widths: tuple[Row, ...]

    @property
    def limits(self) -> Reals:
        """The outputs' limits, (outputs,)."""
        return np.array([port.limit for port in self.design.outputs])


def find_out(
    request: Request,
    motion: Trajectory,
    simulator: str,
    seed: int,
    command: str,
    step: Step,
    *,
    others: bool = False,
) -> Findings:
    """Build, simulate and explore; show each step.

    Parameters
    ----------
    others
        Whether the report has other systems beside, which compute derivatives too.

    Raises
    ------
    InputError
        The design cannot be built, or a state does not fit its ports.
    """
    began = time.monotonic()
    robot, computation = request.robot, request.computation
    with step("designing the machine"):
        lowered = state_of(request, STEPS[-1].name)
        design = design_of(lowered)
        states = computation.states(robot, motion)
        encoded = encode(design, states)
        golden = computation.reference(robot, states)
    what = f"compiling the RTL and simulating {motion.points} points"
    with step(what), ScratchFolder() as folder:
        simulation = Simulation(design, simulator, Path(folder))
        agreement = compare(simulation, stimulus(design, encoded, 0.0, seed), golden)
        bits = simulation.state
    with step("bounding errors"):
        errors = error_findings(lowered, DEFAULT_EFFORT)
    session = Session(
        robot.name, computation, design, request.topology.name, simulator, motion.points,
        encoded.clipped, bits.registers, bits.memory, agreement, time.monotonic() - began,
        seed=seed, links=robot.n, errors=errors,
    )  # fmt: skip
    with step("exploring other intervals and topologies"):
        designs = _neighbours(request)
    with step("exploring other widths"):
        widths = _widths(request, states, golden)
    report = simulation_report(session)
    if others:
        # Imported here because no other page needs it.
        from torqueflow.report.anchors_report import anchor_keys

        with step("timing straight-line C and Pinocchio"):
            report |= anchor_keys(robot, lowered.graph, states)
    always = np.ones(design.latency + 40 * design.initiation_interval, dtype=np.bool_)
    timeline = handshake(design, always, always, sets=motion.points)
    return Findings(
        robot, request, design, computation, command, motion, agreement.results, golden,
        timeline.input_transfer, timeline.output_valid,
        report, designs, widths,
    )  # fmt: skip


def _neighbours(request: Request) -> tuple[Row, ...]:
    """Return rows of this algorithm and width at other intervals, on every topology.

    It is their units that the page shows: errors are bounded with no effort.
    """
    intervals = sorted({*_INTERVALS, request.interval})
    points = [
        Point(request.computation.name, topology, request.width, interval)
        for topology in TOPOLOGIES
        for interval in intervals
    ]
    tasks = (
        Task(request.robot, point, effort=0, computation=request.computation) for point in points
    )
    rows = (task.row() for task in tasks)
    return tuple(row for row in rows if row["refused"] is None)


def _widths(request: Request, states: dict[str, Reals], golden: Reals) -> tuple[Row, ...]:
    """Return what is proved and seen at every even width, and at the one that was asked for."""
    rows = []
    for width in sorted({*WIDTHS[::2], request.width}):
        point = Point(request.computation.name, request.topology.name, width, request.interval)
        try:
            found = explored(request.robot, point, DEFAULT_EFFORT, request.computation)
            design = found.scheduled
            encoded = encode(design, states)
        except InputError:  # too narrow, or too wide, for this robot
            continue
        results = decode_outputs(design, SystolicArray(design).outputs(encoded.integers))
        seen = np.abs(results - golden).max(axis=0) / [port.limit for port in design.outputs]
        rows.append({"width": width, "error": found.relative_error, "seen": float(seen.max())})
    return tuple(rows)


def shares(values: Reals, limits: Sequence[float] | Reals) -> Reals:
    """Return values over their outputs' limits."""
    quotient: Reals = values / np.asarray(limits)
    return quotient
