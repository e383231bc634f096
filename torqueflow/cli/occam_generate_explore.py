"""All assignments of a robot's equations of motion to processors: planned, the best measured."""

from __future__ import annotations

from contextlib import nullcontext
from typing import Any

from rich.console import Console

from common.files import write_json
from common.tables import console, show, table
from dataflow.tasks.assignment import as_text
from golden.robot import Robot
from papers.schafer_schiehlen.accuracy import demo_states
from papers.schafer_schiehlen.explore import Exploration, explore
from papers.schafer_schiehlen.forward_demo import PAPER_SETTINGS, SEED, Layout, letters


def explore_assignments(arm: Robot, layout: Layout, processors: int, json: str | None) -> int:
    """Try every assignment to up to so many processors, report and print them; return status 0."""
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
