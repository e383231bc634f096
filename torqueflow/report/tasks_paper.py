"""How Zeng and Egan's 37 times read beside ours: each table says which numbers it has seen."""

from __future__ import annotations

import textwrap
from typing import Any

from rich.console import Console

from common.tables import show, table


def print_paper(screen: Console, report: dict[str, Any]) -> None:
    """Print what one process tells, the 37 times, what was fitted, the closed loop, the claims."""
    _paragraph(screen, _opening(report))
    screen.print()
    _print_versions(screen, report)
    screen.print()
    _print_times(screen, report)
    screen.print()
    _print_fits(screen, report)
    screen.print()
    _print_loop(screen, report)
    screen.print()
    if "today" in report:
        _print_today(screen, report["today"])
        screen.print()
    _print_claims(screen, report)


def _opening(report: dict[str, Any]) -> str:
    alone = [row["ratio_locks_alone"] for row in report["rows"] if row["ratio_locks_alone"]]
    return (
        f"{report['paper']}: seconds for {report['loops']:,} passes. From the times of one process "
        f"alone, with locks that exclude and nothing else, the times of two to four processes come "
        f"out up to {1 / min(alone):.1f} times too short. The bus, the caches and the code of the "
        "locks are not modelled; three numbers say how much processes hinder each other, and they "
        "are fitted."
    )


def _print_versions(screen: Console, report: dict[str, Any]) -> None:
    shown = table(
        "one process; has seen: the one-process column",
        "version", "tasks", "arcs", "locks", "overhead us", "arithmetic us", "statement us",
    )  # fmt: skip
    for entry in report["versions"]:
        seconds = (entry["overhead_seconds"], entry["arithmetic_seconds"])
        shown.add_row(
            f"{entry['version']} {entry['type']}",
            *(str(entry[name]) for name in ("tasks", "arcs", "locks")),
            *(f"{1e6 * value:.0f}" for value in seconds),
            f"{1e6 * entry['statement_seconds']:.2f}",
        )
    show(screen, shown)
    screen.print("(overhead and arithmetic of a task)")


def _print_times(screen: Console, report: dict[str, Any]) -> None:
    """Print all rows; ratios of ours over the print by what they have seen."""
    shown = table(
        "ours / printed; has seen: 1, one process; 2, also other versions; 3, all but version 5",
        "version", "n", "printed s", "ours s", "3", "2", "1", "locks", "waits", "waiting %",
    )  # fmt: skip
    for row in report["rows"]:
        costs = ["", "", ""]
        if "locks" in row:
            costs = [str(row["locks"]), str(row["lock_waits"]), f"{100 * row['waiting']:.0f}"]
        shown.add_row(
            row["version"] if row["version"] == "sequential" else f"{row['version']} {row['type']}",
            str(row["processes"]),
            f"{row['printed_seconds']:.1f} + {row['printed_rest']:.1f}",
            f"{row['ours_seconds']:.1f}",
            f"{row['ratio']:.2f}" if row["processes"] > 1 else "fitted",
            _ratio(row["ratio_left_out"]),
            _ratio(row["ratio_locks_alone"]),
            *costs,
        )
    show(screen, shown)


def _ratio(value: float | None) -> str:
    return "" if value is None else f"{value:.2f}"


def _print_fits(screen: Console, report: dict[str, Any]) -> None:
    shown = table("hindrance", "fitted on", "working a", "polling b", "arithmetic c")
    by_rows: dict[str, list[str]] = {}
    for entry in report["fitted"]:
        if entry["name"].startswith("hindrance"):
            by_rows.setdefault(entry["rows"], []).append(f"{entry['value']:.2f}")
    for rows, values in by_rows.items():
        shown.add_row(rows, *values)
    show(screen, shown)
    screen.print()
    errors = table("root mean square of the logarithms of ours / printed", "way", "error")
    for way, error in report["rms_log_error"].items():
        errors.add_row(way, f"{error:.3f}")
    show(screen, errors)


def _print_loop(screen: Console, report: dict[str, Any]) -> None:
    """Print the parts of the controller, and what sharing one of them does."""
    loop = report["loop"]
    parts = table("the closed loop, operations a sample", "part", "operations")
    for block, operations in loop["operations_per_sample"].items():
        parts.add_row(block, f"{operations:,.0f}")
    show(screen, parts)
    screen.print()
    times = table(
        "a sample, ms, dynamics shared by n processes",
        "inverse kinematics", "version", "n", "sequential", "parallel", "speed-up", "Amdahl's",
    )  # fmt: skip
    for entry in loop["times"]:
        times.add_row(
            entry["program"],
            entry["version"],
            str(entry["processes"]),
            f"{1e3 * entry['sequential_seconds']:.1f}",
            f"{1e3 * entry['parallel_seconds']:.1f}",
            f"{entry['speed_up']:.2f}",
            f"{entry['amdahl_limit']:.2f}",
        )
    show(screen, times)


def _print_today(screen: Console, today: list[dict[str, Any]]) -> None:
    shown = table(
        "on this computer, while nothing disturbs it",
        "program", "threads", "us a pass", "speed-up", "overhead / work", "in 1991",
    )  # fmt: skip
    for entry in today:
        shown.add_row(
            entry["program"],
            str(entry["threads"]),
            _pass(entry["seconds_per_pass"]),
            _ratio(entry["speed_up"]),
            _ratio(entry["overhead_to_work"]),
            _ratio(entry["overhead_to_work_1991"]),
        )
    show(screen, shown)


def _pass(seconds: float | None) -> str:
    return "not at once" if seconds is None else f"{1e6 * seconds:.2f}"


def _print_claims(screen: Console, report: dict[str, Any]) -> None:
    screen.print("claims")
    for claim in report["claims"]:
        screen.print()
        _paragraph(screen, f'"{claim["words"]}"')
        _paragraph(screen, claim["verdict"], "  ")
        for name, value in claim["figures"].items():
            _paragraph(screen, f"{name}: {_figure(value)}", "    ")


def _figure(value: float | list[float]) -> str:
    values = value if isinstance(value, list) else [value]
    return ", ".join(f"{each:.3g}" for each in values)


def _paragraph(screen: Console, text: str, indent: str = "") -> None:
    """Print words in lines of the screen's width, those that go on further in."""
    width = max(screen.width, 40)
    for line in textwrap.wrap(text, width, initial_indent=indent, subsequent_indent=indent + "  "):
        screen.print(line, soft_wrap=True)
