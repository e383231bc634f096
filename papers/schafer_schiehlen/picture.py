"""The paper's figures 7 and 8 from the event log: what every processor does in one cycle."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from common.files import write_file
from common.pictures import svg_of
from dataflow.tasks.pieces import ROOT
from papers.generated.running import node_name, processors_of
from papers.schafer_schiehlen.forward_demo import Measured, letters
from papers.schafer_schiehlen.timeline import Activity, Span, activities

_LANE_INCHES, _WIDTH_INCHES, _MARGIN_INCHES = 0.6, 10.0, 1.5
_KINDS = (
    ("work", "#4878a8", 0.6),
    ("alone", "#c05020", 0.6),
    ("waiting", "#e4e4e4", 0.6),
    ("beside", "#e0a030", 0.16),
)
_WORDS = {
    "work": "work",
    "alone": "communication alone",
    "waiting": "waiting",
    "beside": "communication beside work",
}
_MICROSECOND = 1e-6


def draw(program: Measured, path: Path) -> None:
    """Write an SVG of the cycle in the middle of a run; raises InputError as `open_output`."""
    # Imported here because it takes a second, which only pictures are worth.
    from matplotlib.backends.backend_svg import FigureCanvasSVG
    from matplotlib.figure import Figure

    names = [node_name(ROOT), *processors_of(program.partition)]
    begin, end = program.cycle.one_cycle()
    wires = program.cycle.built.network.wires
    lanes = activities(program.cycle.events, wires, names, begin, end)
    figure = Figure(figsize=(_WIDTH_INCHES, _MARGIN_INCHES + _LANE_INCHES * len(names)))
    FigureCanvasSVG(figure)
    axes = figure.subplots()
    for lane, name in enumerate(names):
        _draw_lane(axes, lanes[name], lane, begin)
    blocks = {n: " ".join(dict.fromkeys(p.block for p in own))
              for n, own in program.partition.pieces.items()}  # fmt: skip
    axes.set_yticks(
        range(len(names)),
        ["root", *(f"{node_name(n)}: {words}" for n, words in blocks.items())],
    )
    axes.set_ylim(len(names) - 0.5, -0.5)
    axes.set_xlim(0, (end - begin) / _MICROSECOND)
    axes.set_xlabel("us")
    title = (
        f"{program.robot.name}, {letters(program.partition.assignment)}: "
        f"{program.cycle.microseconds:.0f} us a cycle"
    )
    axes.set_title(title, loc="left", fontsize=10)
    axes.legend(loc="upper center", bbox_to_anchor=(0.5, -0.25), ncols=4, frameon=False, fontsize=8)
    for side in ("top", "right"):
        axes.spines[side].set_visible(False)
    figure.tight_layout()
    write_file(path, svg_of(figure))


def _draw_lane(
    axes: Any,  # noqa: ANN401 - matplotlib's own type says no more
    activity: Activity,
    lane: int,
    begin: float,
) -> None:
    for kind, colour, height in _KINDS:
        spans: tuple[Span, ...] = getattr(activity, kind)
        bars = [((a - begin) / _MICROSECOND, (b - a) / _MICROSECOND) for a, b in spans]
        label = _WORDS[kind] if lane == 0 else None
        axes.broken_barh(
            bars, (lane - height / 2, height), facecolors=colour, linewidth=0, label=label
        )
