"""`torqueflow occam generate`: a robot's equations of motion as an occam program."""

from __future__ import annotations

import enum
from contextlib import nullcontext
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from common.destinations import check_outputs
from common.errors import InputError
from common.files import write_file, write_json
from common.tables import console, show, table
from torqueflow.cli.file_options import JsonOption
from torqueflow.cli.robot_options import ChosenRobot, takes_robot

if TYPE_CHECKING:
    from rich.console import Console

    from dataflow.tasks.partition import Partition
    from golden.robot import Robot
    from papers.schafer_schiehlen.explore import Exploration
    from papers.schafer_schiehlen.forward_demo import Layout
    from papers.schafer_schiehlen.integration import Integration, Motion


class Form(enum.Enum):
    """Which equations."""

    JACOBIAN = "jacobian"
    RECURSIVE = "recursive"


class Parameters(enum.Enum):
    """What the robot's numbers are in the program."""

    NAMES = "names"
    NUMBERS = "numbers"


class Temporaries(enum.Enum):
    """Where intermediate values live."""

    ARRAY = "array"
    SCALARS = "scalars"


class Integrate(enum.Enum):
    """Whether the root integrates."""

    NONE = "none"
    ADAMS_MOULTON = "adams-moulton"


@takes_robot
def generate(
    robot: ChosenRobot,
    output: Annotated[
        Path | None,
        typer.Option(
            "-o",
            "--output",
            help="The source that is written; not with --explore.",
            metavar="FILE.occ",
        ),
    ] = None,
    assign: Annotated[
        str,
        typer.Option(help="Which processor, 1 to 4, has which block.", metavar="M=1,k=2,..."),
    ] = "M=1,k=1,q=1,L=1,x=1",
    form: Annotated[
        Form, typer.Option(help="The equations, by Jacobians as in the paper or recursive.")
    ] = Form.JACOBIAN,
    parameters: Annotated[
        Parameters | None,
        typer.Option(
            help="What the robot's numbers are in the program.",
            show_default="names, in the recursive form numbers",
        ),
    ] = None,
    temporaries: Annotated[
        Temporaries, typer.Option(help="Where intermediate values live.")
    ] = Temporaries.ARRAY,
    integrate: Annotated[
        Integrate, typer.Option(help="Have the root integrate 2 s of motion in real time.")
    ] = Integrate.NONE,
    control: Annotated[
        bool,
        typer.Option("--control", help="Integrate under computed torques, which are part of q."),
    ] = False,
    step: Annotated[
        float | None,
        typer.Option(
            help="The step of the integration in us.",
            metavar="US",
            show_default="what two cycles allow",
        ),
    ] = None,
    explore: Annotated[
        int | None,
        typer.Option(help="Try every assignment to up to so many processors, 1 to 4.", metavar="N"),
    ] = None,
    json: JsonOption = None,
) -> int:
    """Write a robot's forward dynamics as a whole occam program: root, workers, placement.

    M ydd + k = q by the blocks M, k, q, L (of M = L L') and x, for up to 12 joints. `occam run`
    takes the program as it is. Status 1: --integrate did not keep within 1e-3 of golden.
    """
    # Imported here because the simulator's compiler takes longer to load than the rest to run.
    from dataflow.tasks.assignment import read_assignment
    from papers.schafer_schiehlen.forward_demo import Layout

    if form is Form.RECURSIVE and parameters is Parameters.NAMES:
        raise InputError("--parameters", "names in the recursive form", "numbers")
    chosen = parameters or (Parameters.NUMBERS if form is Form.RECURSIVE else Parameters.NAMES)
    layout = Layout(form.value, chosen.value, temporaries.value)
    assignment = read_assignment(assign)
    integrates = integrate is Integrate.ADAMS_MOULTON
    _check_options(output, explore, integrates, control, step)
    arm = robot.load()
    check_outputs({"-o": output, "--json": json}, robot.inputs)
    if explore is not None:
        return _explore(arm, layout, explore, json)
    from dataflow.tasks.jacobian_exchange import best_partition

    cut = best_partition(layout.equations(arm), assignment)
    seconds = None if step is None else 1e-6 * step
    return _write(arm, layout, cut, output, json, integrates, control, seconds)


def _check_options(
    output: Path | None, explore: int | None, integrates: bool, control: bool, step: float | None
) -> None:
    if explore is not None and (output is not None or integrates):
        option = "-o" if output is not None else "--integrate"
        raise InputError(option, "is not for --explore", "--explore alone, or without it")
    if explore is None and output is None:
        raise InputError("-o", "is missing", "a file for the source, or --explore N")
    if not integrates and (control or step is not None):
        option = "--control" if control else "--step"
        raise InputError(option, "without --integrate", "--integrate adams-moulton")
    if step is not None and not 1.0 <= step <= 1e6:
        raise InputError("--step", f"{step:g} us", "1 to 1000000")


def _write(
    arm: Robot,
    layout: Layout,
    cut: Partition,
    output: Path | None,
    json: str | None,
    integrates: bool,
    control: bool,
    step: float | None,
) -> int:
    from papers.generated.memory import check_memory
    from papers.generated.program import Program
    from papers.generated.root_text import printing_root
    from papers.machine import MachineSettings
    from papers.schafer_schiehlen import integration

    assert output is not None  # _check_options
    check_memory(cut, layout.temporaries)
    motion = integration.gentle_motion(arm, control)
    screen, found = console(), None
    if integrates:
        cut = integration.motion_partition(motion, layout, cut)
        with screen.status("2 s of motion") if screen.is_terminal else nullcontext():
            found = integration.integrate(motion, cut, layout, MachineSettings(), step)
        program = integration.printing_program(motion, cut, layout, found)
    else:
        states = motion.state()[None]
        title = f"Forward dynamics of the {arm.name}: the accelerations at one state."
        program = Program(title, cut, layout.temporaries, lambda p, s: printing_root(p, s, states))
    text = program.text()
    report = _report(arm, layout, cut, text, found)
    if json is not None:
        write_json(json, report)
    write_file(output, text.encode())
    _print(screen, report)
    if found is not None:
        _print_motion(screen, report["integration"], motion)
    return 0 if found is None or found.keeps else 1


