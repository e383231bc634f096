"""`torqueflow loop`: the core in a control loop around a simulated robot."""

from __future__ import annotations

import math
from typing import Annotated

import typer

from common.destinations import check_outputs
from common.errors import InputError
from dataflow.equations.recursions import ALGORITHMS
from dataflow.lowering.request import WIDTHS
from golden.limits import require_limits
from torqueflow.cli.choices import check_choice, choice
from torqueflow.cli.file_options import JsonOption, check_picture
from torqueflow.cli.motion_options import check_seed
from torqueflow.cli.options import (
    Choice,
    IntervalOption,
    TopologyOption,
    WidthOption,
)
from torqueflow.cli.robot_options import STANDING, ChosenRobot, takes_robot
from torqueflow.exploring.options import numbers

_CORES = ("emulator", "rtl")
_MOST_SECONDS = 600.0


@takes_robot
def loop(
    robot: ChosenRobot,
    core: Annotated[
        str, choice("What computes the torques: the emulator, or the RTL in Verilator.", _CORES)
    ] = "rtl",
    algorithm: Annotated[
        str, choice("How the machine computes torques.", ALGORITHMS)
    ] = "newton-euler",
    topology: TopologyOption = "array",
    ii: IntervalOption = None,
    width: WidthOption = 18,
    seconds: Annotated[float, typer.Option(help="Simulated seconds, above 0 up to 600.")] = 2.0,
    rate: Annotated[
        float, typer.Option(help="How often the controller looks, in Hz, 10 to 100000.")
    ] = 1000.0,
    clock: Annotated[float, typer.Option(help="The core's clock in MHz, above 0.")] = 100.0,
    delay: Annotated[
        float, typer.Option(help="Further delay from look to torque, in microseconds, 0 or more.")
    ] = 0.0,
    bandwidth: Annotated[
        float, typer.Option(help="The controller's natural frequency in Hz, above 0.")
    ] = 10.0,
    load: Annotated[
        float, typer.Option(help="A mass in kg that the tip picks up half way, 0 or more.")
    ] = 0.0,
    noise: Annotated[
        int | None,
        typer.Option(
            metavar="BITS", help="Encoders of so many bits a turn, 8 to 32.",
            show_default="exact positions and rates",
        ),
    ] = None,
    widths: Annotated[
        str | None,
        typer.Option(
            metavar="NUMBERS",
            help="Other widths in the same loop, by the emulator, as 12:24 or 12,16,20.",
        ),
    ] = None,
    seed: Annotated[int, typer.Option(help="The seed of the motion, 0 or more.")] = 1,
    picture: Annotated[
        str | None,
        typer.Option(metavar="FILE", help="Draw the errors over time to this .svg file."),
    ] = None,
    json: JsonOption = None,
) -> int:  # fmt: skip
    """Close the loop: MuJoCo's robot, a computed-torque controller, and the core's torques.

    The same loop is run with float64 torques and with none of the dynamics, for comparison.
    """
    check_choice("--core", core, _CORES)
    check_choice("--algorithm", algorithm, ALGORITHMS)
    check_picture(picture)
    check_outputs({"--picture": picture, "--json": json}, robot.inputs)
    _check("--seconds", seconds, 0.0, _MOST_SECONDS, open_below=True)
    _check("--rate", rate, 10.0, 1e5)
    _check("--clock", clock, 0.0, 1e4, open_below=True)
    _check("--delay", delay, 0.0, 1e6)
    _check("--bandwidth", bandwidth, 0.0, rate, open_below=True)
    _check("--load", load, 0.0, 1e4)
    if noise is not None and not 8 <= noise <= 32:
        raise InputError("--noise", str(noise), "8 to 32")
    check_seed(seed)
    others = [] if widths is None else numbers("--widths", widths, WIDTHS)
    arm = robot.load()
    if arm.base_body is not None:
        raise InputError("--free-base", "the controller holds joints alone", STANDING)
    if arm.is_coupled:
        raise InputError(robot.robot, "joints follow others", "joints that all have a coordinate")
    require_limits(arm)
    request = Choice(robot, algorithm, topology, ii, width).request(arm)
    # Imported here because MuJoCo, Amaranth and cocotb take longer than a help text or a refusal.
    from torqueflow.cli.loop_run import Asked, run

    return run(
        Asked(
            request, core, seconds, rate, clock * 1e6, delay * 1e-6, bandwidth * 2 * math.pi, load,
            noise, others, seed, picture,
        ),
        json,
    )  # fmt: skip


def _check(
    option: str, value: float, least: float, most: float, *, open_below: bool = False
) -> None:
    """Refuse a number that is not finite or out of its range."""
    if not least <= value <= most or (open_below and value == least):
        allowed = f"above {least:g}, up to {most:g}" if open_below else f"{least:g} to {most:g}"
        raise InputError(option, f"{value:g}", allowed)
