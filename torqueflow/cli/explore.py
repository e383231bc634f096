"""`torqueflow explore`: many designs of a robot side by side, and which are worth building."""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from pathlib import Path
from typing import Annotated

import typer

from common.destinations import check_outputs, robot_file
from common.errors import InputError
from common.files import is_device
from dataflow.computations.catalogue import COMPUTATIONS
from dataflow.errors.efforts import DEFAULT_EFFORT
from dataflow.exploration.conditions import conditions
from dataflow.exploration.point import Point, points_of
from dataflow.lowering.request import DEFAULT_WIDTH, INTERVALS, WIDTHS
from dataflow.topologies import TOPOLOGIES
from golden.robot import Robot
from hdl.synth.devices import DEVICES, device_named
from torqueflow.cli.choices import choice
from torqueflow.cli.error_options import ErrorChoice, ProofEffortOption
from torqueflow.cli.explore_robots import as_typed, robots_of
from torqueflow.cli.explore_run import Sweep, run, way_of
from torqueflow.cli.file_options import JsonOption
from torqueflow.cli.motion_options import check_points, check_seed
from torqueflow.cli.robot_options import ChosenRobot, takes_robot
from torqueflow.exploring.options import names, numbers
from torqueflow.exploring.task import MEASURES, Task
from torqueflow.exploring.verdict import CELLS, FIGURES, ROUTED

_WIDTH = str(DEFAULT_WIDTH)
_MOST_WORKERS = 256
_MOST_POINTS = 100_000
_MOST_MHZ = 1000.0
_SMALL = [figure for figure in FIGURES if figure != "clock"]
"""Figures that may be minimised: of a clock more is better."""


@takes_robot
def explore(
    robot: ChosenRobot,
    also: Annotated[
        list[str] | None,
        typer.Option(
            metavar="ROBOT",
            help="A further robot, with the same options, or a .txt file with one a line; may be "
            "repeated.",
        ),
    ] = None,
    algorithm: Annotated[
        str,
        typer.Option(
            metavar="NAMES", help=f"Names with commas between, or all: {', '.join(COMPUTATIONS)}."
        ),
    ] = "newton-euler",
    topology: Annotated[
        str,
        typer.Option(
            metavar="NAMES", help=f"Names with commas between, or all: {', '.join(TOPOLOGIES)}."
        ),
    ] = "all",
    ii: Annotated[
        str,
        typer.Option(
            "--ii", metavar="NUMBERS",
            help="Initiation intervals in clock cycles, as 1,2,4 or FIRST:LAST:STEP.",
        ),
    ] = "1,2,4,8,12,24",
    width: Annotated[
        str,
        typer.Option(
            metavar="NUMBERS",
            help=f"Bits of a multiplier's input, {WIDTHS.start} to {WIDTHS.stop - 1}, written "
            "likewise.",
        ),
    ] = _WIDTH,
    torque_error: Annotated[
        str | None,
        typer.Option(
            "--torque-error", metavar="ERRORS",
            help="In place of --width: the cheapest formats whose proved errors are within each of "
            "these shares of the limits, as 1e-4,3e-4, or magnitudes, as 0.01Nm.",
        ),
    ] = None,
    proof_effort: ProofEffortOption = DEFAULT_EFFORT,
    measure: Annotated[
        str | None,
        typer.Option(
            metavar="NAMES",
            help="What is measured too: rtl simulates each design in Icarus, cells synthesises "
            "each for an ECP5, route places and routes it there.",
        ),
    ] = None,
    points: Annotated[
        int, typer.Option(help="Points of the random trajectory that rtl simulates.")
    ] = 100,
    seed: Annotated[int, typer.Option(help="The seed of that trajectory, 0 or more.")] = 1,
    device: Annotated[str, choice("The FPGA that route is for.", DEVICES)] = "ecp5-85f",
    clock: Annotated[
        float, typer.Option(help="The clock that route aims at, in MHz, above 0 up to 1000.")
    ] = 200.0,
    best_: Annotated[
        str | None,
        typer.Option(
            "--best", metavar="CONDITIONS",
            help="Name the best design that meets, say, 'multiplier<=28, torque_error<=1e-4'.",
        ),
    ] = None,
    minimise: Annotated[
        str,
        typer.Option(
            metavar="NAMES", help=f"What is best, first things first: {', '.join(_SMALL)}."
        ),
    ] = "ii,multiplier,latency",
    processes: Annotated[
        int, typer.Option("--workers", help="Processes of this machine that share the work.")
    ] = 1,
    scheduler: Annotated[
        str | None,
        typer.Option(metavar="ADDRESS", help="Hand the work to a Dask cluster instead."),
    ] = None,
    results: Annotated[
        str | None,
        typer.Option(
            metavar="FILE.csv",
            help="A file that gains a row a design; what it has already is not done again.",
        ),
    ] = None,
    picture: Annotated[
        str | None,
        typer.Option(
            metavar="FILE.svg", help="Draw costs against interval, latency and error."
        ),
    ] = None,
    json: JsonOption = None,
) -> int:  # fmt: skip
    """Compare designs over intervals, widths, topologies and algorithms, without simulating them.

    Each is lowered, its worst error proved, its look-up tables and flip-flops estimated; --measure
    simulates, synthesises or routes it too.
    """
    _check_names(results, picture)
    outputs = {"--results": results, "--picture": picture, "--json": json}
    further = {f"--also {each}": robot_file(each) for each in also or ()}
    check_outputs(outputs, robot.inputs | further)
    _check_numbers(processes, scheduler, points, seed)
    measures = () if measure is None else tuple(names("--measure", measure, MEASURES))
    targets = _targets(torque_error, proof_effort)
    if torque_error is not None and width != _WIDTH:
        raise InputError("--width", "given beside --torque-error", "one of the two")
    wanted = None if best_ is None else conditions("--best", best_, FIGURES)
    order = names("--minimise", minimise, _SMALL)
    _check_measured([*order, *(each.figure for each in wanted or ())], measures)
    _check_tools(measures, device, clock)
    chosen = list(
        points_of(
            names("--algorithm", algorithm, COMPUTATIONS),
            names("--topology", topology, TOPOLOGIES),
            numbers("--width", width, WIDTHS),
            numbers("--ii", ii, INTERVALS),
            targets,
        )
    )
    arms = robots_of(robot, also or ())
    _check_units(chosen, [arm for _, arm in arms])
    tasks = [
        Task(arm, point, measures, points, seed, device, clock, proof_effort)
        for _, arm in arms
        for point in chosen
    ]
    typed = {arm.name: as_typed(robot, name) for name, arm in arms}
    way = way_of(processes, scheduler)
    return run(Sweep(tasks, typed, way, wanted, order, results, picture, json))


