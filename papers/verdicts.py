"""Every figure of every paper with its verdict, and the score.

A paper's folder has its own in `verdicts.py`: ``figures(paper, watch)`` yields a
`papers.figures.Judged` for everything that `printed.toml` has, and whatever else the paper prints.
Of a paper without one all is undecided.
"""

from __future__ import annotations

import runpy
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass

from papers.figures import Judged, Verdict, printed_figures
from papers.judging import judge, undecided
from papers.printed import Paper

Watch = Callable[[str], None]
"""Called with what is about to be computed, in words."""

Figures = Callable[[Paper, Watch], Iterable[Judged]]
"""What a paper's `verdicts.py` must define as ``figures``."""


@dataclass(frozen=True)
class Score:
    """How many numbers of a paper, or of all, came to each verdict; claims are not counted."""

    paper: str
    counts: dict[Verdict, int]

    @property
    def total(self) -> int:
        """How many numbers there are."""
        return sum(self.counts.values())


def _silent(_: str) -> None:
    """Watch nothing."""


def paper_verdicts(paper: Paper, watch: Watch = _silent) -> tuple[Judged, ...]:
    """Return every figure of a paper with its verdict.

    Raises
    ------
    InputError
        `printed.toml` has a wrong field.
    ValueError
        `verdicts.py` leaves a figure out, or a reason.
    """
    file = paper.folder / "verdicts.py"
    if not file.exists():
        return tuple(_undecided(paper))
    figures: Figures = runpy.run_path(str(file))["figures"]
    return tuple(figures(paper, watch))


def _undecided(paper: Paper) -> Iterator[Judged]:
    finding = undecided("nothing here computes it yet")
    return (judge(paper, figure, finding) for figure in printed_figures(paper))


def score(name: str, judged: Iterable[Judged]) -> Score:
    """Return the score of figures; ``name`` says whose."""
    found = Counter(each.verdict for each in judged if not each.is_claim)
    return Score(name, {verdict: found[verdict] for verdict in Verdict})
