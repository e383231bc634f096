"""Where errors come from: by cause, and by the stage that makes them."""

from __future__ import annotations

from typing import Any

import numpy as np

from common.pictures import COLOURS
from torqueflow.page.drawing import drawing
from torqueflow.page.findings import Findings
from torqueflow.page.panels.panel import Panel

_KNOWN = "known offsets"
_MOST_STAGES = 5
"""Stages that have a colour of their own; what the others add is one share."""


def budget_panel(found: Findings) -> Panel | None:
    """Return each result's worst error, divided by cause and by stage; None where none is known."""
    told = found.report.get("error_budget")
    if told is None:
        return None
    names = [port.name for port in found.design.outputs]
    causes = [_causes(budget) for budget in told["outputs"]]
    stages = _kept([dict(budget["stages"]) for budget in told["outputs"]])
    title = "Where errors come from"
    leading = max(causes[0], key=lambda cause: sum(row[cause] / _whole(row) for row in causes))
    words = (
        "The worst error of each result at one state, out of a few thousand, at which it is large, "
        "divided by what causes it and by the stage that makes it. Over all results most is due to "
        f"{leading}."
    )
    height = 1.6 + 0.32 * len(names)
    with drawing("budget", f"{title}. {words}", 12.0, height) as made:
        left, right = made.figure.subplots(1, 2, sharey=True)
        _bars(left, names, causes, "share by cause")
        _bars(right, names, stages, "share by stage")
        left.invert_yaxis()
    return Panel("budget", title, words, made.svg, wide=True)


def _causes(budget: dict[str, Any]) -> dict[str, float]:
    """Return what is known with its sign, summed, and what each origin may add to it."""
    return {_KNOWN: abs(sum(budget["bias"].values())), **budget["spread"]}


def _kept(stages: list[dict[str, float]]) -> list[dict[str, float]]:
    """Return the stages that matter most, the ports among them, and the sum of all others."""
    totals: dict[str, float] = {}
    for each in stages:
        for name, value in each.items():
            totals[name] = totals.get(name, 0.0) + value / _whole(each)
    kept = sorted(totals, key=lambda name: -totals[name])[:_MOST_STAGES]
    return [
        {
            **{name: each.get(name, 0.0) for name in kept},
            "others": sum(value for name, value in each.items() if name not in kept),
        }
        for each in stages
    ]


def _whole(parts: dict[str, float]) -> float:
    """Return the sum that parts are shares of; of a result without an error, one."""
    return sum(parts.values()) or 1.0


def _bars(axes: Any, names: list[str], rows: list[dict[str, float]], label: str) -> None:  # noqa: ANN401
    places, left = np.arange(len(names)), np.zeros(len(names))
    whole = np.array([_whole(row) for row in rows])
    for colour, part in zip(COLOURS, rows[0], strict=False):
        widths = np.array([row[part] for row in rows]) / whole
        axes.barh(places, widths, 0.7, left=left, color=colour, label=part)
        left += widths
    axes.set_yticks(places, names)
    axes.set_xlim(0, 1)
    axes.set_xlabel(label)
    axes.grid(visible=False, axis="y")
    axes.legend(ncols=3, loc="lower center", bbox_to_anchor=(0.5, 1.0))
