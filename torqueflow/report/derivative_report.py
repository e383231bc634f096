"""Derivatives in a report: a row for each family in place of one for each entry."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from rich.console import Console

from common.arrays import Reals
from common.tables import number, show, table
from dataflow.computations.derivative_entries import Entry, counted
from dataflow.computations.derivative_families import Family, unit_of
from dataflow.design import Design
from golden.robot import Robot


@dataclass(frozen=True)
class DerivativeFindings:
    """What a report of derivatives needs beside the design.

    ``entries`` are those of the families asked for, computed or not; ``form`` is the equations'.
    """

    robot: Robot
    entries: tuple[Entry, ...]
    form: str


def family_keys(
    told: DerivativeFindings, design: Design, errors: Reals, bounds: Sequence[float], golden: Reals
) -> dict[str, Any]:
    """Return the keys that reports of derivatives have; ``outputs`` is a list of families.

    Parameters
    ----------
    errors, golden
        Of each delivered point, (points, ports).
    bounds
        Of each port.
    """
    place = {port.name: k for k, port in enumerate(design.outputs)}
    count = counted(told.entries)
    families = dict.fromkeys(each.family for each in told.entries)
    rows = []
    for family in families:
        own = [each for each in told.entries if each.family is family]
        columns = [place[each.name] for each in own if each.constant is None]
        rows.append(_row(told.robot, family, own, errors[:, columns], golden[:, columns],
                         [bounds[k] for k in columns]))  # fmt: skip
    fixed = [each for each in told.entries if each.constant]
    return {
        "form": told.form,
        "initiation_interval": design.initiation_interval,
        "entries": {"computed": count.computed, "constant": count.constant, "zero": count.zero},
        "constants": {each.name: each.constant for each in fixed},
        "zeros": [each.name for each in told.entries if each.constant == 0.0],
        "outputs": rows,
    }


def _row(
    robot: Robot,
    family: Family,
    own: Sequence[Entry],
    errors: Reals,
    golden: Reals,
    bounds: Sequence[float],
) -> dict[str, Any]:
    units = dict.fromkeys(unit_of(family, robot, each.row, each.column) for each in own)
    seen = errors.size > 0
    largest = [abs(each.constant) for each in own if each.constant is not None]
    largest += [float(np.abs(golden).max())] if golden.size else []
    return {
        "name": family.array,
        "unit": ", ".join(units),
        "rows": robot.n,
        "columns": robot.n if family.square else 1,
        "error_max": float(errors.max()) if seen else None,
        "error_rms": float(np.sqrt(np.mean(errors**2))) if seen else None,
        "error_bound": max(bounds, default=0.0),
        "largest": max(largest, default=0.0),
    }


def print_families(screen: Console, report: dict[str, Any]) -> None:
    """Print a row for each family, and how many of the entries are computed."""
    shown = table(
        "error against golden (float64)",
        "output", "largest entry", "largest error", "rms", "proved bound", "unit",
    )  # fmt: skip
    for row in report["outputs"]:
        errors = (row["error_max"], row["error_rms"], row["error_bound"])
        cells = ("-" if value is None else f"{value:.2e}" for value in errors)
        shown.add_row(row["name"], number(row["largest"]), *cells, row["unit"])
    show(screen, shown)
    count = report["entries"]
    screen.print(
        f"{count['computed']} entries are computed; {count['constant']} are the same and "
        f"{count['zero']} zero in every state, and no ports",
        soft_wrap=True,
    )
