"""`torqueflow verilog`: an array as Verilog, with the sheet that tells how to connect it."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from common.destinations import check_output_folder, make_output_folder
from common.errors import InputError
from common.files import check_destination, write_file, write_json
from common.tables import console
from dataflow.build import state_of
from dataflow.computations.catalogue import computation_named
from dataflow.lowering.listing import listing
from dataflow.lowering.steps import STEPS
from hdl.verilog import netlist_of, sheet, verilog_of
from torqueflow.cli.options import (
    ActuatorsOption,
    AlgorithmOption,
    Choice,
    IntervalOption,
    TopologyOption,
    WidthOption,
)
from torqueflow.cli.robot_options import ChosenRobot, takes_robot
from torqueflow.report.simulation_report import cycles

_STEPS = tuple(step.name for step in STEPS)

ShowOption = Annotated[
    str | None, typer.Option("--show", help=f"Print the design after a step: {', '.join(_STEPS)}.")
]


@takes_robot
def verilog(
    robot: ChosenRobot,
    output: Annotated[
        str | None, typer.Option("-o", "--output", help="The folder to write into.")
    ] = None,
    algorithm: AlgorithmOption = "newton-euler",
    topology: TopologyOption = "array",
    ii: IntervalOption = None,
    width: WidthOption = 18,
    actuators: ActuatorsOption = False,
    show: ShowOption = None,
) -> None:
    """Write an array as SystemVerilog, and its ports, formats and latency as JSON.

    With --show, print what the design looks like after a step of its making, and write only if a
    folder is given.
    """
    choice = Choice(robot, algorithm, topology, ii, width, actuators)
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
    for line in listing(state_of(choice.request(choice.load()), step)):
        print(line)


def _write(choice: Choice, output: str) -> None:
    """Write Verilog and sheet into a folder."""
    folder = Path(output)
    check_output_folder("-o", output)
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
    make_output_folder("-o", output)
    write_file(sources, text.encode())
    write_json(ports, sheet(design))
    timing = f"latency {cycles(design.latency)}, initiation interval {design.initiation_interval}"
    screen.print(f"{sources}: module {module}, {timing}", soft_wrap=True)
    screen.print(f"{ports}: its ports and their formats", soft_wrap=True)
