"""A task graph's pass on a shared-memory machine: as JSON, and how it reads."""

from __future__ import annotations

import textwrap
from typing import Any

from rich.console import Console

from common.tables import show, table
from dataflow.tasks.bounds import bounds, critical_path
from dataflow.tasks.graph import TaskGraph
from dataflow.tasks.queues import Queues, queue_levels
from emulator.multiprocessor.engine import Activity
from emulator.multiprocessor.simulate import Outcome
from torqueflow.report.tasks_experiment import TORQUE_TOLERANCE, Experiment


def as_report(experiment: Experiment) -> dict[str, Any]:
    """Return the report; all seconds but ``seconds_per_pass`` are for all loops.

    ``overhead`` has what all processes together spent by activity, arithmetic apart; ``locks`` and
    ``lock_waits`` are of one pass. ``bounds`` are lower bounds of the arithmetic alone, ``bound``
    is the largest.
    """
    graph, outcome = experiment.graph, experiment.outcome
    unit = experiment.machine.operation_seconds * experiment.loops
    processors = outcome.processes
    least = bounds(graph, graph.durations(unit), processors)
    best = max(least.best, experiment.proved_bound * unit)
    makespan = outcome.seconds * experiment.loops
    work = graph.operations * unit
    path = critical_path(graph, graph.durations(unit))
    printed = experiment.printed_seconds
    return {
        "robot": experiment.robot,
        "graph": experiment.kind,
        "tasks": len(graph.tasks),
        "arcs": len(graph.arcs),
        "schedule": experiment.schedule,
        "processors": processors,
        "machine": experiment.machine.name,
        "seconds_per_pass": outcome.seconds,
        "loops": experiment.loops,
        "makespan": makespan,
        "critical_path": [graph.by_number[task].name for task in path],
        "work": work,
        "speed_up": work / makespan,
        "utilisation": work / makespan / processors,
        "locks": outcome.locks_taken,
        "lock_waits": outcome.lock_waits,
        "overhead": {
            activity.value: outcome.spent(activity) * experiment.loops
            for activity in Activity
            if activity is not Activity.ARITHMETIC
        },
        "queues": [list(queue) for queue in outcome.queues],
        "bounds": {
            "critical_path": least.critical_path,
            "work": least.work,
            "crowding": least.crowding,
        },
        "bound": best,
        "optimal": _optimal(experiment, makespan, best),
        "torque_error_max": experiment.torque_error,
        "torques_agree": experiment.torque_error <= TORQUE_TOLERANCE,
        "printed": printed,
        "ratio": None if printed is None else makespan / printed,
    }


def _optimal(experiment: Experiment, makespan: float, bound: float) -> bool | None:
    """Return whether the makespan is that of a bound, or what the scheduler knows."""
    if makespan <= bound * (1 + 1e-9):
        return True
    return experiment.optimal


def print_report(screen: Console, report: dict[str, Any], explained: str) -> None:
    """Print the figures, then what each process did; ``explained`` says what the schedule is."""
    path = [name for name in report["critical_path"] if name not in ("entry", "exit")]
    least = report["bounds"]
    lines = [
        ("robot", report["robot"]),
        ("graph", f"{report['graph']}: {report['tasks']} tasks, {report['arcs']} arcs"),
        ("schedule", f"{report['schedule']}: {explained}"),
        ("machine", f"{report['machine']}, {count(report['processors'], 'processor')}"),
        ("makespan", _makespan(report)),
        ("speed-up", f"{report['speed_up']:.2f}, at most {report['work'] / report['bound']:.2f}"),
        ("utilisation", f"{100 * report['utilisation']:.1f} %"),
        (
            "lower bounds",
            f"critical path {least['critical_path']:.1f} s, work {least['work']:.1f} s, "
            f"crowding {least['crowding']:.1f} s",
        ),
        ("locks", f"taken {report['locks']} times a pass, waited for {report['lock_waits']} times"),
        ("torques", _torques(report)),
        ("critical path", " ".join(path)),
    ]
    if report["printed"] is not None:
        words = f"{report['printed']:.1f} s; ours is {report['ratio']:.2f} of it"
        lines.insert(5, ("the paper's", words))
    for name, text in lines:
        _print_line(screen, name, text)


def _print_line(screen: Console, name: str, text: str, indent: int = 15) -> None:
    """Print a name and words, which go on under themselves where the line is full."""
    width = max(screen.width, 40) - indent
    first, *others = textwrap.wrap(text, width) or [""]
    screen.print(f"{name:<{indent}}{first}", soft_wrap=True)
    for line in others:
        screen.print(" " * indent + line, soft_wrap=True)


def _makespan(report: dict[str, Any]) -> str:
    words = {True: ", the shortest there is", False: ", not proved to be the shortest", None: ""}
    proof = words[report["optimal"]]
    return (
        f"{report['makespan']:.1f} s for {report['loops']:,} passes, "
        f"{1e6 * report['seconds_per_pass']:.1f} us each{proof}"
    )


def _torques(report: dict[str, Any]) -> str:
    verdict = "agree" if report["torques_agree"] else "DISAGREE"
    return f"{verdict} with golden (largest error {report['torque_error_max']:.1e})"


def count(number: int, noun: str) -> str:
    """Return a number of things, the noun in the plural where it must be."""
    return f"{number} {noun}{'' if number == 1 else 's'}"


def print_processes(screen: Console, outcome: Outcome) -> None:
    """Print how each process spent a pass, in per cent of it."""
    activities = tuple(Activity)
    shown = table("a pass, %", "process", "tasks", *(activity.value for activity in activities))
    for process, (own, queue) in enumerate(zip(outcome.slices, outcome.queues, strict=True)):
        spent = dict.fromkeys(activities, 0.0)
        for piece in own:
            spent[piece.activity] += piece.end - piece.start
        shares = (f"{100 * spent[activity] / outcome.seconds:.1f}" for activity in activities)
        shown.add_row(str(process + 1), str(len(queue)), *shares)
    show(screen, shown)


def print_levels(screen: Console, graph: TaskGraph, queues: Queues) -> None:
    """Print the paper's table of levels: a row a level, a column a process."""
    rows = queue_levels(graph, queues)
    at = [{rows[task]: str(task) for task in queue} for queue in queues]
    names = [f"process {i + 1}" for i in range(len(queues))]
    shown = table("tasks by level", "level", *names)
    for level in range(max(rows.values()) + 1):
        shown.add_row(str(level), *(_blank(column, level) for column in at))
    show(screen, shown)


def _blank(column: dict[int, str], level: int) -> str:
    return column.get(level, "")
