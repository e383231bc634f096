"""What a simulation found: each result along the points, and its error below its bound."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from common.arrays import Reals
from common.pictures import COLOURS
from dataflow.design import Port
from torqueflow.pictures.curves import draw_limit, thinned, titled
from torqueflow.pictures.sheet import sheet

_ACROSS = 3
_LEAST = 1e-300
"""What stands for no error on a logarithmic axis, before it is cut off below."""

_DOTS = 60


@dataclass(frozen=True)
class Seen:
    """One result of a simulation.

    Attributes
    ----------
    port
        Its name, unit and limit.
    results, golden
        (points,), of the RTL and of golden, in the unit.
    bound
        The proved bound of the distance between both.
    """

    port: Port
    results: Reals
    golden: Reals
    bound: float


def simulation_picture(seen: Sequence[Seen], title: str) -> bytes:
    """Return an SVG: above, the RTL's results as lines and golden's as dots; below, the errors."""
    across = min(_ACROSS, len(seen))
    rows = -(-len(seen) // across)
    with sheet(title, 4.2 * across, 0.6 + 3.2 * rows) as made:
        panels = made.figure.subplots(
            2 * rows, across, squeeze=False, sharex=True, height_ratios=[3, 2] * rows
        )
        for place in range(rows * across):
            row, column = divmod(place, across)
            above, below = panels[2 * row, column], panels[2 * row + 1, column]
            if place < len(seen):
                _draw_results(above, seen[place])
                _draw_errors(below, seen[place])
            else:
                above.set_axis_off()
                below.set_axis_off()
            if place + across >= len(seen):
                below.set_xlabel("point")
                below.tick_params(labelbottom=True)
    return made.svg


def _draw_results(axes: Any, seen: Seen) -> None:  # noqa: ANN401
    kept = thinned(seen.results)
    dots = np.arange(0, len(seen.golden), max(1, len(seen.golden) // _DOTS))
    axes.plot(kept + 1, seen.results[kept], color=COLOURS[0], linewidth=1.2, label="RTL")
    axes.plot(dots + 1, seen.golden[dots], ".", color=COLOURS[1], markersize=4, label="golden")
    draw_limit(axes, seen.golden, seen.port.limit)
    port = seen.port
    axes.set_title(titled(port.name, port.unit, seen.golden, port.limit), loc="left", size=9)
    axes.set_ylabel(port.unit)
    axes.legend(ncols=2, fontsize=7)


def _draw_errors(axes: Any, seen: Seen) -> None:  # noqa: ANN401
    errors = np.abs(seen.results - seen.golden)
    kept = thinned(errors)
    axes.semilogy(
        kept + 1, np.maximum(errors[kept], _LEAST), ".", color=COLOURS[0], markersize=2,
        label="error",
    )  # fmt: skip
    axes.axhline(seen.bound, color=COLOURS[1], linewidth=1, label="proved bound")
    axes.set_ylim(seen.bound * 1e-5, seen.bound * 3)
    axes.set_ylabel(f"error, {seen.port.unit}")
    axes.legend(ncols=2, fontsize=7, loc="lower right")
