"""`torqueflow verilog`: an array as Verilog, with the sheet that tells how to connect it."""

from __future__ import annotations

import re
from typing import Annotated

import typer

from common.errors import InputError
from dataflow.build import state_of
from dataflow.computations.catalogue import computation_named
from dataflow.computations.derivative_forms import COMPOSITE
from dataflow.errors.efforts import DEFAULT_EFFORT
from dataflow.lowering.listing import listing
from dataflow.lowering.steps import STEPS
from hdl.synth.board_names import Board, board_named
from torqueflow.cli.beat_options import BeatsOption, TagOption, check_beside_beats
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
from torqueflow.cli.serial_options import BaudOption, BoardOption, check_baud
from torqueflow.cli.verilog_files import BEATS, SerialLine, Wanted, check_files, write_files

_STEPS = tuple(step.name for step in STEPS)

_NAME = re.compile("[A-Za-z][A-Za-z0-9_]*")
"""What VHDL and Verilog both take for a name."""

_MOST_SETS = 1_000_000
"""Of a bench's: about a hundred bytes each."""

_DEFAULT_CLOCK, _MOST_CLOCK = 25.0, 10_000.0

_ShowOption = Annotated[
    str | None, choice("Print the design after this step of its making.", _STEPS, "--show")
]

_AxiOption = Annotated[
    str | None,
    choice(
        "Write the machine on AXI too, NAME_axi: a whole set a beat, or beats of so many bits.",
        tuple(BEATS),
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
            help="Write a FuseSoC core, a LiteX module, constraints for such a clock, an instance.",
        ),
    ] = None,
    serial: Annotated[
        bool,
        typer.Option("--serial", help="Write the machine on a serial line too, for `host`."),
    ] = False,
    clock: Annotated[
        float | None,
        typer.Option(
            metavar="MHZ",
            help="The clock that the machine on a serial line will have.",
            show_default=f"{_DEFAULT_CLOCK:g}, a board's own",
        ),
    ] = None,
    baud: BaudOption = None,
    board: BoardOption = None,
    beats: BeatsOption = "set",
    tag: TagOption = 0,
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
        check_choice("--axi", axi, tuple(BEATS))
    if project is not None and not 1 <= project <= 10_000:
        raise InputError("--project", f"{project:g}", "1 to 10000, MHz")
    module = name or computation_named(choice.algorithm).module
    line, on = _line(serial, clock, baud, board)
    wanted = Wanted(module, bench, axi, project, beats, tag, line, on)
    beside = {"--bench": bench, "--axi": axi, "--project": project, "--serial or --board": line}
    check_beside_beats(beats, tag, beside)
    check_files(output, wanted)
    write_files(choice, errors, output, wanted)


def _line(
    serial: bool, clock: float | None, baud: int | None, board: str | None
) -> tuple[SerialLine | None, Board | None]:
    """Return the serial line that is asked for, and the board that has it; raises `InputError`."""
    if not serial and board is None:
        for option, value in (("--clock", clock), ("--baud", baud)):
            if value is not None:
                raise InputError(option, "given without --serial", "--serial beside it")
        return None, None
    if serial and board is not None:
        raise InputError("--serial", "given beside --board, which has a line", "one of the two")
    if board is not None and clock is not None:
        raise InputError("--clock", "given beside --board, which has its own", "one of the two")
    if clock is not None and not 0.0 < clock <= _MOST_CLOCK:
        raise InputError("--clock", f"{clock:g} MHz", f"more than 0, up to {_MOST_CLOCK:g}")
    on = None if board is None else board_named(board)
    hertz = on.clock_hz if on is not None else 1e6 * (clock or _DEFAULT_CLOCK)
    return SerialLine(check_baud(baud), hertz), on


def _show(choice: Choice, errors: ErrorChoice, step: str) -> None:
    """Print a design after one step of the lowering."""
    check_choice("--show", step, _STEPS)
    for line in listing(state_of(errors.request(choice), step)):
        print(line)
