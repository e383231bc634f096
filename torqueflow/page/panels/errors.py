"""How far from golden, and how far at most."""

from __future__ import annotations

import numpy as np

from common.pictures import COLOURS
from torqueflow.page.drawing import drawing
from torqueflow.page.findings import Findings
from torqueflow.page.panels.panel import Panel

_MOST_BESIDE = 24
"""Results up to which the panel takes half of the page's width."""


def errors_panel(found: Findings) -> Panel:
    """Return each result's error over its limit: rms, largest, and the bound that is proved."""
    outputs = found.report["outputs"]
    names = [output["name"] for output in outputs]
    title = "The error of each result"
    worst = max(o["error_bound"] / o["limit"] for o in outputs)
    words = (
        "Distance from golden over the limit. No state within the ports' ranges can pass a bar's "
        f"end: the worst is proved to be below {worst:.2g} of its limit."
    )
    wide = len(outputs) > _MOST_BESIDE
    with drawing("errors", f"{title}. {words}", 12.0 if wide else 6.0) as made:
        axes = made.figure.subplots()
        places = np.arange(len(outputs))
        bounds = [o["error_bound"] / o["limit"] for o in outputs]
        axes.bar(places, bounds, 0.6, color=COLOURS[5], alpha=0.55, label="proved bound")
        for key, marker, colour, label in (
            ("error_max", "v", COLOURS[1], "largest seen"),
            ("error_rms", "o", COLOURS[0], "rms"),
        ):
            seen = [np.nan if o[key] is None else o[key] / o["limit"] for o in outputs]
            axes.plot(places, seen, marker, color=colour, label=label)
        axes.set_yscale("log")
        small = 7 if wide else 9
        axes.set_xticks(places, names, rotation=90 if len(names) > 10 else 0, fontsize=small)
        axes.set_ylabel("error / limit")
        axes.legend(ncols=3, loc="upper center", bbox_to_anchor=(0.5, 1.18))
    return Panel("errors", title, words, made.svg, wide=wide)
