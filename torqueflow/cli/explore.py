"""`torqueflow explore`: many designs of a robot side by side, and which are worth building."""

from __future__ import annotations

import itertools
import shlex
import time
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.console import Console
from rich.progress import Progress

from common.destinations import check_outputs
from common.errors import InputError
from common.files import is_device, write_file, write_json
from common.tables import console
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
from torqueflow.cli.file_options import JsonOption
from torqueflow.cli.motion_options import check_points, check_seed
from torqueflow.cli.robot_options import ChosenRobot, takes_robot
from torqueflow.exploring import results_file, workers
from torqueflow.exploring.options import names, numbers
from torqueflow.exploring.picture import drawn
from torqueflow.exploring.report import print_sweep
from torqueflow.exploring.task import MEASURES, Task
from torqueflow.exploring.verdict import CELLS, FIGURES, ROUTED, UNITS, best, command, front

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
            metavar="ROBOT", help="A further robot, with the same options; may be repeated."
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

    Each is lowered and its worst error proved; --measure simulates, synthesises or routes it too.
    """
    _check_names(results, picture)
    outputs = {"--results": results, "--picture": picture, "--json": json}
    check_outputs(outputs, robot.inputs)
    _check_numbers(processes, scheduler, points, seed)
    measures = () if measure is None else tuple(names("--measure", measure, MEASURES))
    targets = _targets(torque_error, proof_effort)
    if torque_error is not None and width != _WIDTH:
        raise InputError("--width", "given beside --torque-error", "one of the two")
    wanted = None if best_ is None else conditions("--best", best_, FIGURES)
    order = names("--minimise", minimise, _SMALL)
    _check_measured([*order, *(each.figure for each in wanted or ())], measures)
    if "cells" in measures:
        _check_synthesiser()
    if "route" in measures:
        _check_router(device, clock)
    arms = [(robot.robot, robot.load_for_hardware())]
    for name in also or []:
        arms.append((name, ChosenRobot(**{**robot.__dict__, "robot": name}).load_for_hardware()))
    _check_different([arm for _, arm in arms])
    chosen = list(
        points_of(
            names("--algorithm", algorithm, COMPUTATIONS),
            names("--topology", topology, TOPOLOGIES),
            numbers("--width", width, WIDTHS),
            numbers("--ii", ii, INTERVALS),
            targets,
        )
    )
    _check_units(chosen, [arm for _, arm in arms])
    tasks = [
        Task(arm, point, measures, points, seed, device, clock, proof_effort)
        for _, arm in arms
        for point in chosen
    ]
    screen = console()
    began = time.monotonic()
    rows = _explored(screen, tasks, results, _way(processes, scheduler))
    counted = "cells" in measures
    kept = front(rows, CELLS if counted else UNITS)
    if picture is not None:
        _draw(picture, rows, kept, counted=counted)
    found = [] if wanted is None else best(rows, wanted, order)
    if json is not None:
        seconds = time.monotonic() - began
        write_json(json, _report(rows, kept, found if wanted is not None else None, seconds))
    print_sweep(screen, rows, kept)
    by_name = {arm.name: name for name, arm in arms}
    for index in found:
        screen.print(f"best of {rows[index]['robot']}:", soft_wrap=True)
        text = command(rows[index], _as_typed(robot, by_name[rows[index]["robot"]]))
        screen.print(f"  {text}", soft_wrap=True)
    return 0 if all(_agrees(row) for row in rows) else 1


def _agrees(row: dict[str, Any]) -> bool:
    """Return whether nothing that was simulated went wrong."""
    wrong = row.get("bit_mismatches") or row.get("cycle_mismatches")
    return not wrong and row.get("within_bounds") is not False


def _way(processes: int, scheduler: str | None) -> Callable[[Sequence[Task]], Iterator[Any]]:
    """Return what makes rows of tasks."""
    if scheduler is not None:
        return lambda tasks: workers.on_cluster(tasks, scheduler)
    if processes > 1:
        return lambda tasks: workers.in_processes(tasks, processes)
    return workers.here


def _explored(
    screen: Console,
    tasks: Sequence[Task],
    results: str | None,
    way: Callable[[Sequence[Task]], Iterator[dict[str, Any]]],
) -> list[dict[str, Any]]:
    """Return a row a task, in the order of the tasks; what a file has already is taken from it."""
    known = {} if results is None else results_file.rows_of(results)
    left = [task for task in tasks if task.key not in known]
    with Progress(console=screen, transient=True, disable=not screen.is_terminal) as progress:
        shown = progress.add_task("exploring", total=len(tasks), completed=len(tasks) - len(left))
        if results is None:
            for row in way(left):
                known[row["key"]] = row
                progress.advance(shown)
        else:
            with results_file.more_of(results) as append:
                for row in way(left):
                    append(row)
                    known[row["key"]] = row
                    progress.advance(shown)
    return [known[task.key] for task in tasks]


def _draw(path: str, rows: list[dict[str, Any]], kept: list[int], *, counted: bool) -> None:
    """Draw the designs that were built."""
    built = [index for index, row in enumerate(rows) if row["refused"] is None]
    places = {index: place for place, index in enumerate(built)}
    robots = ", ".join(dict.fromkeys(row["robot"] for row in rows))
    cost, words = ("luts", "LUTs of an ECP5") if counted else ("multipliers", "multipliers")
    if not counted and any(row["target"] for row in rows):
        cost, words = "delay_bits", "bits of values that wait"
    write_file(
        path,
        drawn(
            [rows[i] for i in built], [places[i] for i in kept], cost, words,
            f"{robots}: {len(built)} designs, filled where no other beats them",
        ),
    )  # fmt: skip


def _report(
    rows: list[dict[str, Any]], kept: list[int], found: list[int] | None, seconds: float
) -> dict[str, Any]:
    """Return the sweep as JSON has it."""
    hidden = ("key", "multipliers", "adders")
    return {
        "designs": [
            {
                **{name: value for name, value in row.items() if name not in hidden},
                "units": {"multiplier": row.get("multipliers"), "adder": row.get("adders")},
            }
            for row in rows
        ],
        "pareto": kept,
        "best": found,
        "wall_seconds": seconds,
    }


def _as_typed(chosen: ChosenRobot, name: str) -> str:
    """Return a robot with the options that choose and limit it, as a shell takes them."""
    words = [name]
    for field, value in chosen.__dict__.items():
        if field == "robot" or not value:
            continue
        for each in value if isinstance(value, list) else [value]:
            words += [f"--{field.replace('_', '-')}", str(each)]
    return shlex.join(words)


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


def _check_synthesiser() -> None:
    """Refuse to synthesise without a synthesiser."""
    from hdl.synth.yosys import check_yosys

    check_yosys("--measure")


def _check_router(device: str, clock: float) -> None:
    """Refuse a device that nobody knows, a clock out of range, and to route without the tools."""
    from hdl.synth.tools import tool

    device_named(device)
    if not 0.0 < clock <= _MOST_MHZ:
        raise InputError("--clock", f"{clock:g} MHz", f"more than 0, up to {_MOST_MHZ:g}")
    for name in ("yosys", "nextpnr-ecp5"):
        tool(name)


def _check_different(arms: Sequence[Robot]) -> None:
    """Refuse robots of one name: their rows could not be told apart."""
    seen: set[str] = set()
    for arm in arms:
        if arm.name in seen:
            raise InputError("--also", f"two robots are called {arm.name!r}", "other names")
        seen.add(arm.name)
