"""What other intervals and topologies would cost."""

from __future__ import annotations

from typing import Any

from common.pictures import COLOURS, MARKERS, plain_numbers
from torqueflow.page.drawing import INK, drawing
from torqueflow.page.findings import Findings
from torqueflow.page.panels.panel import Panel

_COSTS = {"multipliers": "multipliers", "luts_estimate": "look-up tables, estimated"}


def costs_panel(found: Findings) -> Panel:
    """Return costs against the interval for each topology, this design ringed."""
    interval, report = found.design.initiation_interval, found.report
    own = {
        "multipliers": report["units"]["multiplier"], "luts_estimate": report["luts_estimate"]
    }  # fmt: skip
    title = "Multipliers and look-up tables against the interval"
    words = (
        f"This design takes {own['multipliers']} multipliers, about {own['luts_estimate']:,} "
        f"look-up tables of an ECP5, and a set of inputs every {_cycles(interval)}. Look-up tables "
        "are estimated from the design, within 10 % of what Yosys counts."
    )
    with drawing("costs", f"{title}. {words}", width=9.0) as made:
        panels = made.figure.subplots(1, len(_COSTS))
        for axes, (cost, label) in zip(panels, _COSTS.items(), strict=True):
            _draw(axes, found, cost)
            axes.plot(
                interval, own[cost], "o", markersize=13, markerfacecolor="none", color=INK,
                label="this design",
            )  # fmt: skip
            axes.set_ylabel(label)
        panels[0].legend()
    return Panel("costs", title, words, made.svg)


def _draw(axes: Any, found: Findings, cost: str) -> None:  # noqa: ANN401
    """Draw one cost of every design against its interval."""
    for place, topology in enumerate(dict.fromkeys(row["topology"] for row in found.designs)):
        rows = [row for row in found.designs if row["topology"] == topology]
        axes.plot(
            [row["ii"] for row in rows], [row[cost] for row in rows], MARKERS[place] + "-",
            color=COLOURS[place], markersize=5, linewidth=1, label=topology,
        )  # fmt: skip
    axes.set_xscale("log")
    axes.set_yscale("log")
    plain_numbers(axes.xaxis)
    plain_numbers(axes.yaxis)
    axes.set_xlabel("initiation interval, cycles")


def _cycles(count: int) -> str:
    return "cycle" if count == 1 else f"{count} cycles"
