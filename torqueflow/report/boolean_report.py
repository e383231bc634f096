"""How the report of `torqueflow boolean` reads on a terminal."""

from __future__ import annotations

from typing import Any

from rich.console import Console

from common.tables import number, show, show_pairs, show_text, table
from torqueflow.report.simulation_report import cycles


def print_boolean(screen: Console, report: dict[str, Any], units: list[str]) -> None:
    """Print figure 1 where it is the paper's arm, the terms, the torques and the machines."""
    if report["figure_1"]:
        _print_figure(screen, report)
        screen.print()
    _print_terms(screen, report)
    screen.print()
    _print_torques(screen, report, units)
    screen.print()
    _print_machines(screen, report)
    show_pairs(screen, _lines(report), 22)


def _print_figure(screen: Console, report: dict[str, Any]) -> None:
    """Print figure 1, printed and ours side by side, a term a row."""
    quantities = ("range", "amplitude", "bits", "inputs", "used", "unused")
    shown = table("figure 1, with the rotor inertias: printed | ours", "term", *quantities)
    rows: dict[str, dict[str, Any]] = {}
    for row in report["figure_1"]:
        rows.setdefault(row["term"], {})[row["quantity"]] = row
    for term, row in rows.items():
        cells = [f"{row[q]['printed']:.9g} | {row[q]['ours']:.6g}" for q in quantities]
        shown.add_row(term, *cells)
    show(screen, shown)
    for row in report["figure_1"]:
        if row["verdict"] == "differs":
            show_text(
                screen,
                f"differs: {row['term']} {row['quantity']}, {row['printed']:g} printed, "
                f"{row['ours']:.5g} by the rules",
            )


def _print_terms(screen: Console, report: dict[str, Any]) -> None:
    """Print what each term is as logic."""
    title = f"{report['robot']}: terms in {report['input_code']} code, {_bits(report)}"
    shown = table(
        title, "term", "of", "amplitude", "in", "out", "products", "literals", "nodes", "gates",
        "LUT4", "levels", "proved", "seen", "rms",
    )  # fmt: skip
    for row in report["terms"]:
        least = row["products_least"]
        proved = least is not None and least == row["products"]
        shown.add_row(
            row["name"],
            " ".join(row["variables"]),
            number(row["amplitude"]),
            str(row["input_bits"]),
            str(row["output_bits"]),
            f"{row['products']}{' (least)' if proved else ''}",
            str(row["literals"]),
            str(row["diagram_nodes"]),
            _or_dash(row["gates"]),
            _or_dash(row["lut4"]),
            _or_dash(row["lut_depth"]),
            f"{row['error_proved']:.3f}",
            f"{row['error_max']:.3f}",
            f"{row['error_rms']:.4f}",
        )
    show(screen, shown)


def _bits(report: dict[str, Any]) -> str:
    """Return how the bits came about."""
    if report["torque_error"] is not None:
        return f"the fewest bits for {100 * report['torque_error']:g} % of the torque limit"
    extra = f" and {report['extra_bits']} more" if report["extra_bits"] else ""
    return f"{report['precision_bits']} bits{extra}"


def _print_torques(screen: Console, report: dict[str, Any], units: list[str]) -> None:
    """Print errors of the torques against golden, a joint a row."""
    shown = table(
        f"torque error against golden (float64), {report['points']} random states",
        "joint", "largest", "rms", "searched", "proved", "limit", "unit", "proved / limit",
    )  # fmt: skip
    columns = (
        "torque_error_max", "torque_error_rms", "torque_error_searched", "torque_error_proved",
        "torque_limit",
    )  # fmt: skip
    rows = zip(*(report[c] for c in columns), units, strict=True)
    for joint, (largest, rms, searched, bound, limit, unit) in enumerate(rows, start=1):
        shown.add_row(
            str(joint), f"{largest:.4g}", f"{rms:.4g}", f"{searched:.4g}", f"{bound:.4g}",
            number(limit), unit, f"{bound / limit:.2%}",
        )  # fmt: skip
    show(screen, shown)


def _print_machines(screen: Console, report: dict[str, Any]) -> None:
    """Print the logic beside the arithmetic."""
    shown = table(
        "logic and arithmetic on an ECP5",
        "machine", "cycles", "LUT4", "carry pairs", "multipliers", "flip-flops", "largest error",
        "proved",
    )  # fmt: skip
    for row in report["arithmetic"]:
        flip_flops = row["flip_flops"] if row["flip_flops"] is not None else row["register_bits"]
        shown.add_row(
            row["name"],
            str(row["latency_cycles"]),
            _or_dash(row["lut4"]),
            _or_dash(row["carry_pairs"]),
            _or_dash(row["multipliers"]),
            _or_dash(flip_flops),
            " ".join(f"{e:.3g}" for e in row["error_max"]),
            " ".join(f"{e:.3g}" for e in row["error_proved"]),
        )
    show(screen, shown)


def _lines(report: dict[str, Any]) -> list[tuple[str, str]]:
    """Return what is told in a line each."""
    lines = [("latency", cycles(report["latency_cycles"]))]
    if report["simulator"] is not None:
        agreement = (
            f"{report['bit_mismatches']} bit mismatches, "
            f"{report['cycle_mismatches']} cycle mismatches in {cycles(report['cycles_total'])}"
        )
        lines.append(("RTL against emulator", agreement))
    if report["lut4"] is None:
        lines.append(("synthesis", "none; --synth counts gates and look-up tables"))
    fell = report["shortfalls"]
    lines.append(("checks", "all hold" if not fell else "FELL SHORT: " + "; ".join(fell)))
    return lines


def _or_dash(value: int | None) -> str:
    return "-" if value is None else str(value)
