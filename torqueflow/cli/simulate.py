"""`torqueflow simulate`: an array's RTL, compared with emulator, golden and the papers."""

from __future__ import annotations

import shutil
import tempfile
import time
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Any

import numpy as np
import typer

from common.arrays import Reals
from common.destinations import check_outputs, robot_file
from common.errors import InputError
from common.files import is_device, open_output, write_json
from common.tables import console
from dataflow.design import Design
from dataflow.numbers.ports import encode
from dataflow.timing.cost import cost
from golden.load import load_robot
from golden.robot import Robot
from golden.trajectory import Trajectory, random_trajectory
from golden.trajectory_file import read_trajectory
from hdl.simulate.simulator import Simulation
from hdl.simulate.tools import SIMULATORS, WAVEFORMS, check_simulator
from papers.timings import TIMINGS
from torqueflow.cli.options import (
    AlgorithmOption,
    Choice,
    IntervalOption,
    JsonOption,
    RobotArgument,
    TopologyOption,
    WidthOption,
)
from torqueflow.report.comparison import Agreement, compare, stimulus
from torqueflow.report.simulation_report import print_report

_DEFAULT_POINTS = 300
_MOST_POINTS = 10_000_000
_MOST_STALL = 0.95
"""Above, a run would take more than 400 cycles a point."""


@dataclass(frozen=True)
class Session:
    """What was simulated and how."""

    robot: Robot
    design: Design
    topology: str
    simulator: str
    points: int
    clipped: int
    register_bits: int
    memory_bits: int
    agreement: Agreement
    wall_seconds: float


def simulate(
    robot: RobotArgument,
    algorithm: AlgorithmOption = "newton-euler",
    topology: TopologyOption = "array",
    ii: IntervalOption = None,
    width: WidthOption = 18,
    trajectory: Annotated[
        str | None, typer.Option(help="A .csv or .npz file of q, qd, qdd in rad, m and s.")
    ] = None,
    points: Annotated[int | None, typer.Option(help="Random trajectory: its length.")] = None,
    seed: Annotated[int, typer.Option(help="Random trajectory and stalls: which.")] = 1,
    stall: Annotated[
        float, typer.Option(help="Probability that a side pauses in a cycle, 0 up to 0.95.")
    ] = 0.0,
    clip: Annotated[
        bool, typer.Option("--clip", help="Saturate inputs beyond their format, and count them.")
    ] = False,
    simulator: Annotated[str, typer.Option(help=" or ".join(SIMULATORS))] = "verilator",
    waves: Annotated[
        str | None, typer.Option(help="Write waveforms: .vcd from verilator, .fst from icarus.")
    ] = None,
    json: JsonOption = None,
) -> int:
    """Simulate an array's RTL; compare with emulator, golden torques and the papers."""
    began = time.monotonic()
    check_simulator(simulator)
    _check_temporary_folder(simulator)
    _check_suffix(waves, simulator)
    check_outputs(
        {"--waves": waves, "--json": json},
        {"the trajectory": trajectory, "the robot": robot_file(robot)},
    )
    _check_numbers(points, trajectory, seed, stall)
    arm = load_robot(robot)
    states = _chosen_trajectory(arm, trajectory, points, seed)
    screen = console()
    with screen.status("designing the array"):
        design = Choice(robot, algorithm, topology, ii, width).design(arm)
        encoded = encode(
            design, states.q, states.qd, states.qdd, clip=clip, source=trajectory or "trajectory"
        )
    with tempfile.TemporaryDirectory(prefix="torqueflow-") as folder:
        with screen.status("compiling the RTL"):
            simulation = Simulation(design, simulator, Path(folder), waves=waves is not None)
        with screen.status(f"simulating {states.points} points"):
            agreement = compare(simulation, stimulus(design, encoded, stall, seed), arm, states)
        if waves is not None:
            with simulation.waveform.open("rb") as recorded, open_output(waves) as file:
                shutil.copyfileobj(recorded, file)
        bits = simulation.state
    session = Session(
        arm,
        design,
        topology,
        simulator,
        states.points,
        encoded.clipped,
        bits.registers,
        bits.memory,
        agreement,
        time.monotonic() - began,
    )
    found = _report(session)
    if json is not None:
        write_json(json, found)
    print_report(screen, found, [joint.effort_unit for joint in arm.joints])
    return 0 if found["checks_hold"] else 1


def _check_temporary_folder(simulator: str) -> None:
    """Refuse a place to build in that make, which Verilator needs, cannot work in."""
    folder = tempfile.gettempdir()
    if simulator == "verilator" and any(character.isspace() for character in folder):
        raise InputError(
            "TMPDIR", f"{folder!r} has a space", "a folder that verilator can build in"
        )


