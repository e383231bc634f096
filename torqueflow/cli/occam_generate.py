"""`torqueflow occam generate`: a robot's equations of motion as an occam program."""

from __future__ import annotations

import enum
from pathlib import Path
from typing import Annotated

import typer

from common.destinations import check_outputs
from common.errors import InputError
from torqueflow.cli.file_options import JsonOption
from torqueflow.cli.robot_options import ChosenRobot, takes_robot


class Form(enum.Enum):
    """Which equations."""

    JACOBIAN = "jacobian"
    RECURSIVE = "recursive"


class Parameters(enum.Enum):
    """What the robot's numbers are in the program."""

    NAMES = "names"
    NUMBERS = "numbers"


class Temporaries(enum.Enum):
    """Where intermediate values live."""

    ARRAY = "array"
    SCALARS = "scalars"


class Integrate(enum.Enum):
    """Whether the root integrates."""

    NONE = "none"
    ADAMS_MOULTON = "adams-moulton"


@takes_robot
def generate(
    robot: ChosenRobot,
    output: Annotated[
        Path | None,
        typer.Option(
            "-o",
            "--output",
            help="The source that is written; not with --explore.",
            metavar="FILE.occ",
        ),
    ] = None,
    assign: Annotated[
        str,
        typer.Option(help="Which processor, 1 to 4, has which block.", metavar="M=1,k=2,..."),
    ] = "M=1,k=1,q=1,L=1,x=1",
    form: Annotated[
        Form, typer.Option(help="The equations, by Jacobians as in the paper or recursive.")
    ] = Form.JACOBIAN,
    parameters: Annotated[
        Parameters | None,
        typer.Option(
            help="What the robot's numbers are in the program.",
            show_default="names, in the recursive form numbers",
        ),
    ] = None,
    temporaries: Annotated[
        Temporaries, typer.Option(help="Where intermediate values live.")
    ] = Temporaries.ARRAY,
    integrate: Annotated[
        Integrate, typer.Option(help="Have the root integrate 2 s of motion in real time.")
    ] = Integrate.NONE,
    control: Annotated[
        bool,
        typer.Option("--control", help="Integrate under computed torques, which are part of q."),
    ] = False,
    step: Annotated[
        float | None,
        typer.Option(
            help="The step of the integration in us.",
            metavar="US",
            show_default="what two cycles allow",
        ),
    ] = None,
    explore: Annotated[
        int | None,
        typer.Option(help="Try every assignment to up to so many processors, 1 to 4.", metavar="N"),
    ] = None,
    json: JsonOption = None,
) -> int:
    """Write a robot's forward dynamics as a whole occam program: root, workers, placement.

    M ydd + k = q by the blocks M, k, q, L (of M = L L') and x, for up to 12 joints. `occam run`
    takes the program as it is. Status 1: --integrate did not keep within 1e-3 of golden.
    """
    # Imported here because the simulator's compiler takes longer to load than the rest to run.
    from dataflow.tasks.assignment import read_assignment
    from papers.schafer_schiehlen.forward_demo import Layout

    if form is Form.RECURSIVE and parameters is Parameters.NAMES:
        raise InputError("--parameters", "names in the recursive form", "numbers")
    chosen = parameters or (Parameters.NUMBERS if form is Form.RECURSIVE else Parameters.NAMES)
    layout = Layout(form.value, chosen.value, temporaries.value)
    assignment = read_assignment(assign)
    integrates = integrate is Integrate.ADAMS_MOULTON
    _check_options(output, explore, integrates, control, step)
    arm = robot.load()
    check_outputs({"-o": output, "--json": json}, robot.inputs)
    if explore is not None:
        from torqueflow.cli.occam_generate_explore import explore_assignments

        return explore_assignments(arm, layout, explore, json)
    from dataflow.tasks.jacobian_exchange import best_partition
    from torqueflow.cli.occam_generate_run import write_program

    assert output is not None  # _check_options
    cut = best_partition(layout.equations(arm), assignment)
    seconds = None if step is None else 1e-6 * step
    return write_program(arm, layout, cut, output, json, integrates, control, seconds)


def _check_options(
    output: Path | None, explore: int | None, integrates: bool, control: bool, step: float | None
) -> None:
    if explore is not None and (output is not None or integrates):
        option = "-o" if output is not None else "--integrate"
        raise InputError(option, "is not for --explore", "--explore alone, or without it")
    if explore is None and output is None:
        raise InputError("-o", "is missing", "a file for the source, or --explore N")
    if not integrates and (control or step is not None):
        option = "--control" if control else "--step"
        raise InputError(option, "without --integrate", "--integrate adams-moulton")
    if step is not None and not 1.0 <= step <= 1e6:
        raise InputError("--step", f"{step:g} us", "1 to 1000000")
