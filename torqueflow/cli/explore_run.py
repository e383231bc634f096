"""One run of `torqueflow explore`: rows made or read, drawn, written, printed."""

from __future__ import annotations

import time
from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from rich.console import Console
from rich.progress import Progress

from common.files import write_file, write_json
from common.tables import console
from dataflow.exploration.conditions import Condition
from torqueflow.exploring import results_file, workers
from torqueflow.exploring.picture import drawn
from torqueflow.exploring.report import print_sweep
from torqueflow.exploring.task import Task
from torqueflow.exploring.verdict import best, command, costs_of, front, unmet

Row = dict[str, Any]
Way = Callable[[Sequence[Task]], Iterator[Row]]
"""Makes rows of tasks, in any order."""


_WORDS = {
    "multipliers": "multipliers",
    "luts_estimate": "LUTs of an ECP5, estimated",
    "luts": "LUTs of an ECP5",
    "routed_luts": "LUTs, placed and routed",
}
"""What a picture calls each cost that it may show."""


@dataclass(frozen=True)
class Sweep:
    """What the command line asks for, checked.

    Attributes
    ----------
    tasks
        The designs, in the order in which they are told.
    typed
        Each robot as a shell takes it, with the options that choose and limit it, by its name.
    way
        Where rows are made.
    wanted, order
        What the best design must have, None where nobody asks, and which figures are to be small.
    results, picture, json
        Files, or None.
    """

    tasks: Sequence[Task]
    typed: dict[str, str]
    way: Way
    wanted: Sequence[Condition] | None
    order: Sequence[str]
    results: str | None
    picture: str | None
    json: str | None


def run(sweep: Sweep) -> int:
    """Explore, write what is asked for, print; return the exit status."""
    screen = console()
    began = time.monotonic()
    rows = _explored(screen, sweep)
    measures = sweep.tasks[0].measures
    kept = front(rows, costs_of(measures))
    if sweep.picture is not None:
        _draw(sweep.picture, rows, kept, measures)
    wanted = sweep.wanted
    found = None if wanted is None else best(rows, wanted, sweep.order)
    if sweep.json is not None:
        write_json(sweep.json, _report(rows, kept, found, time.monotonic() - began))
    print_sweep(screen, rows, kept)
    for index in found or ():
        name = rows[index]["robot"]
        screen.print(f"best of {name}:", soft_wrap=True)
        screen.print(f"  {command(rows[index], sweep.typed[name])}", soft_wrap=True)
    missed = [] if wanted is None else unmet(rows, wanted)
    for line in missed:
        screen.print(f"best: {line}", soft_wrap=True)
    return 1 if missed or not all(_agrees(row) for row in rows) else 0


def way_of(processes: int, scheduler: str | None) -> Way:
    """Return what makes rows: this process, several of this machine, or a Dask cluster."""
    if scheduler is not None:
        return lambda tasks: workers.on_cluster(tasks, scheduler)
    if processes > 1:
        return lambda tasks: workers.in_processes(tasks, processes)
    return workers.here


def _agrees(row: Row) -> bool:
    """Return whether nothing that was simulated went wrong."""
    wrong = row.get("bit_mismatches") or row.get("cycle_mismatches")
    return not wrong and row.get("within_bounds") is not False


def _explored(screen: Console, sweep: Sweep) -> list[Row]:
    """Return a row a task, in the order of the tasks; what a file has already is taken from it."""
    tasks, results = sweep.tasks, sweep.results
    known = {} if results is None else results_file.rows_of(results)
    left = [task for task in tasks if task.key not in known]
    with Progress(console=screen, transient=True, disable=not screen.is_terminal) as progress:
        shown = progress.add_task("exploring", total=len(tasks), completed=len(tasks) - len(left))
        if results is None:
            for row in sweep.way(left):
                known[row["key"]] = row
                progress.advance(shown)
        else:
            with results_file.more_of(results) as append:
                for row in sweep.way(left):
                    append(row)
                    known[row["key"]] = row
                    progress.advance(shown)
    return [known[task.key] for task in tasks]


def _draw(path: str, rows: list[Row], kept: list[int], measures: Collection[str]) -> None:
    """Draw the designs that were built."""
    built = [index for index, row in enumerate(rows) if row["refused"] is None]
    places = {index: place for place, index in enumerate(built)}
    robots = ", ".join(dict.fromkeys(row["robot"] for row in rows))
    costs = {cost: _WORDS[cost] for cost in costs_of(measures) if cost in _WORDS}
    write_file(
        path,
        drawn(
            [rows[i] for i in built], [places[i] for i in kept], costs,
            f"{robots}: {len(built)} designs, filled where no other beats them",
        ),
    )  # fmt: skip


def _report(
    rows: list[Row], kept: list[int], found: list[int] | None, seconds: float
) -> dict[str, Any]:
    """Return the sweep as JSON has it."""
    hidden = ("key", "multipliers", "adders")
    return {
        "designs": [
            {
                **{name: value for name, value in row.items() if name not in hidden},
                "units": {"multiplier": row.get("multipliers"), "adder": row.get("adders")},
            }
            for row in rows
        ],
        "pareto": kept,
        "best": found,
        "wall_seconds": seconds,
    }
