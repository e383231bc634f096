"""`torqueflow report`: a design simulated and set among its neighbours, as one page."""

from __future__ import annotations

import dataclasses
import shlex
import sys
from pathlib import Path
from typing import Annotated

import typer

from common.destinations import check_output_folder
from common.files import check_destination
from dataflow.computations.derivative_forms import COMPOSITE
from dataflow.computations.surroundings import outside_arrays, random_outside
from golden.motion_file import read_motion
from golden.trajectory import random_trajectory
from hdl.simulate.tools import SIMULATORS, check_simulator
from torqueflow.cli.choices import choice
from torqueflow.cli.derivative_options import (
    DerivativeChoice,
    FormOption,
    GivenOption,
    OutputsOption,
)
from torqueflow.cli.file_options import TRAJECTORY
from torqueflow.cli.motion_options import check_points, check_seed
from torqueflow.cli.options import (
    ActuatorsOption,
    AlgorithmOption,
    Choice,
    IntervalOption,
    TopologyOption,
    WidthOption,
)
from torqueflow.cli.robot_options import ChosenRobot, takes_robot

_DEFAULT_POINTS = 200
_MOST_POINTS = 10_000
_PAGE = "index.html"


@takes_robot
def report(
    robot: ChosenRobot,
    output: Annotated[
        str,
        typer.Option("-o", "--output", metavar="FOLDER", help="The folder to write into."),
    ] = "build/report",
    algorithm: AlgorithmOption = "newton-euler",
    topology: TopologyOption = "array",
    ii: IntervalOption = None,
    width: WidthOption = 18,
    outputs: OutputsOption = None,
    form: FormOption = COMPOSITE,
    given: GivenOption = None,
    actuators: ActuatorsOption = False,
    trajectory: Annotated[str | None, TRAJECTORY] = None,
    points: Annotated[
        int | None,
        typer.Option(
            help="Points of a random trajectory, where no file is given.",
            show_default=str(_DEFAULT_POINTS),
        ),
    ] = None,
    seed: Annotated[int, typer.Option(help="The seed of the random trajectory, 0 or more.")] = 1,
    simulator: Annotated[str, choice("What runs the RTL.", SIMULATORS)] = "icarus",
) -> int:
    """Simulate a design and write one page about it: what it does, costs and proves, in pictures.

    The page needs no network and no server. Beside it lie the files that it was made from.
    """
    check_simulator(simulator)
    check_output_folder("-o", output)
    if Path(output).exists():
        check_destination(Path(output) / _PAGE)
    check_points(points, trajectory, _MOST_POINTS)
    check_seed(seed)
    arm = robot.load_for_hardware()
    choice = Choice(
        robot, algorithm, topology, ii, width, actuators=actuators,
        derivatives=DerivativeChoice(outputs, form, given),
    )  # fmt: skip
    request, extras = choice.request(arm), choice.extras(arm)
    if trajectory is None:
        motion = random_trajectory(arm, _DEFAULT_POINTS if points is None else points, seed)
        outside = random_outside(arm, extras, motion.points, seed)
        motion = dataclasses.replace(motion, beside=outside)
    else:
        beside = outside_arrays(arm, extras)
        motion = read_motion(trajectory, arm, beside=beside).trajectory(beside)
    # Imported here because Amaranth and cocotb take longer than a help text or a refusal.
    from torqueflow.cli.report_run import run

    command = f"torqueflow {shlex.join(sys.argv[1:])}"
    others = choice.derivative_findings(arm) is not None
    return run(request, motion, simulator, seed, command, output, others=others)
