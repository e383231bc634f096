"""What other intervals and topologies would cost."""

from __future__ import annotations

from common.pictures import COLOURS, MARKERS, plain_numbers
from torqueflow.page.drawing import INK, drawing
from torqueflow.page.findings import Findings
from torqueflow.page.panels.panel import Panel


def costs_panel(found: Findings) -> Panel:
    """Return multipliers against the interval for each topology, this design ringed."""
    units = found.report["units"]
    own = (found.design.initiation_interval, units["multiplier"])
    title = "Multipliers against the interval"
    words = (
        f"This design takes {own[1]} multipliers and a set of inputs every {_cycles(own[0])}. What "
        "switches operands between shared units is not in the chart; it grows with the interval."
    )
    with drawing("costs", f"{title}. {words}") as made:
        axes = made.figure.subplots()
        for place, topology in enumerate(dict.fromkeys(row["topology"] for row in found.designs)):
            rows = [row for row in found.designs if row["topology"] == topology]
            axes.plot(
                [row["ii"] for row in rows], [row["multipliers"] for row in rows],
                MARKERS[place] + "-", color=COLOURS[place], markersize=5, linewidth=1,
                label=topology,
            )  # fmt: skip
        axes.plot(*own, "o", markersize=13, markerfacecolor="none", color=INK, label="this design")
        axes.set_xscale("log")
        axes.set_yscale("log")
        plain_numbers(axes.xaxis)
        plain_numbers(axes.yaxis)
        axes.set_xlabel("initiation interval, cycles")
        axes.set_ylabel("multipliers")
        axes.legend()
    return Panel("costs", title, words, made.svg)


def _cycles(count: int) -> str:
    return "cycle" if count == 1 else f"{count} cycles"
