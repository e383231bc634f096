"""`torqueflow verilog`: an array as Verilog, with the sheet that tells how to connect it."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from common.destinations import check_output_folder, make_output_folder
from common.files import check_destination, write_file, write_json
from common.tables import console
from hdl.verilog import TOP, array_netlist, sheet, verilog_of
from torqueflow.cli.options import (
    AlgorithmOption,
    Choice,
    IntervalOption,
    RobotArgument,
    TopologyOption,
    WidthOption,
)
from torqueflow.report.simulation_report import cycles


def verilog(
    robot: RobotArgument,
    output: Annotated[str, typer.Option("-o", "--output", help="The folder to write into.")],
    algorithm: AlgorithmOption = "newton-euler",
    topology: TopologyOption = "array",
    ii: IntervalOption = None,
    width: WidthOption = 18,
) -> None:
    """Write an array as SystemVerilog, and its ports, formats and latency as JSON."""
    folder = Path(output)
    check_output_folder("-o", output)
    sources, ports = folder / f"{TOP}.sv", folder / f"{TOP}.json"
    if folder.exists():
        check_destination(sources)
        check_destination(ports)
    screen = console()
    with screen.status("designing the array"):
        _, design = Choice(robot, algorithm, topology, ii, width).build()
    with screen.status("writing the Verilog"):
        text = verilog_of(array_netlist(design))
    make_output_folder("-o", output)
    write_file(sources, text.encode())
    write_json(ports, sheet(design))
    timing = f"latency {cycles(design.latency)}, initiation interval {design.initiation_interval}"
    screen.print(f"{sources}: module {TOP}, {timing}", soft_wrap=True)
    screen.print(f"{ports}: its ports and their formats", soft_wrap=True)
