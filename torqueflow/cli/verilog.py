"""`torqueflow verilog`: an array as Verilog, with the sheet that tells how to connect it."""

from __future__ import annotations

import dataclasses
import importlib.metadata
import re
from pathlib import Path
from typing import Annotated

import typer

from common.destinations import check_output_folder, make_output_folder
from common.errors import InputError
from common.files import check_destination, write_file, write_json
from common.tables import console
from dataflow.beats import KINDS, planned_beats
from dataflow.build import design_of, state_of
from dataflow.computations.catalogue import computation_named
from dataflow.computations.derivative_forms import COMPOSITE
from dataflow.errors.efforts import DEFAULT_EFFORT
from dataflow.lowering.listing import listing
from dataflow.lowering.steps import STEPS, dealt
from torqueflow.cli.choices import check_choice, choice
from torqueflow.cli.derivative_options import (
    DerivativeChoice,
    FormOption,
    GivenOption,
    OutputsOption,
)
from torqueflow.cli.error_options import ErrorChoice, ProofEffortOption, TorqueErrorOption
from torqueflow.cli.load_options import PortsOption
from torqueflow.cli.options import (
    ActuatorsOption,
    AlgorithmOption,
    Choice,
    IntervalOption,
    PartsOption,
    TopologyOption,
    WidthOption,
)
from torqueflow.cli.robot_options import ChosenRobot, LinkOption, takes_robot
from torqueflow.report.simulation_report import cycles

_STEPS = tuple(step.name for step in STEPS)

_NAME = re.compile("[A-Za-z][A-Za-z0-9_]*")
"""What VHDL and Verilog both take for a name."""

_MOST_SETS = 1_000_000
"""Of a bench's: about a hundred bytes each."""

_BENCH = ("bench.cpp", "bench.sv", "Makefile", "inputs.hex", "expected.hex")

_BEATS = {"set": 0, "32": 32, "64": 64, "128": 128}
"""Data bits of a beat by what the option says; 0 for a set's own."""

_ShowOption = Annotated[
    str | None, choice("Print the design after this step of its making.", _STEPS, "--show")
]

_AxiOption = Annotated[
    str | None,
    choice(
        "Write the machine on AXI too, NAME_axi: a whole set a beat, or beats of so many bits.",
        tuple(_BEATS),
    ),
]


@takes_robot
def verilog(
    robot: ChosenRobot,
    output: Annotated[
        str | None,
        typer.Option("-o", "--output", metavar="FOLDER", help="The folder to write into."),
    ] = None,
    algorithm: AlgorithmOption = "newton-euler",
    topology: TopologyOption = "array",
    ii: IntervalOption = None,
    width: WidthOption = 18,
    actuators: ActuatorsOption = False,
    ports: PortsOption = None,
    link: LinkOption = None,
    outputs: OutputsOption = None,
    form: FormOption = COMPOSITE,
    given: GivenOption = None,
    torque_error: TorqueErrorOption = None,
    proof_effort: ProofEffortOption = DEFAULT_EFFORT,
    parts: PartsOption = "usual",
    bench: Annotated[
        int | None,
        typer.Option(
            metavar="SETS",
            help="Write a bench too, that runs without Python: so many sets, and what comes out.",
        ),
    ] = None,
    name: Annotated[
        str | None,
        typer.Option(help="Of the module and its files.", show_default="what comes out, _array"),
    ] = None,
    axi: _AxiOption = None,
    project: Annotated[
        float | None,
        typer.Option(
            metavar="MHZ",
            help="Write a FuseSoC core file, constraints for such a clock, and an instance too.",
        ),
    ] = None,
    beats: Annotated[
        str,
        choice("How a set of results leaves: at once, by columns, or in words of 32 bits.", KINDS),
    ] = "set",
    tag: Annotated[
        int, typer.Option(metavar="BITS", help="Of a number that travels with a set; 0 for none.")
    ] = 0,
    show: _ShowOption = None,
) -> None:
    """Write a machine as SystemVerilog, and its ports, formats and latency as JSON.

    With --show, print what the design looks like after a step of its making, and write only if a
    folder is given.
    """
    choice = Choice(
        robot, algorithm, topology, ii, width, parts, actuators, ports, link,
        DerivativeChoice(outputs, form, given),
    )  # fmt: skip
    errors = ErrorChoice(proof_effort, target=torque_error)
    if show is not None:
        _show(choice, errors, show)
        if output is None:
            return
    if output is None:
        raise InputError("-o", "missing", "a folder, new or not, or --show")
    if bench is not None and not 1 <= bench <= _MOST_SETS:
        raise InputError("--bench", str(bench), f"1 to {_MOST_SETS}")
    if name is not None and not _NAME.fullmatch(name):
        raise InputError("--name", repr(name), "letters, digits and _, first a letter")
    if axi is not None:
        check_choice("--axi", axi, tuple(_BEATS))
    if project is not None and not 1 <= project <= 10_000:
        raise InputError("--project", f"{project:g}", "1 to 10000, MHz")
    module = name or computation_named(choice.algorithm).module
    wanted = _Wanted(module, bench, axi, project, beats, tag)
    for option, value in (("--bench", bench), ("--axi", axi), ("--project", project)):
        if value is not None and not wanted.plain:
            raise InputError(option, "given beside --beats or --tag", "one of the two")
    _write(choice, errors, output, wanted)


