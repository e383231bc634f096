"""A picture of one set of joint torques: which processor works when, and who sends to whom."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from common.files import write_file
from common.pictures import svg_of
from emulator.transputer.network.configuration import End
from emulator.transputer.network.results import Event, EventKind
from papers.measurement import busy_intervals, peers
from papers.run import ProgramRun

_LANE_INCHES, _WIDTH_INCHES, _MARGIN_INCHES = 0.42, 10.0, 1.3
_BUSY_COLOUR, _MESSAGE_COLOUR = "#4878a8", "#c05020"
_MILLISECOND = 1e-3


def _transfers(
    events: tuple[Event, ...], wires: tuple[tuple[End, End], ...], start: float, end: float
) -> list[tuple[str, float, str, float]]:
    """Return sender, start, receiver and end of each message that began between two moments."""
    ends = peers(wires)
    begun: dict[End, float] = {}
    found = []
    for event in events:
        place = (event.node, event.detail)
        if event.kind is EventKind.OUTPUT_START and place in ends:
            begun[place] = event.seconds
        elif event.kind is EventKind.OUTPUT_END and place in begun:
            began = begun.pop(place)
            if start <= began < end:
                found.append((event.node, began, ends[place][0], event.seconds))
    return found


def draw(result: ProgramRun, title: str, path: Path) -> None:
    """Write an SVG of the point in the middle of a run; raises InputError if it cannot be written.

    A bar is a processor at work, an arrow a message, from when it was offered to when it had come.
    """
    # Imported here because it takes a second, which only pictures are worth.
    from matplotlib.backends.backend_svg import FigureCanvasSVG
    from matplotlib.figure import Figure

    figure = Figure(figsize=(_WIDTH_INCHES, lanes_height(result)))
    FigureCanvasSVG(figure)
    axes = figure.subplots()
    draw_lanes(axes, result)
    axes.set_title(title, loc="left", fontsize=10)
    for side in ("top", "right"):
        axes.spines[side].set_visible(False)
    figure.tight_layout()
    write_file(path, svg_of(figure))


def lanes_height(result: ProgramRun) -> float:
    """Return how many inches high a picture of all processors should be."""
    return _MARGIN_INCHES + _LANE_INCHES * len(result.names)


def draw_lanes(axes: Any, result: ProgramRun) -> None:  # noqa: ANN401
    """Draw the point in the middle of a run: a lane for each processor, arrows for messages."""
    start = result.window.start + result.points // 2 * result.seconds
    end = start + result.seconds
    names = result.names
    _draw_bars(axes, busy_intervals(result.events, start, end), names, start)
    wires = result.built.network.wires
    _draw_messages(axes, _transfers(result.events, wires, start, end), names, start)
    axes.set_yticks(range(len(names)), names)
    axes.invert_yaxis()
    axes.set_xlim(0, (end - start) / _MILLISECOND)
    axes.set_xlabel("ms")


def _draw_bars(
    axes: Any,  # noqa: ANN401 - matplotlib's own type says no more
    busy: dict[str, list[tuple[float, float]]],
    names: list[str],
    start: float,
) -> None:
    for lane, name in enumerate(names):
        bars = [
            ((began - start) / _MILLISECOND, (ended - began) / _MILLISECOND)
            for began, ended in busy.get(name, [])
        ]
        axes.broken_barh(bars, (lane - 0.3, 0.6), facecolors=_BUSY_COLOUR, linewidth=0)


def _draw_messages(
    axes: Any,  # noqa: ANN401
    messages: list[tuple[str, float, str, float]],
    names: list[str],
    start: float,
) -> None:
    style = {"arrowstyle": "->", "color": _MESSAGE_COLOUR, "linewidth": 0.6, "mutation_scale": 6}
    for sender, began, receiver, ended in messages:
        axes.annotate(
            "",
            ((ended - start) / _MILLISECOND, names.index(receiver)),
            ((began - start) / _MILLISECOND, names.index(sender)),
            arrowprops=style,
            annotation_clip=True,
        )
