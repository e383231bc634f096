"""`torqueflow simulate`: an array's RTL, compared with emulator, golden and the papers."""

from __future__ import annotations

import tempfile
import time
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Any

import numpy as np
import typer

from dataflow.cost import cost
from dataflow.ports import encode
from dataflow.stage import Design
from golden.errors import InputError
from golden.files import atomic_write, check_destination, write_json
from golden.robot import Robot
from golden.trajectory import Trajectory, random_trajectory
from golden.trajectory_file import read_trajectory
from hdl.simulator import Simulation
from hdl.tools import SIMULATORS, WAVEFORMS, check_simulator
from torqueflow.comparison import Agreement, compare, stimulus
from torqueflow.options import (
    AlgorithmOption,
    Choice,
    IntervalOption,
    JsonOption,
    RobotArgument,
    TopologyOption,
    WidthOption,
)
from torqueflow.papers.timings import TIMINGS
from torqueflow.robots import console, units
from torqueflow.simulation_report import print_report

MOST_POINTS = 10_000_000


@dataclass(frozen=True)
class Session:
    """What was simulated and how."""

    robot: Robot
    design: Design
    topology: str
    simulator: str
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
    check_outputs(simulator, waves, json, trajectory)
    if not 0.0 <= stall <= 0.95:
        raise InputError("--stall", f"{stall:g}", "0 to 0.95")
    arm, design = Choice(robot, algorithm, topology, ii, width).build()
    states = chosen_trajectory(arm, trajectory, points, seed)
    encoded = encode(
        design, states.q, states.qd, states.qdd, clip=clip, source=trajectory or "trajectory"
    )
    screen = console()
    with tempfile.TemporaryDirectory(prefix="torqueflow-") as folder:
        with screen.status("compiling the RTL"):
            simulation = Simulation(design, simulator, Path(folder), waves=waves is not None)
        with screen.status(f"simulating {states.points} points"):
            agreement = compare(simulation, stimulus(design, encoded, stall, seed), arm, states)
        if waves is not None:
            with atomic_write(waves) as file:
                file.write(simulation.waveform.read_bytes())
        bits = simulation.state
    session = Session(
        arm,
        design,
        topology,
        simulator,
        encoded.clipped,
        bits.registers,
        bits.memory,
        agreement,
        time.monotonic() - began,
    )
    if json is not None:
        write_json(json, report(session))
    print_report(screen, report(session), [units(joint)[1] for joint in arm.joints])
    return 0 if holds(session) else 1


def check_outputs(
    simulator: str, waves: str | None, json: str | None, trajectory: str | None
) -> None:
    """Refuse destinations before any work is done."""
    suffix = WAVEFORMS[simulator]
    if waves is not None and Path(waves).suffix != suffix:
        allowed = f"a name that ends in {suffix}, which {simulator} writes"
        raise InputError("--waves", repr(waves), allowed)
    for option, path in (("--waves", waves), ("--json", json)):
        if path is None:
            continue
        check_destination(path)
        if trajectory is not None and Path(path).resolve() == Path(trajectory).resolve():
            raise InputError(option, f"{path!r} is the trajectory", "another file")


def chosen_trajectory(arm: Robot, file: str | None, points: int | None, seed: int) -> Trajectory:
    """The trajectory from a file, or a random one of 300 points where nothing else is said."""
    if file is not None:
        if points is not None:
            raise InputError("--points", "given beside --trajectory", "one of the two")
        return read_trajectory(file, arm.n)
    points = 300 if points is None else points
    if not 1 <= points <= MOST_POINTS:
        raise InputError("--points", str(points), f"1 to {MOST_POINTS}")
    if seed < 0:
        raise InputError("--seed", str(seed), "0 or more")
    return random_trajectory(arm, points, seed)


def torque_bounds(session: Session) -> list[float]:
    """The proved bound of each torque's error, N m or N."""
    design = session.design
    return [design.knowledge[port.operation].error for port in design.outputs]


def holds(session: Session) -> bool:
    """Whether RTL and emulator agree wholly, and every torque is within its proved bound."""
    found = session.agreement
    within = bool(np.all(found.errors <= np.array(torque_bounds(session))))
    return (
        found.bit_mismatches == 0
        and found.cycle_mismatches == 0
        and found.latency == session.design.latency
        and (within or session.clipped > 0)
    )


def report(session: Session) -> dict[str, Any]:
    """The report as JSON has it."""
    design, found = session.design, session.agreement
    spent = cost(design)
    largest = found.errors.max(axis=0)
    return {
        "robot": session.robot.name,
        "algorithm": design.algorithm,
        "topology": session.topology,
        "ii": design.initiation_interval,
        "width": design.trigonometry.angle_bits,
        "points": len(found.errors),
        "simulator": session.simulator,
        "latency_cycles": found.latency,
        "cycles_total": found.cycles,
        "bit_mismatches": found.bit_mismatches,
        "cycle_mismatches": found.cycle_mismatches,
        "clipped": session.clipped,
        "torque_error_max": largest.tolist(),
        "torque_error_rms": np.sqrt(np.mean(found.errors**2, axis=0)).tolist(),
        "torque_error_bound": torque_bounds(session),
        "torque_limit": session.robot.torque_limits.tolist(),
        "torque_error_relative": (largest / session.robot.torque_limits).tolist(),
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
        "checks_hold": holds(session),
    }
