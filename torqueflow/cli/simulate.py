"""`torqueflow simulate`: a machine's RTL, compared with emulator, golden and the papers."""

from __future__ import annotations

import dataclasses
import tempfile
from collections.abc import Mapping
from pathlib import Path
from typing import Annotated

import typer

from common.destinations import check_outputs
from common.errors import InputError
from common.files import is_device
from dataflow.beats import KINDS
from dataflow.computations.derivative_forms import COMPOSITE
from dataflow.computations.surroundings import Extras, outside_arrays, random_outside
from dataflow.errors.efforts import DEFAULT_EFFORT
from golden.motion_file import read_motion
from golden.robot import Robot
from golden.trajectory import Trajectory, random_trajectory
from hdl.simulate.fst import fst_can_be_written
from hdl.simulate.suited import ICARUS_WORK, usable_simulators
from hdl.simulate.tools import FST, SIMULATORS, VIEWS, WAVEFORMS, check_simulator
from torqueflow.cli.beat_options import (
    BeatsOption,
    TagOption,
    leaves_alone,
)
from torqueflow.cli.choices import check_choice, choice
from torqueflow.cli.derivative_options import (
    DerivativeChoice,
    FormOption,
    GivenOption,
    OutputsOption,
)
from torqueflow.cli.error_options import (
    AttackOption,
    AttackStateOption,
    ErrorChoice,
    ProofEffortOption,
    TorqueErrorOption,
)
from torqueflow.cli.file_options import TRAJECTORY, JsonOption, PictureOption, check_picture
from torqueflow.cli.load_options import PortsOption
from torqueflow.cli.motion_options import DegreesOption, StepOption, check_points, check_seed
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

_DEFAULT_POINTS = 300
_DEFAULT_POINTS_FAST = 1_000_000
_MOST_POINTS = 10_000_000
_MOST_POINTS_FAST = 10_000_000_000
_MOST_STALL = 0.95
"""Above, a run would take more than 400 cycles a point."""


@takes_robot
def simulate(
    robot: ChosenRobot,
    algorithm: AlgorithmOption = "newton-euler",
    topology: TopologyOption = "array",
    ii: IntervalOption = None,
    width: WidthOption = 18,
    parts: PartsOption = "usual",
    actuators: ActuatorsOption = False,
    ports: PortsOption = None,
    link: LinkOption = None,
    outputs: OutputsOption = None,
    form: FormOption = COMPOSITE,
    given: GivenOption = None,
    trajectory: Annotated[str | None, TRAJECTORY] = None,
    step: StepOption = None,
    degrees: DegreesOption = False,
    points: Annotated[
        int | None,
        typer.Option(
            help="Points of a random trajectory, where no file is given.",
            show_default=str(_DEFAULT_POINTS),
        ),
    ] = None,
    seed: Annotated[
        int, typer.Option(help="The seed of the random trajectory and of the stalls, 0 or more.")
    ] = 1,
    stall: Annotated[
        float,
        typer.Option(help="How likely either side pauses in a clock cycle, 0 to 0.95."),
    ] = 0.0,
    clip: Annotated[
        bool, typer.Option("--clip", help="Saturate inputs beyond their format, and count them.")
    ] = False,
    simulator: Annotated[
        str | None,
        choice(
            "What runs the RTL: icarus compiles in a second, verilator simulates faster.",
            SIMULATORS,
            show_default=f"icarus up to {ICARUS_WORK:,} operations times clock cycles; then "
            "verilator",
        ),
    ] = None,
    fast: Annotated[
        bool,
        typer.Option(
            "--fast",
            help="Compile RTL and bench into one program by verilator, for independent random "
            f"states: {_DEFAULT_POINTS_FAST:,} of them if --points says nothing.",
        ),
    ] = False,
    no_cache: Annotated[
        bool,
        typer.Option(
            "--no-cache", help="Compile all anew, and neither use nor keep what was compiled."
        ),
    ] = False,
    waves: Annotated[
        str | None,
        typer.Option(metavar="FILE", help="Write waveforms: .fst, or .vcd from verilator."),
    ] = None,
    view: Annotated[
        str | None,
        typer.Option(
            metavar="FILE",
            help="Write what opens the waveforms with decoded rows: .gtkw for GTKWave, .sucl for "
            "Surfer.",
        ),
    ] = None,
    beats: BeatsOption = "set",
    tag: TagOption = 0,
    torque_error: TorqueErrorOption = None,
    proof_effort: ProofEffortOption = DEFAULT_EFFORT,
    attack: AttackOption = None,
    attack_state: AttackStateOption = None,
    json: JsonOption = None,
    picture: PictureOption = None,
    every_point: Annotated[
        bool,
        typer.Option(
            "--every-point", help="Have the JSON report hold the results of every point too."
        ),
    ] = False,
) -> int:
    """Simulate a machine's RTL and compare it with emulator, golden torques and the papers."""
    if fast:
        beside = {"--waves": waves, "--picture": picture, "--every-point": every_point or None}
        _check_fast(simulator, beside)
        simulator = "verilator"
    check_choice("--beats", beats, KINDS)
    usable = usable_simulators() if simulator is None else (simulator,)
    for each in usable:
        check_simulator(each)
    _check_temporary_folder(usable)
    _check_suffix(waves, usable)
    check_picture(picture)
    _check_view(view, waves)
    check_outputs(
        {
            "--waves": waves,
            "--view": view,
            "--json": json,
            "--picture": picture,
            "--attack-state": attack_state,
        },
        {"the trajectory": trajectory, **robot.inputs},
    )
    if every_point and json is None:
        raise InputError("--every-point", "given without --json", "--json FILE beside it")
    _check_numbers(
        points, trajectory, seed, stall, most=_MOST_POINTS_FAST if fast else _MOST_POINTS
    )
    errors = ErrorChoice(proof_effort, attack, attack_state, torque_error)
    arm = robot.load_for_hardware()
    choice = Choice(
        robot, algorithm, topology, ii, width, parts, actuators, ports, link,
        DerivativeChoice(outputs, form, given),
    )  # fmt: skip
    request, extras = choice.request(arm), choice.extras(arm)
    made = 1 if fast else points  # a fast run makes the others as it goes
    motion = _chosen_trajectory(arm, extras, trajectory, made, seed, step, degrees=degrees)
    # Imported here because Amaranth and cocotb take longer than a help text or a refusal.
    from torqueflow.cli.simulate_run import Run, run

    asked = Run(
        request, topology, motion, trajectory, seed, stall, clip, usable, waves, view, picture,
        cached=not no_cache, every_point=every_point, errors=errors,
        derivatives=choice.derivative_findings(arm), beats=beats, tag=tag,
    )  # fmt: skip
    if fast:
        from torqueflow.cli.simulate_fast import run_fast

        return run_fast(asked, points or _DEFAULT_POINTS_FAST, extras, json)
    if not leaves_alone(beats, tag):
        from torqueflow.cli.simulate_beats import run_beats

        return run_beats(asked, json)
    return run(asked, json)


