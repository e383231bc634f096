"""The generated parts of docs/papers: scores, what is not reproduced, charts.

``python -m torqueflow.verdicts.documents`` writes them all. In a page they stand between
``<!-- begin NAME -->`` and ``<!-- end NAME -->``; a test holds them against what comes out.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from pathlib import Path

from papers.catalogue import papers
from papers.figures import Verdict
from papers.printed import Paper
from torqueflow.verdicts.charts import paper_charts, score_chart
from torqueflow.verdicts.listing import PaperFigures, find_out, reasons, score_columns, score_rows

FOLDER = Path(__file__).parents[2] / "docs" / "papers"
OVERVIEW = "README.md"

_COLOURS = {"var(--ink)": "#6e7781", "var(--faint)": "#afb8c1"}
"""Of a picture that stands by itself: seen on white and on black."""

_HEADS = {
    Verdict.DIFFERS: "What differs",
    Verdict.INCONSISTENT: "What the paper's own numbers contradict",
    Verdict.UNDECIDED: "What cannot be decided",
}


def page_name(paper: Paper) -> str:
    """Return the name of a paper's page: ``zalzala-morris.md``."""
    return f"{paper.folder.name.replace('_', '-')}.md"


def parts_of(found: PaperFigures) -> dict[str, str]:
    """Return the generated parts of a paper's page, by their names."""
    return {"score": _score([found]), "verdicts": _verdicts(found), "claims": _claims(found)}


def overview_parts(found: Sequence[PaperFigures]) -> dict[str, str]:
    """Return the generated parts of the overview."""
    return {"score": _score(found)}


def pictures_of(found: PaperFigures) -> dict[str, str]:
    """Return a paper's charts as SVG files, by their names."""
    stem = page_name(found.paper).removesuffix(".md")
    charts = list(paper_charts(found))
    return {f"{stem}-{n}.svg": _alone(chart.svg) for n, chart in enumerate(charts, start=1)}


def with_parts(text: str, parts: dict[str, str]) -> str:
    """Return a page with its generated parts put in.

    Raises
    ------
    ValueError
        The page has no place for one of them.
    """
    for name, part in parts.items():
        block = re.compile(rf"(?<=<!-- begin {name} -->\n).*?(?=<!-- end {name} -->)", re.DOTALL)
        place = block.search(text)
        if place is None:
            raise ValueError(f"no place for {name!r}")
        text = text[: place.start()] + part + text[place.end() :]
    return text


def _score(found: Sequence[PaperFigures]) -> str:
    return _table(score_columns(), score_rows(found))


def _verdicts(found: PaperFigures) -> str:
    """Return what is not reproduced, rows of one table that share a reason together."""
    text = ""
    for verdict, head in _HEADS.items():
        chosen = [f for f in found.figures if f.verdict is verdict and not f.is_claim]
        if chosen:
            text += f"\n### {head}\n\n{_table(_COLUMNS, reasons(chosen))}"
    return text or "\nAll is reproduced.\n"


_COLUMNS = ("where", "what", "printed", "ours", "why")


def _claims(found: PaperFigures) -> str:
    rows = [
        (f'"{f.printed}" ({f.place})', f.verdict.value, f.note) for f in found.figures if f.is_claim
    ]
    return _table(("claim", "verdict", "what shows it"), rows) if rows else "\nNone.\n"


def _table(columns: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    lines = [columns, ["---"] * len(columns), *rows]
    return "\n" + "".join(f"| {' | '.join(_cell(c) for c in line)} |\n" for line in lines) + "\n"


def _cell(text: str) -> str:
    return text.replace("|", "\\|").replace("*", "\\*").replace(">", "&gt;")


def _alone(svg: str) -> str:
    """Return a picture of a page as a file of its own."""
    for variable, colour in _COLOURS.items():
        svg = svg.replace(variable, colour)
    names = 'xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" '
    return svg if "xmlns=" in svg else svg.replace("<svg ", f"<svg {names}", 1)


def _main() -> None:
    """Write every generated part and picture."""
    found = find_out(papers(), print)
    overview = FOLDER / OVERVIEW
    overview.write_text(with_parts(overview.read_text("utf-8"), overview_parts(found)), "utf-8")
    (FOLDER / "scores.svg").write_text(_alone(score_chart(found).svg), "utf-8")
    for each in found:
        page = FOLDER / page_name(each.paper)
        page.write_text(with_parts(page.read_text("utf-8"), parts_of(each)), "utf-8")
        for name, svg in pictures_of(each).items():
            (FOLDER / name).write_text(svg, "utf-8")


if __name__ == "__main__":
    _main()
