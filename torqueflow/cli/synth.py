"""`torqueflow synth`: a machine on an FPGA, by open tools: its clock and what it takes."""

from __future__ import annotations

import math
from dataclasses import replace
from typing import Annotated

import typer

from common.destinations import check_outputs
from common.errors import InputError
from common.files import write_json
from common.tables import console
from dataflow.build import build
from dataflow.computations.derivative_forms import COMPOSITE
from dataflow.errors.efforts import DEFAULT_EFFORT
from dataflow.timing.blocks import with_spare_blocks
from dataflow.timing.cost import cost
from hdl.synth.board_names import board_named
from hdl.synth.devices import DEVICES, Device, device_named
from hdl.synth.tools import tool
from torqueflow.cli.choices import choice
from torqueflow.cli.derivative_options import (
    DerivativeChoice,
    FormOption,
    GivenOption,
    OutputsOption,
)
from torqueflow.cli.error_options import ErrorChoice, ProofEffortOption, TorqueErrorOption
from torqueflow.cli.file_options import JsonOption
from torqueflow.cli.options import (
    ActuatorsOption,
    AlgorithmOption,
    Choice,
    IntervalOption,
    PartsOption,
    TopologyOption,
    WidthOption,
)
from torqueflow.cli.robot_options import ChosenRobot, takes_robot
from torqueflow.cli.serial_options import BaudOption, BoardOption, check_baud
from torqueflow.cli.synth_files import check_files, write_files

_MOST_SEEDS = 100
_DEFAULT_DEVICE, _DEFAULT_CLOCK = "ecp5-85f", 200.0


@takes_robot
def synth(
    robot: ChosenRobot,
    algorithm: AlgorithmOption = "newton-euler",
    topology: TopologyOption = "array",
    ii: IntervalOption = None,
    width: WidthOption = 18,
    outputs: OutputsOption = None,
    form: FormOption = COMPOSITE,
    given: GivenOption = None,
    parts: PartsOption = "usual",
    actuators: ActuatorsOption = False,
    torque_error: TorqueErrorOption = None,
    proof_effort: ProofEffortOption = DEFAULT_EFFORT,
    device: Annotated[
        str | None, choice("The FPGA.", DEVICES, show_default=_DEFAULT_DEVICE)
    ] = None,
    board: BoardOption = None,
    baud: BaudOption = None,
    clock: Annotated[
        float | None,
        typer.Option(
            help="The clock to aim at, in MHz.", show_default=f"{_DEFAULT_CLOCK:g}, a board's own"
        ),
    ] = None,
    seeds: Annotated[int, typer.Option(help="How many placements to try; the best counts.")] = 1,
    quick: Annotated[
        bool, typer.Option("--quick", help="Do not route: the clock is an estimate.")
    ] = False,
    spare_blocks: Annotated[
        bool,
        typer.Option(
            "--spare-blocks", help="Let multipliers that are left over multiply by constants."
        ),
    ] = False,
    json: JsonOption = None,
    output: Annotated[
        str | None,
        typer.Option(
            "-o",
            "--output",
            metavar="FOLDER",
            help="Write netlist, cells, scripts and report into this folder.",
        ),
    ] = None,
) -> int:
    """Put a machine on an FPGA by open tools: its clock, resources and slowest paths.

    It is synthesised, placed and routed, which takes minutes; what was found is kept. The status is
    1 if a routed clock is slower than the one aimed at. On gowin-gw2a-18 and xc7-estimate cells
    are counted after synthesis, and no clock is told. With --board, the machine is on the board's
    serial line, and the folder has the bitstream too.
    """
    check_outputs({"--json": json}, robot.inputs)
    errors = ErrorChoice(proof_effort, target=torque_error)
    chosen, clock = _device(device, board, clock, baud)
    if board is not None and spare_blocks:
        raise InputError(
            "--spare-blocks", "given beside --board, whose host has none", "one of both"
        )
    if not 1 <= seeds <= _MOST_SEEDS:
        raise InputError("--seeds", str(seeds), f"1 to {_MOST_SEEDS}")
    if output is not None:
        check_files(output, board)
    asked = Choice(
        robot, algorithm, topology, ii, width, parts, actuators,
        derivatives=DerivativeChoice(outputs, form, given),
    )  # fmt: skip
    asked.request(asked.load())  # refuses what nobody needs a tool for
    for name in (
        "yosys",
        *([chosen.flow.placer] if chosen.flow.placer else []),
        *(["ecppack"] if board is not None else []),
    ):
        tool(name)
    # Imported here because Amaranth takes longer than a help text or a refusal.
    from hdl.synth.ecp5 import NoRoom
    from torqueflow.cli.steps import step
    from torqueflow.report.synthesis import Wish, print_synthesis, synthesis_report

    screen = console()
    with step(screen, "designing the machine") as further:
        design = build(errors.request(asked))
        wish = Wish(chosen, clock, seeds, quick)
        if board is not None:
            from hdl.synth.boards import board_files

            name = f"{design.module}_{board.replace('-', '_')}"
            top = board_files(design, board_named(board), check_baud(baud), name)
            wish = Wish(replace(chosen, constraints=top.constraints), clock, seeds, quick, top)
        if spare_blocks:
            spare = chosen.multipliers - cost(design).all_multipliers
            design = with_spare_blocks(design, spare, chosen.operand_bits)
        try:
            found = synthesis_report(design, topology, wish, further)
        except NoRoom as error:
            problem = f"the design does not fit ({error})"
            allowed = "a longer --ii, --topology ring or a larger device"
            raise InputError(f"--device {chosen.name}", problem, allowed) from error
    if json is not None:
        write_json(json, found)
    if output is not None:
        write_files(output, design, wish, found)
    print_synthesis(screen, found)
    return 1 if not found["estimate"] and found["clock_mhz"] < clock else 0


def _device(
    device: str | None, board: str | None, clock: float | None, baud: int | None
) -> tuple[Device, float]:
    """Return the FPGA that is meant and the clock in MHz to aim at; raises `InputError`."""
    if board is not None:
        for option, value in (("--device", device), ("--clock", clock)):
            if value is not None:
                raise InputError(
                    option, "given beside --board, which has its own", "one of the two"
                )
        found = board_named(board)
        return found.device, found.clock_hz / 1e6
    if baud is not None:
        raise InputError("--baud", "given without --board", "both, or neither")
    clock = _DEFAULT_CLOCK if clock is None else clock
    if not (math.isfinite(clock) and 0.0 < clock <= 1000.0):
        raise InputError("--clock", f"{clock:g} MHz", "more than 0, up to 1000")
    return device_named(device or _DEFAULT_DEVICE), clock
