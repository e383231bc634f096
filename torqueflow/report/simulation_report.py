"""How the result of a simulation reads on a terminal."""

from __future__ import annotations

from typing import Any

from rich.console import Console

from common.tables import number, show, show_pairs, table
from torqueflow.report.derivative_report import print_families

_CLOCKS_HZ = (20e6, 100e6)
"""Clocks for which our cycles become seconds: the transputers', and a modest FPGA's."""


def print_report(screen: Console, report: dict[str, Any], quantity: str) -> None:
    """Print agreement, errors of what the machine computes, and the papers' times."""
    _print_agreement(screen, report, quantity)
    screen.print()
    if "entries" in report:
        print_families(screen, report)
    else:
        _print_errors(screen, report, quantity)
    screen.print()
    _print_papers(screen, report, quantity)


def _print_agreement(screen: Console, report: dict[str, Any], quantity: str) -> None:
    """Print what was built and whether it did what it should."""
    operations, units = report["operations"], report["units"]
    lines = [
        ("robot", f"{report['robot']}, {report['points']} points"),
        (
            report["topology"],
            f"{report['algorithm']}, {report['width']} bits, in {report['simulator']}",
        ),
        ("latency", f"{cycles(report['latency_cycles'])}, {_ends(quantity)}"),
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
        (
            "on an ECP5",
            f"about {report['luts_estimate']:,} look-up tables, "
            f"{report['flip_flops_estimate']:,} flip-flops (estimated)",
        ),
        ("state", f"{report['register_bits']} register bits, {report['memory_bits']} memory bits"),
    ]
    if "beats" in report:
        lines.append(("beats", _beats(report["beats"])))
    if report["clipped"]:
        lines.append(
            ("clipped", f"{report['clipped']} input values; so errors are not held to their bound")
        )
    lines += [("note", note) for note in report.get("notes", ())]
    show_pairs(screen, lines, 22)


def _ends(quantity: str) -> str:
    """Return what the latency lies between, in words."""
    return "angles to torques" if quantity == "torque" else f"state to {quantity}s"


def _beats(told: dict[str, Any]) -> str:
    """Return how a set leaves, in one line."""
    leaves = f"{told['count']} a set, {told['kind']}" if told["count"] > 1 else "a set at once"
    tag = f", a tag of {told['tag_bits']} bits" if told["tag_bits"] else ""
    return f"{leaves}, of up to {told['width']} bits{tag}"


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
    """Return a number of clock cycles."""
    if count is None:
        return "unknown, no torques came"
    return f"{count} clock cycle{'' if count == 1 else 's'}"


def _print_errors(screen: Console, report: dict[str, Any], quantity: str) -> None:
    """Print errors against golden, a result a row: by its joint if it belongs to one."""
    outputs = report["outputs"]
    by_joint = all(output["joint"] is not None for output in outputs)
    shown = table(
        f"{quantity} error against golden (float64)",
        "joint" if by_joint else "output",
        "largest", "rms", "proved bound", "limit", "unit", "largest / limit",
    )  # fmt: skip
    for output, relative in zip(outputs, report[f"{quantity}_error_relative"], strict=True):
        shown.add_row(
            str(output["joint"]) if by_joint else output["name"],
            _scientific(output["error_max"]),
            _scientific(output["error_rms"]),
            _scientific(output["error_bound"]),
            number(output["limit"]),
            output["unit"],
            _scientific(relative, 1),
        )
    show(screen, shown)


def _print_papers(screen: Console, report: dict[str, Any], quantity: str) -> None:
    """Print our cycles and time for one set of results beside the papers'."""
    shown = table(
        f"one {quantity} vector, here and in the papers",
        "who", "system", "cycles", "time", "how known",
    )  # fmt: skip
    for column in (*shown.columns[:2], shown.columns[4]):
        column.justify = "left"
        column.no_wrap = False  # where it is narrow, words go to a second line, not digits away
    for label, count in (("latency", report["latency_cycles"]), ("interval", report["ii"])):
        for clock in _CLOCKS_HZ if count is not None else ():
            system = f"this {report['topology']}, {label} at {clock / 1e6:g} MHz"
            shown.add_row("torqueflow", system, str(count), _duration(count / clock), "simulated")
    for timing in report["paper_timings"]:
        shown.add_row(*_paper_row(timing))
    show(screen, shown)


def _paper_row(timing: dict[str, Any]) -> tuple[str, ...]:
    """Return a paper's time; three digits of a derived one, which has no more of its own."""
    seconds, known = timing["seconds"], "" if timing["cycles"] is None else str(timing["cycles"])
    if timing["basis"] == "derived":
        seconds = float(f"{seconds:.3g}")
        known = known and f"{float(f'{int(known):.3g}'):.0f}"
    who = ", ".join(filter(None, (timing["paper"], timing["arm"])))
    return who, timing["system"], known, _duration(seconds), timing["basis"]


def _scientific(value: float | None, digits: int = 2) -> str:
    """Return a small number, or a dash where there is none."""
    return "-" if value is None else f"{value:.{digits}e}"


def _duration(seconds: float) -> str:
    """Return a time in microseconds, the unit in which all rows can be compared."""
    return f"{seconds * 1e6:,.2f} us"
