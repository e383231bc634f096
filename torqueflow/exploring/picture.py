"""The picture of a sweep: what each design costs against how often, how soon and how well."""

from __future__ import annotations

import io
from collections.abc import Sequence
from typing import Any

Row = dict[str, Any]

_AXES = (
    ("ii", "initiation interval, cycles"),
    ("latency_cycles", "latency, cycles"),
    ("error", "proved error / limit"),
)
"""What designs are drawn against, and its words."""

_COLOURS = ("#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9")
"""Of Okabe and Ito: the colour-blind tell them apart."""

_MARKERS = ("o", "s", "^", "D", "v", "P")


def drawn(rows: Sequence[Row], front: Sequence[int], cost: str, words: str, title: str) -> bytes:
    """Return an SVG of three panels; equal rows give equal bytes.

    Parameters
    ----------
    rows
        Designs that could be built.
    front
        Which of them no other beats: drawn full, the others hollow and pale.
    cost, words
        The figure on the vertical axes, and what it is called.
    """
    # Imported here because it takes a second, which only pictures are worth.
    import matplotlib as mpl
    from matplotlib.backends.backend_svg import FigureCanvasSVG
    from matplotlib.figure import Figure

    figure = Figure(figsize=(12.0, 4.4))
    FigureCanvasSVG(figure)
    panels = figure.subplots(1, len(_AXES), sharey=True)
    kinds = list(dict.fromkeys((row["algorithm"], row["topology"]) for row in rows))
    kept = set(front)
    for panel, (figure_name, label) in zip(panels, _AXES, strict=True):
        for place, kind in enumerate(kinds):
            for full in (False, True):
                _scatter(panel, rows, kept, kind, place, full, figure_name, cost)
        panel.set_yscale("log")
        if figure_name != "latency_cycles":
            panel.set_xscale("log")
        if figure_name == "ii":
            _tell_plainly(panel.xaxis)
        panel.set_xlabel(label)
        panel.grid(visible=True, which="major", linewidth=0.4, alpha=0.5)
        for side in ("top", "right"):
            panel.spines[side].set_visible(False)
    panels[0].set_ylabel(words)
    _tell_plainly(panels[0].yaxis)
    _name(panels[0], kinds)
    figure.suptitle(title, x=0.01, ha="left", fontsize=11)
    figure.tight_layout()
    file = io.BytesIO()
    # No date and no random names: the same sweep gives the same file.
    with mpl.rc_context({"svg.hashsalt": "torqueflow"}):
        figure.savefig(file, format="svg", metadata={"Date": None})
    return file.getvalue()


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


def _tell_plainly(axis: Any) -> None:  # noqa: ANN401
    """Write 1, 2, 5, 10 along a logarithmic axis, not powers."""
    from matplotlib.ticker import LogLocator, NullFormatter, ScalarFormatter

    axis.set_major_locator(LogLocator(subs=(1.0, 2.0, 5.0)))
    axis.set_major_formatter(ScalarFormatter())
    axis.set_minor_formatter(NullFormatter())


def _name(panel: Any, kinds: Sequence[tuple[str, str]]) -> None:  # noqa: ANN401
    """Say which colour and shape stand for which algorithm and topology."""
    for place, kind in enumerate(kinds):
        panel.scatter([], [], color=_colour(place), marker=_marker(place), label=", ".join(kind))
    panel.legend(frameon=False, fontsize=8)


def _colour(place: int) -> str:
    return _COLOURS[place % len(_COLOURS)]


def _marker(place: int) -> str:
    return _MARKERS[place % len(_MARKERS)]
