"""The picture of a loop: errors over time with the core, with float64, and without dynamics."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from common.pictures import COLOURS
from torqueflow.loop.control import Tracked
from torqueflow.pictures.sheet import sheet

_SHOWN = 1e-3
"""Of the smallest of the largest errors: all begin at 0, which a logarithmic axis has not."""


def drawn(
    runs: Mapping[str, Tracked], rate: float, widths: Sequence[Mapping[str, Any]], title: str
) -> bytes:
    """Return an SVG: the largest joint error over time, and the error against the width if known.

    Parameters
    ----------
    runs
        What came of each loop, by what it is called.
    rate
        Periods a second.
    widths
        ``width`` and ``tracking_error_max`` of other widths; may be empty.
    """
    with sheet(title, 12.0, 4.2) as made:
        panels = made.figure.subplots(1, 2 if widths else 1, squeeze=False)[0]
        for place, (name, run) in enumerate(runs.items()):
            worst = np.abs(run.errors).max(axis=1)
            time = np.arange(len(worst)) / rate
            panels[0].plot(
                time, np.maximum(worst, 1e-16), "-" if place else "--", label=name,
                color=COLOURS[place], linewidth=1.2, zorder=3 - place,
            )  # fmt: skip
        panels[0].set_yscale("log")
        largest = [run.largest for run in runs.values()]
        panels[0].set_ylim(max(min(largest) * _SHOWN, 1e-16), max(max(largest), 1e-16) * 3.0)
        panels[0].set_xlabel("s")
        panels[0].set_ylabel("largest joint error, rad or m")
        panels[0].legend()
        if widths:
            panels[1].plot(
                [row["width"] for row in widths], [row["tracking_error_max"] for row in widths],
                "o-", color=COLOURS[0], markersize=4, label="core",
            )  # fmt: skip
            exact = runs["float64"].largest
            panels[1].axhline(exact, color=COLOURS[1], linewidth=1, label="float64")
            panels[1].set_yscale("log")
            panels[1].set_xlabel("width, bits")
            panels[1].set_ylabel("largest tracking error, rad or m")
            panels[1].legend()
    return made.svg