def _report(
    arm: Robot, layout: Layout, cut: Partition, text: str, found: Integration | None
) -> dict[str, Any]:
    from dataflow.tasks.assignment import as_text
    from papers.generated.memory import temporaries_of
    from papers.generated.running import words_sent
    from papers.schafer_schiehlen.forward_demo import operations_of, piece_name

    integration = None
    if found is not None:
        integration = {
            "step_microseconds": 1e6 * found.step,
            "step_needed_microseconds": 1e6 * found.step_needed,
            "steps": found.steps,
            "late_steps": found.late,
            "position_error_max": found.position_error_max.tolist(),
            "scheme_error_max": found.scheme_error_max.tolist(),
            "within_1e-3": found.keeps,
        }
    return {
        "robot": arm.name,
        "joints": arm.n,
        "processors": len(cut.processors),
        "assignment": as_text(cut.assignment),
        "form": layout.form,
        "parameters": layout.parameters,
        "temporaries": layout.temporaries,
        "lines": text.count("\n"),
        "blocks": [
            {
                "name": piece_name(number, piece),
                "operations": operations_of(cut.equations, piece),
                "temporaries": temporaries_of(cut, number, piece, layout.temporaries),
            }
            for number, own in cut.pieces.items()
            for piece in own
        ],
        "words_sent": dict(words_sent(cut)),
        "integration": integration,
    }


def _print(screen: Console, report: dict[str, Any]) -> None:
    screen.print(
        f"{report['robot']}: {report['assignment']}, form {report['form']}, "
        f"{report['lines']} lines",
        soft_wrap=True,
    )
    names = ("multiply", "add", "divide", "root", "sine")
    shown = table("blocks", "name", *names, "values kept")
    for block in report["blocks"]:
        counts = (str(block["operations"][name]) for name in names)
        shown.add_row(block["name"], *counts, str(block["temporaries"]))
    show(screen, shown)
    sent = ", ".join(f"{link} {words}" for link, words in report["words_sent"].items())
    screen.print(f"words sent in a cycle: {sent}", soft_wrap=True)


def _print_motion(screen: Console, found: dict[str, Any], motion: Motion) -> None:
    verdict = "within 1e-3 of golden" if found["within_1e-3"] else "NOT within 1e-3 of golden"
    error = max(found["position_error_max"])
    how = "constant torques" if motion.control is None else "computed torques"
    screen.print(
        f"2 s by {how}: {found['steps']} steps of {found['step_microseconds']:.0f} us "
        f"({found['step_needed_microseconds']:.0f} needed), {found['late_steps']} late; "
        f"positions {verdict}: {error:.2g} rad or m at most",
        soft_wrap=True,
    )


def _explore(arm: Robot, layout: Layout, processors: int, json: str | None) -> int:
    from papers.schafer_schiehlen.accuracy import demo_states
    from papers.schafer_schiehlen.explore import explore
    from papers.schafer_schiehlen.forward_demo import PAPER_SETTINGS, SEED

    screen = console()
    status = screen.status("assignments") if screen.is_terminal else None
    with status or nullcontext():
        found = explore(
            layout.equations(arm),
            layout.temporaries,
            demo_states(arm, 3, SEED),
            PAPER_SETTINGS,
            processors,
            (lambda what: status.update(what)) if status else (lambda _: None),
        )
    if json is not None:
        write_json(json, _exploration(arm, found))
    _print_exploration(screen, arm, found)
    return 0


def _exploration(arm: Robot, found: Exploration) -> dict[str, Any]:
    from dataflow.tasks.assignment import as_text

    return {
        "robot": arm.name,
        "pieces": found.pieces,
        "assignments": [
            {
                "assignment": as_text(plan.assignment),
                "microseconds": plan.microseconds,
                "left_microseconds": plan.left,
                "measured_microseconds": plan.measured,
                "measured_left_microseconds": plan.measured_left,
            }
            for plan in found.plans
        ],
        "nearest": [as_text(plan.assignment) for plan in found.nearest],
    }


def _print_exploration(screen: Console, arm: Robot, found: Exploration) -> None:
    from papers.schafer_schiehlen.forward_demo import letters

    alone = found.one.measured or found.one.microseconds
    title = f"{arm.name}: {len(found.plans)} assignments, one transputer takes {alone:.0f} us"
    columns = ("blocks by processor", "planned us", "measured us", "speed-up", "most left us", "")
    shown = table(title, *columns)
    nearest = {id(plan): place for place, plan in enumerate(found.nearest, start=1)}
    for plan in found.plans:
        if plan.measured is None or plan.measured_left is None:
            continue
        note = f"near the paper: {nearest[id(plan)]}" if id(plan) in nearest else ""
        shown.add_row(
            letters(plan.assignment),
            f"{plan.microseconds:.0f}",
            f"{plan.measured:.0f}",
            f"{alone / plan.measured:.2f}",
            f"{plan.measured_left:.0f}",
            note,
        )
    show(screen, shown)
    screen.print("measured: the ten with the shortest plan, and the five nearest to the paper")
