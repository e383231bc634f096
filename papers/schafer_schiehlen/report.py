"""How a run of the paper's example reads, on a terminal and as JSON."""

from __future__ import annotations

from typing import Any

from rich.console import Console

from common.tables import number, show, table
from dataflow.tasks.assignment import as_text
from papers.catalogue import paper
from papers.generated.running import words_sent
from papers.schafer_schiehlen.forward_demo import NAME, BlockTime, Measured, letters

_TIMES = {1: "one_transputer", 3: "three_transputers"}


def as_report(program: Measured, one: Measured, blocks: list[BlockTime]) -> dict[str, Any]:
    """Return the report of one run; ``one`` is the same on one transputer.

    Keys: ``program, processors, assignment, form, type, clock_mhz, checks, external_cycles,
    link_mbits, parameters, temporaries, points``; ``cycles`` and ``microseconds`` of one cycle,
    state in and accelerations out, beside ``paper_microseconds`` and ``ratio`` (ours over the
    paper's; None where it prints none); ``speed_up, paper_speed_up``; ``left_microseconds`` by
    processor (time of a cycle without work and without messages); ``left_on_last,
    paper_left_microseconds, speed_up_with_control, paper_speed_up_with_control``; ``blocks`` (name,
    operations, microseconds); ``words_sent`` of a cycle by link and direction;
    ``acceleration_error_max`` (rad/s2 or m/s2, by joint), ``acceleration_error_share`` (of what
    roundings and the condition of M explain), ``condition_max, accelerations_agree``.
    """
    printed, count = paper("schafer_schiehlen"), len(program.partition.processors)
    known = _TIMES.get(count)
    time = None if known is None else 1e6 * printed.value(known)
    ours, alone = program.cycle.microseconds, one.cycle.microseconds
    left = program.left[f"P{program.partition.processors[-1]}"]
    three = count == max(_TIMES)
    settings = program.settings
    return {
        "program": NAME,
        "processors": count,
        "assignment": as_text(program.partition.assignment),
        "form": program.layout.form,
        "type": settings.part,
        "clock_mhz": settings.clock_mhz,
        "checks": settings.checks.value,
        "external_cycles": settings.external_cycles,
        "link_mbits": settings.link_mbits,
        "parameters": program.layout.parameters,
        "temporaries": program.layout.temporaries,
        "points": program.cycle.points,
        "cycles": round(ours * settings.clock_mhz, 1),
        "microseconds": ours,
        "paper_microseconds": time,
        "ratio": None if time is None else ours / time,
        "speed_up": alone / ours,
        "paper_speed_up": printed.value("speed_up") if three else None,
        "left_microseconds": program.left,
        "left_on_last": left,
        "paper_left_microseconds": 1e6 * printed.value("left") if three else None,
        "speed_up_with_control": (alone + left) / ours if count > 1 else None,
        "paper_speed_up_with_control": printed.value("speed_up_with_control") if three else None,
        "blocks": [
            {"name": b.name, "operations": b.operations, "microseconds": b.microseconds}
            for b in blocks
        ],
        "words_sent": dict(words_sent(program.partition)),
        "acceleration_error_max": program.accuracy.error_max.tolist(),
        "acceleration_error_share": program.accuracy.bound_share_max,
        "condition_max": program.accuracy.condition_max,
        "accelerations_agree": program.accuracy.agrees,
    }


def print_report(screen: Console, report: dict[str, Any], program: Measured) -> None:
    """Print settings, figures beside the paper's, blocks, messages and accelerations."""
    count = report["processors"]
    lines = [
        (
            "program",
            f"forward dynamics of the {program.robot.name} on {count} {report['type']}"
            f"{'s' if count > 1 else ''}: {letters(program.partition.assignment)}; "
            f"{report['points']} states",
        ),
        (
            "settings",
            f"{report['clock_mhz']:g} MHz, checks {report['checks']}, external memory "
            f"{report['external_cycles']} cycles, links {report['link_mbits']} Mbit/s, form "
            f"{report['form']}, parameters as {report['parameters']}, values in "
            f"{'an array' if report['temporaries'] == 'array' else 'scalars'}",
        ),
    ]
    for name, text in lines:
        screen.print(f"{name:<9} {text}", soft_wrap=True)
    screen.print()
    _print_figures(screen, report)
    screen.print()
    _print_blocks(screen, report)
    screen.print()
    _print_processors(screen, report)
    screen.print()
    _print_accelerations(screen, report, program)


def _print_figures(screen: Console, report: dict[str, Any]) -> None:
    shown = table("one cycle, state in and accelerations out", "what", "here", "paper", "ratio")
    rows = [
        ("time, us", report["microseconds"], report["paper_microseconds"], 1),
        ("speed-up", report["speed_up"], report["paper_speed_up"], 2),
        ("left on the last, us", report["left_on_last"], report["paper_left_microseconds"], 0),
        (
            "speed-up with that used",
            report["speed_up_with_control"],
            report["paper_speed_up_with_control"],
            2,
        ),
    ]
    for what, ours, printed, digits in rows:
        if ours is None:
            continue
        beside = ("", "") if printed is None else (f"{printed:g}", f"{ours / printed:.3f}")
        shown.add_row(what, f"{ours:.{digits}f}", *beside)
    show(screen, shown)


def _print_blocks(screen: Console, report: dict[str, Any]) -> None:
    names = ("multiply", "add", "divide", "root", "sine")
    shown = table("blocks", "name", *names, "us")
    for block in report["blocks"]:
        counts = (str(block["operations"][name]) for name in names)
        shown.add_row(block["name"], *counts, f"{block['microseconds']:.0f}")
    show(screen, shown)


def _print_processors(screen: Console, report: dict[str, Any]) -> None:
    shown = table("words sent in a cycle, and what is left", "link", "words", "left us")
    for link, words in report["words_sent"].items():
        shown.add_row(link, str(words), "")
    for name, left in report["left_microseconds"].items():
        shown.add_row(name, "", f"{left:.0f}")
    show(screen, shown)


def _print_accelerations(screen: Console, report: dict[str, Any], program: Measured) -> None:
    verdict = "agree" if report["accelerations_agree"] else "DISAGREE"
    share = report["acceleration_error_share"]
    title = (
        f"accelerations {verdict} with golden: at most {100 * share:.0f} % of what roundings "
        f"explain at a condition of {report['condition_max']:.3g}"
    )
    shown = table(title, "joint", "largest error", "unit")
    rows = zip(report["acceleration_error_max"], program.robot.joints, strict=True)
    for i, (error, joint) in enumerate(rows, start=1):
        shown.add_row(str(i), number(error), f"{joint.coordinate_unit}/s2")
    show(screen, shown)