def _check_names(results: str | None, picture: str | None) -> None:
    """Refuse names that promise another format."""
    for option, path, suffix in (("--results", results, ".csv"), ("--picture", picture, ".svg")):
        if path is not None and Path(path).suffix != suffix and not is_device(path):
            raise InputError(option, repr(path), f"a name that ends in {suffix}")


def _targets(text: str | None, effort: int) -> list[str]:
    """Return the errors that are allowed, as typed, each once; one empty text for none.

    Raises
    ------
    InputError
        One of them is none, or there is no such effort.
    """
    ErrorChoice(effort)
    if text is None:
        return [""]
    from dataflow.errors.target import ErrorTarget

    found = list(dict.fromkeys(part.strip() for part in text.split(",")))
    for part in found:
        ErrorTarget.read(part)
    return found


def _check_units(points: Sequence[Point], arms: Sequence[Robot]) -> None:
    """Refuse a target whose unit does not fit a joint."""
    targets = {(point.algorithm, point.target): point for point in points if point.target}
    for point, arm in itertools.product(targets.values(), arms):
        from dataflow.errors.target import ErrorTarget, allowed_errors

        allowed_errors(point.request(arm), ErrorTarget.read(point.target))


def _check_numbers(processes: int, scheduler: str | None, points: int, seed: int) -> None:
    """Refuse numbers out of range before any work is done."""
    if not 1 <= processes <= _MOST_WORKERS:
        raise InputError("--workers", str(processes), f"1 to {_MOST_WORKERS}")
    if processes > 1 and scheduler is not None:
        raise InputError("--workers", "given beside --scheduler", "one of the two")
    check_points(points, None, _MOST_POINTS)
    check_seed(seed)


def _check_measured(figures: Sequence[str], measures: Sequence[str]) -> None:
    """Refuse figures that only synthesis tells where nothing is synthesised."""
    for figure in CELLS:
        if figure in figures and "cells" not in measures:
            raise InputError("--best", f"{figure} is not counted", "--measure cells beside it")
    for figure in ROUTED:
        if figure in figures and "route" not in measures:
            raise InputError("--best", f"{figure} is not known", "--measure route beside it")


def _check_tools(measures: Sequence[str], device: str, clock: float) -> None:
    """Refuse to synthesise or route without the tools, for a device or a clock that is none."""
    if "cells" in measures:
        from hdl.synth.yosys import check_yosys

        check_yosys("--measure")
    if "route" in measures:
        from hdl.synth.tools import tool

        device_named(device)
        if not 0.0 < clock <= _MOST_MHZ:
            raise InputError("--clock", f"{clock:g} MHz", f"more than 0, up to {_MOST_MHZ:g}")
        for name in ("yosys", "nextpnr-ecp5"):
            tool(name)
