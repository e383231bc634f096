"""What a sweep says: the designs that no other beats, the best under conditions, its command."""

from __future__ import annotations

import math
import shlex
from collections.abc import Collection, Sequence
from typing import Any

from dataflow.exploration.conditions import Condition
from dataflow.exploration.front import pareto

Row = dict[str, Any]

FIGURES = {
    "ii": "ii",
    "latency": "latency_cycles",
    "multiplier": "multipliers",
    "adder": "adders",
    "delay_bits": "delay_bits",
    "torque_error": "error",
    "width": "width",
    "luts_estimate": "luts_estimate",
    "flip_flops_estimate": "flip_flops_estimate",
    "luts": "luts",
    "flip_flops": "flip_flops",
    "multiplier_blocks": "multiplier_blocks",
    "memory_blocks": "memory_blocks",
    "latency_ns": "latency_ns",
    "clock": "clock_mhz",
}
"""Figures that conditions and ``--minimise`` may name, and the column of each.

``torque_error`` is the largest proved error as a share of its output's limit, whatever comes out.
"""


ESTIMATED = ("multipliers", "luts_estimate", "flip_flops_estimate")
"""The columns of what a design costs, as the design alone tells it."""

CELLS = ("luts", "flip_flops", "multiplier_blocks", "memory_blocks")
"""The same, where it was synthesised."""

ROUTED_CELLS = ("routed_luts", "routed_flip_flops", "multipliers")
"""The same, where it was placed and routed."""

ROUTED = ("latency_ns", "clock")
"""Figures that only a routed design has."""


def costs_of(measures: Collection[str]) -> tuple[str, ...]:
    """Return the columns of costs that tell most of what was measured."""
    return ROUTED_CELLS if "route" in measures else CELLS if "cells" in measures else ESTIMATED


def front(rows: Sequence[Row], costs: Sequence[str] = ESTIMATED) -> list[int]:
    """Return which rows no other of the same robot beats: in interval, latency, error and costs.

    Designs that could not be built are on no front; one whose simulation went wrong is not either.

    Parameters
    ----------
    costs
        Columns: `ESTIMATED`, `CELLS` or `ROUTED_CELLS`.
    """
    objectives = ("ii", "latency_cycles", "error", *costs)
    kept = []
    for robot in dict.fromkeys(row["robot"] for row in rows):
        own = [i for i, row in enumerate(rows) if row["robot"] == robot and sound(row)]
        costly = [[_or_infinite(rows[i].get(key)) for key in objectives] for i in own]
        kept += [own[place] for place in pareto(costly)]
    return sorted(kept)


def sound(row: Row) -> bool:
    """Return whether a design was built and nothing that was measured of it went wrong."""
    wrong = row.get("bit_mismatches") or row.get("cycle_mismatches")
    return row["refused"] is None and not wrong and row.get("within_bounds") is not False


def best(rows: Sequence[Row], conditions: Sequence[Condition], order: Sequence[str]) -> list[int]:
    """Return the best row under conditions of each robot that has one.

    Parameters
    ----------
    order
        Figures, the most important first: what is to be small.
    """
    return [
        min(fit, key=lambda i: [_or_infinite(rows[i].get(FIGURES[f])) for f in order])
        for fit in _fitting(rows, conditions).values()
        if fit
    ]


def unmet(rows: Sequence[Row], conditions: Sequence[Condition]) -> list[str]:
    """Return a line for each robot of which no row fulfils conditions: what its rows have."""
    wanted = ", ".join(f"{c.figure}{c.relation}{c.value:g}" for c in conditions)
    return [
        f"no design of {robot} has {wanted}; there are: {_ranges(rows, robot)}"
        for robot, fit in _fitting(rows, conditions).items()
        if not fit
    ]


def _fitting(rows: Sequence[Row], conditions: Sequence[Condition]) -> dict[str, list[int]]:
    """Return by robot the places of rows that are sound and fulfil conditions."""
    found: dict[str, list[int]] = {row["robot"]: [] for row in rows}
    for index, row in enumerate(rows):
        if sound(row) and _fulfils(row, conditions):
            found[row["robot"]].append(index)
    return found


def _fulfils(row: Row, conditions: Sequence[Condition]) -> bool:
    figures = {name: row.get(column) for name, column in FIGURES.items()}
    return all(condition.holds(figures) for condition in conditions)


def _ranges(rows: Sequence[Row], robot: str) -> str:
    """Return the ranges that the designs of a robot have, for the message."""
    own = [row for row in rows if row["robot"] == robot and sound(row)]
    if not own:
        return "none that could be built"
    told = []
    for name in ("ii", "latency", "multiplier", "torque_error"):
        values = [row[FIGURES[name]] for row in own if row[FIGURES[name]] is not None]
        if values:
            told.append(f"{name} {min(values):.3g} to {max(values):.3g}")
    return ", ".join(told)


def command(row: Row, robot: str) -> str:
    """Return the command that writes a design as Verilog.

    Parameters
    ----------
    robot
        Its name or file, and the options that choose and limit it.
    """
    formats = f"--width {row['width']}"
    if row.get("target"):
        formats = f"--torque-error {shlex.quote(row['target'])}"
        formats += f" --proof-effort {row['proof_effort']}"
    return (
        f"torqueflow verilog {robot} --algorithm {shlex.quote(row['algorithm'])} "
        f"--topology {row['topology']} --ii {row['ii']} {formats} -o build/verilog"
    )


def _or_infinite(value: float | None) -> float:
    return math.inf if value is None else value
