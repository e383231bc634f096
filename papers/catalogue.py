"""Which papers there are: the folders beside this file that have a `printed.toml`."""

from __future__ import annotations

from functools import cache
from pathlib import Path

from papers.printed import Paper, read_paper

FOLDER = Path(__file__).parent
"""Where the papers' folders lie."""


@cache
def papers(folder: Path = FOLDER) -> tuple[Paper, ...]:
    """Return every paper, in the order of reports; raises InputError for what cannot be read."""
    found = [read_paper(file.parent) for file in folder.glob("*/printed.toml")]
    return tuple(sorted(found, key=lambda paper: (paper.order, paper.folder.name)))


def paper(key: str) -> Paper:
    """Return a paper by the name of its folder, as ``zomaya_morris``; raises KeyError."""
    return {each.folder.name: each for each in papers()}[key]
