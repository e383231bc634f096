"""A robot's equations of motion as an occam program: written, counted, integrated if asked for."""

from __future__ import annotations

from contextlib import nullcontext
from pathlib import Path
from typing import Any

from rich.console import Console

from common.files import write_file, write_json
from common.tables import console, show, table
from dataflow.tasks.assignment import as_text
from dataflow.tasks.pieces import Partition
from golden.robot import Robot
from papers.generated.memory import check_memory, temporaries_of
from papers.generated.program import Program
from papers.generated.root_text import printing_root
from papers.generated.running import words_sent
from papers.machine import MachineSettings
from papers.schafer_schiehlen import integration
from papers.schafer_schiehlen.forward_demo import Layout, operations_of, piece_name
from papers.schafer_schiehlen.integration import Integration
from papers.schafer_schiehlen.motion import FreeMotion, gentle_motion


def write_program(
    arm: Robot,
    layout: Layout,
    cut: Partition,
    output: Path,
    json: str | None,
    integrates: bool,
    control: bool,
    step: float | None,
) -> int:
    """Write the program and its JSON report, print what is in it, and return the status.

    `step` is in seconds. Status 1: the integration is not within 1e-3 of golden.
    """
    check_memory(cut, layout.temporaries)
    motion = gentle_motion(arm, control)
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
    integrated = None
    if found is not None:
        integrated = {
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
        "integration": integrated,
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


def _print_motion(screen: Console, found: dict[str, Any], motion: FreeMotion) -> None:
    verdict = "within 1e-3 of golden" if found["within_1e-3"] else "NOT within 1e-3 of golden"
    error = max(found["position_error_max"])
    how = "constant torques" if motion.control is None else "computed torques"
    screen.print(
        f"2 s by {how}: {found['steps']} steps of {found['step_microseconds']:.0f} us "
        f"({found['step_needed_microseconds']:.0f} needed), {found['late_steps']} late; "
        f"positions {verdict}: {error:.2g} rad or m at most",
        soft_wrap=True,
    )
