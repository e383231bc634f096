"""A claim of a paper in words, measured and judged."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from papers.figures import CLAIM, Judged, Verdict


@dataclass(frozen=True)
class Claim:
    """A claim of a paper.

    Attributes
    ----------
    words
        Its own, as far as they go.
    outcome
        Whether it holds here.
    verdict
        The same in words.
    figures
        By name: what the verdict rests on.
    """

    words: str
    outcome: Verdict
    verdict: str
    figures: Mapping[str, float | list[float]]

    @property
    def holds(self) -> bool:
        """Whether it does."""
        return self.outcome is Verdict.REPRODUCED

    def judged(self, paper: str, *, with_figures: bool = False) -> Judged:
        """Return it as a figure of a paper, the single figures told behind the verdict if asked."""
        told = [self.verdict]
        if with_figures:
            told += [f"{name} {value:.4g}" for name, value in self._single().items()]
        note = "; ".join(told)
        return Judged(paper, "text", "claim", CLAIM, self.words, None, None, self.outcome, note)

    def _single(self) -> dict[str, float]:
        return {name: v for name, v in self.figures.items() if not isinstance(v, list)}


def outcome(holds: bool) -> Verdict:
    """Return the verdict on a claim that holds or does not."""
    return Verdict.REPRODUCED if holds else Verdict.DIFFERS
