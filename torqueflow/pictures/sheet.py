"""The style that all pictures of torqueflow share, and a sheet of white paper to draw on."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from common.pictures import svg_of

if TYPE_CHECKING:
    from matplotlib.figure import Figure

INK, FAINT = "#000000", "#cccccc"
"""Letters and lines on paper; grids and what is beside the point."""


def style(ink: str, faint: str, ground: str) -> dict[str, Any]:
    """Return matplotlib's settings: colours of letters and lines, of grids, and of the ground."""
    return {
        "text.color": ink,
        "axes.edgecolor": ink,
        "axes.labelcolor": ink,
        "axes.facecolor": "none",
        "figure.facecolor": ground,
        "xtick.color": ink,
        "ytick.color": ink,
        "grid.color": faint,
        "grid.linewidth": 0.5,
        "axes.grid": True,
        "axes.axisbelow": True,
        "axes.spines.top": False,
        "axes.spines.right": False,
        "font.size": 10.0,
        "legend.frameon": False,
        "legend.fontsize": 9.0,
        "svg.hashsalt": "torqueflow",
    }


@dataclass
class Sheet:
    """A picture while it is drawn; ``svg`` is there when the block has ended."""

    figure: Figure
    svg: bytes = field(default=b"")


@contextmanager
def sheet(title: str, width: float, height: float) -> Iterator[Sheet]:
    """Draw on white paper, so many inches wide and high; equal pictures give equal bytes."""
    # Imported here because it takes a second, which only pictures are worth.
    import matplotlib as mpl
    from matplotlib.backends.backend_svg import FigureCanvasSVG
    from matplotlib.figure import Figure

    with mpl.rc_context(style(INK, FAINT, "white")):
        figure = Figure(figsize=(width, height), layout="constrained")
        FigureCanvasSVG(figure)
        figure.suptitle(title, x=0.01, ha="left", fontsize=11)
        made = Sheet(figure)
        yield made
        made.svg = svg_of(figure)
