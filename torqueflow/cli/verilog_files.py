"""What `torqueflow verilog` writes: the module, its sheet, and what is wanted beside them."""

from __future__ import annotations

import dataclasses
import importlib.metadata
from collections.abc import Callable
from pathlib import Path
from typing import Any

from common.destinations import check_output_folder, make_output_folder
from common.files import check_destination, write_file, write_json
from common.tables import console
from dataflow.beats import planned_beats, with_beats
from dataflow.build import design_of
from dataflow.design import Design
from dataflow.lowering.steps import dealt
from hdl.serial.rates import cycles_a_bit
from hdl.synth.board_names import Board
from torqueflow.cli.beat_options import leaves_alone
from torqueflow.cli.error_options import ErrorChoice
from torqueflow.cli.options import Choice
from torqueflow.report.simulation_report import cycles

BEATS = {"set": 0, "32": 32, "64": 64, "128": 128}
"""Data bits of a beat of AXI by what the option says; 0 for a set's own."""

_BENCH = ("bench.cpp", "bench.sv", "Makefile", "inputs.hex", "expected.hex")


@dataclasses.dataclass(frozen=True)
class SerialLine:
    """A serial line: its rate in bits a second, the machine's clock in Hz, its cycles a bit.

    Raises InputError if no number of cycles makes the rate.
    """

    rate: int
    clock: float
    cycles: int = dataclasses.field(init=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "cycles", cycles_a_bit(self.clock, self.rate))


@dataclasses.dataclass(frozen=True)
class Wanted:
    """What is written: a module, and beside it a bench, tops on AXI, a line, a board; a project.

    ``beats`` is how a set of results leaves, ``tag`` the bits of a number that travels with it;
    ``line`` is that of ``board``, where there is one.
    """

    module: str
    bench: int | None = None
    axi: str | None = None
    project: float | None = None
    beats: str = "set"
    tag: int = 0
    line: SerialLine | None = None
    board: Board | None = None

    @property
    def plain(self) -> bool:
        """Whether a set leaves at once and alone, as it is computed."""
        return leaves_alone(self.beats, self.tag)

    @property
    def line_top(self) -> str:
        """The name of the module on a serial line."""
        ending = "serial" if self.board is None else self.board.name.replace("-", "_")
        return f"{self.module}_{ending}"

    @property
    def files(self) -> list[str]:
        """The names of all that is written."""
        names = [f"{self.module}.sv", f"{self.module}.json"]
        names += _BENCH if self.bench is not None else ()
        if self.axi is not None:
            names.append(f"{self.module}_axi.sv")
        if self.line is not None:
            names.append(f"{self.line_top}.sv")
        if self.board is not None:
            names.append(f"{self.line_top}.lpf")
        if self.project is not None:
            names += [
                f"{self.module}{ending}" for ending in (".core", ".sdc", "_litex.py", "_template.v")
            ]
        return names


def check_files(output: str, wanted: Wanted) -> None:
    """Raise InputError unless all files can be written into a folder, new or not."""
    check_output_folder("-o", output)
    if Path(output).exists():
        for file in wanted.files:
            check_destination(Path(output) / file)


def write_files(choice: Choice, errors: ErrorChoice, output: str, wanted: Wanted) -> None:
    """Write Verilog and sheet into a folder that is checked, and what is wanted beside them."""
    # Imported here because Amaranth takes longer than a help text or a refusal.
    from hdl.beats import beats_netlist, beats_sheet
    from hdl.verilog import netlist_of, proved_sheet, verilog_of
    from torqueflow.cli.steps import step

    folder, module = Path(output), wanted.module
    sources, ports = folder / f"{module}.sv", folder / f"{module}.json"
    screen = console()
    with step(screen, "designing the machine, bounding its errors") as further:
        found = errors.proved(choice)
        made = design_of(dealt(found.state))
        design = dataclasses.replace(made, module=module)
        further("writing the Verilog")
        beats = planned_beats(design, wanted.beats, wanted.tag)
        design = with_beats(design, beats)
        text = verilog_of(netlist_of(design) if wanted.plain else beats_netlist(design, beats))
        release = importlib.metadata.version("torqueflow")
        told = proved_sheet(design, [each.bound for each in found.bounds]) | {
            "proof_effort": errors.effort,
            "topology": choice.topology,
            "version": f"torqueflow {release}",
        }
        if not wanted.plain:
            told["beats"] = beats_sheet(design, beats)
        files, more = _beside(made, design, wanted, release, further)
    make_output_folder("-o", output)
    for name, content in files.items():
        write_file(folder / name, content.encode())
    write_file(sources, text.encode())
    write_json(ports, told | more)
    timing = f"latency {cycles(design.latency)}, initiation interval {design.initiation_interval}"
    screen.print(f"{sources}: module {module}, {timing}", soft_wrap=True)
    screen.print(f"{ports}: its ports and their formats", soft_wrap=True)
    if wanted.bench is not None:
        how = "`make verilator` or `make icarus` there"
        screen.print(f"{folder}: a bench of {wanted.bench} sets, {how}", soft_wrap=True)
    if wanted.line is not None:
        top = f"{folder / wanted.line_top}.sv"
        screen.print(f"{top}: the machine on a serial line, {_line(wanted.line)}", soft_wrap=True)


def _beside(
    made: Design, design: Design, wanted: Wanted, release: str, further: Callable[[str], None]
) -> tuple[dict[str, str], dict[str, Any]]:
    """Return the files that are wanted beside the module's, by name, and what the sheet says.

    ``made`` is the design as its host will build it: the module's name is not in its frames.
    """
    from hdl.bench.files import bench_files
    from hdl.bus.axi_machine import AxiMachine
    from hdl.bus.axi_plan import AxiPlan, axi_sheet
    from hdl.flat_ports import converted
    from hdl.project import project_files
    from hdl.serial.machine import serial_sheet
    from hdl.verilog import verilog_of
    from torqueflow.report.bench_vectors import bench_vectors

    files: dict[str, str] = {}
    told: dict[str, Any] = {}
    if wanted.bench is not None:
        files |= bench_files(design, *bench_vectors(design, wanted.bench))
    if wanted.project is not None:
        files |= project_files(design, release, wanted.project)
    if wanted.axi is not None:
        top, plan = f"{wanted.module}_axi", AxiPlan(design, BEATS[wanted.axi])
        told["axi"] = axi_sheet(plan, top)
        further("writing the machine on AXI")
        files[f"{top}.sv"] = verilog_of(converted(AxiMachine(plan), top))
    if wanted.line is not None:
        further("writing the machine on a serial line")
        told["serial"] = serial_sheet(made, wanted.line.clock, wanted.line.rate, wanted.line_top)
        files |= _on_a_line(made, wanted.line, wanted)
    return files, told


def _on_a_line(made: Design, line: SerialLine, wanted: Wanted) -> dict[str, str]:
    """Return the machine on a serial line as Verilog, and a board's constraints."""
    from hdl.serial.machine import serial_netlist
    from hdl.synth.boards import board_files
    from hdl.verilog import verilog_of

    top = wanted.line_top
    if wanted.board is None:
        return {f"{top}.sv": verilog_of(serial_netlist(made, line.cycles, top))}
    found = board_files(made, wanted.board, line.rate, top)
    return {f"{top}.sv": verilog_of(found.netlist), f"{top}.lpf": found.constraints}


def _line(line: SerialLine) -> str:
    """Return a line in words."""
    return f"{line.rate} bits/s at {line.clock / 1e6:g} MHz"