def _check_suffix(waves: str | None, simulator: str) -> None:
    """Refuse a name of a waveform file that promises another format than it will have."""
    suffix = WAVEFORMS[simulator]
    if waves is not None and Path(waves).suffix != suffix and not is_device(waves):
        allowed = f"a name that ends in {suffix}, which {simulator} writes"
        raise InputError("--waves", repr(waves), allowed)


def _check_numbers(points: int | None, trajectory: str | None, seed: int, stall: float) -> None:
    """Refuse numbers out of range before any work is done."""
    if points is not None and trajectory is not None:
        raise InputError("--points", "given beside --trajectory", "one of the two")
    if points is not None and not 1 <= points <= _MOST_POINTS:
        raise InputError("--points", str(points), f"1 to {_MOST_POINTS}")
    if seed < 0:
        raise InputError("--seed", str(seed), "0 or more")
    if not 0.0 <= stall <= _MOST_STALL:
        raise InputError("--stall", f"{stall:g}", f"0 to {_MOST_STALL:g}")


def _chosen_trajectory(arm: Robot, file: str | None, points: int | None, seed: int) -> Trajectory:
    """The trajectory from a file, or a random one of 300 points where nothing else is said."""
    if file is not None:
        return read_trajectory(file, arm.n)
    return random_trajectory(arm, _DEFAULT_POINTS if points is None else points, seed)


def torque_bounds(session: Session) -> list[float]:
    """The proved bound of each torque's error, N m or N."""
    design = session.design
    return [design.knowledge[port.operation].error for port in design.outputs]


def _shortfalls(session: Session) -> list[str]:
    """What fell short, one entry a check; empty if RTL and emulator agree and bounds are kept.

    Torques of clipped inputs are not held to the bound: golden has the inputs as they were given.
    """
    found, design = session.agreement, session.design
    fell = []
    if found.bit_mismatches:
        fell.append(f"{found.bit_mismatches} bit mismatches")
    if found.cycle_mismatches:
        fell.append(f"{found.cycle_mismatches} cycle mismatches")
    if found.latency != design.latency:
        took = "no torques came" if found.latency is None else f"latency {found.latency}"
        fell.append(f"{took}, the design has a latency of {design.latency}")
    if not session.clipped:
        excess = np.any(found.errors > np.array(torque_bounds(session)), axis=0)
        fell += [f"torque {i + 1} beyond its error bound" for i in np.flatnonzero(excess)]
    return fell


def _report(session: Session) -> dict[str, Any]:
    """The report as JSON has it."""
    design, found = session.design, session.agreement
    spent = cost(design)
    largest, rms = _error_summary(found.errors)
    limits = session.robot.torque_limits.tolist()
    fell = _shortfalls(session)
    return {
        "robot": session.robot.name,
        "algorithm": design.algorithm,
        "topology": session.topology,
        "ii": design.initiation_interval,
        "width": design.trigonometry.angle_bits,
        "points": session.points,
        "simulator": session.simulator,
        "latency_cycles": found.latency,
        "cycles_total": found.cycles,
        "bit_mismatches": found.bit_mismatches,
        "cycle_mismatches": found.cycle_mismatches,
        "clipped": session.clipped,
        "torque_error_max": largest,
        "torque_error_rms": rms,
        "torque_error_bound": torque_bounds(session),
        "torque_limit": limits,
        "torque_error_relative": [
            None if error is None else error / limit
            for error, limit in zip(largest, limits, strict=True)
        ],
        "operations": {"multiply": spent.multiply, "scale": spent.scale, "add": spent.add},
        "units": {
            "multiplier": spent.multipliers + 2 * spent.trigonometric_units,
            "adder": spent.adders,
        },
        "register_bits": session.register_bits,
        "memory_bits": session.memory_bits,
        "paper_timings": [
            {
                "paper": timing.paper,
                "system": timing.system,
                "seconds": timing.seconds,
                "cycles": timing.cycles,
            }
            for timing in TIMINGS
        ],
        "wall_seconds": session.wall_seconds,
        "checks_hold": not fell,
        "shortfalls": fell,
    }


def _error_summary(errors: Reals) -> tuple[list[float | None], list[float | None]]:
    """Largest and rms error of each torque; None where no torque came."""
    if not len(errors):
        return [None] * errors.shape[1], [None] * errors.shape[1]
    return errors.max(axis=0).tolist(), np.sqrt(np.mean(errors**2, axis=0)).tolist()
