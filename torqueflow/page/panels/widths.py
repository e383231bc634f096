"""How many bits the error needs."""

from __future__ import annotations

from common.pictures import COLOURS
from torqueflow.page.drawing import INK, drawing
from torqueflow.page.findings import Findings
from torqueflow.page.panels.panel import Panel


def widths_panel(found: Findings) -> Panel:
    """Return the worst error over its limit against the width: proved, and seen here."""
    title = "Word length against error"
    words = (
        "The worst result's error over its limit: proved for every state, and seen along this "
        "trajectory. Two bits more make both about four times smaller. The dotted line is this "
        "design's width."
    )
    with drawing("widths", f"{title}. {words}") as made:
        axes = made.figure.subplots()
        width = [row["width"] for row in found.widths]
        for key, marker, colour, label in (
            ("error", "s", COLOURS[1], "proved"),
            ("seen", "o", COLOURS[0], "seen"),
        ):
            axes.plot(
                width, [row[key] for row in found.widths], marker + "-", color=colour,
                markersize=5, linewidth=1, label=label,
            )  # fmt: skip
        axes.axvline(found.request.width, color=INK, linewidth=0.8, linestyle=":")
        axes.set_yscale("log")
        axes.set_xticks(width)
        axes.set_xlabel("width, bits")
        axes.set_ylabel("error / limit")
        axes.legend()
    return Panel("widths", title, words, made.svg)
