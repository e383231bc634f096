"""The verdicts as one page that needs nothing else: scores, charts, claims, every number."""

from __future__ import annotations

from collections.abc import Sequence
from importlib import resources

from torqueflow.verdicts.charts import paper_charts, score_chart
from torqueflow.verdicts.listing import PaperFigures, row_of, score_columns, score_rows

_HEADS = ("place", "quantity", "unit", "printed", "ours", "ratio", "verdict", "note")


def page_of(found: Sequence[PaperFigures]) -> str:
    """Return the page as text."""
    import jinja2

    text = resources.files("torqueflow.verdicts").joinpath("page.html").read_text(encoding="utf-8")
    template = jinja2.Environment(autoescape=True, undefined=jinja2.StrictUndefined).from_string(
        text
    )
    return template.render(
        columns=score_columns(),
        scores=list(score_rows(found)),
        overview=score_chart(found),
        heads=_HEADS,
        papers=[
            {
                "name": each.paper.name,
                "reference": each.paper.reference,
                "charts": list(paper_charts(each)),
                "claims": [figure for figure in each.figures if figure.is_claim],
                "rows": [row_of(figure) for figure in each.figures if not figure.is_claim],
            }
            for each in found
        ],
    )
