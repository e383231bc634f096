"""`torqueflow simulate`: an array's RTL, compared with emulator, golden and the papers."""

from __future__ import annotations

import shutil
import tempfile
import time
from pathlib import Path
from typing import Annotated

import typer

from common.destinations import check_outputs
from common.errors import InputError
from common.files import is_device, open_output, write_json
from common.tables import console
from dataflow.build import build
from dataflow.numbers.ports import encode
from golden.robot import Robot
from golden.trajectory import Trajectory, random_trajectory
from golden.trajectory_file import read_trajectory
from hdl.simulate.simulator import Simulation
from hdl.simulate.tools import SIMULATORS, WAVEFORMS, check_simulator
from torqueflow.cli.options import (
    ActuatorsOption,
    AlgorithmOption,
    Choice,
    IntervalOption,
    JsonOption,
    TopologyOption,
    WidthOption,
)
from torqueflow.cli.robot_options import ChosenRobot, takes_robot
from torqueflow.report.comparison import compare, stimulus
from torqueflow.report.simulation import Session, simulation_report
from torqueflow.report.simulation_report import print_report

_DEFAULT_POINTS = 300
_MOST_POINTS = 10_000_000
_MOST_STALL = 0.95
"""Above, a run would take more than 400 cycles a point."""


@takes_robot
def simulate(
    robot: ChosenRobot,
    algorithm: AlgorithmOption = "newton-euler",
    topology: TopologyOption = "array",
    ii: IntervalOption = None,
    width: WidthOption = 18,
    actuators: ActuatorsOption = False,
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
        {"the trajectory": trajectory, **robot.inputs},
    )
    _check_numbers(points, trajectory, seed, stall)
    arm = robot.load_for_hardware()
    motion = _chosen_trajectory(arm, trajectory, points, seed)
    screen = console()
    with screen.status("designing the array"):
        request = Choice(robot, algorithm, topology, ii, width, actuators).request(arm)
        computation, design = request.computation, build(request)
        states = computation.states(arm, motion)
        encoded = encode(design, states, clip=clip, source=trajectory or "trajectory")
    with tempfile.TemporaryDirectory(prefix="torqueflow-") as folder:
        with screen.status("compiling the RTL"):
            simulation = Simulation(design, simulator, Path(folder), waves=waves is not None)
        with screen.status(f"simulating {motion.points} points"):
            agreement = compare(
                simulation,
                stimulus(design, encoded, stall, seed),
                computation.reference(arm, states),
            )
        if waves is not None:
            with simulation.waveform.open("rb") as recorded, open_output(waves) as file:
                shutil.copyfileobj(recorded, file)
        bits = simulation.state
    session = Session(
        arm.name,
        computation,
        design,
        topology,
        simulator,
        motion.points,
        encoded.clipped,
        bits.registers,
        bits.memory,
        agreement,
        time.monotonic() - began,
    )
    found = simulation_report(session)
    if json is not None:
        write_json(json, found)
    print_report(screen, found, computation.quantity)
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
    """Return the trajectory of a file, or a random one, of 300 points if nothing is said."""
    if file is not None:
        return read_trajectory(file, arm.n)
    return random_trajectory(arm, _DEFAULT_POINTS if points is None else points, seed)
