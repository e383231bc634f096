"""A few cycles at the machine's edge, in the units of the robot."""

from __future__ import annotations

from typing import Any

import numpy as np

from common.pictures import COLOURS
from torqueflow.page.drawing import FAINT, INK, drawing
from torqueflow.page.findings import Findings
from torqueflow.page.panels.panel import Panel

_SETS = 8
"""Results that are shown."""

_MOST_ROWS = 12
"""Outputs that are shown: the first ones."""

_BEFORE = 2
"""Cycles without a result before the first."""


def waves_panel(found: Findings) -> Panel:
    """Return what a viewer of waves shows when the first results leave."""
    design = found.design
    begin = max(0, design.latency - _BEFORE)
    end = min(len(found.offered), design.latency + _SETS * design.initiation_interval)
    outputs = design.outputs[:_MOST_ROWS]
    title = "The first results, cycle by cycle"
    words = (
        f"The first set of inputs is taken in cycle 0, its results are there in cycle "
        f"{design.latency}. A row keeps what was last valid, as the decoded rows of waves do."
    )
    if len(outputs) < len(design.outputs):
        words += f" These are the first {len(outputs)} of {len(design.outputs)} results."
    with drawing("waves", f"{title}. {words}", 12.0, 1.3 + 0.36 * len(outputs)) as made:
        axes = made.figure.subplots()
        names = ["taken", "valid", *(port.name for port in outputs)]
        for row, flags in enumerate((found.taken, found.offered)):
            shown = row + 0.3 - 0.6 * flags[begin:end]
            axes.step(np.arange(begin, end), shown, where="post", color=INK, linewidth=1)
            axes.plot([end - 1, end], [shown[-1]] * 2, color=INK, linewidth=1)
        changes = [*np.flatnonzero(found.offered[:end]), end][: len(found.results) + 1]
        for column, port in enumerate(outputs):
            row = column + 2
            _bus(
                axes, row, begin, changes, found.results[:, column], COLOURS[column % len(COLOURS)]
            )
            axes.text(end, row, f"  {port.unit}", va="center", fontsize=9)
        axes.set_yticks(range(len(names)), names)
        axes.set_ylim(len(names) - 0.4, -0.6)
        axes.set_xlim(begin, end)
        axes.set_xlabel("cycle")
        axes.locator_params(axis="x", integer=True)
        axes.grid(visible=False, axis="y")
        axes.tick_params(axis="y", length=0)
        axes.spines["left"].set_visible(False)
    return Panel("waves", title, words, made.svg, wide=True)


def _bus(
    axes: Any,  # noqa: ANN401 - matplotlib's own type says no more
    row: int,
    begin: int,
    changes: list[int],
    values: Any,  # noqa: ANN401
    colour: str,
) -> None:
    """Draw one result: a box for each value, from one change to the next."""
    axes.plot([begin, changes[0]], [row, row], color=FAINT, linewidth=1)
    slope = 0.006 * (changes[-1] - begin)
    for first, last, value in zip(changes, changes[1:], values, strict=False):
        across = [first, first + slope, last - slope, last, last - slope, first + slope, first]
        up = [row, row - 0.33, row - 0.33, row, row + 0.33, row + 0.33, row]
        axes.plot(across, up, color=colour, linewidth=1.1)
        axes.text((first + last) / 2, row, f"{value:.4g}", ha="center", va="center", fontsize=9)
