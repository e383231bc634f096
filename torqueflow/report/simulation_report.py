"""How the result of a simulation reads on a terminal."""

from __future__ import annotations

from typing import Any

from rich.console import Console

from common.tables import number, show, table

_CLOCKS_HZ = (20e6, 100e6)
"""Clocks for which our cycles become seconds: the transputers', and a modest FPGA's."""


def print_report(screen: Console, report: dict[str, Any], units: list[str]) -> None:
    """Print agreement, errors and the papers' times."""
    _print_agreement(screen, report)
    screen.print()
    _print_errors(screen, report, units)
    screen.print()
    _print_papers(screen, report)


def _print_agreement(screen: Console, report: dict[str, Any]) -> None:
    """Print what was built and whether it did what it should."""
    operations, units = report["operations"], report["units"]
    lines = [
        ("robot", f"{report['robot']}, {report['points']} points"),
        (
            report["topology"],
            f"{report['algorithm']}, {report['width']} bits, in {report['simulator']}",
        ),
        ("latency", f"{cycles(report['latency_cycles'])}, angles to torques"),
        ("initiation interval", cycles(report["ii"])),
        ("total", cycles(report["cycles_total"])),
        ("RTL against emulator", _mismatches(report)),
        ("checks", _verdict(report)),
        (
            "operations",
            f"{operations['multiply']} products, {operations['scale']} products with constants, "
            f"{operations['add']} additions",
        ),
        (
            "units",
            f"{units['multiplier']} multipliers, {units['adder']} adders "
            "(sines, constants included)",
        ),
        ("state", f"{report['register_bits']} register bits, {report['memory_bits']} memory bits"),
    ]
    if report["clipped"]:
        lines.append(
            ("clipped", f"{report['clipped']} input values; so errors are not held to their bound")
        )
    for name, text in lines:
        screen.print(f"{name:<21} {text}", soft_wrap=True)


def _mismatches(report: dict[str, Any]) -> str:
    """Return how RTL and emulator agree, in one line."""
    return (
        f"{report['bit_mismatches']} bit mismatches, {report['cycle_mismatches']} cycle mismatches"
    )


def _verdict(report: dict[str, Any]) -> str:
    """Return whether all checks hold, or which fell short, in one line."""
    if not report["shortfalls"]:
        return "all hold"
    return "FELL SHORT: " + "; ".join(report["shortfalls"])


def cycles(count: int | None) -> str:
    """Return a number of clock cycles in words."""
    if count is None:
        return "unknown, no torques came"
    return f"{count} clock cycle{'' if count == 1 else 's'}"


def _print_errors(screen: Console, report: dict[str, Any], units: list[str]) -> None:
    """Print the errors against golden, a joint a row."""
    shown = table(
        "torque error against golden (float64)",
        "joint", "largest", "rms", "proved bound", "limit", "unit", "largest / limit",
    )  # fmt: skip
    columns = ("torque_error_max", "torque_error_rms", "torque_error_bound", "torque_limit")
    rows = zip(*(report[c] for c in columns), units, report["torque_error_relative"], strict=True)
    for joint, (largest, rms, bound, limit, unit, relative) in enumerate(rows, start=1):
        shown.add_row(
            str(joint),
            _scientific(largest),
            _scientific(rms),
            _scientific(bound),
            number(limit),
            unit,
            _scientific(relative, 1),
        )
    show(screen, shown)


def _print_papers(screen: Console, report: dict[str, Any]) -> None:
    """Print our cycles and time for one torque vector beside the papers'."""
    shown = table("one torque vector, here and in the papers", "paper", "system", "cycles", "time")
    shown.columns[1].justify = "left"
    for column in shown.columns[:2]:
        column.no_wrap = False  # where it is narrow, words go to a second line, not digits away
    for label, count in (("latency", report["latency_cycles"]), ("interval", report["ii"])):
        for clock in _CLOCKS_HZ if count is not None else ():
            system = f"this {report['topology']}, {label} at {clock / 1e6:g} MHz"
            shown.add_row("torqueflow", system, str(count), _duration(count / clock))
    for timing in report["paper_timings"]:
        known = "" if timing["cycles"] is None else str(timing["cycles"])
        shown.add_row(timing["paper"], timing["system"], known, _duration(timing["seconds"]))
    show(screen, shown)


def _scientific(value: float | None, digits: int = 2) -> str:
    """Return a small number, or a dash where there is none."""
    return "-" if value is None else f"{value:.{digits}e}"


def _duration(seconds: float) -> str:
    """Return a time in microseconds, the unit in which all rows can be compared."""
    return f"{seconds * 1e6:,.2f} us"
