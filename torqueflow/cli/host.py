"""`torqueflow host`: a motion through a core on a serial line, and what the core made of it."""

from __future__ import annotations

import importlib.util
import math
from typing import Annotated

import typer

from common.destinations import check_outputs
from common.errors import InputError
from dataflow.computations.derivative_forms import COMPOSITE
from dataflow.computations.surroundings import outside_arrays
from dataflow.errors.efforts import DEFAULT_EFFORT
from golden.motion_file import read_motion
from torqueflow.cli.derivative_options import (
    DerivativeChoice,
    FormOption,
    GivenOption,
    OutputsOption,
)
from torqueflow.cli.error_options import ErrorChoice, ProofEffortOption, TorqueErrorOption
from torqueflow.cli.file_options import TRAJECTORY, JsonOption, check_table
from torqueflow.cli.load_options import PortsOption
from torqueflow.cli.motion_options import DegreesOption, StepOption
from torqueflow.cli.options import (
    ActuatorsOption,
    AlgorithmOption,
    Choice,
    IntervalOption,
    PartsOption,
    TopologyOption,
    WidthOption,
)
from torqueflow.cli.robot_options import ChosenRobot, LinkOption, takes_robot
from torqueflow.cli.serial_options import BaudOption, check_baud

_PACKAGES = {"serial": "pyserial", "cobs": "cobs"}
_MOST_WINDOW = 4096
_MOST_SECONDS = 3600.0


@takes_robot
def host(
    robot: ChosenRobot,
    port: Annotated[
        str | None,
        typer.Option(metavar="NAME", help="The serial port, such as /dev/ttyUSB0 or COM3."),
    ] = None,
    trajectory: Annotated[str | None, TRAJECTORY] = None,
    step: StepOption = None,
    degrees: DegreesOption = False,
    baud: BaudOption = None,
    window: Annotated[
        int, typer.Option(metavar="SETS", help="How many sets may wait for answers at once.")
    ] = 8,
    patience: Annotated[
        float,
        typer.Option(metavar="SECONDS", help="Silence after which what waits is asked again."),
    ] = 1.0,
    attempts: Annotated[
        int, typer.Option(help="Silences in a row after which the core counts as gone.")
    ] = 5,
    algorithm: AlgorithmOption = "newton-euler",
    topology: TopologyOption = "array",
    ii: IntervalOption = None,
    width: WidthOption = 18,
    parts: PartsOption = "usual",
    actuators: ActuatorsOption = False,
    ports: PortsOption = None,
    link: LinkOption = None,
    outputs: OutputsOption = None,
    form: FormOption = COMPOSITE,
    given: GivenOption = None,
    torque_error: TorqueErrorOption = None,
    proof_effort: ProofEffortOption = DEFAULT_EFFORT,
    json: JsonOption = None,
    output: Annotated[
        str | None,
        typer.Option(
            "-o", "--output", metavar="FILE", help="Write the core's results to this .csv file."
        ),
    ] = None,
) -> int:
    """Send a motion to a core on a serial line, and hold what comes back against the emulator.

    The design is told as `verilog --serial` was; a core of another one is not believed. The status
    is 1 if a result differs from the emulator's in any bit.
    """
    if port is None:
        raise InputError("--port", "missing", "the name of a serial port")
    if trajectory is None:
        raise InputError("--trajectory", "missing", "a .csv or .npz file of q, qd and qdd")
    check_table(output)
    check_outputs(
        {"--json": json, "--output": output}, {"the trajectory": trajectory, **robot.inputs}
    )
    _check_numbers(window, patience, attempts)
    rate = check_baud(baud)
    for module, package in _PACKAGES.items():
        if importlib.util.find_spec(module) is None:
            raise InputError(package, "is not installed", "pip install 'torqueflow[serial]'")
    choice = Choice(
        robot, algorithm, topology, ii, width, parts, actuators, ports, link,
        DerivativeChoice(outputs, form, given),
    )  # fmt: skip
    request = ErrorChoice(proof_effort, target=torque_error).request(choice)
    beside = outside_arrays(request.robot, choice.extras(request.robot))
    motion = read_motion(
        trajectory, request.robot, step=step, degrees=degrees, beside=beside
    ).trajectory(beside)
    # Imported here because Amaranth takes longer than a help text or a refusal.
    from torqueflow.cli.host_run import Line, run

    line = Line(port, rate, window, patience, attempts)
    return run(request, topology, motion, trajectory, line, json, output)


def _check_numbers(window: int, patience: float, attempts: int) -> None:
    """Refuse numbers out of range before anything is opened."""
    if not 1 <= window <= _MOST_WINDOW:
        raise InputError("--window", str(window), f"1 to {_MOST_WINDOW}")
    if attempts < 1:
        raise InputError("--attempts", str(attempts), "1 or more")
    if not (math.isfinite(patience) and 0.0 < patience <= _MOST_SECONDS):
        raise InputError("--patience", f"{patience:g} s", f"more than 0, up to {_MOST_SECONDS:g}")
