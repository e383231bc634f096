"""`torqueflow report`: a design simulated and set among its neighbours, as one page."""

from __future__ import annotations

import shlex
import sys
from pathlib import Path
from typing import Annotated

import typer

from common.destinations import check_output_folder, make_output_folder
from common.errors import InputError
from common.files import check_destination, write_file
from common.tables import console
from golden.trajectory import random_trajectory
from golden.trajectory_file import read_trajectory
from hdl.simulate.tools import SIMULATORS, check_simulator
from torqueflow.cli.options import (
    AlgorithmOption,
    Choice,
    IntervalOption,
    TopologyOption,
    WidthOption,
)
from torqueflow.cli.robot_options import ChosenRobot, takes_robot
from torqueflow.page.findings import find_out
from torqueflow.page.render import PAGE, files_of

_MOST_POINTS = 10_000


@takes_robot
def report(
    robot: ChosenRobot,
    output: Annotated[
        str, typer.Option("-o", "--output", help="The folder to write into.")
    ] = "build/report",
    algorithm: AlgorithmOption = "newton-euler",
    topology: TopologyOption = "array",
    ii: IntervalOption = None,
    width: WidthOption = 18,
    trajectory: Annotated[
        str | None, typer.Option(help="A .csv or .npz file of q, qd, qdd in rad, m and s.")
    ] = None,
    points: Annotated[int | None, typer.Option(help="Random trajectory: its length.")] = None,
    seed: Annotated[int, typer.Option(help="Random trajectory: which.")] = 1,
    simulator: Annotated[str, typer.Option(help=" or ".join(SIMULATORS))] = "icarus",
) -> int:
    """Simulate a design and write one page about it: what it does, costs and proves, in pictures.

    The page needs no network and no server. Beside it lie the files that it was made from.
    """
    check_simulator(simulator)
    folder = Path(output)
    check_output_folder("-o", output)
    if folder.exists():
        check_destination(folder / PAGE)
    if points is not None and trajectory is not None:
        raise InputError("--points", "given beside --trajectory", "one of the two")
    if points is not None and not 1 <= points <= _MOST_POINTS:
        raise InputError("--points", str(points), f"1 to {_MOST_POINTS}")
    if seed < 0:
        raise InputError("--seed", str(seed), "0 or more")
    arm = robot.load_for_hardware()
    if trajectory is None:
        motion = random_trajectory(arm, 200 if points is None else points, seed)
    else:
        motion = read_trajectory(trajectory, arm.n)
    request = Choice(robot, algorithm, topology, ii, width).request(arm)
    screen = console()
    with screen.status("designing") as status:
        found = find_out(request, motion, simulator, seed, _command(), status.update)
        status.update("drawing")
        files = files_of(found)
    make_output_folder("-o", output)
    for name, text in files.items():
        write_file(folder / name, text.encode())
    verdict = "all checks hold" if found.report["checks_hold"] else "a check fell short"
    screen.print(f"{folder / PAGE}: {verdict}", soft_wrap=True)
    return 0 if found.report["checks_hold"] else 1


def _command() -> str:
    """Return what was typed."""
    return "torqueflow " + shlex.join(sys.argv[1:])