def _show(choice: Choice, errors: ErrorChoice, step: str) -> None:
    """Print a design after one step of the lowering."""
    check_choice("--show", step, _STEPS)
    for line in listing(state_of(errors.request(choice), step)):
        print(line)


@dataclasses.dataclass(frozen=True)
class _Wanted:
    """What is written: a module, and beside it a bench, the machine on AXI, a project's files.

    ``beats`` is how a set of results leaves, ``tag`` the bits of a number that travels with it.
    """

    module: str
    bench: int | None
    axi: str | None
    project: float | None
    beats: str
    tag: int

    @property
    def plain(self) -> bool:
        """Whether a set leaves at once and alone, as it is computed."""
        return (self.beats, self.tag) == ("set", 0)

    @property
    def files(self) -> list[str]:
        """The names of all that is written."""
        names = [f"{self.module}.sv", f"{self.module}.json"]
        names += _BENCH if self.bench is not None else ()
        if self.axi is not None:
            names.append(f"{self.module}_axi.sv")
        if self.project is not None:
            names += [f"{self.module}{ending}" for ending in (".core", ".sdc", "_template.v")]
        return names


def _write(choice: Choice, errors: ErrorChoice, output: str, wanted: _Wanted) -> None:
    """Write Verilog and sheet into a folder, and what is wanted beside them."""
    # Imported here because Amaranth takes longer than a help text or a refusal.
    from hdl.beats import beats_netlist, beats_sheet
    from hdl.bench.files import bench_files
    from hdl.bus.axi_machine import AxiMachine
    from hdl.bus.axi_plan import AxiPlan, axi_sheet
    from hdl.flat_ports import converted
    from hdl.project import project_files
    from hdl.verilog import netlist_of, proved_sheet, verilog_of
    from torqueflow.cli.steps import step
    from torqueflow.report.bench_vectors import bench_vectors

    folder, module, bench = Path(output), wanted.module, wanted.bench
    check_output_folder("-o", output)
    sources, ports = folder / f"{module}.sv", folder / f"{module}.json"
    if folder.exists():
        for file in wanted.files:
            check_destination(folder / file)
    screen = console()
    with step(screen, "designing the machine, bounding its errors"):
        found = errors.proved(choice)
        design = dataclasses.replace(design_of(dealt(found.state)), module=module)
    with step(screen, "writing the Verilog"):
        beats = planned_beats(design, wanted.beats, wanted.tag)
        text = verilog_of(netlist_of(design) if wanted.plain else beats_netlist(design, beats))
    release = importlib.metadata.version("torqueflow")
    told = proved_sheet(design, [each.bound for each in found.bounds]) | {
        "proof_effort": errors.effort,
        "topology": choice.topology,
        "version": f"torqueflow {release}",
    }
    if not wanted.plain:
        told["beats"] = beats_sheet(design, beats)
    files = {} if bench is None else bench_files(design, *bench_vectors(design, bench))
    if wanted.project is not None:
        files |= project_files(design, release, wanted.project)
    if wanted.axi is not None:
        top, plan = f"{module}_axi", AxiPlan(design, _BEATS[wanted.axi])
        told["axi"] = axi_sheet(plan, top)
        with step(screen, "writing the machine on AXI"):
            files[f"{top}.sv"] = verilog_of(converted(AxiMachine(plan), top))
    make_output_folder("-o", output)
    for name, content in files.items():
        write_file(folder / name, content.encode())
    write_file(sources, text.encode())
    write_json(ports, told)
    timing = f"latency {cycles(design.latency)}, initiation interval {design.initiation_interval}"
    screen.print(f"{sources}: module {module}, {timing}", soft_wrap=True)
    screen.print(f"{ports}: its ports and their formats", soft_wrap=True)
    if bench is not None:
        how = "`make verilator` or `make icarus` there"
        screen.print(f"{folder}: a bench of {bench} sets, {how}", soft_wrap=True)
