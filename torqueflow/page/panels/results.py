"""What comes out along the trajectory, over its limits."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from common.pictures import COLOURS
from torqueflow.page.drawing import drawing
from torqueflow.page.findings import Findings, shares
from torqueflow.page.panels.panel import Panel

_MOST_NAMES = 2 * len(COLOURS)
"""Results that have a look of their own: a colour, drawn through or dashed."""


def results_panel(found: Findings) -> Panel:
    """Return the RTL's results by point, golden's behind them."""
    quantity, outputs = found.computation.quantity, found.design.outputs
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
        for column, (colour, style, label) in enumerate(_looks([p.name for p in outputs])):
            axes.plot(got[:, column], style, color=colour, linewidth=1.2, label=label)
            dots = range(0, len(golden), every)
            axes.plot(dots, golden[::every, column], ".", color=colour, markersize=4)
        axes.set_xlabel("point")
        axes.set_ylabel(f"{quantity} / limit")
        axes.legend(ncols=6, loc="lower center", bbox_to_anchor=(0.5, 1.0))
    return Panel("results", title, words, made.svg, wide=True)


def _looks(names: Sequence[str]) -> Iterator[tuple[str, str, str | None]]:
    """Yield colour, line and legend of each result; where they are many, of its family."""
    if len(names) <= _MOST_NAMES:
        for place, name in enumerate(names):
            yield COLOURS[place % len(COLOURS)], "-" if place < len(COLOURS) else "--", name
        return
    families = [re.sub(r"[\d_]+$", "", name) for name in names]
    known = list(dict.fromkeys(families))
    for place, family in enumerate(families):
        first = family not in families[:place]
        yield COLOURS[known.index(family) % len(COLOURS)], "-", family if first else None
