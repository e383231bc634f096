"""A Gantt chart of one pass of a task graph: who computes which task when, and who waits."""

from __future__ import annotations

from typing import Any

from common.pictures import svg_of
from dataflow.tasks.graph import TaskGraph
from emulator.multiprocessor.engine import Activity
from emulator.multiprocessor.simulate import Outcome

_LANE_INCHES, _WIDTH_INCHES, _MARGIN_INCHES = 0.55, 11.0, 1.5
_COLOURS = {
    Activity.ARITHMETIC: "#4878a8",
    Activity.SCHEDULING: "#e0a030",
    Activity.POLLING: "#d8d8d8",
    Activity.WATCHING: "#d8d8d8",
    Activity.SPINNING: "#c05020",
}
_WORDS = {
    Activity.ARITHMETIC: "arithmetic",
    Activity.SCHEDULING: "scheduling",
    Activity.POLLING: "looking for a task",
    Activity.SPINNING: "waiting for a lock",
}
_LEAST_SHARE_OF_NAME = 0.012
"""Of the width of the picture, for each letter of a task's name that is to be written."""


def gantt(graph: TaskGraph, outcome: Outcome, title: str) -> bytes:
    """Return an SVG; equal outcomes give equal bytes."""
    # Imported here because it takes a second, which only pictures are worth.
    from matplotlib.backends.backend_svg import FigureCanvasSVG
    from matplotlib.figure import Figure

    lanes = outcome.processes
    figure = Figure(figsize=(_WIDTH_INCHES, _MARGIN_INCHES + _LANE_INCHES * lanes))
    FigureCanvasSVG(figure)
    axes = figure.subplots()
    scale, unit = _scale(outcome.seconds)
    for activity, colour in _COLOURS.items():
        for lane, own in enumerate(outcome.slices):
            bars = [
                (piece.start * scale, (piece.end - piece.start) * scale)
                for piece in own
                if piece.activity is activity and piece.end > piece.start
            ]
            axes.broken_barh(
                bars, (lane - 0.35, 0.7), facecolors=colour, linewidth=0, antialiased=False
            )
    _divide(axes, outcome, scale)
    _name(axes, graph, outcome, scale)
    _legend(axes, outcome)
    axes.set_yticks(range(lanes), [f"process {i + 1}" for i in range(lanes)])
    axes.set_ylim(lanes - 0.5, -0.5)
    axes.set_xlim(0, max(outcome.seconds, 1e-12) * scale)
    axes.set_xlabel(unit, loc="left")
    axes.set_title(title, loc="left", fontsize=10)
    for side in ("top", "right"):
        axes.spines[side].set_visible(False)
    figure.tight_layout()
    return svg_of(figure)


def _scale(seconds: float) -> tuple[float, str]:
    return (1e3, "ms") if seconds >= 1e-3 else (1e6, "us")


def _divide(axes: Any, outcome: Outcome, scale: float) -> None:  # noqa: ANN401 - matplotlib's own type says no more
    """Draw a line where a task begins, so that two in a row can be told apart."""
    for run in outcome.runs:
        if run.end > run.start:
            axes.vlines(run.start * scale, run.process - 0.35, run.process + 0.35, "white", lw=0.8)


def _name(axes: Any, graph: TaskGraph, outcome: Outcome, scale: float) -> None:  # noqa: ANN401
    for run in outcome.runs:
        name = graph.by_number[run.task].name.strip("()")
        if run.end - run.start < _LEAST_SHARE_OF_NAME * outcome.seconds * len(name) / 2:
            continue
        middle = (run.start + run.end) / 2 * scale
        axes.text(middle, run.process, name, ha="center", va="center", color="white", fontsize=7)


def _legend(axes: Any, outcome: Outcome) -> None:  # noqa: ANN401
    from matplotlib.patches import Patch

    seen = {piece.activity for own in outcome.slices for piece in own if piece.end > piece.start}
    if Activity.WATCHING in seen:
        seen.add(Activity.POLLING)
    patches = [Patch(color=_COLOURS[a], label=word) for a, word in _WORDS.items() if a in seen]
    axes.legend(
        handles=patches, ncols=len(patches), fontsize=8, frameon=False,
        loc="upper right", bbox_to_anchor=(1.0, 0.0), borderaxespad=2.5,
    )  # fmt: skip
