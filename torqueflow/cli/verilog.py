"""`torqueflow verilog`: an array as Verilog, with the sheet that tells how to connect it."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from common.errors import InputError
from common.files import atomic_write, check_destination, write_json
from common.tables import console
from dataflow.build import state_of
from dataflow.computations.catalogue import computation_named
from dataflow.lowering.listing import listing
from dataflow.lowering.steps import STEPS
from golden.load import load_robot
from hdl.verilog import netlist_of, sheet, verilog_of
from torqueflow.cli.options import (
    AlgorithmOption,
    Choice,
    IntervalOption,
    RobotArgument,
    TopologyOption,
    WidthOption,
)
from torqueflow.report.simulation_report import cycles

_STEPS = tuple(step.name for step in STEPS)

ShowOption = Annotated[
    str | None, typer.Option("--show", help=f"Print the design after a step: {', '.join(_STEPS)}.")
]


def verilog(
    robot: RobotArgument,
    output: Annotated[
        str | None, typer.Option("-o", "--output", help="The folder to write into.")
    ] = None,
    algorithm: AlgorithmOption = "newton-euler",
    topology: TopologyOption = "array",
    ii: IntervalOption = None,
    width: WidthOption = 18,
    show: ShowOption = None,
) -> None:
    """Write an array as SystemVerilog, and its ports, formats and latency as JSON.

    With --show, print what the design looks like after a step of its making, and write only if a
    folder is given.
    """
    choice = Choice(robot, algorithm, topology, ii, width)
    if show is not None:
        _show(choice, show)
        if output is None:
            return
    if output is None:
        raise InputError("-o", "missing", "a folder, new or not, or --show")
    _write(choice, output)


def _show(choice: Choice, step: str) -> None:
    """Print a design after one step of the lowering."""
    if step not in _STEPS:
        raise InputError("--show", repr(step), ", ".join(_STEPS))
    for line in listing(state_of(choice.request(load_robot(choice.robot)), step)):
        print(line)


def _write(choice: Choice, output: str) -> None:
    """Write Verilog and sheet into a folder."""
    folder = Path(output)
    if folder.exists() and not folder.is_dir():
        raise InputError("-o", f"{output!r} is a file", "a folder, new or not")
    module = computation_named(choice.algorithm).module
    sources, ports = folder / f"{module}.sv", folder / f"{module}.json"
    if folder.exists():
        check_destination(sources)
        check_destination(ports)
    screen = console()
    with screen.status("designing the array"):
        _, design = choice.build()
    with screen.status("writing the Verilog"):
        text = verilog_of(netlist_of(design))
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        problem = f"{output!r} cannot be made: {error.strerror}"
        raise InputError("-o", problem, "a folder where you may write") from error
    with atomic_write(sources) as file:
        file.write(text.encode())
    write_json(ports, sheet(design))
    timing = f"latency {cycles(design.latency)}, initiation interval {design.initiation_interval}"
    screen.print(f"{sources}: module {module}, {timing}", soft_wrap=True)
    screen.print(f"{ports}: its ports and their formats", soft_wrap=True)
