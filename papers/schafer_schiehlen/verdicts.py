"""What became of every figure of Schäfer and Schiehlen (1992), and of its claims in words."""

from __future__ import annotations

from collections.abc import Iterable

from papers.figures import Judged, Key
from papers.judging import Finding, judged, measured
from papers.printed import Paper
from papers.schafer_schiehlen.claims import claims, five_figures
from papers.verdicts import Watch

_SETTING = "T800 at 20 MHz, all checks, external memory of 4 cycles, links at 10 Mbit/s"
_WORK = "1.8 is (1596 + 500) / 1141: what one transputer would take with that work"


def figures(paper: Paper, watch: Watch) -> Iterable[Judged]:
    """Return every figure with its verdict; ``watch`` is told what is computed."""
    watch("running Schäfer and Schiehlen's Stanford arm")
    ours = five_figures()
    found: dict[Key, Finding] = {
        ("one_transputer",): measured(ours.one, _SETTING),
        ("three_transputers",): measured(ours.three, _SETTING),
        ("speed_up",): measured(ours.speed_up, _SETTING),
        ("left",): measured(ours.left, "time without work and without messages"),
        ("speed_up_with_control",): measured(ours.with_control, _WORK),
    }
    yield from judged(paper, found)
    watch("judging what Schäfer and Schiehlen say in words")
    for claim in claims():
        yield claim.judged(paper.name, with_figures=True)
