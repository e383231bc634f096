"""`torqueflow transputer demo` and `compare`: the papers' programs and their times."""

from __future__ import annotations

import shlex
import sys
from collections.abc import Iterable
from pathlib import Path
from typing import Annotated

import typer
from rich.progress import Progress

from common.destinations import check_outputs
from common.errors import InputError
from common.files import is_device, write_file, write_json
from common.tables import console
from golden.load import load_robot
from golden.trajectory import random_trajectory
from occam.program import Checks
from papers.indexing import Indexing
from papers.programs import (
    PREFERRED_PROCESSORS,
    PaperProgram,
    find,
    processor_choices,
    program_names,
)
from torqueflow.cli.choices import completer
from torqueflow.cli.file_options import JsonOption
from torqueflow.cli.forward_demo import PROGRAM as FORWARD
from torqueflow.cli.forward_demo import run_forward
from torqueflow.cli.transputer_options import ChecksOption, Part

_SEED = 1989


def _listed(choices: Iterable[object]) -> str:
    """Return choices in words: a, b or c."""
    *some, last = map(str, choices)
    return f"{', '.join(some)} or {last}" if some else last


def _processors_help() -> str:
    """Say which programs are written for several numbers of processors, and for which."""
    choices = {name: processor_choices(name) for name in program_names()}
    told = [f"For {name}: {_listed(counts)}." for name, counts in choices.items() if counts[1:]]
    told.append(f"For {FORWARD}: 1 or 3.")
    return f"How many transputers. {' '.join(told)}"


