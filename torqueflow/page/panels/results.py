"""What comes out along the trajectory, over its limits."""

from __future__ import annotations

from common.pictures import COLOURS
from torqueflow.page.drawing import drawing
from torqueflow.page.findings import Findings, shares
from torqueflow.page.panels.panel import Panel


def results_panel(found: Findings) -> Panel:
    """Return the RTL's results by point, golden's behind them."""
    quantity = found.computation.quantity
    got = shares(found.results, found.limits)
    golden = shares(found.golden[: len(got)], found.limits)
    largest = abs(golden).max() if len(golden) else 0.0
    title = f"The {quantity}s along the trajectory"
    words = (
        f"{len(got)} points, each result over its limit; the largest reaches {largest:.0%}. Dots "
        "are golden's (float64), lines the RTL's."
    )
    with drawing("results", f"{title}. {words}", width=12.0, height=3.6) as made:
        axes = made.figure.subplots()
        every = max(1, len(got) // 60)
        for column, port in enumerate(found.design.outputs):
            colour = COLOURS[column % len(COLOURS)]
            style = "-" if column < len(COLOURS) else "--"
            axes.plot(got[:, column], style, color=colour, linewidth=1.2, label=port.name)
            dots = range(0, len(golden), every)
            axes.plot(dots, golden[::every, column], ".", color=colour, markersize=4)
        axes.set_xlabel("point")
        axes.set_ylabel(f"{quantity} / limit")
        axes.legend(ncols=min(8, len(found.design.outputs)), loc="upper center",
                    bbox_to_anchor=(0.5, 1.18))  # fmt: skip
    return Panel("results", title, words, made.svg, wide=True)
