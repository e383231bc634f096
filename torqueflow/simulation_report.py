"""How the result of a simulation reads on a terminal."""

from __future__ import annotations

from typing import Any

from rich.console import Console

from torqueflow.robots import number, table

CLOCKS_HZ = (20e6, 100e6)
"""Clocks for which our cycles become seconds: the transputers', and a modest FPGA's."""


def print_report(screen: Console, report: dict[str, Any], units: list[str]) -> None:
    """Print agreement, errors and the papers' times."""
    print_agreement(screen, report)
    screen.print()
    print_errors(screen, report, units)
    screen.print()
    print_papers(screen, report)


def print_agreement(screen: Console, report: dict[str, Any]) -> None:
    """What was built and whether it did what it should."""
    operations, units = report["operations"], report["units"]
    lines = [
        ("robot", f"{report['robot']}, {report['points']} points"),
        (
            report["topology"],
            f"{report['algorithm']}, {report['width']} bits, in {report['simulator']}",
        ),
        ("latency", f"{report['latency_cycles']} clock cycles, angles to torques"),
        ("initiation interval", f"{report['ii']} clock cycles"),
        ("total", f"{report['cycles_total']} clock cycles"),
        ("RTL against emulator", mismatches(report)),
        (
            "operations",
            f"{operations['multiply']} products, {operations['scale']} products with constants, "
            f"{operations['add']} additions",
        ),
        ("units", f"{units['multiplier']} multipliers, {units['adder']} adders"),
        ("state", f"{report['register_bits']} register bits, {report['memory_bits']} memory bits"),
    ]
    if report["clipped"]:
        lines.append(("clipped", f"{report['clipped']} input values"))
    for name, text in lines:
        screen.print(f"{name:<21} {text}", soft_wrap=True)


def mismatches(report: dict[str, Any]) -> str:
    """The verdict in one line."""
    return (
        f"{report['bit_mismatches']} bit mismatches, {report['cycle_mismatches']} cycle mismatches"
    )


def print_errors(screen: Console, report: dict[str, Any], units: list[str]) -> None:
    """Errors against golden, a joint a row."""
    shown = table(
        "torque error against golden (float64)",
        "joint", "largest", "rms", "proved bound", "limit", "unit", "largest / limit",
    )  # fmt: skip
    columns = ("torque_error_max", "torque_error_rms", "torque_error_bound", "torque_limit")
    rows = zip(*(report[c] for c in columns), units, report["torque_error_relative"], strict=True)
    for joint, (largest, rms, bound, limit, unit, relative) in enumerate(rows, start=1):
        shown.add_row(
            str(joint),
            f"{largest:.2e}",
            f"{rms:.2e}",
            f"{bound:.2e}",
            number(limit),
            unit,
            f"{relative:.1e}",
        )
    screen.print(shown)


def print_papers(screen: Console, report: dict[str, Any]) -> None:
    """Our cycles and time for one torque vector beside the papers'."""
    shown = table("one torque vector, here and in the papers", "paper", "system", "cycles", "time")
    shown.columns[1].justify = "left"
    for label, cycles in (("latency", report["latency_cycles"]), ("interval", report["ii"])):
        for clock in CLOCKS_HZ:
            system = f"this {report['topology']}, {label}, if clocked at {clock / 1e6:g} MHz"
            shown.add_row("torqueflow", system, str(cycles), duration(cycles / clock))
    for timing in report["paper_timings"]:
        cycles = "" if timing["cycles"] is None else str(timing["cycles"])
        shown.add_row(timing["paper"], timing["system"], cycles, duration(timing["seconds"]))
    screen.print(shown)


def duration(seconds: float) -> str:
    """A time in microseconds, the unit in which all rows can be compared."""
    return f"{seconds * 1e6:,.2f} us"
