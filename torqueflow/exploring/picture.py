"""The picture of a sweep: what each design costs against how often, how soon and how well."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import Any

from common.pictures import COLOURS, MARKERS, plain_numbers, svg_of

Row = dict[str, Any]

_AXES = (
    ("ii", "initiation interval, cycles"),
    ("latency_cycles", "latency, cycles"),
    ("error", "proved error / limit"),
)
"""What designs are drawn against, and its words."""


def drawn(rows: Sequence[Row], front: Sequence[int], costs: Mapping[str, str], title: str) -> bytes:
    """Return an SVG of three panels a cost; equal rows give equal bytes.

    Parameters
    ----------
    rows
        Designs that could be built.
    front
        Which of them no other beats: drawn full, the others hollow and pale.
    costs
        The figures on the vertical axes, and what they are called.
    """
    # Imported here because it takes a second, which only pictures are worth.
    from matplotlib.backends.backend_svg import FigureCanvasSVG
    from matplotlib.figure import Figure

    figure = Figure(figsize=(12.0, 0.8 + 3.6 * len(costs)))
    FigureCanvasSVG(figure)
    panels = figure.subplots(len(costs), len(_AXES), sharex="col", sharey="row", squeeze=False)
    kinds = list(dict.fromkeys((row["algorithm"], row["topology"]) for row in rows))
    for row_of_panels, (cost, words) in zip(panels, costs.items(), strict=True):
        _draw_cost(row_of_panels, rows, set(front), kinds, cost)
        row_of_panels[0].set_ylabel(words)
        plain_numbers(row_of_panels[0].yaxis)
    for panel, (_, label) in zip(panels[-1], _AXES, strict=True):
        panel.set_xlabel(label)
    _name(panels[0][0], kinds)
    figure.suptitle(title, x=0.01, ha="left", fontsize=11)
    figure.tight_layout()
    return svg_of(figure)


def _draw_cost(
    panels: Sequence[Any],
    rows: Sequence[Row],
    kept: set[int],
    kinds: Sequence[tuple[str, str]],
    cost: str,
) -> None:
    """Draw one cost against interval, latency and error."""
    for panel, (figure_name, _) in zip(panels, _AXES, strict=True):
        for place, kind in enumerate(kinds):
            for full in (False, True):
                _scatter(panel, rows, kept, kind, place, full, figure_name, cost)
        panel.set_yscale("log")
        if figure_name != "latency_cycles":
            panel.set_xscale("log")
        if figure_name == "ii":
            plain_numbers(panel.xaxis)
        elif figure_name == "error":
            _whole_decades(panel)
        else:
            panel.locator_params(axis="x", integer=True)
        panel.grid(visible=True, which="major", linewidth=0.4, alpha=0.5)
        for side in ("top", "right"):
            panel.spines[side].set_visible(False)


def _scatter(
    panel: Any,  # noqa: ANN401 - matplotlib's own type says no more
    rows: Sequence[Row],
    kept: set[int],
    kind: tuple[str, str],
    place: int,
    full: bool,
    across: str,
    up: str,
) -> None:
    """Draw the designs of one algorithm and topology that are, or are not, on the front."""
    shown = [
        row
        for index, row in enumerate(rows)
        if (row["algorithm"], row["topology"]) == kind
        and (index in kept) == full
        and row[across] is not None
    ]
    colour = _colour(place)
    panel.scatter(
        [row[across] for row in shown],
        [row[up] for row in shown],
        marker=_marker(place),
        s=30 if full else 18,
        facecolors=colour if full else "none",
        edgecolors=colour,
        alpha=1.0 if full else 0.45,
        linewidths=0.8,
    )


def _whole_decades(panel: Any) -> None:  # noqa: ANN401
    """Let a logarithmic axis begin and end at powers of ten, and name these alone."""
    from matplotlib.ticker import NullFormatter

    low, high = panel.get_xlim()
    panel.set_xlim(10.0 ** math.floor(math.log10(low)), 10.0 ** math.ceil(math.log10(high)))
    panel.xaxis.set_minor_formatter(NullFormatter())


def _name(panel: Any, kinds: Sequence[tuple[str, str]]) -> None:  # noqa: ANN401
    """Say which colour and shape stand for which algorithm and topology."""
    for place, kind in enumerate(kinds):
        panel.scatter([], [], color=_colour(place), marker=_marker(place), label=", ".join(kind))
    if kinds:
        panel.legend(frameon=False, fontsize=8)


def _colour(place: int) -> str:
    return COLOURS[place % len(COLOURS)]


def _marker(place: int) -> str:
    return MARKERS[place % len(MARKERS)]
