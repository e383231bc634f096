"""`torqueflow tasks`: a robot's equations as tasks on a shared-memory machine."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from common.destinations import check_outputs, robot_file
from common.errors import InputError
from common.files import is_device, write_file, write_json
from common.tables import console
from dataflow.tasks.newton_euler_tasks import GRAPHS
from emulator.multiprocessor.schedules import SCHEDULES
from golden.robot import Robot
from papers.zeng_egan.hand import SOLVERS
from torqueflow.cli.choices import choice
from torqueflow.cli.file_options import JsonOption
from torqueflow.cli.robot_options import STANDING, ChosenRobot, takes_robot

if TYPE_CHECKING:
    from torqueflow.report.tasks_experiment import TaskChoice


@takes_robot
def tasks(
    robot: ChosenRobot,
    graph: Annotated[
        str | None,
        choice(
            "How finely the equations are cut; the numbers are tasks for five links.",
            GRAPHS,
            show_default="52",
        ),
    ] = None,
    schedule: Annotated[
        str | None,
        choice("Who decides what runs next.", SCHEDULES, show_default="dynamic"),
    ] = None,
    processors: Annotated[
        int | None, typer.Option(help="How many processors, 1 to 64.", show_default="4")
    ] = None,
    machine: Annotated[
        str | None,
        typer.Option(
            help="The machine: ideal, multimax, or the .toml file of one.",
            show_default="ideal",
            metavar="NAME|FILE",
        ),
    ] = None,
    queues: Annotated[
        str | None,
        typer.Option(
            help="A file of lists of tasks, one a process, in place of a schedule.", metavar="FILE"
        ),
    ] = None,
    loops: Annotated[
        int | None,
        typer.Option(help="Passes that times are for.", show_default="the paper's 21200"),
    ] = None,
    solver: Annotated[
        str | None,
        choice("What finds the joints; for zeng alone.", SOLVERS, show_default="newton"),
    ] = None,
    today: Annotated[
        bool,
        typer.Option("--today", help="Measure two threads of this computer too; for zeng alone."),
    ] = False,
    messages: Annotated[
        bool,
        typer.Option(
            "--messages",
            help="Run the tasks on one to six T800s that send messages, in generated occam.",
        ),
    ] = False,
    occam: Annotated[
        str | None,
        typer.Option(
            help="With --messages: write the program for the most processors.", metavar="FILE.occ"
        ),
    ] = None,
    seed: Annotated[
        int, typer.Option(help="The seed of the arm's state, and of who gets a lock.")
    ] = 1,
    text: Annotated[
        bool, typer.Option("--text", help="Print tasks by level and process, as the paper does.")
    ] = False,
    picture: Annotated[
        str | None, typer.Option(help="Draw who does what when.", metavar="FILE.svg")
    ] = None,
    trace: Annotated[
        str | None,
        typer.Option(help="Write a timeline that ui.perfetto.dev opens.", metavar="FILE.json"),
    ] = None,
    json: JsonOption = None,
) -> int:
    """Cut an arm's Newton-Euler equations into tasks and run them on several processors.

    For zeng, the paper's arm, its 37 times stand beside ours if no other option is given.

    Status 1: a torque is not golden's.
    """
    # Imported here because the other commands do not wait for it.
    from torqueflow.report.tasks_experiment import PAPER, TaskChoice

    if picture is not None and not (picture.lower().endswith(".svg") or is_device(picture)):
        raise InputError("--picture", f"{picture!r} is no SVG file", "a name that ends in .svg")
    check_outputs(
        {"--json": json, "--picture": picture, "--trace": trace, "--occam": occam},
        {
            **robot.inputs,
            "the machine": robot_file(machine),
            "the queues": queues,
        },
    )
    arm = None if robot.robot == PAPER else _arm(robot)
    if arm is None:
        robot.refuse_options(f"given for {PAPER}, the paper's arm", "a robot's file")
    choice = TaskChoice(robot.robot, graph, schedule, processors, machine, queues, loops, seed, arm)
    if messages:
        others = {"--machine": machine, "--queues": queues, "--loops": loops, "--solver": solver}
        drawn = {"--today": today, "--text": text, "--picture": picture, "--trace": trace}
        for option, value in (others | drawn).items():
            if value is not None and value is not False:
                raise InputError(option, "given beside --messages", "one of them")
        return _messages(choice, occam, json)
    if occam is not None:
        raise InputError("--occam", "given without --messages", "both of them")
    if arm is None and choice.is_empty and not (text or picture or trace):
        return _paper("newton" if solver is None else solver, today, json)
    for option, given in (("--solver", solver is not None), ("--today", today)):
        if given:
            raise InputError(
                option, "given for a single pass", "`tasks zeng` without other options"
            )
    return _run(choice, text, picture, trace, json)


def _arm(robot: ChosenRobot) -> Robot:
    """Return the arm; raises `InputError` for one whose base moves."""
    arm = robot.load()
    if arm.base_body is not None:
        raise InputError("--free-base", "the tasks start from a base at rest", STANDING)
    return arm


def _run(
    choice: TaskChoice, text: bool, picture: str | None, trace: str | None, json: str | None
) -> int:
    """Run one pass and tell of it."""
    from torqueflow.cli.steps import step
    from torqueflow.report.tasks_experiment import run_experiment
    from torqueflow.report.tasks_report import (
        as_report,
        count,
        print_levels,
        print_processes,
        print_report,
    )

    screen = console()
    with step(screen, "scheduling and running the tasks"):
        experiment = run_experiment(choice)
    report = as_report(experiment)
    title = (
        f"{report['robot']}, graph {report['graph']}, {report['schedule']}, "
        f"{report['machine']}, {count(report['processors'], 'processor')}"
    )
    if json is not None:
        write_json(json, report)
    if picture is not None:
        from torqueflow.report.tasks_picture import gantt

        write_file(picture, gantt(experiment.graph, experiment.outcome, title))
    if trace is not None:
        from torqueflow.report.tasks_timeline import timeline

        lines = timeline(experiment.graph, experiment.outcome, title).lines()
        write_file(trace, "".join(lines).encode())
    print_report(screen, report, experiment.explained)
    screen.print()
    print_processes(screen, experiment.outcome)
    if text:
        screen.print()
        print_levels(screen, experiment.graph, experiment.outcome.queues)
    return 0 if report["torques_agree"] else 1


def _messages(choice: TaskChoice, occam: str | None, json: str | None) -> int:
    """Run the tasks on transputers and tell of it."""
    from papers.machine import ProgramFailed
    from torqueflow.cli.steps import step
    from torqueflow.report.tasks_experiment import PAPER
    from torqueflow.report.tasks_messages import as_report, print_report, run_messages

    screen = console()
    with step(screen, "running generated occam on emulated T800s"):
        try:
            sharing, rows, text = run_messages(choice)
        except ProgramFailed as error:
            print(f"the generated program gave no torques: {error}")
            return 1
    report = as_report(sharing, rows, choice.robot == PAPER)
    if json is not None:
        write_json(json, report)
    if occam is not None:
        write_file(occam, text.encode())
    print_report(screen, report)
    return 0 if all(row["torques_agree"] for row in report["rows"]) else 1


def _paper(solver: str, today: bool, json: str | None) -> int:
    """Tell of the paper's 37 times, and of today's if asked for."""
    from rich.progress import Progress

    from papers.zeng_egan.report import STEPS, paper_report
    from torqueflow.report.tasks_paper import print_paper

    screen = console()
    with Progress(console=screen, transient=True, disable=not screen.is_terminal) as progress:
        task = progress.add_task("simulating versions 1 to 5", total=STEPS)
        report = paper_report(solver, lambda: progress.advance(task))
        if today:
            from papers.zeng_egan.today.report import today_report

            progress.add_task("measuring threads of this computer", total=None)
            report["today"] = today_report()
    if json is not None:
        write_json(json, report)
    print_paper(screen, report)
    return 0
