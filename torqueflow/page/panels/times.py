"""One result's time, here and in the papers."""

from __future__ import annotations

from common.pictures import COLOURS, MARKERS
from torqueflow.page.drawing import INK, drawing
from torqueflow.page.findings import Findings
from torqueflow.page.panels.panel import Panel

_CLOCKS_MHZ = (20, 100)
"""The transputers' clock, and a modest FPGA's."""


def times_panel(found: Findings) -> Panel | None:
    """Return the papers' times of the same task on one axis with this design's; None if none."""
    printed = found.report["paper_timings"]
    if not printed:
        return None
    rows = [
        (f"{time['paper']}: {time['system']}", time["seconds"] * 1e6, time["basis"])
        for time in printed
    ]
    design = found.design
    for clock in _CLOCKS_MHZ:
        for what, cycles in (
            ("latency", design.latency),
            ("interval", design.initiation_interval),
        ):
            rows.append((f"this design, {what} at {clock} MHz", cycles / clock, "cycles counted"))
    kinds = list(dict.fromkeys(kind for *_, kind in rows))
    title = "Beside the papers"
    words = (
        "Times for one set of results, each paper's for its own arm; this design's are its "
        "cycles over the clock that stands beside them, not a routed one."
    )
    with drawing("times", f"{title}. {words}", 12.0, 1.0 + 0.26 * len(rows)) as made:
        axes = made.figure.subplots()
        for place, (_, microseconds, kind) in enumerate(rows):
            number = kinds.index(kind)
            axes.plot(microseconds, place, MARKERS[number], color=COLOURS[number], markersize=6)
            axes.text(microseconds * 1.25, place, _plain(microseconds), va="center", fontsize=8)
        axes.set_yticks(range(len(rows)), [label for label, *_ in rows], fontsize=8)
        axes.set_ylim(len(rows) - 0.4, -0.6)
        axes.set_xscale("log")
        axes.set_xlabel("microseconds")
        handles = [
            axes.plot([], [], MARKERS[i], color=COLOURS[i], label=kind)[0]
            for i, kind in enumerate(kinds)
        ]
        axes.legend(
            handles=handles, ncols=len(kinds), loc="upper left", bbox_to_anchor=(0.0, 1.08),
            labelcolor=INK,
        )  # fmt: skip
    return Panel("times", title, words, made.svg, wide=True)


def _plain(value: float) -> str:
    """Return three digits, without a power of ten."""
    return f"{value:,.0f}" if value >= 100 else f"{value:.3g}"