def demo(
    program: Annotated[
        str,
        typer.Argument(
            help=f"The program: {_listed((*program_names(), FORWARD))}.",
            autocompletion=completer((*program_names(), FORWARD)),
        ),
    ],
    processors: Annotated[
        int | None,
        typer.Option(
            help=_processors_help(),
            show_default=f"{PREFERRED_PROCESSORS} if there is a choice",
        ),
    ] = None,
    type_: Annotated[Part, typer.Option("--type", help="The kind of transputer.")] = Part.T800,
    checks: ChecksOption = Checks.HALT,
    points: Annotated[int, typer.Option(help="Points of the trajectory, 1 to 300.")] = 300,
    link_speed: Annotated[
        int | None,
        typer.Option(
            help="The links' speed in Mbit/s: 5, 10 or 20.", show_default=f"20, for {FORWARD} 10"
        ),
    ] = None,
    external_cycles: Annotated[
        int | None,
        typer.Option(
            help="Processor cycles of an access to external memory, 1 or more.",
            show_default=f"3, for {FORWARD} 4",
        ),
    ] = None,
    external_code: Annotated[
        bool,
        typer.Option(
            "--external-code", help="Keep code in external memory, nothing but workspace on chip."
        ),
    ] = False,
    indexing: Annotated[
        Indexing, typer.Option(help="How the program indexes matrices.")
    ] = Indexing.SUBSCRIPTS,
    picture: Annotated[
        Path | None,
        typer.Option(help="Draw who works when, in one point.", metavar="FILE.svg"),
    ] = None,
    html: Annotated[
        str | None,
        typer.Option(help="Write a page: who works when, beside the paper.", metavar="FILE.html"),
    ] = None,
    json: JsonOption = None,
) -> int:
    """Run a paper's program on emulated transputers along a motion of the PUMA 560.

    Its torques are checked against golden to single precision, its time is set beside the paper's.
    Status 1: a torque is further from golden than that, or the program did not end. The program
    `forward` is generated: accelerations of the Stanford arm.
    """
    # Imported here because the simulator's compiler takes longer to load than the rest to run.
    from emulator.transputer.network.network_file import EXTERNAL_CYCLES_MAXIMUM, LINK_SPEEDS
    from papers import run as runs
    from papers.machine import ProgramFailed
    from papers.report import as_report, print_report
    from torqueflow.cli.steps import step

    chosen = None if program == FORWARD else _found(program, processors)
    if link_speed is not None and link_speed not in LINK_SPEEDS:
        raise InputError("--link-speed", f"{link_speed}", "5, 10 or 20")
    if external_cycles is not None and not 1 <= external_cycles <= EXTERNAL_CYCLES_MAXIMUM:
        raise InputError(
            "--external-cycles", f"{external_cycles}", f"1 to {EXTERNAL_CYCLES_MAXIMUM}"
        )
    if not 1 <= points <= runs.POINTS_MAXIMUM:
        raise InputError("--points", f"{points}", f"1 to {runs.POINTS_MAXIMUM}")
    if picture is not None and picture.suffix.lower() != ".svg" and not is_device(picture):
        raise InputError(
            "--picture", f"{str(picture)!r} is no SVG file", "a name that ends in .svg"
        )
    if html is not None and Path(html).suffix.lower() != ".html" and not is_device(html):
        raise InputError("--html", f"{html!r} is no page", "a name that ends in .html")
    if chosen is None:
        if html is not None:
            raise InputError("--html", f"is not for {FORWARD}", "programs that are files")
        _refuse_layout(indexing, external_code)
        check_outputs({"--json": json, "--picture": picture}, {})
        part = type_.value
        return run_forward(
            processors, part, checks, points, link_speed, external_cycles, picture, json
        )
    check_outputs(
        {"--json": json, "--picture": picture, "--html": html}, {"the program": chosen.path}
    )
    settings = runs.Settings(
        type_.value, checks, external_cycles or 3, link_speed or 20, indexing, external_code
    )
    robot = load_robot(runs.ROBOT)
    screen = console()
    with step(screen, f"simulating {chosen.title}, {points} points"):
        built = runs.compile_for(chosen, settings)
        try:
            result = runs.run(built, random_trajectory(robot, points, _SEED), robot)
        except ProgramFailed as error:
            print(f"{chosen.source} gave no torques: {error}")
            return 1
    report = as_report(chosen, settings, result, robot)
    if json is not None:
        write_json(json, report)
    if picture is not None:
        from papers.picture import draw

        draw(result, f"{chosen.title} on {chosen.processors} {type_.value}s", picture)
    if html is not None:
        from torqueflow.page.program import program_page

        command = f"torqueflow {shlex.join(sys.argv[1:])}"
        write_file(html, program_page(report, result, robot, command).encode())
    print_report(screen, report, robot)
    return 0 if report["torques_agree"] else 1


def _found(program: str, processors: int | None) -> PaperProgram:
    """Return a program of a file; the refusal of an unknown one names the generated one too."""
    if program not in program_names():
        allowed = ", ".join((*program_names(), FORWARD))
        raise InputError("PROGRAM", f"{program!r} is unknown", allowed)
    return find(program, processors)


def _refuse_layout(indexing: Indexing, external_code: bool) -> None:
    """Refuse options that are about programs in files."""
    if indexing is not Indexing.SUBSCRIPTS or external_code:
        option = "--external-code" if external_code else "--indexing"
        raise InputError(option, f"is not for {FORWARD}", "programs that are files")


def compare(
    json: JsonOption = None,
) -> None:
    """Run the papers' programs in every plausible setting, and say which fits best.

    Checks of the compiler, cycles of external memory, whether code lies there, speed of the links,
    how matrices are indexed: 48 combinations of five programs, about two minutes.
    """
    # Imported here because the simulator's compiler takes longer to load than the rest to run.
    from papers import grid
    from papers.grid_report import as_report, print_report

    check_outputs({"--json": json}, {})
    screen = console()
    chosen = list(grid.combinations())
    with Progress(console=screen, transient=True, disable=not screen.is_terminal) as progress:
        task = progress.add_task("combinations", total=len(chosen))
        results = grid.explore(chosen, lambda _: progress.advance(task))
    if json is not None:
        write_json(json, as_report(results))
    print_report(screen, results)
