"""`torqueflow synth`: a machine on an FPGA, by open tools: its clock and what it takes."""

from __future__ import annotations

import math
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
from hdl.synth.devices import DEVICES, device_named
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
    AlgorithmOption,
    Choice,
    IntervalOption,
    PartsOption,
    TopologyOption,
    WidthOption,
)
from torqueflow.cli.robot_options import ChosenRobot, takes_robot
from torqueflow.cli.synth_files import check_files, write_files

_MOST_SEEDS = 100


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
    torque_error: TorqueErrorOption = None,
    proof_effort: ProofEffortOption = DEFAULT_EFFORT,
    device: Annotated[str, choice("The FPGA.", DEVICES)] = "ecp5-85f",
    clock: Annotated[float, typer.Option(help="The clock to aim at, in MHz.")] = 200.0,
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
    are counted after synthesis, and no clock is told.
    """
    check_outputs({"--json": json}, robot.inputs)
    chosen, errors = device_named(device), ErrorChoice(proof_effort, target=torque_error)
    if not (math.isfinite(clock) and 0.0 < clock <= 1000.0):
        raise InputError("--clock", f"{clock:g} MHz", "more than 0, up to 1000")
    if not 1 <= seeds <= _MOST_SEEDS:
        raise InputError("--seeds", str(seeds), f"1 to {_MOST_SEEDS}")
    if output is not None:
        check_files(output)
    asked = Choice(
        robot, algorithm, topology, ii, width, parts,
        derivatives=DerivativeChoice(outputs, form, given),
    )  # fmt: skip
    asked.request(asked.load())  # refuses what nobody needs a tool for
    for name in ("yosys", *([chosen.flow.placer] if chosen.flow.placer else [])):
        tool(name)
    # Imported here because Amaranth takes longer than a help text or a refusal.
    from hdl.synth.ecp5 import NoRoom
    from torqueflow.cli.steps import step
    from torqueflow.report.synthesis import Wish, print_synthesis, synthesis_report

    screen = console()
    with step(screen, "designing the machine") as further:
        design = build(errors.request(asked))
        wish = Wish(chosen, clock, seeds, quick)
        if spare_blocks:
            spare = chosen.multipliers - cost(design).all_multipliers
            design = with_spare_blocks(design, spare, chosen.operand_bits)
        try:
            found = synthesis_report(design, topology, wish, further)
        except NoRoom as error:
            problem = f"the design does not fit ({error})"
            allowed = "a longer --ii, --topology ring or a larger device"
            raise InputError(f"--device {device}", problem, allowed) from error
    if json is not None:
        write_json(json, found)
    if output is not None:
        write_files(output, design, wish, found)
    print_synthesis(screen, found)
    return 1 if not found["estimate"] and found["clock_mhz"] < clock else 0
