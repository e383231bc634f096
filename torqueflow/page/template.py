"""The page as text: what every page has, whatever it tells of."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from importlib import resources

from torqueflow.page.panels.panel import Panel
from torqueflow.page.tables import TableOfPage


@dataclass(frozen=True)
class Page:
    """What stands on a page, from top to bottom.

    Attributes
    ----------
    title, verdict, command
        What it is, whether all is well, and what repeats it.
    holds
        Whether the verdict is good.
    figures
        The numbers that a reader looks for first: name, text.
    panels, tables
        Pictures, then tables.
    words
        Terms and what they mean.
    files
        Names of files beside the page.
    """

    title: str
    holds: bool
    verdict: str
    command: str
    figures: Sequence[tuple[str, str]]
    panels: Sequence[Panel]
    tables: Sequence[TableOfPage]
    words: Sequence[tuple[str, str]]
    files: Sequence[str] = ()


def page_text(page: Page) -> str:
    """Return one text that needs nothing else."""
    import jinja2

    text = resources.files("torqueflow.page").joinpath("page.html").read_text(encoding="utf-8")
    template = jinja2.Environment(
        autoescape=True, undefined=jinja2.StrictUndefined, trim_blocks=False
    ).from_string(text)
    return template.render(vars(page))
