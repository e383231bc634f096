"""Derivatives in a report: a row for each family in place of one for each entry."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from rich.console import Console

from common.arrays import Reals
from common.tables import number, show, table
from dataflow.computations.derivative_entries import Entry, counted
from dataflow.design import Design


@dataclass(frozen=True)
class DerivativeFindings:
    """What a report of derivatives needs beside the design.

    Attributes
    ----------
    joints
        How many there are.
    units
        Of each entry, by its port's name.
    entries
        Of the families asked for, computed or not.
    largest
        Each entry's largest magnitude in random states within the limits.
    form
        By which equations.
    """

    joints: int
    units: Mapping[str, str]
    entries: tuple[Entry, ...]
    largest: Mapping[str, float]
    form: str


def family_keys(
    told: DerivativeFindings,
    design: Design,
    error_max: Reals | None,
    error_rms: Reals | None,
    bounds: Sequence[float],
) -> dict[str, Any]:
    """Return the keys that reports of derivatives have; ``outputs`` is a list of families.

    Parameters
    ----------
    error_max, error_rms
        Of each port, (ports,); None where no results came.
    bounds
        Of each port.
    """
    place = {port.name: k for k, port in enumerate(design.outputs)}
    count = counted(told.entries)
    rows = []
    for family in dict.fromkeys(each.family for each in told.entries):
        own = [each for each in told.entries if each.family is family]
        ports = [place[each.name] for each in own if each.constant is None]
        units = (told.units[each.name] for each in own)
        worst = None if error_max is None or not ports else float(np.max(error_max[ports]))
        squares = None if error_rms is None or not ports else np.mean(error_rms[ports] ** 2)
        rows.append(
            {
                "name": family.array,
                "unit": ", ".join(dict.fromkeys(units)),
                "rows": told.joints,
                "columns": told.joints if family.square else 1,
                "error_max": worst,
                "error_rms": None if squares is None else math.sqrt(squares),
                "error_bound": max((bounds[k] for k in ports), default=0.0),
                "largest": max(told.largest[each.name] for each in own),
            }
        )
    return {
        "form": told.form,
        "initiation_interval": design.initiation_interval,
        "entries": {"computed": count.computed, "constant": count.constant, "zero": count.zero},
        "constants": {each.name: each.constant for each in told.entries if each.constant},
        "zeros": [each.name for each in told.entries if each.constant == 0.0],
        "outputs": rows,
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