def _check_fast(simulator: str | None, given: Mapping[str, str | bool | None]) -> None:
    """Refuse what a compiled bench does not do."""
    if simulator not in {None, "verilator"}:
        raise InputError("--simulator", f"{simulator!r} beside --fast", "verilator")
    for option, value in given.items():
        if value is not None:
            raise InputError(option, "given beside --fast", "one of the two")


def _check_temporary_folder(usable: tuple[str, ...]) -> None:
    """Refuse a place to build in that make, which Verilator needs, cannot work in."""
    folder = tempfile.gettempdir()
    if usable == ("verilator",) and any(character.isspace() for character in folder):
        raise InputError(
            "TMPDIR", f"{folder!r} has a space", "a folder that verilator can build in"
        )


def _check_suffix(waves: str | None, usable: tuple[str, ...]) -> None:
    """Refuse a name of a waveform file that promises another format than it will have."""
    suffixes = {simulator: WAVEFORMS[simulator] for simulator in usable}
    if waves is None or Path(waves).suffix in suffixes.values() or is_device(waves):
        return
    if Path(waves).suffix == FST and fst_can_be_written():
        return
    writes = [f"{suffix}, which {simulator} writes" for simulator, suffix in suffixes.items()]
    allowed = f"a name that ends in {', or '.join(writes)}"
    if Path(waves).suffix == FST:
        allowed += "; or pip install 'torqueflow[fst]'"
    raise InputError("--waves", repr(waves), allowed)


def _check_view(view: str | None, waves: str | None) -> None:
    """Refuse a viewer's file that nobody can open, or that has no waveform to open."""
    if view is None:
        return
    if waves is None or is_device(waves):
        raise InputError("--view", "there is no file of waveforms", "--waves FILE beside it")
    if Path(view).suffix not in VIEWS and not is_device(view):
        allowed = "a name that ends in .gtkw, for GTKWave, or .sucl, for Surfer"
        raise InputError("--view", repr(view), allowed)


def _check_numbers(
    points: int | None, trajectory: str | None, seed: int, stall: float, *, most: int
) -> None:
    """Refuse numbers out of range before any work is done."""
    check_points(points, trajectory, most)
    check_seed(seed)
    if not 0.0 <= stall <= _MOST_STALL:
        raise InputError("--stall", f"{stall:g}", f"0 to {_MOST_STALL:g}")


def _chosen_trajectory(
    arm: Robot,
    extras: Extras,
    file: str | None,
    points: int | None,
    seed: int,
    step: float | None,
    *,
    degrees: bool,
) -> Trajectory:
    """Return the trajectory of a file, or a random one, of 300 points if nothing is said."""
    if file is not None:
        beside = outside_arrays(arm, extras)
        found = read_motion(file, arm, step=step, degrees=degrees, beside=beside)
        return found.trajectory(beside)
    for option, value in (("--step", step), ("--degrees", degrees)):
        if value:
            raise InputError(option, "given without --trajectory", "a trajectory's file")
    motion = random_trajectory(arm, _DEFAULT_POINTS if points is None else points, seed)
    outside = random_outside(arm, extras, motion.points, seed)
    return dataclasses.replace(motion, beside=outside)
