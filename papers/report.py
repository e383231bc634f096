"""How the run of a papers' program reads, on a terminal and as JSON."""

from __future__ import annotations

from typing import Any

from rich.console import Console

from common.tables import number, show, show_pairs, table
from golden.robot import Robot
from papers.programs import PaperProgram
from papers.run import TORQUE_BOUND, ProgramRun, Settings


def as_report(
    program: PaperProgram, settings: Settings, result: ProgramRun, robot: Robot
) -> dict[str, Any]:
    """Return the report of one run.

    Keys: ``program, processors, type, checks, external_cycles, link_mbits, indexing,
    external_code, points``; ``cycles`` and
    ``milliseconds`` for one set of torques, the mean over the points; ``paper, paper_milliseconds,
    ratio`` (ours over the paper's; None where it gives no time); ``torque_error_max`` (N m, per
    joint), ``torque_bound`` (the same, allowed), ``torques_agree``; ``link_bytes`` (bytes sent for
    one set of torques) and ``idle_share``, by processor.
    """
    printed = program.seconds.get(settings.part)
    bound = TORQUE_BOUND * robot.torque_limits
    sent = result.link_bytes()
    return {
        "program": program.name,
        "title": program.title,
        "processors": program.processors,
        "type": settings.part,
        "checks": settings.checks.value,
        "external_cycles": settings.external_cycles,
        "link_mbits": settings.link_mbits,
        "indexing": settings.indexing.value,
        "external_code": settings.external_code,
        "points": result.points,
        "cycles": round(result.seconds * result.clock_hz, 1),
        "milliseconds": 1e3 * result.seconds,
        "paper": program.paper,
        "paper_milliseconds": None if printed is None else 1e3 * printed,
        "ratio": None if printed is None else result.seconds / printed,
        "torque_error_max": result.torque_error.tolist(),
        "torque_bound": bound.tolist(),
        "torques_agree": bool((result.torque_error <= bound).all()),
        "link_bytes": {name: sent[name] / result.points for name in result.names},
        "idle_share": result.idle_shares(),
    }


def print_report(screen: Console, report: dict[str, Any], robot: Robot) -> None:
    """Print time, torques and processors."""
    _print_time(screen, report)
    screen.print()
    _print_torques(screen, report, robot)
    screen.print()
    _print_processors(screen, report)


def _print_time(screen: Console, report: dict[str, Any]) -> None:
    count = report["processors"]
    parts = f"{count} {report['type']}{'s' if count > 1 else ''}"
    lines = [
        ("program", f"{report['title']} on {parts}, {report['points']} points"),
        (
            "settings",
            f"checks {report['checks']}, external memory {report['external_cycles']} cycles, "
            f"code {'there' if report['external_code'] else 'on chip as far as it goes'}, "
            f"links {report['link_mbits']} Mbit/s, {report['indexing']}",
        ),
        ("time", f"{report['milliseconds']:.3f} ms a point, {report['cycles']:,.0f} cycles"),
        ("the paper's", _papers_time(report)),
    ]
    show_pairs(screen, lines, 13)


def _papers_time(report: dict[str, Any]) -> str:
    if report["paper_milliseconds"] is None:
        return f"none ({report['paper']})"
    return (
        f"{report['paper_milliseconds']:.3g} ms ({report['paper']}); "
        f"ours is {report['ratio']:.2f} of it"
    )


def _print_torques(screen: Console, report: dict[str, Any], robot: Robot) -> None:
    verdict = "agree" if report["torques_agree"] else "DISAGREE"
    shown = table(f"torques {verdict} with golden", "joint", "largest error", "allowed", "unit")
    errors = zip(report["torque_error_max"], report["torque_bound"], robot.joints, strict=True)
    for i, (error, bound, _) in enumerate(errors):
        shown.add_row(str(i + 1), number(error), number(bound), "N m")
    show(screen, shown)


def _print_processors(screen: Console, report: dict[str, Any]) -> None:
    shown = table("processors, for one point", "name", "bytes sent", "idle")
    for name, sent in report["link_bytes"].items():
        shown.add_row(name, f"{sent:,.1f}", f"{100 * report['idle_share'][name]:.1f} %")
    show(screen, shown)
