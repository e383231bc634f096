"""Where the latency goes."""

from __future__ import annotations

from dataflow.timing.critical_path import Step, critical_path
from torqueflow.page.drawing import FAINT, drawing
from torqueflow.page.findings import Findings
from torqueflow.page.panels.kinds import KINDS, kind_of, several
from torqueflow.page.panels.panel import Panel


def latency_panel(found: Findings) -> Panel:
    """Return the chain of operations that the last result waits for, on one line of time."""
    steps = critical_path(found.design)
    spent: dict[str, int] = {}
    for step in steps:
        kind = kind_of(step.operation.operator) or ""
        spent[kind] = spent.get(kind, 0) + step.cycles
    waited = sum(step.waited for step in steps)
    told = [f"{cycles} in {several(kind)}" for kind, cycles in spent.items() if cycles]
    title = "Where the latency goes"
    words = (
        f"The chain that the last result waits for: of {found.design.latency} cycles "
        f"{', '.join(told)}, {waited} waiting for a unit, and one in the queue at the end."
    )
    with drawing("latency", f"{title}. {words}", width=12.0, height=2.6) as made:
        axes = made.figure.subplots()
        _draw(axes, steps)
        axes.set_xlabel("cycle")
    return Panel("latency", title, words, made.svg, wide=True)


def _draw(axes: object, steps: tuple[Step, ...]) -> None:
    from matplotlib.patches import Patch

    at = 0
    stages: list[tuple[str, int, int]] = []
    for step in steps:
        begin = at
        if step.waited:
            axes.barh(0, step.waited, left=at, height=0.6, color=FAINT)  # type: ignore[attr-defined]
            at += step.waited
        colour = KINDS[kind_of(step.operation.operator) or ""]
        axes.barh(0, step.cycles, left=at, height=0.6, color=colour, linewidth=0)  # type: ignore[attr-defined]
        axes.vlines(at, -0.3, 0.3, FAINT, linewidth=0.6)  # type: ignore[attr-defined]
        at += step.cycles
        if stages and stages[-1][0] == step.operation.stage:
            stages[-1] = (*stages[-1][:2], at)
        else:
            stages.append((step.operation.stage, begin, at))
    for level, (name, begin, end) in enumerate(stages):
        height = 0.55 + 0.32 * (level % 3)
        axes.plot([begin, end], [height - 0.12] * 2, color=FAINT, linewidth=1)  # type: ignore[attr-defined]
        text = name.replace("forward_", "f").replace("backward_", "b")
        axes.text((begin + end) / 2, height, text, ha="center", fontsize=8)  # type: ignore[attr-defined]
    kinds = {kind_of(step.operation.operator) for step in steps}
    patches = [Patch(color=colour, label=kind) for kind, colour in KINDS.items() if kind in kinds]
    axes.legend(handles=patches, ncols=len(patches), loc="upper left",  # type: ignore[attr-defined]
                bbox_to_anchor=(0.0, -0.22))  # fmt: skip
    axes.set_yticks([])  # type: ignore[attr-defined]
    axes.set_ylim(-0.4, 1.6)  # type: ignore[attr-defined]
    axes.set_xlim(0, max(at, 1))  # type: ignore[attr-defined]
    axes.grid(visible=False, axis="y")  # type: ignore[attr-defined]
