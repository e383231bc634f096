"""Who works when on one set of inputs, and how busy shared units are."""

from __future__ import annotations

from collections import Counter

import numpy as np

from dataflow.operators import UnitKind
from torqueflow.page.drawing import drawing
from torqueflow.page.findings import Findings
from torqueflow.page.panels.kinds import KINDS, kind_of, several
from torqueflow.page.panels.panel import Panel

_UNITS = {
    UnitKind.MULTIPLIER: "multipliers",
    UnitKind.ADDER: "adders",
    UnitKind.TRIGONOMETRY: "sine units",
}


def schedule_panel(found: Findings) -> Panel:
    """Return, stage by stage, how many operations are at work in each cycle of one set."""
    design = found.design
    stages = sorted((s for s in design.stages if s.operations), key=lambda s: _order(s.name))
    title = "One set of inputs on its way"
    words = (
        f"How many operations of each stage work on it in each of {design.depth} cycles. A stage "
        "begins as soon as what it needs is there."
    )
    height = 1.2 + 0.42 * max(len(stages), 4)
    with drawing("schedule", f"{title}. {words}", width=12.0, height=height) as made:
        axes = made.figure.subplots()
        most = 1
        busy = {}
        for stage in stages:
            for kind in KINDS:
                counts = np.zeros(design.depth + 1)
                for operation in stage.operations:
                    if kind_of(operation.operator) == kind:
                        counts[operation.start : max(operation.ready, operation.start + 1)] += 1
                busy[stage.name, kind] = counts
            together = np.sum([busy[stage.name, kind] for kind in KINDS], axis=0)
            most = max(most, int(together.max()))
        for row, stage in enumerate(stages):
            base = np.zeros(design.depth + 1)
            for kind, colour in KINDS.items():
                top = base + busy[stage.name, kind] * 0.85 / most
                axes.fill_between(
                    range(design.depth + 1), row - base, row - top, step="post", linewidth=0,
                    color=colour, label=several(kind) if row == 0 else None,
                )  # fmt: skip
                base = top
        axes.set_yticks(range(len(stages)), [stage.name.replace("_", " ") for stage in stages])
        axes.set_ylim(len(stages) - 0.4, -1.0)
        axes.set_xlim(0, design.depth)
        axes.set_xlabel("cycle")
        axes.grid(visible=False, axis="y")
        axes.legend(ncols=len(KINDS), loc="upper right")
    return Panel("schedule", title, words + _occupancy(found), made.svg, wide=True)


def _order(stage: str) -> tuple[bool, int]:
    """Return the order of stages from top to bottom: forward from the base, then back."""
    name, *links = stage.split("_")  # links that are each other's images share one
    link = int(links[0]) if links else 0
    return name == "backward", -link if name == "backward" else link


def _occupancy(found: Findings) -> str:
    """Return how busy shared units are, in words; nothing where there are none."""
    design = found.design
    uses: Counter[UnitKind] = Counter()
    units: dict[UnitKind, set[tuple[str, int]]] = {}
    for operation in design.operations:
        kind = operation.operator.unit
        if kind is not None and operation.unit is not None:
            uses[kind] += 1
            units.setdefault(kind, set()).add((operation.stage, operation.unit))
    told = [
        f"{_UNITS[kind]} {uses[kind] / (len(units[kind]) * design.initiation_interval):.0%}"
        for kind in units
    ]
    return f" Shared units are busy: {', '.join(told)}." if told else ""
