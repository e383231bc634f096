"""The page as text, and the files that it was made from."""

from __future__ import annotations

import csv
import io
import json
from typing import Any

import numpy as np

from dataflow.build import state_of
from dataflow.lowering.listing import listing
from dataflow.lowering.steps import STEPS
from golden.trajectory_file import column_names
from torqueflow.page.findings import Findings
from torqueflow.page.panels.budget import budget_panel
from torqueflow.page.panels.costs import costs_panel
from torqueflow.page.panels.errors import errors_panel
from torqueflow.page.panels.latency import latency_panel
from torqueflow.page.panels.results import results_panel
from torqueflow.page.panels.robot import robot_panel
from torqueflow.page.panels.schedule import schedule_panel
from torqueflow.page.panels.times import times_panel
from torqueflow.page.panels.waves import waves_panel
from torqueflow.page.panels.widths import widths_panel
from torqueflow.page.tables import others_table, ports_table, robot_table, versions_table
from torqueflow.page.template import Page, page_text

PAGE = "index.html"
_PANELS = (
    results_panel, errors_panel, robot_panel, budget_panel, costs_panel, widths_panel,
    schedule_panel, latency_panel, times_panel, waves_panel,
)  # fmt: skip
_WORDS = (
    ("Golden", "the model in float64 that everything is held against."),
    ("Initiation interval", "cycles from one set of inputs to the next."),
    ("Array", "a stage for each link, each way."),
    ("Ring", "one stage that serves all links in turn."),
    (
        "Proved bound",
        "no state within the ports' ranges gives a larger error; it follows from the number "
        "formats, not from trying.",
    ),
)
_TABLES = (ports_table, robot_table, others_table, versions_table)


def files_of(found: Findings) -> dict[str, str]:
    """Return the page and what it was made from: text by the file's name."""
    sources = {
        "simulation.json": _json(found.report),
        "designs.json": _json([_plain(row) for row in found.designs]),
        "widths.json": _json(list(found.widths)),
        "points.csv": _points(found),
        "schedule.txt": "\n".join(listing(state_of(found.request, STEPS[-1].name))) + "\n",
    }
    return {PAGE: _page(found, list(sources)), **sources}


def _page(found: Findings, files: list[str]) -> str:
    """Return the page: one text that needs nothing else."""
    report, design = found.report, found.design
    panels = [panel for make in _PANELS if (panel := make(found)) is not None]
    page = Page(
        title=f"{found.robot.name}: {found.computation.quantity}s by {design.algorithm}, "
        f"{report['topology']}, {report['width']} bits",
        holds=report["checks_hold"],
        verdict=_verdict(found),
        command=found.command,
        figures=_figures(found),
        panels=panels,
        tables=[table for make in _TABLES if (table := make(found)) is not None],
        words=_WORDS,
        files=files,
    )
    return page_text(page)


def _verdict(found: Findings) -> str:
    """Return what was checked and whether it held, in a sentence."""
    report = found.report
    if not report["checks_hold"]:
        return "Fell short: " + "; ".join(report["shortfalls"])
    return (
        f"RTL and emulator agree in every bit of {report['points']:,} points and in every one of "
        f"{report['cycles_total']:,} cycles; every result is within its proved bound of golden."
    )


def _figures(found: Findings) -> list[tuple[str, str]]:
    """Return the numbers that a reader looks for first."""
    report = found.report
    worst = max(o["error_bound"] / o["limit"] for o in report["outputs"])
    return [
        ("latency", f"{report['latency_cycles']} cycles"),
        ("a set of inputs every", f"{report['ii']} cycle{'' if report['ii'] == 1 else 's'}"),
        ("multipliers", str(report["units"]["multiplier"])),
        ("adders", str(report["units"]["adder"])),
        ("look-up tables, estimated", f"{report['luts_estimate']:,}"),
        ("flip-flops, estimated", f"{report['flip_flops_estimate']:,}"),
        ("registers", f"{report['register_bits']:,} bits"),
        ("memory", f"{report['memory_bits']:,} bits"),
        ("worst proved error / limit", f"{worst:.2g}"),
    ]


def _points(found: Findings) -> str:
    """Return the trajectory with the RTL's results and golden's, a point a row."""
    names = column_names(found.robot.n)
    names += [port.name for port in found.design.outputs]
    names += [f"{port.name}_golden" for port in found.design.outputs]
    motion = found.motion
    common = len(found.results)
    rows = np.hstack(
        [motion.q[:common], motion.qd[:common], motion.qdd[:common], found.results,
         found.golden[:common]]
    )  # fmt: skip
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(names)
    writer.writerows(rows.tolist())
    return text.getvalue()


def _plain(row: dict[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in row.items() if name not in ("key", "cpu_seconds")}


def _json(value: object) -> str:
    return json.dumps(value, ensure_ascii=False, allow_nan=False, indent=1) + "\n"
