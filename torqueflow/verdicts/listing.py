"""Scores and figures, as JSON and on a terminal."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Any

from rich.console import Console

from common.errors import InputError
from common.tables import number, show, table
from papers.catalogue import papers
from papers.figures import Judged, Verdict
from papers.printed import Paper
from papers.verdicts import Score, paper_verdicts, score

_TOLD = {
    Verdict.REPRODUCED: "reproduced",
    Verdict.DIFFERS: "differ",
    Verdict.INCONSISTENT: "inconsistent in the paper",
    Verdict.UNDECIDED: "cannot be decided",
}
_WIDEST = 34
"""Characters of a printed form that the terminal shows."""


@dataclass(frozen=True)
class PaperFigures:
    """A paper and what became of its figures, in the order of the print."""

    paper: Paper
    figures: tuple[Judged, ...]

    @property
    def score(self) -> Score:
        """How many numbers came to each verdict."""
        return score(self.paper.name, self.figures)


def paper_names() -> dict[str, Paper]:
    """Return the papers by the name that the command line takes: the first author's."""
    return {paper.folder.name.split("_")[0]: paper for paper in papers()}


def chosen_papers(name: str | None) -> tuple[Paper, ...]:
    """Return one paper, by its first author or its folder, or all of them.

    Raises
    ------
    InputError
        There is no such paper.
    """
    if name is None:
        return papers()
    known = paper_names()
    for author, paper in known.items():
        if name.lower() in (author, paper.folder.name):
            return (paper,)
    raise InputError("PAPER", f"{name!r} is no paper", ", ".join(known))


def find_out(chosen: Sequence[Paper], watch: Callable[[str], None]) -> tuple[PaperFigures, ...]:
    """Return every figure of papers with its verdict; ``watch`` is told what is computed."""
    return tuple(PaperFigures(paper, paper_verdicts(paper, watch)) for paper in chosen)


def as_records(found: Sequence[PaperFigures]) -> list[dict[str, Any]]:
    """Return every figure, one a record.

    Keys: ``paper, place, quantity, unit, printed, ours, ratio, verdict, note``. ``printed`` is a
    number, or a text for polynomials, forms and claims (whose unit is ``words``); ``ours``
    likewise, or None; ``ratio`` is ours over theirs where both are numbers, else None.
    """
    return [
        {
            "paper": each.paper,
            "place": each.place,
            "quantity": each.quantity,
            "unit": each.unit,
            "printed": each.printed,
            "ours": each.ours,
            "ratio": each.ratio,
            "verdict": each.verdict.value,
            "note": each.note,
        }
        for papers_figures in found
        for each in papers_figures.figures
    ]


def score_rows(found: Sequence[PaperFigures]) -> Iterator[tuple[str, ...]]:
    """Yield a row of texts for each paper and, if there are several, one for all."""
    scores = [each.score for each in found]
    if len(found) > 1:
        every = [figure for each in found for figure in each.figures]
        scores.append(score("all", every))
    for each in scores:
        counts = (str(each.counts[verdict]) for verdict in Verdict)
        yield each.paper, str(each.total), *counts


def score_columns() -> tuple[str, ...]:
    """Return the heads of the columns of `score_rows`."""
    return "paper", "numbers", *_TOLD.values()


def print_scores(screen: Console, found: Sequence[PaperFigures]) -> None:
    """Print a score a paper."""
    shown = table("numbers that the papers print", *score_columns())
    for row in score_rows(found):
        shown.add_row(*row)
    show(screen, shown)


def print_reasons(screen: Console, found: Sequence[PaperFigures]) -> None:
    """Print why numbers are not reproduced, those of one table with one reason together."""
    for each in found:
        for verdict in (Verdict.DIFFERS, Verdict.INCONSISTENT, Verdict.UNDECIDED):
            chosen = [f for f in each.figures if f.verdict is verdict and not f.is_claim]
            if not chosen:
                continue
            screen.print()
            screen.print(f"{each.paper.name}: {_TOLD[verdict]}")
            for where, what, printed, ours, why in reasons(chosen):
                values = f"{printed}, ours {ours}" if ours else printed
                screen.print(f"  {where}: {what}: {values}: {why}", soft_wrap=True)


def print_figures(screen: Console, found: PaperFigures) -> None:
    """Print every number of a paper, the notes that they refer to, and its claims."""
    notes: dict[str, int] = {}
    rows: list[tuple[str, ...]] = [
        ("place", "quantity", "unit", "printed", "ours", "ratio", "verdict", "note")
    ]
    for each in found.figures:
        if not each.is_claim:
            *cells, note = row_of(each)
            reference = f"[{notes.setdefault(note, len(notes) + 1)}]" if note else ""
            rows.append((*cells, reference))
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    for row in rows:
        line = "  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True))
        screen.print(line.rstrip(), soft_wrap=True)
    for note, count in notes.items():
        screen.print(f"[{count}] {note}", soft_wrap=True)
    for each in found.figures:
        if each.is_claim:
            screen.print()
            words = f'"{each.printed}" ({each.place})'
            screen.print(f"{each.verdict.value}: {words}", soft_wrap=True)
            screen.print(f"    {each.note}", soft_wrap=True)


def reasons(figures: Iterable[Judged]) -> list[tuple[str, ...]]:
    """Return a row for each run of figures of one table with one reason.

    Where, what, printed, ours and why.
    """
    rows: list[tuple[str, ...]] = []
    for (section, _), run in groupby(figures, key=lambda f: (f.place.split(",")[0], f.note)):
        group = list(run)
        first, last = group[0], group[-1]
        where = first.place if len(group) == 1 else f"{section}, {len(group)} numbers"
        what = first.quantity if len(group) == 1 else f"{first.quantity} and further"
        unit = f" {first.unit}" if first.unit in ("ms", "us", "s", "%") else ""
        rows.append(
            (
                where,
                what,
                _span(first.printed, last.printed) + unit,
                _span(first.ours, last.ours) + unit if first.ours is not None else "",
                first.note,
            )
        )
    return rows


def _span(first: float | str | None, last: float | str | None) -> str:
    one, other = _short(first), _short(last)
    return one if one == other else f"{one} ... {other}"


def _short(value: float | str | None) -> str:
    """Return a text as it is, whole numbers whole, others with two digits."""
    if value is None or isinstance(value, str):
        return value or ""
    return f"{value:.0f}" if value == int(value) else f"{value:.2g}"


def row_of(each: Judged) -> tuple[str, ...]:
    """Return a figure as texts: place, quantity, unit, printed, ours, ratio, verdict, note."""
    ratio = "" if each.ratio is None else f"{each.ratio:.3f}"
    return (
        each.place,
        each.quantity,
        each.unit,
        _cell(each.printed),
        "" if each.ours is None else _cell(each.ours),
        ratio,
        each.verdict.value,
        each.note,
    )


def _cell(value: float | str) -> str:
    if not isinstance(value, str):
        return number(value)
    return value if len(value) <= _WIDEST else f"{value[: _WIDEST - 3]}..."
