"""A few cycles at the machine's edge, in the units of the robot."""

from __future__ import annotations

import numpy as np

from common.pictures import COLOURS
from torqueflow.page.drawing import FAINT, INK, drawing
from torqueflow.page.findings import Findings
from torqueflow.page.panels.panel import Panel

_SETS = 8
"""Results that are shown."""


def waves_panel(found: Findings) -> Panel:
    """Return what is taken and shown, cycle by cycle, until the first results have left."""
    latency = found.design.latency
    end = min(len(found.offered), latency + _SETS * found.design.initiation_interval)
    outputs = found.design.outputs
    title = "The first results, cycle by cycle"
    words = (
        f"Above, when a set of inputs is taken; below, what is shown from cycle {latency} on, each "
        "line over its limit, with the last number beside it. Nobody waits."
    )
    with drawing("waves", f"{title}. {words}", 12.0, 1.6 + 0.5 * len(outputs)) as made:
        axes = made.figure.subplots()
        cycles = np.arange(end)
        for row, (name, flags) in enumerate((("taken", found.taken), ("valid", found.offered))):
            axes.step(cycles, row + 0.7 * (1 - flags[:end]), where="post", color=INK, linewidth=1)
            axes.text(-0.01 * end, row + 0.5, name, ha="right", va="center", fontsize=9)
        shown = np.cumsum(found.offered[:end]) - 1
        for column, port in enumerate(outputs):
            row = column + 2
            _value(axes, found, column, shown, end, row)
            axes.text(-0.01 * end, row + 0.35, port.name, ha="right", va="center", fontsize=9)
        axes.set_yticks([])
        axes.set_ylim(len(outputs) + 2, -0.2)
        axes.set_xlim(0, end)
        axes.set_xlabel("cycle")
        axes.grid(visible=False, axis="y")
        axes.spines["left"].set_visible(False)
    return Panel("waves", title, words, made.svg, wide=True)


def _value(axes: object, found: Findings, column: int, shown: object, end: int, row: int) -> None:
    """Draw one result's steps, and write the last number."""
    places = np.asarray(shown)
    port = found.design.outputs[column]
    valid = found.offered[:end] & (places < len(found.results))
    values = np.full(end, np.nan)
    values[valid] = found.results[places[valid], column]
    axes.axhline(row + 0.35, color=FAINT, linewidth=0.5)  # type: ignore[attr-defined]
    axes.step(  # type: ignore[attr-defined]
        np.arange(end), row + 0.35 - 0.33 * values / port.limit, where="post",
        color=COLOURS[column % len(COLOURS)], linewidth=1.3,
    )  # fmt: skip
    if valid.any():
        last = values[valid][-1]
        text = f" {last:.4g} {port.unit}"
        axes.text(end, row + 0.35, text, va="center", fontsize=9)  # type: ignore[attr-defined]
